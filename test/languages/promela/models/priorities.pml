// expect: states 719
// Priorities: only a process of the highest priority among those that can move does.
byte x; chan q = [1] of { byte };
active proctype A() priority 2 { x = 1; q?_; atomic { x = 2; x = 3 }; timeout -> x = 9; q?_ }
active [2] proctype B() { x = 3; atomic { x = 4; q!1; x = 6; x = 7}; d_step { x = 8; x = 5 } }
init priority 3 { run C() priority 5; set_priority(0, 1); x = get_priority(1); if :: x > 2 -> run C() :: else -> run C() priority 2 fi; x = get_priority(7); _priority = 1; x++ }
proctype C() { byte k; x = 7; x = _priority; k = x; do :: k < 3 -> k++; x = k :: k >= 3 -> break od; set_priority(_pid, 2); x = C:_priority }
