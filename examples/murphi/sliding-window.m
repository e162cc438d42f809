-- expect: states 606, transitions 2838, group order 1
-- expect: holds within-window
-- expect: holds numbers-agree
-- expect: holds deadlock
--
-- A sliding window: a sender keeps up to W messages on the way that are not acknowledged, over channels that lose
-- messages. Numbers go round modulo M, and M has to be at least W + 1. The receiver takes only the message that it
-- expects, and acknowledges the last one that it took. The ghost variables count what is sent and delivered beyond what
-- is acknowledged.
const
  W: 2;                                     -- the size of the window
  M: 3;                                     -- numbers of messages
  C: 2;                                     -- messages in a channel

type
  Number: 0..M-1;
  Channel: record length: 0..C; message: array [0..C-1] of Number; end;

var
  data: Channel;
  acks: Channel;
  base: Number;                             -- the oldest message that is not acknowledged
  waiting: 0..W;                            -- messages sent and not acknowledged
  expected: Number;                         -- what the receiver waits for
  ahead: 0..W;                              -- messages that the receiver took since `base`

procedure send(var c: Channel; m: Number);
begin
  c.message[c.length] := m;
  c.length := c.length + 1;
end;

procedure drop(var c: Channel; k: 0..C-1);
begin
  for i := 0 to C - 2 do
    if i >= k & i + 1 < c.length then c.message[i] := c.message[i + 1]; end;
  end;
  c.length := c.length - 1;
  undefine c.message[c.length];
end;

startstate
  data.length := 0;
  acks.length := 0;
  base := 0;
  waiting := 0;
  expected := 0;
  ahead := 0;
end;

rule "send the next message"
  waiting < W & data.length < C
==>
  send(data, (base + waiting) % M);
  waiting := waiting + 1;
end;

ruleset k: 0..W-1 do
  rule "send a message again"
    k < waiting & data.length < C
  ==>
    send(data, (base + k) % M);
  end;
end;

ruleset k: 0..C-1 do
  rule "lose a message"
    k < data.length
  ==>
    drop(data, k);
  end;

  rule "lose an acknowledgement"
    k < acks.length
  ==>
    drop(acks, k);
  end;
end;

rule "receive a message"
  data.length > 0 & acks.length < C
==>
  if data.message[0] = expected then
    assert "no message is taken twice" ahead < waiting;
    ahead := ahead + 1;
    expected := (expected + 1) % M;
  end;
  send(acks, (expected + M - 1) % M);
  drop(data, 0);
end;

rule "receive an acknowledgement"
  acks.length > 0
==>
  alias behind: (acks.message[0] + M - base) % M do
    if behind < waiting then
      base := (base + behind + 1) % M;
      waiting := waiting - (behind + 1);
      ahead := ahead - (behind + 1);
    end;
  end;
  drop(acks, 0);
end;

invariant "within-window" ahead <= waiting;
invariant "numbers-agree" expected = (base + ahead) % M;
