// expect: states 516, reduced 36, group order 24
// expect: states 18, reduced 10, group order 2 with N=2
// expect: states 93, reduced 21, group order 6 with N=3
// expect: states 3255, reduced 55, group order 120 with N=5
// expect: states 23478, reduced 78, group order 720 with N=6
// expect: holds endstates, holds exclusive
//
// A ticket lock for N processes. Whoever wants to enter draws a ticket, and waits until it is called. Whoever leaves
// calls the next ticket. Tickets are numbered modulo N, which is enough: there are never more than N of them.
//
// Tickets are drawn in turn, not by the numbers of processes, so that any permutation of the processes is a symmetry.
// Up to these, a state is the number of the next ticket, how many tickets are out, and whether the first of them is
// that of a process inside: N (2 N + 1) orbits.
#ifndef N
#define N 4
#endif

byte next, called;
byte inside;

active [N] proctype process() {
  byte ticket;
  do
  :: atomic { ticket = next; next = (next + 1) % N };
     atomic { called == ticket -> inside++; assert(inside == 1) };
     atomic { inside--; ticket = 0; called = (called + 1) % N }
  od
}

ltl exclusive { [] (inside <= 1) }
