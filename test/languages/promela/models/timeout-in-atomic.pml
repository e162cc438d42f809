// expect: states 9
// A process inside an atomic sequence gives the turn away before it waits for a timeout.
byte x; chan b = [1] of {byte}; 
active proctype A() { do :: timeout -> x = 1; b!1 :: x < 1 -> atomic { x = 3; timeout; x = 4 } od }
