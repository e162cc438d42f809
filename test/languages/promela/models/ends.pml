// expect: states 20
// Processes die after younger ones; a pid is used again.
byte n;
proctype child(byte d) { n = n + d }
init { run child(1); run child(2); (_nr_pr == 1); run child(4); (_nr_pr == 1); n = 0 }
