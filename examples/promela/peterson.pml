// expect: states 524, reduced 103, group order 6
// expect: states 11316, reduced 596, group order 24 with N=4
// expect: states 264582, reduced 3000, group order 120 with N=5
// expect: holds endstates, holds mutex
//
// Peterson's filter lock for N processes that share variables, 2 <= N <= 6. There are N - 1 levels; whoever climbs to
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
