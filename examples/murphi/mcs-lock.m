-- expect: states 296, transitions 684, reduced 54, group order 6
-- expect: states 3056, transitions 8816, reduced 147 with N=4
-- expect: holds mutex
-- expect: holds served
-- expect: holds deadlock
--
-- The queue lock of Mellor-Crummey and Scott: processes that wait form a list, and each spins on a flag of its own. The
-- lock points to the last of them. Undefined stands for the null pointer.
const
  N: 3;

type
  Process: scalarset(N);
  Point: enum { outside, swapping, linking, spinning, critical, releasing, waiting };

var
  at: array [Process] of Point;
  tail: Process;                            -- the last process in the queue
  next: array [Process] of Process;         -- who comes after a process
  before: array [Process] of Process;       -- who was the last when a process came
  locked: array [Process] of boolean;       -- whether a process has to wait

startstate
  for i: Process do
    at[i] := outside;
    locked[i] := false;
  end;
end;

ruleset i: Process do
  rule "prepare"
    at[i] = outside
  ==>
    undefine next[i];
    at[i] := swapping;
  end;

  rule "become the last"
    at[i] = swapping
  ==>
    if isundefined(tail) then
      at[i] := critical;
    else
      before[i] := tail;
      locked[i] := true;
      at[i] := linking;
    end;
    tail := i;
  end;

  rule "stop spinning"
    at[i] = spinning & !locked[i]
  ==>
    undefine before[i];
    at[i] := critical;
  end;

  rule "leave the critical section"
    at[i] = critical
  ==>
    if isundefined(next[i]) then
      at[i] := releasing;
    else
      at[i] := waiting;
    end;
  end;

  rule "nobody came after"
    at[i] = releasing
  ==>
    if tail = i then
      undefine tail;
      at[i] := outside;
    else
      at[i] := waiting;
    end;
  end;
end;

ruleset i: Process; j: Process do
  rule "link to the process before"
    at[i] = linking & before[i] = j
  ==>
    next[j] := i;
    at[i] := spinning;
  end;

  rule "pass the lock on"
    at[i] = waiting & !isundefined(next[i]) & next[i] = j
  ==>
    locked[j] := false;
    undefine next[i];
    at[i] := outside;
  end;
end;

invariant "mutex"
  forall i: Process do forall j: Process do i != j & at[i] = critical -> at[j] != critical end end;

-- Some process is served as long as there are processes in the queue.
liveness "served" exists i: Process do at[i] = outside | at[i] = critical end;
