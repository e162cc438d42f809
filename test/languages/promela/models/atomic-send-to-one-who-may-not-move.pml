// expect: states 14
// A process in an atomic sequence sends without a buffer, and the receiver may not move by its `provided`. The process
// gives up the turn: it kept it forever, so three states were missed.
byte x, y;
chan q = [2] of { byte }; chan s = [0] of { byte };
proctype P0() provided (x < 1) { byte v; q!v; s?v }
proctype P1() { byte v; q!v }
active proctype P2() { byte v; atomic { x = 1; if :: timeout -> s!v :: v != 1 -> s!x fi } }
init { atomic { run P0(); run P1() } }
