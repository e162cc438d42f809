// expect: states 79626, group order 576
// expect: holds endstates, holds exclusive
//
// A resource allocator with two levels of priority, and four clients on each. A client puts itself into the queue of
// its level by sending a channel of its own, on which it is told when the resource is granted. It uses the resource,
// and gives it back. The allocator serves the queue of low priority only while the other one is empty, so those in it
// may wait forever.
//
// Clients of the same level are interchangeable, and wait in any order. Levels are not, though they have equally many
// clients and look the same in a diagram of channels: the group is S_4 x S_4, of order 576.
mtype = { granted, returned };

chan high = [4] of { chan };           // requests by level
chan low = [4] of { chan };
chan release = [0] of { mtype };
chan grant_1 = [0] of { mtype };
chan grant_2 = [0] of { mtype };
chan grant_3 = [0] of { mtype };
chan grant_4 = [0] of { mtype };
chan grant_5 = [0] of { mtype };
chan grant_6 = [0] of { mtype };
chan grant_7 = [0] of { mtype };
chan grant_8 = [0] of { mtype };

byte users;                            // clients that use the resource

proctype client(chan request, grant) {
  do
  :: request!grant;
     grant?granted;
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
  atomic {
    run client(high, grant_1);
    run client(high, grant_2);
    run client(high, grant_3);
    run client(high, grant_4);
    run client(low, grant_5);
    run client(low, grant_6);
    run client(low, grant_7);
    run client(low, grant_8);
    run allocator()
  }
}

ltl exclusive { [] (users <= 1) }
