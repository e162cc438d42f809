// expect: states 22
// An `init` that starts processes and chooses, in one atomic sequence with a loop and a branch that is blocked.
byte x; chan c = [1] of { byte };
proctype p(byte k) { c?x; x = k }
init { atomic { run p(1); run p(2); if :: x = 3 :: x = 4 :: c!5 :: x == 7 fi; do :: x < 6 -> x++ :: x > 4 -> break :: c?x od }; x = 0 }
