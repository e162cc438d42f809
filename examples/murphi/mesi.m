-- expect: states 896, transitions 2367, reduced 179, group order 6
-- expect: states 7193, transitions 25976, reduced 469 with N=4
-- expect: holds coherence
-- expect: holds room
-- expect: holds two-readers
-- expect: holds deadlock
--
-- A directory-based cache coherence protocol with the states of MESI, over a network that is a multiset: messages are
-- received in any order. A cache asks for a shared or for an exclusive copy. The directory serves one request at a time:
-- it calls in the copies that are in the way, waits for the answers, and grants the copy. The first copy is exclusive
-- even if a shared one was asked for, and an exclusive copy becomes a modified one without a message.
--
-- A cache confirms each grant, and the directory waits for that. Without it, an order to give up a copy might overtake
-- the grant of that copy.
const
  N: 3;                                     -- caches

type
  Cache: scalarset(N);
  State: enum { invalid, shared, exclusive, modified, wantShared, wantModified, upgrading };
  Command: enum { getShared, getModified, giveUp, downgrade, gaveUp, downgraded, grantShared, grantExclusive, grantModified,
    received };
  Message: record command: Command; cache: Cache; end;    -- to or from a cache; the other end is the directory

var
  state: array [Cache] of State;
  network: multiset [2 * N] of Message;
  holders: array [Cache] of boolean;        -- caches with a copy, as the directory knows
  owned: boolean;                           -- the one copy may be modified
  busy: boolean;                            -- a request is being served
  requester: Cache;
  wanted: Command;                          -- what will be granted
  asked: array [Cache] of boolean;          -- caches that have not answered

procedure send(what: Command; c: Cache);
var message: Message;
begin
  message.command := what;
  message.cache := c;
  multisetadd(message, network);
end;

procedure grant(what: Command; c: Cache);
begin
  send(what, c);
  holders[c] := true;
  owned := what != grantShared;
  busy := true;
  undefine requester;
  undefine wanted;
end;

startstate
  for c: Cache do
    state[c] := invalid;
    holders[c] := false;
    asked[c] := false;
  end;
  owned := false;
  busy := false;
  undefine network;
end;

ruleset c: Cache do
  rule "read"
    state[c] = invalid
  ==>
    state[c] := wantShared;
    send(getShared, c);
  end;

  rule "write"
    state[c] = invalid
  ==>
    state[c] := wantModified;
    send(getModified, c);
  end;

  rule "write a shared line"
    state[c] = shared
  ==>
    state[c] := upgrading;
    send(getModified, c);
  end;

  rule "write an exclusive line"
    state[c] = exclusive
  ==>
    state[c] := modified;
  end;
end;

choose m: network do
  alias c: network[m].cache; command: network[m].command do

    rule "serve a request"
      !busy & (command = getShared | command = getModified)
    ==>
      multisetremove(m, network);
      if forall d: Cache do d != c -> !holders[d] end then
        grant(command = getShared ? grantExclusive : grantModified, c);
      elsif command = getShared & !owned then
        grant(grantShared, c);
      else
        busy := true;
        requester := c;
        wanted := command = getShared ? grantShared : grantModified;
        for d: Cache do
          if d != c & holders[d] then
            asked[d] := true;
            send(command = getShared ? downgrade : giveUp, d);
          end;
        end;
      end;
    end;

    rule "give up a copy"
      command = giveUp & (state[c] = shared | state[c] = exclusive | state[c] = modified | state[c] = upgrading)
    ==>
      multisetremove(m, network);
      state[c] := state[c] = upgrading ? wantModified : invalid;
      send(gaveUp, c);
    end;

    rule "become shared"
      command = downgrade & (state[c] = exclusive | state[c] = modified)
    ==>
      multisetremove(m, network);
      state[c] := shared;
      send(downgraded, c);
    end;

    rule "count an answer"
      command = gaveUp | command = downgraded
    ==>
      multisetremove(m, network);
      asked[c] := false;
      if command = gaveUp then
        holders[c] := false;
      end;
      if forall d: Cache do !asked[d] end then
        grant(wanted, requester);
      end;
    end;

    rule "receive a copy"
      command = grantShared | command = grantExclusive | command = grantModified
    ==>
      multisetremove(m, network);
      if command = grantShared then
        state[c] := shared;
      elsif command = grantExclusive then
        state[c] := exclusive;
      else
        state[c] := modified;
      end;
      send(received, c);
    end;

    rule "go on"
      command = received
    ==>
      multisetremove(m, network);
      busy := false;
    end;
  end;
end;

-- Beside a copy that may be written there is no other.
invariant "coherence"
  forall c: Cache do
    forall d: Cache do
      c != d & (state[c] = exclusive | state[c] = modified) ->
        state[d] != shared & state[d] != exclusive & state[d] != modified & state[d] != upgrading
    end
  end;

-- The network has room for every message.
invariant "room" multisetcount(m: network, true) <= 2 * N;

cover "two-readers" exists c: Cache do exists d: Cache do c != d & state[c] = shared & state[d] = shared end end;
