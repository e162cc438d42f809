/*
 * Dining philosophers without a step for eating: the twin of bench/models/dining-philosophers-forks.seq, state for
 * state.
 *
 *   spin -a -DN=14 dining-philosophers-forks.pml
 *   cc -O2 -DSAFETY -DNOREDUCE -o pan pan.c && ./pan -E -m5000000 -w24
 *
 * 3^N - 1 states: N=5: 242   N=10: 59048   N=14: 4782968
 *
 * -E: the deadlock is there, but we want the whole space.
 */
#ifndef N
#define N 14
#endif

#define LEFT  _pid
#define RIGHT ((_pid + 1) % N)

bit taken[N];

active [N] proctype Philosopher() {
  do
  :: d_step { !taken[RIGHT] -> taken[RIGHT] = 1 };
     d_step { !taken[LEFT] -> taken[LEFT] = 1 };
     taken[RIGHT] = 0;
     taken[LEFT] = 0
  od
}
