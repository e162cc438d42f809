// expect: states 27
// Receiving into `_pid`: it is a variable of the process then, and others keep their pids.
chan q = [2] of { byte };
byte a;
active proctype P() { q!1 ; q!2; q!0; q!0 ; q!_pid }
active proctype Q() { do :: q?_pid -> a = a + _pid; :: a == 5 -> break od; assert(_pid <= 2) }
