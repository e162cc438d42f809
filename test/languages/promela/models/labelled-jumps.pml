// expect: states 184, 211 with -o3, 211 with -o2 -o3
// A label on a jump was no place where a process can be, although a formula asks for it: `R@P1` meant the target of the jump.
// SPIN makes a step of the jump if some `P@label` in the text asks for its label, of `goto` and `break` alike.
byte x;
active proctype R() { again: x = 1; x = 5; P1: goto again }
active proctype S() { byte n; do :: n < 2 -> n++; P2: break :: n > 5 -> P3: goto out od; P4: goto out; x = 7; out: (x == 5) -> unasked: goto last; last: x = 6 }
active proctype T() { atomic { (x == 5) -> x = 2; P5: goto inside }; x = 7; atomic { x = 8; inside: x = 3; P6: goto far }; x = 9; far: skip }
ltl p { [] ((R@P1) -> (x != 1)) && [] !(S@P2 && S@P4 && T@P5 && T@P6 && S@P3) }
