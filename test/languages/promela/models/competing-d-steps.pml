// expect: states 24
// Two deterministic steps compete; inside one of them the first possible option is taken.
byte x = 3;
active [2] proctype P() { do :: d_step { x > 1 -> x--; if :: x == 1 -> x = 5 :: x < 4 -> x = 0 :: else fi } :: d_step { x > 2 -> x = 1 } :: atomic { x == 0 -> x = 2; break } :: x == 5 -> x-- od }
