// expect: states 54, 54 with -o3, 74 with -o2 -o3
// A condition is not asked inside a deterministic step, but at the end of a process.
byte x, y;
active proctype P() provided (x == 0) { d_step { x = 1; y = 1; y = 2 }; y = 3 }
active proctype Q() provided (x < 2) { y = 4; x = 0; x = 2 }
active proctype R() { x = 0 }
