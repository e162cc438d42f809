// expect: states 16
// What is started depends on a choice of `init`.
byte x; chan c = [1] of { byte };
proctype p(byte k) { c?x; x = k }
init { atomic { if :: run p(1) :: run p(2); run p(1) fi; if :: x = 3 :: x = 4 :: c!5 fi } }
