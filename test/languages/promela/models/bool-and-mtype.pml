// expect: states 555, 555 with -o3, 662 with -o2 -o3
// mtype sets, conditional expressions, bool arithmetic, hidden and unsigned variables.
mtype = { idle, busy }; mtype:color = { red, green, blue };
mtype s = idle; mtype:color c = green; bool b; unsigned u : 2; bit t = 1; pid p;
active [2] proctype P() {
  bool mine;
  b = !b; mine = b && t; u = u + mine + 2;
  s = (mine -> busy : idle); c = (c == red -> blue : (c == green -> red : green));
  t = t - 1; p = _pid;
  if :: b == t -> b = u :: b != t && s == busy -> p = 255; p++ :: else -> skip fi
}
