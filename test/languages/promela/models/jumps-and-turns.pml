// expect: states 69, 69 with -o3, 117 with -o2 -o3
// What ends an atomic sequence is a step of its own if it is a jump or the end of a choice: a sender that gave the turn to the
// receiver rests there. What follows a deterministic step, or the last statement of an atomic sequence, does not keep the turn,
// even if a jump leads from there into an atomic sequence; a jump that is itself inside keeps it.
byte x;
chan s = [0] of { byte };
active proctype A() { atomic { x = 1; if :: s!1 :: s!2 fi }; x = 2; atomic { x = 3; s!1; goto L }; x = 9; L: x = 4 }
active proctype B() { byte v; s?v; d_step { x = 1; do :: x < 4 -> x++ :: else -> break od }; goto M; x = 7; atomic { x = 8; M: x = 5; s?v; x = 7 } }
active proctype C() { atomic { x == 2; x = 6 }; goto N; x = 9; atomic { x = 8; N: x = 0; x != 8; goto O }; x = 9; atomic { x = 9; O: skip; x = 7 } }
