// expect: states 1414, 1715 with -o3, 1715 with -o2 -o3
// In an option, SPIN leaves out a `skip` after another `skip` or a `printf`, unless it has a label or is the last
// statement. A declaration, a block or a condition in between keeps it, and so does the body of a `for`. Each was a step
// of its own here: dining philosophers who think by `printf` and `skip` had a third more states than in SPIN.
chan c = [0] of { byte };
byte g;

active proctype A() {
  byte i;
  do
  :: printf("a"); skip; c!1
  :: skip; true; printf("b"); (1); c!2
  :: skip; again: skip; c!3
  :: skip; byte k; skip; c!k
  :: printf("c"); { skip; skip; c!4 }; skip; (2); c!5
  :: c!6; skip; skip
  :: g > 0; skip; for (i : 1 .. 2) { skip; skip }; c!7
  :: atomic { skip; skip; c!8 }
  od
}

active proctype B() {
  xr c;
  do
  :: printf("d"); xr c; skip; c?g
  :: skip; c?_; break
  od
}
