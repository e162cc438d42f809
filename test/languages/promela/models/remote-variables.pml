// expect: states 263, 263 with -o3, 323 with -o2 -o3
// Variables and labels of a process whose pid is known at run time only; 0 if it is not there.
byte who, found;
bool late;
proctype P(byte n) { byte a[2]; bool on; a[1] = n; on = true; L: (who > 2); a[0] = 7 }
active proctype Q() {
  byte i;
  i = 1;
  run P(5); run P(6);
  who = 1;
  found = P[who]:a[i] + P[who]:n;
  (P[who]:on || P[who + 1]@L) -> found = P:a[1];
  late = P[2]:on;
  do :: who < 4 -> who++ :: else -> break od;
  (_nr_pr == 1) -> found = P[2]:n + P:n;
  assert(found == 0)
}
