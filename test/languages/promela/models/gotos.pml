// expect: states 102
// Jumps that are steps and jumps that are not; into and out of atomic sequences.
byte x;
active proctype A() { goto L; x = 9; L: if :: goto M :: x = 1; goto M :: atomic { x = 2; goto N } :: if :: x = 3 :: break_: skip; goto N fi :: do :: x < 5 -> x++ :: goto M :: break od fi; M: x = 4; atomic { x = 5; I: x = 6; x = 7 }; if :: x == 7 -> goto I :: x == 7 fi; N: skip; { x = 8; goto E }; E: }
active proctype B() { x = 10; x = 11 }
