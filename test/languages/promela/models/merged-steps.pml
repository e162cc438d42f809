// expect: states 128
// Steps of atomic sequences that are merged, next to those that are not: a choice behind a deterministic step, a send that
// gives the turn away, a receive that keeps it, a loop, a label that somebody asks for, and a sequence that blocks in its middle.
chan meet = [0] of { byte };
chan box = [1] of { byte };
byte x, y, z;

active proctype chooser() {
  atomic {
    d_step { x = 1; y = x + 1 };
    if
    :: x = 2; z = x
    :: y = 3; z = y
    :: skip
    fi;
    x = 0
  };
  atomic { z = 1; box!z; z = 2; box!z; z = 3 }
}

active proctype sender() {
  atomic { y = 0; meet!1; y = 1; x = 1 };
  box?y
}

active proctype receiver() {
  byte got;
  atomic { meet?got; z = got; y = z + 1; assert(y != 0); got = 0 };
  atomic {
    x = 0;
    do
    :: x < 2 -> x++; y = x
    :: else -> break
    od;
inner:
    x = 3;
    z = 0;
    z = receiver@inner
  }
}
