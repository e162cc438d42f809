// expect: states 166, 166 with -o3, 272 with -o2 -o3
// Processes of one type that different statements start are told apart by their pids alone.
byte x;
proctype P() { x = 1; x = 2 }
proctype Q(byte k) { x = k; run P() }
init { if :: run P(); run Q(3); :: run Q(3); x = 4 fi; x = 3; run P() }
