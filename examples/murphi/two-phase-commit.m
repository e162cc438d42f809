-- expect: states 288, transitions 789, reduced 80, group order 6
-- expect: states 1568, transitions 5459, reduced 166 with N=4
-- expect: holds agreement
-- expect: holds all-commit
-- expect: holds all-abort
-- expect: holds deadlock
--
-- Two-phase commit: a coordinator asks N participants to prepare, and decides to commit if all of them are prepared, or
-- to abort at any time before. When everybody knows the decision, the next transaction begins.
const
  N: 3;

type
  Participant: scalarset(N);
  Decision: enum { undecided, committed, aborted };
  State: enum { working, prepared, done, gone };

var
  state: array [Participant] of State;
  announced: array [Participant] of boolean;    -- its message "prepared" is in the network
  counted: array [Participant] of boolean;      -- the coordinator has received that message
  decision: Decision;                           -- the decision of the coordinator, which everyone may receive

startstate
  for p: Participant do
    state[p] := working;
    announced[p] := false;
    counted[p] := false;
  end;
  decision := undecided;
end;

ruleset p: Participant do
  rule "prepare"
    state[p] = working
  ==>
    state[p] := prepared;
    announced[p] := true;
  end;

  rule "give up"
    state[p] = working
  ==>
    state[p] := gone;
  end;

  rule "count a participant"
    decision = undecided & announced[p] & !counted[p]
  ==>
    counted[p] := true;
  end;

  rule "commit what was decided"
    decision = committed & state[p] != done
  ==>
    assert "a participant commits only if it is prepared" state[p] = prepared;
    state[p] := done;
  end;

  rule "abort what was decided"
    decision = aborted & state[p] != gone
  ==>
    state[p] := gone;
  end;
end;

rule "decide to commit"
  decision = undecided & forall p: Participant do counted[p] end
==>
  decision := committed;
end;

rule "decide to abort"
  decision = undecided
==>
  decision := aborted;
end;

rule "begin again"
  decision != undecided & forall p: Participant do state[p] = done | state[p] = gone end
==>
  for p: Participant do
    state[p] := working;
    announced[p] := false;
    counted[p] := false;
  end;
  decision := undecided;
end;

invariant "agreement"
  forall p: Participant do forall q: Participant do state[p] = done -> state[q] != gone end end;

cover "all-commit" forall p: Participant do state[p] = done end;
cover "all-abort" forall p: Participant do state[p] = gone end;
