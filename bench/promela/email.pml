/* examples/promela/email-3.pml with CLIENTS clients, 2 <= CLIENTS <= 4, of which the last is blocked. */
#ifndef CLIENTS
#define CLIENTS 3
#endif

chan box[CLIENTS] = [1] of { pid, pid };
chan network = [1] of { pid, pid };

pid received_from;

proctype mailer(chan in) {
  pid source, dest;
  do
  :: atomic {
       in?source,dest;
       if
       :: source == CLIENTS -> skip
       :: else -> box[dest - 1]!source,dest
       fi;
       source = 0;
       dest = 0
     }
  od
}

proctype client(chan in) {
  pid source, dest;
  do
  :: atomic {
       in?source,dest;
       assert(dest == _pid);
       received_from = source;
       source = 0;
       dest = 0
     }
  :: atomic {
       source = _pid;
       if
       :: dest = 1
       :: dest = 2
#if CLIENTS > 2
       :: dest = 3
#endif
#if CLIENTS > 3
       :: dest = 4
#endif
       fi;
       network!source,dest;
       source = 0;
       dest = 0
     }
  od
}

init {
  byte i;
  atomic {
    for (i : 0 .. CLIENTS - 1) { run client(box[i]) }
    run mailer(network);
    i = 0
  }
}
