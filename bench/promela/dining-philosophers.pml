/*
 * Dining philosophers: the twin of examples/seq/dining-philosophers.seq, state for state.
 *
 *   spin -a -DN=12 dining-philosophers.pml
 *   cc -O2 -DSAFETY -DNOREDUCE -o pan pan.c && ./pan -E -m2000000
 *
 * N=5: 392 states   N=10: 154450   N=12: 1684801
 *
 * -E: the deadlock is there, but we want the whole space. Without -E, pan stops at it ("invalid end state").
 */
#ifndef N
#define N 5
#endif

#define LEFT  _pid
#define RIGHT ((_pid + 1) % N)

bit taken[N];

active [N] proctype Philosopher() {
  do
  :: d_step { !taken[RIGHT] -> taken[RIGHT] = 1 };
     d_step { !taken[LEFT] -> taken[LEFT] = 1 };
     skip;                                              /* eat */
     taken[RIGHT] = 0;
     taken[LEFT] = 0
  od
}
