// expect: states 33
// `else` is possible beside a receive without a buffer, even if its partner waits: the process cannot begin the receive itself. With
// `else` refused there, four states were lost, and an atomic sequence of this kind stood still.
chan c = [0] of { byte }; byte x;
active proctype A() { byte y; x == 3; do :: c?y -> x = y + 4 :: x == 4 -> x = 8 :: else -> x = 1; break od }
active proctype B() { x = 3; if :: c!1 -> x = 4 :: x == 1 fi }
