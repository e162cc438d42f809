// expect: states 116, 116 with -o3, 135 with -o2 -o3
// Symbolic constants in messages, buffered and not.
mtype = {a,b}; chan q = [2] of {mtype, byte}; chan r = [0] of {byte}; byte got;
proctype S(byte v) { q!a,v; q!b(v+1); r!v }
proctype R() { byte z; do :: q?a,z :: q?b(z) :: r?got -> break od }
init { atomic { run S(1); run S(2); run R() } }
