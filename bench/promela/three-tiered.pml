/* examples/promela/three-tiered.pml with CLIENTS clients of each of the first two servers, and two of the third. */
#ifndef CLIENTS
#define CLIENTS 3
#endif

mtype = { answer };

chan link[3] = [1] of { pid };
chan query = [0] of { pid };
chan result[3] = [0] of { mtype };
chan reply[2 * CLIENTS + 2] = [0] of { mtype };

#define FIRST_SERVER (2 * CLIENTS + 3)

proctype client(chan in, out) {
  do
  :: out!_pid;
     in?answer
  od
}

proctype server(chan in, back) {
  pid sender;
  do
  :: in?sender;
     query!_pid;
     back?answer;
     reply[sender - 1]!answer;
     sender = 0
  od
}

proctype database(chan in) {
  pid sender;
  do
  :: atomic { in?sender; assert(sender >= FIRST_SERVER && sender < FIRST_SERVER + 3) };
     result[sender - FIRST_SERVER]!answer;
     sender = 0
  od
}

init {
  byte i;
  atomic {
    for (i : 0 .. CLIENTS - 1) { run client(reply[i], link[0]) }
    for (i : CLIENTS .. 2 * CLIENTS - 1) { run client(reply[i], link[1]) }
    for (i : 2 * CLIENTS .. 2 * CLIENTS + 1) { run client(reply[i], link[2]) }
    for (i : 0 .. 2) { run server(link[i], result[i]) }
    run database(query);
    i = 0
  }
}
