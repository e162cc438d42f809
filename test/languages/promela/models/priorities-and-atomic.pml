// expect: states 110, 182 with -o3, 182 with -o2 -o3
// A process stops inside an atomic sequence for one of a higher priority. SPIN does not stop within a merged step, so
// that only some of its rewritings find the process that waits forever.
byte x;
active proctype A() priority 2 { do :: x == 3 -> x = 0; break :: x == 4 -> x = 1 od }
active [2] proctype B() { atomic { x = 3; x = 4; x = 5; x = 3; x = 2 }; x = 4; { byte l; l = x; l = l + 1; x = l } unless { x == 1 } }
