// expect: states 340
// A loop outside of atomic starts processes; a timeout ends the run.
byte x; byte n;
proctype W() { n++; x = (x + 7) % 5; n-- }
init { byte i; for (i : 1..3) { run W() } ; (_nr_pr == 1) -> assert(n == 0); do :: timeout -> break od }
