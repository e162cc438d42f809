// expect: states 410177, group order 2
// expect: violated endstates at depth 21, holds blocked
// expect: violated blocked at depth 8 with BLOCKED=0
//
// The e-mail system of examples/promela/email.pml with three clients, and a network that takes one letter at a time.
// The mailer blocks client 3, so clients 1 and 2 alone may be exchanged. With -D BLOCKED=0 it blocks nobody: all clients
// are alike, but not to the property, which names client 3; and a letter from client 3 arrives.
//
// Here the mailer delivers a letter in one go unless the box is full, and nobody keeps the addresses of a letter that
// was dealt with. That leaves few enough states to visit them all. It does not change that everybody may wait for
// everybody else: the clients for the network, the network for the mailer, and the mailer for a client's box.
#define BLOCKED 3

chan box_1 = [1] of { pid, pid };
chan box_2 = [1] of { pid, pid };
chan box_3 = [1] of { pid, pid };
chan network = [1] of { pid, pid };

pid received_from;

proctype mailer(chan in) {
  pid source, dest;
  pid blocked_client = BLOCKED;
  chan out;
  do
  :: atomic {
       in?source,dest;
       if
       :: source == blocked_client -> skip
       :: else ->
          if
          :: dest == 1 -> out = box_1
          :: dest == 2 -> out = box_2
          :: dest == 3 -> out = box_3
          fi;
          out!source,dest
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
       :: dest = 3
       fi;
       network!source,dest;
       source = 0;
       dest = 0
     }
  od
}

init {
  atomic {
    run client(box_1);
    run client(box_2);
    run client(box_3);
    run mailer(network)
  }
}

ltl blocked { [] (received_from != 3) }
