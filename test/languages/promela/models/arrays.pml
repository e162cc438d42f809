// expect: states 101
// Arrays of records, of channels, and as loops.
typedef cell { byte v[2]; bool used }
cell grid[2]; chan link[2] = [1] of { byte, byte };
proctype node(byte me) {
  byte i, got;
  for (i : 0 .. 1) { grid[me].v[i] = me + i; grid[1 - me].used = grid[me].v[i] > 0; link[me]!i,grid[me].v[i] };
  do :: link[1 - me]?i,got -> grid[me].v[i] = got * 2 :: empty(link[1 - me]) && i -> break od
}
init { atomic { run node(0); run node(1) } }
