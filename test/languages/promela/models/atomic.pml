// expect: states 48
// An atomic sequence that blocks in the middle; options that begin with atomic and d_step.
byte x;
active proctype P() { atomic { x = 1; x = 2; (x == 5); x = 3 }; x = 4 }
active proctype Q() { x = 7; x = 5; if :: atomic { x = 4; skip } :: d_step { x = 6; x = 8 } :: goto M fi; M: skip }
