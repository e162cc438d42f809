// expect: states 1413, 1413 with -o3, 1535 with -o2 -o3
// Assignments wrap around as in C; sorted and random channel operations; an escape; keeping receives.
chan q = [3] of {byte}; byte x; short s = -5; bool f; unsigned u : 3 = 6;
active proctype P() { q!!3; q!!1; q!!2; s = s * 7000; f = 2; f = 3; u++; u++; x = 250; x = x + 10; x-- ; s = s >> 1; x = 13 & 7; x = x | 8; x = x ^ 15}
active proctype Q() { byte y; q??2; q?y; q??y; {do :: x++ :: break od} unless { x > 10 -> x = 0 } ; select(y: 1..4); if :: y > 2 :: else -> skip fi; 
end: do :: q?<y> :: q?[3] -> q?_ od }
