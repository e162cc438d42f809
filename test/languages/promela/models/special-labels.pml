// expect: states 12
// A jump with a progress, accept or end label takes a step; others do not.
byte x;
active proctype P() { x = 1; end1: goto B; A: x = 2; B: x = 3; acceptX: goto C; x = 7; C: do :: x++; progress0: break :: x > 3 -> progress1: goto D od; x = 12; plain: goto D; x = 7; D: x = 4;  progress3: if :: x > 3 -> goto E :: x < 2 fi; E: x = 9 }
