// expect: states 21
// The variables of a receive may be in parentheses.
chan q = [2] of { byte, byte };
byte a, b;
active proctype P() { q!1,2; q!3(4); q!5,6; q!7,8 ; q!7,9 }
active proctype Q() { q?(a,b); q?a,b; q?a(b); q?<(a,b)>; q?[(7,8)]; q?((7,b)); q??(eval(a),9) }
