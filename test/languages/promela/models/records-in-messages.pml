// expect: states 259, 260 with -o3, 260 with -o2 -o3
// Records are sent field by field; a loop over the messages of a channel.
typedef T { byte f; bool g[2] }
chan q = [3] of {T, byte}; chan r = [2] of { T }; byte x;
active proctype P() { T m; byte k; m.f = 3; m.g[1] = 1; q!m,7; m.f = 4; q!m,8; r!m; m.f = 2; r!m; for (m in r) { x = x + m.f }; select(x : 1..40); q?m,eval(k+7); q??4,_,1,k }
