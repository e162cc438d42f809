// expect: states 57, 133 with -o3, 133 with -o2 -o3
// Inline definitions with locals of their own, blocks with names of their own, nested macros and conditional text.
#define add(x, y) ((x) + (y))
#define N add(1, 1)
#ifdef N
byte total;
#endif
inline twice(v, out) { byte tmp; tmp = v; out = add(tmp, tmp) }
active [N] proctype P() {
  byte x = 1, y;
  twice(x, y);
  { byte z = 5; twice(z, y); total = total + z };
  total = total + x + y;
  d_step { byte k = 2; do :: k > 0 -> k--; total++ :: else -> break od }
}
