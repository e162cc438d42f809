// expect: states 60
// Escapes inside and outside of a sequence that begins with an `unless`: before the sequence begins, none of them comes
// first. The outer one did, and states were missed.
byte x, y;
chan q = [2] of { byte }; chan r = [1] of { byte };
active proctype P() { { atomic { { { q!0; y = 1 } unless { r!0; x = 0 }; q?0 } unless { y == 1; y = 2 }; x = 3 } } unless { x < 1; y = 3 }; x = 0 }
active proctype Q() { y = 1; x = 2; r?0 }
