// expect: states 341
// Whether another process has an executable statement, also one that may not move now, and where others are.
byte x;
chan c = [1] of { byte };
active [2] proctype P() provided (x != 2) { c!1; x = 1; if :: c?1 -> x = 2 :: x == 3 fi; x = 0 }
active proctype Q() { do :: enabled(0) && !enabled(1) -> x = 3 :: pc_value(0) != pc_value(1) -> x = 1 :: !enabled(0) -> break od; assert(!enabled(7)) }
