// expect: states 639, 654 with -o3, 746 with -o2 -o3
// Processes start others, die in the order of their age, and their places are used again.
byte n; 
proctype W(byte d) { n++; if :: d > 0 -> run W(d-1) :: d > 1 -> run V() :: else fi; n-- }
proctype V() { byte k = _pid; n = n + k; (_nr_pr < 5) }
active proctype M() { byte c; do :: c < 2 -> c++; run W(1) :: _nr_pr > 3 -> break :: else -> skip od }
