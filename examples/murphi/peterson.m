-- expect: states 882, transitions 2646, reduced 172, group order 6
-- expect: states 22281, transitions 89124, reduced 1132 with N=4
-- expect: states 628868, transitions 3144340, reduced 6770 with N=5
-- expect: states 511615338, reduced 163298 with N=7
-- expect: holds mutex
-- expect: holds deadlock
--
-- Peterson's mutual exclusion for N processes: N - 1 stages, and at each of them the process that arrived last waits.
-- The orbits are those that are published for this model of Murphi's own distribution: 172 for 3 processes, 6770 for 5
-- and 163298 for 7.
const
  N: 3;

type
  Process: scalarset(N);
  Stage: 0..N;
  Point: enum { outside, entering, arriving, waiting, critical };

var
  at: array [Process] of Point;
  stage: array [Process] of Stage;          -- the stage that others see
  next: array [Process] of Stage;           -- the stage that it goes for
  last: array [Stage] of Process;           -- who arrived last at a stage

startstate
  for i: Process do
    at[i] := outside;
    stage[i] := 0;
    next[i] := 0;
  end;
end;

ruleset i: Process do
  rule "begin"
    at[i] = outside
  ==>
    next[i] := 1;
    at[i] := entering;
  end;

  rule "show the stage"
    at[i] = entering
  ==>
    stage[i] := next[i];
    at[i] := arriving;
  end;

  rule "be the last"
    at[i] = arriving
  ==>
    last[next[i]] := i;
    at[i] := waiting;
  end;

  rule "wait"
    at[i] = waiting
  ==>
    if (forall k: Process do k != i -> stage[k] < next[i] end) | last[next[i]] != i then
      next[i] := next[i] + 1;
      if next[i] < N then
        at[i] := entering;
      else
        at[i] := critical;
      end;
    end;
  end;

  rule "leave"
    at[i] = critical
  ==>
    stage[i] := 1;
    at[i] := outside;
  end;
end;

invariant "mutex"
  !exists i: Process do exists j: Process do i != j & at[i] = critical & at[j] = critical end end;
