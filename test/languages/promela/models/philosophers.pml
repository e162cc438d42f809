// expect: states 119
// Dining philosophers whose forks are channels.
#define N 4
chan fork[N] = [1] of { bit };
proctype phil(byte l, r) { do :: fork[l]?0; fork[r]?0; eat: skip; fork[l]!0; fork[r]!0 od }
init { byte i; atomic { for (i : 0 .. N-1) { fork[i]!0 }; for (i : 0 .. N-1) { run phil(i, (i+1)%N) } } }
