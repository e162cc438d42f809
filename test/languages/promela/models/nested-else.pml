// expect: states 26
// An else inside a choice that begins an option is taken without asking the outer options behind it.
byte x, y; chan s = [0] of { byte };
active [1] proctype P1() { do :: if :: y == 1 -> y = 0 :: else -> y = 2 fi :: x != 1 -> break :: timeout -> break od }
active [1] proctype P2() { x = 1; x = 2}
