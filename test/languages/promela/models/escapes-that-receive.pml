// expect: states 19
// Both the sequence and its inner escape can take the message: the escape does. The outer one has precedence only for what A begins.
chan c = [0] of { byte }; byte x;
active proctype A() { { { c?x; x = 1 } unless { c?_ -> x = 5 } } unless { x == 0 -> x = 7 } }
active proctype B() { c!3; x = 2 }
