// expect: states 51467, group order 432
// expect: holds endstates
//
// Load balancing: six clients, two balancers and three servers. A client sends its requests to one of the balancers,
// three clients to each. A balancer hands a request to any server that is free, and the server replies to the client
// on a channel that came with the request. The number of the client is in the reply: a client that got somebody else's
// would not take it, and wait forever.
//
// The clients of a balancer are interchangeable, and the balancers are, each with all of its clients. Servers are
// interchangeable since balancers choose among them freely; with turns they would not be. The group is (S_3 wr C_2) x
// S_3, of order 432.
chan link_1 = [0] of { chan, pid };    // to the balancers
chan link_2 = [0] of { chan, pid };
chan job_1 = [0] of { chan, pid };     // to the servers
chan job_2 = [0] of { chan, pid };
chan job_3 = [0] of { chan, pid };
chan reply_1 = [0] of { pid };         // to the clients
chan reply_2 = [0] of { pid };
chan reply_3 = [0] of { pid };
chan reply_4 = [0] of { pid };
chan reply_5 = [0] of { pid };
chan reply_6 = [0] of { pid };

proctype client(chan in, out) {
  do
  :: out!in,_pid;
     in?eval(_pid)
  od
}

proctype balancer(chan in) {
  chan reply;
  pid sender;
  do
  :: in?reply,sender;
     if
     :: job_1!reply,sender
     :: job_2!reply,sender
     :: job_3!reply,sender
     fi
  od
}

proctype server(chan in) {
  chan reply;
  pid sender;
  do
  :: in?reply,sender;
     reply!sender
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
    run balancer(link_1);
    run balancer(link_2);
    run server(job_1);
    run server(job_2);
    run server(job_3)
  }
}
