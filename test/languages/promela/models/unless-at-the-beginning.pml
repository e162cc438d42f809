// expect: states 149
// An `unless` as the first statement of an atomic sequence or a block: its escape is possible before the sequence begins.
byte x, y, z;
active [2] proctype P() { byte v; { atomic { { if :: x == 5; v = 2; z = v :: x == 4 -> z = 0 fi } unless { y == 1; z = 3; x = 4; x > 2; y = 2 } ; z = 4; y = z } } unless { x == 9; d_step { z = 1; x = 2 } } ; atomic { atomic { { x == 6 } unless { z > 4 } } ; z = 2 }; x = 6}
active proctype Q() { x = 1; y = 1; x = 5; y = 7; y = 1; x = 2; x = 3 ; x = 9 }
