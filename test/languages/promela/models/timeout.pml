// expect: states 37
// Timeouts beside rendezvous.
chan c = [0] of {byte}; chan b = [1] of {byte}; byte x;
active proctype A() { do :: c!1 :: timeout -> x = 1; b!1 :: b!2 -> atomic { x = 3; timeout; x = 4 } od }
active proctype B() { byte v; c?v; c?v; b?v; c?v; b?v; b?v }
