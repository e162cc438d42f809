// expect: states 7628, group order 6
// expect: states 728, group order 2 with N=2
// expect: states 71152, group order 24 with N=4
// expect: holds endstates, holds coherent
//
// Cache coherence with a directory: N caches, 2 <= N <= 4, have copies of one line of memory. A copy is shared, and
// may be read, or modified, and may be read and written. A cache that wants a copy asks the directory, which serves
// one request at a time. Before it gives anything out, it calls in the modified copy, and with it what was last
// written; before it gives out a modified copy, it calls in all shared ones. A cache may drop a shared copy and tell
// nobody, so that the directory calls in some copies that are no longer there. It writes a modified copy back.
//
// `latest` is what was last written, and whoever gets a copy finds just this in it. `readers` and `writers` count
// copies. They are there for the properties only.
//
// The directory knows caches by their numbers, but treats them all alike: it calls in shared copies in any order. So
// caches may be permuted, with their numbers wherever the directory keeps one, which makes N! symmetries. The two
// values of the line are not interchangeable, since it is 0 at first.
#ifndef N
#define N 3
#endif

#define NOBODY 0                       // the directory itself

mtype = { get_shared, get_modified, write_back, call_in, copy };

chan request = [0] of { mtype, pid, bit };
chan to[N + 1] = [0] of { mtype, bit };
chan response = [0] of { bit };

bit latest;
byte readers, writers;

inline call_in_modified() {
  if
  :: owner != NOBODY ->
     to[owner]!call_in,0;
     atomic { response?memory; owner = NOBODY }
  :: else
  fi
}

#define CALL_IN_SHARED(k) sharer[k] -> to[k]!call_in,0; atomic { response?_; sharer[k] = false }

active proctype directory() {
  bit memory;
  bool sharer[N + 1];
  pid owner;
  pid client;                          // whose request is served
  do
  :: request?get_shared,client,_ ->
     call_in_modified();
     to[client]!copy,memory;
     atomic { sharer[client] = true; client = NOBODY }
  :: request?get_modified,client,_ ->
     call_in_modified();
     sharer[client] = false;
     do
     :: CALL_IN_SHARED(1)
     :: CALL_IN_SHARED(2)
#if N > 2
     :: CALL_IN_SHARED(3)
#endif
#if N > 3
     :: CALL_IN_SHARED(4)
#endif
     :: else -> break
     od;
     to[client]!copy,memory;
     atomic { owner = client; client = NOBODY }
  :: atomic { request?write_back,eval(owner),memory; owner = NOBODY; writers-- }
  od
}

active [N] proctype cache() {
  bit line;
invalid:
  if
  :: request!get_shared,_pid,0 ->
     atomic { to[_pid]?copy,line; assert(line == latest); readers++ };
     goto shared
  :: request!get_modified,_pid,0 ->
     atomic { to[_pid]?copy,line; assert(line == latest); writers++ };
     goto modified
  :: to[_pid]?call_in,_ ->
     response!0;
     goto invalid
  fi;
shared:
  if
  :: atomic { readers--; line = 0 };
     goto invalid
  :: request!get_modified,_pid,0 ->
     atomic { to[_pid]?copy,line; assert(line == latest); readers--; writers++ };
     goto modified
  :: atomic { to[_pid]?call_in,_; readers--; line = 0 };
     response!0;
     goto invalid
  fi;
modified:
  if
  :: atomic { line = 1 - line; latest = line };
     goto modified
  :: request!write_back,_pid,line ->
     line = 0;
     goto invalid
  :: atomic { to[_pid]?call_in,_; writers-- };
     response!line;
     line = 0;
     goto invalid
  fi
}

ltl coherent { [] (writers == 0 || (writers == 1 && readers == 0)) }
