// expect: states 2312, 3592 with -o3, 3592 with -o2 -o3
// Fields of records that are channels, each variable with its own.
typedef A { byte x; chan c = [2] of { byte }; chan d[2] = [0] of { byte, bit } };
A g; A arr[3]; chan other = [2] of { byte };
proctype R(byte i) { A l; byte k;
  arr[i].c!i; l.c!2; l.c?k; 
  if :: l.c!k :: skip fi;
  arr[(i + 1) % 3].c?k; arr[i].d[1]!k,1; }
active proctype P() { byte j, m; g.c!1; other = g.c; other?m; run R(0); run R(1); run R(2); do :: arr[j].d[1]?m,1; :: j < 2 -> j++ od }
