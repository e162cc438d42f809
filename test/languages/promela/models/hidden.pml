// expect: states 85
// A hidden variable that nobody reads is no part of the state.
hidden byte scratch;
chan c = [2] of { byte };
active proctype P() { byte i; do :: i < 4 -> c!i; i++; scratch = i :: else -> break od }
active proctype Q() { do :: c?scratch; printf("%d", scratch) :: timeout -> break od }
