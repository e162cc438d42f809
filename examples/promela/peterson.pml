// expect: states 524, reduced 103, group order 6
// expect: states 11316, reduced 596, group order 24 with N=4
// expect: states 264582, reduced 3000, group order 120 with N=5
// expect: holds endstates, holds mutex
//
// Peterson's filter lock for N processes that share variables, 2 <= N <= 12. There are N - 1 levels; whoever climbs to
// a level declares itself its victim, and waits there until somebody else is the victim or nobody else is on this
// level or above. At least one process is held back on each level, so at most one gets through all of them.
//
// The steps, and so the states, are those of examples/seq/peterson.seq. `inside` follows from where the processes are,
// and adds none. The condition to pass looks at all processes at once, in no order: a loop over them would single out
// the first. Processes may be permuted together with their levels, and with their numbers wherever `victim` holds one;
// N, for nobody, stays what it is.
#ifndef N
#define N 3
#endif

#define NOBODY N

#define BELOW(q) (q == _pid || level[q] < level[_pid])
#define BELOW_2 BELOW(0) && BELOW(1)
#define BELOW_3 BELOW_2 && BELOW(2)
#define BELOW_4 BELOW_3 && BELOW(3)
#define BELOW_5 BELOW_4 && BELOW(4)
#define BELOW_6 BELOW_5 && BELOW(5)
#define BELOW_7 BELOW_6 && BELOW(6)
#define BELOW_8 BELOW_7 && BELOW(7)
#define BELOW_9 BELOW_8 && BELOW(8)
#define BELOW_10 BELOW_9 && BELOW(9)
#define BELOW_11 BELOW_10 && BELOW(10)
#define BELOW_12 BELOW_11 && BELOW(11)
#if N == 2
#define ALONE (BELOW_2)
#elif N == 3
#define ALONE (BELOW_3)
#elif N == 4
#define ALONE (BELOW_4)
#elif N == 5
#define ALONE (BELOW_5)
#elif N == 6
#define ALONE (BELOW_6)
#elif N == 7
#define ALONE (BELOW_7)
#elif N == 8
#define ALONE (BELOW_8)
#elif N == 9
#define ALONE (BELOW_9)
#elif N == 10
#define ALONE (BELOW_10)
#elif N == 11
#define ALONE (BELOW_11)
#elif N == 12
#define ALONE (BELOW_12)
#endif
#define MAY_PASS (victim[level[_pid]] != _pid || ALONE)

byte level[N];                         // 0: not competing
pid victim[N] = NOBODY;                // by level, from 1 to N - 1
byte inside;

active [N] proctype process() {
climb:
  level[_pid]++;
  victim[level[_pid]] = _pid;
  if
  :: level[_pid] < N - 1 && MAY_PASS -> goto climb
  :: atomic { level[_pid] == N - 1 && MAY_PASS -> inside++; assert(inside == 1) }
  fi;
  atomic { inside--; level[_pid] = 0 };
  goto climb
}

ltl mutex { [] (inside <= 1) }
