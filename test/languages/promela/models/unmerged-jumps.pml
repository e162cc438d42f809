// expect: states 389, 356 with -o3, 672 with -o2 -o3
// A jump that begins an option, and one after an `else`, are merged with nothing in SPIN. They lead to the statement
// after the loop at once, and that is not merged with them.
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
       :: goto last
       :: n = 1; break
       :: x = 3; goto last
       fi;
       n = 1
     }
  od;
  n = n + 1;
  n = n % 3;
first:
  c!1,toggle;
  c?1,type;
  if
  :: x < 3 -> x++; goto again
  :: x > 3;
last:  goto first
  fi
}

active proctype counter() {
  byte y;
  do
  :: x < 3 -> y = x; x = y + 1
  :: x > 2 -> x = 0; y = 1
  od
}
