// expect: states 223, 449 with -o3, 449 with -o2 -o3
// Fields of records have initial values; the last of a list is for all elements that follow.
typedef A { byte x = 3; byte y[2] = 7; short z = -1; bool b = 2; byte w[3] = { 1, 2 } };
typedef B { A a; byte c = 265; A arr[2] };
A g; B h; A arr[3]; byte list[4] = { 5, 6 };
active [2] proctype P() { A l; B lb; byte k;
  k = 3 + l.x; assert(k == 6); assert(l.y[1] == 7 && g.y[1]==7 && g.w[2] == 2 && l.w[1] == 2 && list[3] == 6); assert(h.a.x==3 && h.arr[1].y[0]==7 && h.c==9); assert(lb.arr[1].z == -1 && lb.c==9 && arr[2].x == 3); g.x++ }
init { atomic { run Q() } }
proctype Q() { A q; { A inner; assert(inner.x == 3); inner.x = 9; q.x = inner.x } ; q.x == 9 }
