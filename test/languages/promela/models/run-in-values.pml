// expect: states 122
// A process may be started inside the value of an assignment.
byte x, y, a[5];
proctype P(byte n) { x = n }
init { pid p; p = run P(1) + 10; y = 2 * (3 - run P(y + 1)); a[y] = -(run P(3)); y = p }
