// expect: group order 24
// expect long: violated endstates, holds blocked
//
// An e-mail system, as in Figure 1 of the paper on symmetry detection by channel diagrams. Five clients write to each
// other, and to themselves. What they write goes through one network to a mailer, which puts it into the box of
// whomever it is for. But the mailer blocks client 3: it drops whatever that client writes, so nobody ever receives
// anything from it.
//
// Clients are told apart by their numbers, and a number is only compared and passed on. Whoever exchanges two clients
// exchanges their boxes and their numbers as well, in every message and in every variable. The diagram of who sends
// and receives on which channel allows that for any two of the five clients, which makes 120 symmetries. It does not
// show that the mailer, and the formula, know client 3 by its number. The others remain interchangeable: 24
// symmetries.
//
// A client that wants to write does not read until the network takes its letter. If all clients want to write, the
// network is full and the mailer holds a letter for a box that is full as well, then nobody can go on.
//
// Messages wait in many orders, and variables keep what they last held: there are too many states to visit them all.
// examples/promela/email-3.pml is a smaller one.
chan box_1 = [1] of { pid, pid };
chan box_2 = [1] of { pid, pid };
chan box_3 = [1] of { pid, pid };
chan box_4 = [1] of { pid, pid };
chan box_5 = [1] of { pid, pid };
chan network = [5] of { pid, pid };

pid received_from;

proctype mailer(chan in) {
  pid source, dest;
  pid blocked_client = 3;
  chan out;
  do
  :: in?source,dest;
     if
     :: source == blocked_client -> skip
     :: else ->
        if
        :: dest == 1 -> out = box_1
        :: dest == 2 -> out = box_2
        :: dest == 3 -> out = box_3
        :: dest == 4 -> out = box_4
        :: dest == 5 -> out = box_5
        fi;
        out!source,dest
     fi
  od
}

proctype client(chan in) {
  pid source, dest;
  do
  :: in?source,dest;
     assert(dest == _pid);
     received_from = source
  :: atomic {
       source = _pid;
       if
       :: dest = 1
       :: dest = 2
       :: dest = 3
       :: dest = 4
       :: dest = 5
       fi;
       network!source,dest
     }
  od
}

init {
  atomic {
    run client(box_1);
    run client(box_2);
    run client(box_3);
    run client(box_4);
    run client(box_5);
    run mailer(network)
  }
}

ltl blocked { [] (received_from != 3) }
