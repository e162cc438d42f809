// expect: states 153
// An option that is an atomic sequence which begins with an `unless`: the escape comes before all options.
byte x, y, z;
active [2] proctype P() { byte v; do :: atomic { { if :: x == 5; v = 2; z = v :: x == 4 -> z = 0 fi } unless { y == 1; z = 3; x = 4; x > 2; y = 2 } ; z = 4; y = z } :: x == 9 -> break od; x = 6}
active proctype Q() { x = 1; y = 1; x = 5; y = 7; y = 1; x = 2; x = 3 ; x = 9 }
