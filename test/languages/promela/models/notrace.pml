// expect: states 1051
// What `notrace` describes does not happen; its state is part of the state.
mtype = { a, b };
chan q[2] = [2] of { mtype, byte }; 
byte x;
notrace { q[1]!a,_; q[1]?a; q[1]!b; q[1]?b,2 }
active [2] proctype P() { q[_pid]!a(1); q[_pid]?_,x; if :: q[1]!b(1) :: q[0]!a,1 :: skip fi; q[0]!b(2) }
active proctype R() { do :: q[x % 2]?b,_ :: q[1]?a,x :: x == 1 -> x = 2; goto end2 od; end2: skip }
