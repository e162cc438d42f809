// expect: states 76581, group order 144
// expect: holds endstates
//
// A three-tiered architecture: clients ask servers, and servers ask a database. There are eight clients and three
// servers, the first two with three clients each and the third with two. A server takes one request at a time from a
// box with room for one more, asks the database, and replies to the client.
//
// Replies are sent by number: a request is the number of a client, and a query is that of a server. So whoever
// exchanges two clients of the same server, or two servers with equally many clients, exchanges their numbers as well.
// The group is (S_3 wr C_2) x S_2, of order 144.
mtype = { answer };

chan link_1 = [1] of { pid };          // to the servers
chan link_2 = [1] of { pid };
chan link_3 = [1] of { pid };
chan query = [0] of { pid };           // to the database
chan result_1 = [0] of { mtype };      // back to the servers
chan result_2 = [0] of { mtype };
chan result_3 = [0] of { mtype };
chan reply_1 = [0] of { mtype };       // back to the clients
chan reply_2 = [0] of { mtype };
chan reply_3 = [0] of { mtype };
chan reply_4 = [0] of { mtype };
chan reply_5 = [0] of { mtype };
chan reply_6 = [0] of { mtype };
chan reply_7 = [0] of { mtype };
chan reply_8 = [0] of { mtype };

proctype client(chan in, out) {
  do
  :: out!_pid;
     in?answer
  od
}

proctype server(chan in, result) {
  pid sender;
  do
  :: in?sender;
     query!_pid;
     result?answer;
     if
     :: sender == 1 -> reply_1!answer
     :: sender == 2 -> reply_2!answer
     :: sender == 3 -> reply_3!answer
     :: sender == 4 -> reply_4!answer
     :: sender == 5 -> reply_5!answer
     :: sender == 6 -> reply_6!answer
     :: sender == 7 -> reply_7!answer
     :: sender == 8 -> reply_8!answer
     fi;
     sender = 0
  od
}

proctype database(chan in) {
  pid sender;
  do
  :: atomic {
       in?sender;
       assert(sender == 9 || sender == 10 || sender == 11)
     };
     if
     :: sender == 9 -> result_1!answer
     :: sender == 10 -> result_2!answer
     :: sender == 11 -> result_3!answer
     fi;
     sender = 0
  od
}

init {
  atomic {
    run client(reply_1, link_1);
    run client(reply_2, link_1);
    run client(reply_3, link_1);
    run client(reply_4, link_2);
    run client(reply_5, link_2);
    run client(reply_6, link_2);
    run client(reply_7, link_3);
    run client(reply_8, link_3);
    run server(link_1, result_1);
    run server(link_2, result_2);
    run server(link_3, result_3);
    run database(query)
  }
}
