// expect: states 42
// A deterministic step takes the first of its own options. Options of the choice around it do not come first, not even
// in a block: `x = 3` was possible only if `x == 0` was not.
byte x, y;
active proctype P() {
  do
  :: { if :: x == 0 -> x = 1 :: d_step { x = 3; y = 1 } :: d_step { if :: y > 0 -> y = 2 :: y == 1 -> x = 4 :: else -> y = 3 fi; x = 2 } fi }
  :: atomic { y > 1 -> { if :: d_step { x = 0; y = 0 } :: d_step { x = 1; y = 1 } fi }; x = 5 }
  :: y == 3 -> { d_step { if :: x = 6 :: x = 7 fi; y = 0 } }
  od
}
active proctype Q() { do :: x > 2 -> x = 0 :: y == 2 -> d_step { if :: x == 5 -> x = 1 :: x > 0 -> y = 0 :: else fi } od }
