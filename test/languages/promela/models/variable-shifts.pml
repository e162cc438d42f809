// expect: states 4192, 4192 with -o3, 5030 with -o2 -o3
// Shifts by a variable number of bits, and single bits of a set. They were not supported, and bench/promela/german.pml
// could not be read.
byte set, n;
int x = 1;
short y = -300;

active proctype P() {
  do
  :: n < 31 ->
     n++;
     x = 1 << n;
     x = 77 << n;
     x = (x >> n) + (y >> n) + (y << (n & 3));
     set = set | (1 << (n % 9));
     if
     :: set & (1 << (n >> 2)) -> x++
     :: else -> x--
     fi;
     if
     :: n % 5 == 0 -> set = set & ~(1 << (n % 8))
     :: n % 5 != 0 -> set = (1 << (n % 7)) ^ set
     fi;
     x = (y << n) ^ 1
  :: n == 31 -> break
  od
}

active proctype Q() {
  byte seen;
  seen = set & 85;
  seen = 2 << (seen % 8)
}
