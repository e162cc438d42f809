// expect: states 89, 95 with -o3, 95 with -o2 -o3
// select over constant and variable bounds.
byte x, y;
init { select (x : 1..3); select (y : 0..x); do :: x > 0 -> x-- :: x == 0 -> break od; if :: (x + y) % 2 -> skip :: else -> x = 9 fi; printf("%d\n", x); run W(y) }
proctype W(byte n) { xs_: skip; do :: n > 0 -> n--; :: else -> break od }
