// expect: states 106
// An escape from a loop inside an escape.
byte x, y; chan q = [1] of {byte};
active proctype P() { { x = 1; { do :: x < 5 -> x++ :: x == 3 -> q!x od } unless { y == 2 -> x = 20 }; x = 7 } unless { q?[3] -> q?_; x = 30 }; x++ }
active proctype Q() { y = 1; y = 2; y = 3 }
