// expect: states 768
// Rendezvous inside atomic sequences on both sides, with others that wait for the same.
chan c = [0] of { byte }; chan d = [0] of {bit}; byte x, y;
active proctype A() { atomic { x = 1; c!3; x = 2; d?0; y++ }; x = 3 }
active proctype B() { byte z; c?z; atomic { y = z; d!0; y++ ; (x > 2) ; y = 7 }; y = 9 }
active [2] proctype C() { x++; if :: c?3 :: x > 2 :: else -> x = 0 fi }
