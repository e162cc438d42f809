// expect: states 34, 34 with -o3, 50 with -o2 -o3
// Two escapes are possible: the outer one wins.
byte x, y;
active proctype P() { { x = 1; { x = 2; x = 3 } unless { y == 2 -> x = 20 }; x = 7 } unless { y >= 2 -> x = 30 }; x++ }
active proctype Q() { y = 1; y = 2; y = 3 }
