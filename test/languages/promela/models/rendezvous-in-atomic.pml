// expect: states 32, 32 with -o3, 74 with -o2 -o3
// The receiver has the turn after a rendezvous.
chan c = [0] of { byte }; byte x, y;
active proctype A() { atomic { x = 1; c!3; x = 2; y++ }; x = 3 }
active proctype B() { byte z; atomic { c?z; y = z; y++ }; y = 9 }
active proctype C() { x = 5; x = 6 }
