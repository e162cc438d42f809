// expect: states 9385, 10649 with -o3, 16917 with -o2 -o3
// Peterson's algorithm for three, started by a loop inside an atomic sequence.
#define N 3
byte turn[N], flag[N];
byte ncrit;
proctype user(byte me) {
  byte i, k; 
again: k = 0;
  do :: k < N-1 -> flag[me] = k; turn[k] = me; i = 0;
     do :: i < N && (i == me || flag[i] < k || turn[k] != me) -> i++ :: i == N -> break od; k++
     :: else -> break
  od;
  ncrit++; assert(ncrit == 1); ncrit--; flag[me] = 0; goto again
}
init { atomic { byte p; do :: p < N -> run user(p); p++ :: p >= N -> break od } }
