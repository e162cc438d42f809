// expect: states 9261, 9261 with -o3, 18522 with -o2 -o3
// Labels of other processes, and a process that moves on a condition.
byte x;
active [2] proctype P() { do :: x < 4 -> cs: x++; progress: x = x + 2 :: x >= 4 -> x = x - 4 od }
active proctype Mon() provided (x != 1) { byte k; do :: P[0]@cs -> k = 1  :: P[0]@cs && P[1]@cs -> assert(0) od }
