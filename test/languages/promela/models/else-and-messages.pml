// expect: states 139
// `else` beside receives, sends and polls; jumps between them.
chan q = [1] of { byte, bool }; byte x;
active proctype A() { do :: q!x,1 -> x++ :: full(q) -> x = x % 4; goto again :: else -> x = 7 od; again: if :: q?eval(x),_ :: q?1,1 -> skip :: else -> goto done fi; x = 3; done: skip }
active proctype B() { byte v; bool f; do :: q?v,f; if :: v > 2 -> break :: else fi :: q??[2,1] -> q?<v,f> od }
