// expect: states 256, reduced 22, group order 48
// expect: states 16, reduced 6, group order 8 with D=2
// expect: states 65536, reduced 402, group order 384 with D=4
// expect: group order 3840 with D=5
// expect: holds endstates
//
// Message passing in a hypercube of D dimensions, 1 <= D <= 5. The 2^D nodes are numbered such that neighbors differ
// in one binary digit. A node without a message may write one, and a node with a message may read it (and forget it)
// or pass it on to a neighbor that has none: they meet on a channel without a buffer.
//
// This is examples/csp/hypercube.csp, with as many states: any set of nodes may have messages, 2^(2^D). The symmetries
// are those of the cube: flips of digits, 2^D, and permutations of digits, D!. Sets of nodes up to these are Boolean
// functions up to the negation and permutation of their arguments: 3, 6, 22, 402 and 1228158 for 1 to 5 arguments.
#ifndef D
#define D 3
#endif

#if D == 1
#define NODES 2
#elif D == 2
#define NODES 4
#elif D == 3
#define NODES 8
#elif D == 4
#define NODES 16
#elif D == 5
#define NODES 32
#endif

mtype = { message };

chan to[NODES] = [0] of { mtype };

active [NODES] proctype node() {
idle:
  if
  :: skip -> goto busy
  :: to[_pid]?message -> goto busy
  fi;
busy:
  if
  :: skip -> goto idle
  :: to[_pid ^ 1]!message -> goto idle
#if D > 1
  :: to[_pid ^ 2]!message -> goto idle
#endif
#if D > 2
  :: to[_pid ^ 4]!message -> goto idle
#endif
#if D > 3
  :: to[_pid ^ 8]!message -> goto idle
#endif
#if D > 4
  :: to[_pid ^ 16]!message -> goto idle
#endif
  fi
}
