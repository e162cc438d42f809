// expect: states 15
// A process moves only while its condition holds, also in rendezvous.
byte x; chan c = [0] of { byte };
active proctype A() provided (x < 3) { do :: x++ :: c!x :: x > 4 -> break od }
active proctype B() provided (x != 2) { byte v; do :: c?v -> x = v + 1 :: x = 0 od }
