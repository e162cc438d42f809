/*
 * Peterson's filter lock: the twin of examples/seq/peterson.seq, state for state.
 *
 *   spin -a -DN=5 peterson.pml
 *   cc -O2 -DSAFETY -DNOREDUCE -o pan pan.c && ./pan -m1000000
 *
 * N=3: 524 states   N=4: 11316   N=5: 264582   N=6: 6698326 (with -w24)
 *
 * 2 <= N <= 8. Mutual exclusion is an assertion on a count of the processes inside, which follows from where they are
 * and so adds no states.
 */
#ifndef N
#define N 3
#endif

#define NOBODY N
#define BELOW(q) (q == _pid || level[q] < level[_pid])

#if N == 2
#define ALONE (BELOW(0) && BELOW(1))
#elif N == 3
#define ALONE (BELOW(0) && BELOW(1) && BELOW(2))
#elif N == 4
#define ALONE (BELOW(0) && BELOW(1) && BELOW(2) && BELOW(3))
#elif N == 5
#define ALONE (BELOW(0) && BELOW(1) && BELOW(2) && BELOW(3) && BELOW(4))
#elif N == 6
#define ALONE (BELOW(0) && BELOW(1) && BELOW(2) && BELOW(3) && BELOW(4) && BELOW(5))
#elif N == 7
#define ALONE (BELOW(0) && BELOW(1) && BELOW(2) && BELOW(3) && BELOW(4) && BELOW(5) && BELOW(6))
#elif N == 8
#define ALONE (BELOW(0) && BELOW(1) && BELOW(2) && BELOW(3) && BELOW(4) && BELOW(5) && BELOW(6) && BELOW(7))
#endif

#define MAY_PASS (victim[level[_pid]] != _pid || ALONE)

byte level[N];                   /* 0: not competing */
byte victim[N] = NOBODY;         /* of levels 1 to N - 1 */
byte inside;

active [N] proctype Process() {
climb:
  level[_pid]++;
  victim[level[_pid]] = _pid;
  if
  :: level[_pid] < N - 1 && MAY_PASS -> goto climb
  :: d_step { level[_pid] == N - 1 && MAY_PASS -> inside++; assert(inside == 1) }
  fi;
  d_step { inside--; level[_pid] = 0 };
  goto climb
}
