// expect: states 3293, reduced 824, group order 4
// expect: states 29, reduced 15, group order 2 with N=2
// expect: states 262, reduced 88, group order 3 with N=3
// expect: states 52846, reduced 10570, group order 5 with N=5
// expect: holds endstates, holds unique, holds elected
//
// Leader election in a ring, after Chang and Roberts. N processes, 2 <= N <= 5, have links to the next one each. They
// draw numbers, all of them different, and send them around. A process passes on what is greater than its own number,
// and drops what is less. So the greatest number alone comes back to where it is from, and that process is the leader.
// It tells the others, and then everybody waits forever for messages that do not come, which is no deadlock since the
// loop is labeled as a place to end.
//
// Numbers are compared by size, so exchanging them is no symmetry. But any process may draw any number, and so the
// ring may be turned: C_N. If the number of a process were its place, there would be no symmetry at all. As soon as a
// number is drawn, every turn of the ring changes the state. So all orbits but that of the first state have N
// elements.
#ifndef N
#define N 4
#endif

mtype = { candidate, leader };

chan link[N] = [N] of { mtype, byte };
#define IN link[_pid]
#define OUT link[(_pid + 1) % N]

bool taken[N];
byte leaders, followers;

#define DRAW(k) atomic { !taken[k] -> taken[k] = true; number = k }

active [N] proctype process() {
  byte number, other;
  if
  :: DRAW(0)
  :: DRAW(1)
#if N > 2
  :: DRAW(2)
#endif
#if N > 3
  :: DRAW(3)
#endif
#if N > 4
  :: DRAW(4)
#endif
  fi;
  OUT!candidate,number;
end:
  do
  :: atomic {
       IN?candidate,other;
       if
       :: other > number -> OUT!candidate,other
       :: other < number
       :: other == number ->
          assert(number == N - 1);
          leaders++;
          OUT!leader,number
       fi;
       other = 0
     }
  :: atomic {
       IN?leader,other;
       assert(other == N - 1);
       if
       :: other != number ->
          followers++;
          OUT!leader,other
       :: else
       fi;
       other = 0
     }
  od
}

ltl unique { [] (leaders <= 1) }
ltl elected { <> (leaders == 1 && followers == N - 1) }
