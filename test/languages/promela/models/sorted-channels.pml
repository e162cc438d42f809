// expect: states 389, 389 with -o3, 655 with -o2 -o3
// Sorted sends and random receives of messages with three fields.
mtype = {u, v, w}; chan q = [3] of {mtype, byte, bool}; byte r;
active proctype A() { byte i; do :: i < 4 -> q!!u,i,(i > 1); q!!w(3-i,0); i++ :: else -> break od }
active proctype B() { byte j; bool k; do :: q??w,j,k :: q??u,eval(r),k -> r++ :: q?<v,j,_> :: len(q) > 2 && q??[u,1] -> r = r + 5; break od }
