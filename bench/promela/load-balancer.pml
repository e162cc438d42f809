/* examples/promela/load-balancer.pml with two balancers, CLIENTS clients of each, and three servers. */
#ifndef CLIENTS
#define CLIENTS 3
#endif

chan link[2] = [0] of { chan, pid };
chan job[3] = [0] of { chan, pid };
chan reply[2 * CLIENTS] = [0] of { pid };

proctype client(chan in, out) {
  do
  :: out!in,_pid;
     in?eval(_pid)
  od
}

proctype balancer(chan in) {
  chan answer;
  pid sender;
  do
  :: in?answer,sender;
     if
     :: job[0]!answer,sender
     :: job[1]!answer,sender
     :: job[2]!answer,sender
     fi
  od
}

proctype server(chan in) {
  chan answer;
  pid sender;
  do
  :: in?answer,sender;
     answer!sender
  od
}

init {
  byte i;
  atomic {
    for (i : 0 .. CLIENTS - 1) { run client(reply[i], link[0]) }
    for (i : CLIENTS .. 2 * CLIENTS - 1) { run client(reply[i], link[1]) }
    for (i : 0 .. 1) { run balancer(link[i]) }
    for (i : 0 .. 2) { run server(job[i]) }
    i = 0
  }
}
