// expect: states 342, 342 with -o3, 464 with -o2 -o3
// Who moved last is part of the state: the receiver of a rendezvous, a process that died, the one inside an atomic sequence.
chan c = [0] of { byte };
byte x;
active proctype A() { c!1; atomic { x = 1; x = 2 }; (_last == 1); x = 3 }
active proctype B() { byte y; c?y; assert(_last == 1 || _last == 2); x = y }
proctype C(byte n) { x = n; d_step { n = 0; x = 0 } }
active proctype D() { run C(3); (_last == 3) -> x = 4 }
