// expect: states 72
// Deterministic steps take the first possible option; loops inside.
byte x, s; 
active [2] proctype P() { byte i; d_step { i = 0; do :: i < 3 -> s = s + i; i++ :: else -> break od; if :: s > 4 -> s = 1 :: s > 2 -> s = 2 :: else fi }; x = x + s; atomic { do :: x > 5 -> x = x - 5 :: x > 4 -> break :: else -> break od; x++ } ; if :: d_step { x > 3 -> x = 1; s = 1} :: d_step { x > 2 -> x = 2; s = 2 } :: else fi }
