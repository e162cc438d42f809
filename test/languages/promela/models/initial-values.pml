// expect: states 16
// Initial values of active processes. A local one took the channels of a global name for those of its own instance,
// so that the second process had channels that do not exist. Elements and fields were refused unless the index was a number.
typedef R { byte f = 4; byte g[2] = { 1, 2 } }
R r[2];
byte a[3] = { 2, 1, 0 };
chan c[2] = [2] of { byte };
byte x;
active [2] proctype P() {
  chan mine = c[_pid];
  chan other = c[1 - _pid];
  byte b = a[_pid];
  byte d = a[b - 1] + r[1].g[_pid] + r[b - 1].f;
  byte v;
  other!d;
  mine?v;
  x = x + v
}
