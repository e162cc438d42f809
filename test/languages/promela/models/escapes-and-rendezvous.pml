// expect: states 66
// Who sends begins, and who receives only answers. While it answers, a process asks for no escape but one that takes the message
// itself (`x == 2` does not keep A from receiving), and a receive among its escapes keeps it from nothing that it begins (B).
// Noether had 42 states: an escape that was possible kept A from receiving, and a partner that waited kept B from `x = 1`.
chan c = [0] of { byte }; chan d = [0] of { byte }; byte x;
active proctype A() { byte y; { do :: c?y -> x = y od } unless { x == 2 -> x = 0 } }
active proctype B() { { x = 1; x = 3 } unless { d?x } }
active proctype C() { c!1; c!2; c!3; d!4 }
