// expect: states 10, 24 with -o3, 28 with -o2 -o3
// A declaration after the first statement, or in a block, is a step.
byte g; typedef T { byte q; byte w }
active proctype P() { byte a = 1; g = 1; byte b; byte c[3]; T t;  chan r; byte d[2] = 5;  mtype m; bool f; bit u, v = 1;
 { byte b2; byte c2[3]; T t2;  chan r2; byte d2[2] = 5;   unsigned u2 : 3; g = 2 };
if :: byte h; g = h :: g = 7; int z fi; do :: chan y; pid p; break od }
