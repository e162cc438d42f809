-- expect: states 58104, transitions 235872, group order 12
-- expect: states 3390, transitions 9912 with N=2
-- expect: states 1105434, transitions 5922288, reduced 28088 with N=4
-- expect: holds control
-- expect: holds data
-- expect: holds deadlock
--
-- German's cache coherence protocol, with data: a home directory and N clients that want one cache line, shared or
-- exclusive. Requests travel on channel 1, grants and invalidations on channel 2, acknowledgements on channel 3; each
-- holds one message per client. The directory serves one request at a time. Before it grants an exclusive copy, it
-- calls in all copies; before it grants a shared one, it calls in the exclusive copy.
--
-- Everything that is no longer needed becomes undefined. `latest` is what was stored last: it is there for the
-- property only. Both the clients and the values of the line are declared to be interchangeable, and they are.
const
  N: 3;                                     -- clients
  D: 2;                                     -- values of the cache line

type
  Client: scalarset(N);
  Value: scalarset(D);
  State: enum { invalid, shared, exclusive };
  Command: enum { none, requestShared, requestExclusive, invalidate, acknowledge, grantShared, grantExclusive };
  Line: record state: State; value: Value; end;
  Message: record command: Command; value: Value; end;

var
  cache: array [Client] of Line;
  channel1: array [Client] of Message;
  channel2: array [Client] of Message;
  channel3: array [Client] of Message;
  sharers: array [Client] of boolean;       -- who has, or is about to have, a copy
  toCallIn: array [Client] of boolean;      -- whose copy is still to be called in for the current request
  granted: boolean;                         -- an exclusive copy is out
  command: Command;                         -- the current request
  requester: Client;
  memory: Value;
  latest: Value;

ruleset v: Value do
  startstate "nobody has a copy"
    for c: Client do
      cache[c].state := invalid;
      channel1[c].command := none;
      channel2[c].command := none;
      channel3[c].command := none;
      sharers[c] := false;
      toCallIn[c] := false;
    end;
    granted := false;
    command := none;
    memory := v;
    latest := v;
  end;
end;

ruleset c: Client; v: Value do
  rule "store"
    cache[c].state = exclusive
  ==>
    cache[c].value := v;
    latest := v;
  end;
end;

ruleset c: Client do
  alias line: cache[c]; request: channel1[c]; order: channel2[c]; answer: channel3[c] do

    rule "ask for a shared copy"
      request.command = none & line.state = invalid
    ==>
      request.command := requestShared;
    end;

    rule "ask for an exclusive copy"
      request.command = none & line.state != exclusive
    ==>
      request.command := requestExclusive;
    end;

    rule "receive a request"
      command = none & request.command != none
    ==>
      command := request.command;
      requester := c;
      toCallIn := sharers;
      request.command := none;
    end;

    rule "call in a copy"
      toCallIn[c] & order.command = none & (command = requestExclusive | command = requestShared & granted)
    ==>
      order.command := invalidate;
      toCallIn[c] := false;
    end;

    rule "give up a copy"
      order.command = invalidate & answer.command = none
    ==>
      order.command := none;
      answer.command := acknowledge;
      if line.state = exclusive then
        answer.value := line.value;
      end;
      line.state := invalid;
      undefine line.value;
    end;

    rule "receive an acknowledgement"
      answer.command = acknowledge & command != none
    ==>
      sharers[c] := false;
      if granted then
        granted := false;
        memory := answer.value;
      end;
      answer.command := none;
      undefine answer.value;
    end;

    rule "grant a shared copy"
      command = requestShared & requester = c & order.command = none & !granted
    ==>
      order.command := grantShared;
      order.value := memory;
      sharers[c] := true;
      command := none;
      undefine requester;
    end;

    rule "grant an exclusive copy"
      command = requestExclusive & requester = c & order.command = none & !granted
        & forall d: Client do !sharers[d] end
    ==>
      order.command := grantExclusive;
      order.value := memory;
      sharers[c] := true;
      granted := true;
      command := none;
      undefine requester;
    end;

    rule "receive a grant"
      order.command = grantShared | order.command = grantExclusive
    ==>
      if order.command = grantShared then
        line.state := shared;
      else
        line.state := exclusive;
      end;
      line.value := order.value;
      order.command := none;
      undefine order.value;
    end;
  end;
end;

-- Beside an exclusive copy there is no other.
invariant "control"
  forall c: Client do
    forall d: Client do
      c != d & cache[c].state = exclusive -> cache[d].state = invalid
    end
  end;

-- All copies are up to date, and so is the memory unless an exclusive copy is out.
invariant "data"
  (!granted -> memory = latest)
    & forall c: Client do cache[c].state != invalid -> cache[c].value = latest end;
