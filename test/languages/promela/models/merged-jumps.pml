// expect: states 734, 642 with -o3, 684 with -o2 -o3
// SPIN merges the `break` with the condition before it, before it knows that it leaves the atomic sequence. So it ends
// at the end of the loop, and goes on from there in a step of its own, which is merged with nothing. It was merged with
// `toggle = 1 - toggle` here: ten states of Holzmann's file transfer protocol were missing.
chan c = [2] of { byte, byte };
byte x;

active proctype sender() {
  byte type;
  bit toggle;
again:
  c!1,toggle;
  do
  :: atomic {
       c?1,type ->
         if
         :: type != toggle
         :: type == toggle -> break
         fi
     }
  :: timeout -> c!2,0
  od;
  toggle = 1 - toggle;
  c!1,toggle;
  c?1,type;
  if
  :: x < 3 -> x++; goto again
  :: x > 3
  fi
}

active proctype counter() {
  byte y;
  do
  :: x < 3 -> y = x; x = y + 1
  :: x > 2 -> x = 0; y = 1
  od
}
