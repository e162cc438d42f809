/* examples/promela/resource-allocator.pml with CLIENTS clients on each level. */
#ifndef CLIENTS
#define CLIENTS 4
#endif

mtype = { granted, returned };

chan high = [CLIENTS] of { chan };
chan low = [CLIENTS] of { chan };
chan release = [0] of { mtype };
chan grant[2 * CLIENTS] = [0] of { mtype };

byte users;

proctype client(chan request, own) {
  do
  :: request!own;
     own?granted;
     users++;
     assert(users == 1);
     users--;
     release!returned
  od
}

proctype allocator() {
  chan next;
  do
  :: if
     :: high?next
     :: atomic { empty(high) && nempty(low) -> low?next }
     fi;
     next!granted;
     release?returned
  od
}

init {
  byte i;
  atomic {
    for (i : 0 .. CLIENTS - 1) { run client(high, grant[i]) }
    for (i : CLIENTS .. 2 * CLIENTS - 1) { run client(low, grant[i]) }
    run allocator();
    i = 0
  }
}
