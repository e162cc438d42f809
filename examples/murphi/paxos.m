-- expect: states 3776, transitions 8992, reduced 414, group order 12
-- expect: states 20256, transitions 57402, reduced 797 with N=4
-- expect: holds agreement
-- expect: holds decided
-- expect: violated deadlock at depth 6
--
-- Paxos for one decision: N acceptors, B ballots of which each has a leader of its own, and V values. A leader proposes
-- the value of the highest ballot that some majority has voted for, or any value if it has voted for none. Messages are
-- what was once said: they are never lost, and may be heard at any time. In the end there is nothing more to say, which
-- is a deadlock to Murphi.
const
  N: 3;                                     -- acceptors
  B: 2;                                     -- ballots
  V: 2;                                     -- values
  majority: N / 2 + 1;

type
  Acceptor: scalarset(N);
  Value: scalarset(V);
  Ballot: 1..B;
  Since: 0..B;
  Promise: record given: boolean; ballot: Since; value: Value; end;

var
  promised: array [Acceptor] of Since;      -- the highest ballot that an acceptor has heard of
  voted: array [Acceptor] of Since;         -- the last ballot it voted in; 0 if none
  choice: array [Acceptor] of Value;        -- what it voted for there
  promise: array [Ballot] of array [Acceptor] of Promise;
  proposal: array [Ballot] of Value;        -- what the leader of a ballot proposes
  votes: array [Ballot] of array [Acceptor] of boolean;

function promises(b: Ballot): 0..N;
var count: 0..N;
begin
  count := 0;
  for a: Acceptor do
    if promise[b][a].given then count := count + 1; end;
  end;
  return count;
end;

function chosen(b: Ballot): boolean;
var count: 0..N;
begin
  count := 0;
  for a: Acceptor do
    if votes[b][a] then count := count + 1; end;
  end;
  return count >= majority;
end;

startstate
  for a: Acceptor do
    promised[a] := 0;
    voted[a] := 0;
    for b: Ballot do
      promise[b][a].given := false;
      promise[b][a].ballot := 0;
      votes[b][a] := false;
    end;
  end;
end;

ruleset a: Acceptor; b: Ballot do
  rule "promise"
    promised[a] < b
  ==>
    promised[a] := b;
    promise[b][a].given := true;
    promise[b][a].ballot := voted[a];
    if voted[a] > 0 then
      promise[b][a].value := choice[a];
    end;
  end;

  rule "vote"
    !isundefined(proposal[b]) & promised[a] <= b & !votes[b][a]
  ==>
    promised[a] := b;
    voted[a] := b;
    choice[a] := proposal[b];
    votes[b][a] := true;
  end;
end;

ruleset b: Ballot; v: Value do
  rule "propose"
    isundefined(proposal[b]) & promises(b) >= majority
      & forall a: Acceptor do
          promise[b][a].given & promise[b][a].ballot > 0
            & !exists c: Acceptor do promise[b][c].given & promise[b][c].ballot > promise[b][a].ballot end
            -> !isundefined(promise[b][a].value) & promise[b][a].value = v
        end
  ==>
    proposal[b] := v;
  end;
end;

invariant "agreement"
  forall b: Ballot do forall c: Ballot do
    chosen(b) & chosen(c) -> proposal[b] = proposal[c]
  end end;

cover "decided" exists b: Ballot do chosen(b) end;
