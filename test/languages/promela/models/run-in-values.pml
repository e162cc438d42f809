// expect: states 66, 66 with -o3, 122 with -o2 -o3
// A process may be started inside the value of an assignment. It makes no difference which `run` has started a
// process, once all else is the same.
byte x, y, a[5];
proctype P(byte n) { x = n }
init { pid p; p = run P(1) + 10; y = 2 * (3 - run P(y + 1)); a[y] = -(run P(3)); y = p }
