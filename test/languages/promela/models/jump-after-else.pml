// expect: states 912, 1050 with -o3, 1114 with -o2 -o3
// The `break` is a step of its own inside the atomic sequence. `n = n + 1` after the loop is not merged with it.
chan c = [2] of { byte, byte };
byte x;

active proctype sender() {
  byte type, n;
  bit toggle;
again:
  c!1,toggle;
  do
  :: atomic {
       c?1,type;
       if
       :: type != toggle
       :: else -> break
       fi
     }
  od;
  n = n + 1;
  n = n % 3;
first:
  c!1,toggle;
  c?1,type;
  if
  :: x < 3 -> x++; goto again
  :: x > 3; goto first
  fi
}

active proctype counter() {
  byte y;
  do
  :: x < 3 -> y = x; x = y + 1
  :: x > 2 -> x = 0; y = 1
  od
}
