// expect: states 468, 468 with -o3, 568 with -o2 -o3
// An escape beside a deterministic step: it is possible before the step and after it, not inside.
byte x, y;
chan q = [2] of { byte };
chan r = [1] of { byte };
chan s = [0] of { byte };
active [2] proctype P0() { byte v; byte w; v = 1 - w; { d_step { x = (x + 1) % 2; if :: w == 0 -> y = 1 :: x == 0 -> y = 2 :: else -> y = 0 fi; w = 0 }; q?eval(x) } unless { x == 1; s?_ } }
active [2] proctype P1() { byte v; byte w; { if :: atomic { x = (x + 1) % 3 } :: v < 0 -> if :: x < 2 -> q!!1 fi fi }; skip; { y = x; { r?1; s?_ } } }
