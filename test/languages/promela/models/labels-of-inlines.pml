// expect: states 484
// Every use of an inline definition has its own labels. A jump goes to the label of the use that it is in, or of one
// around it. A second use was refused here, since its label was there already.
byte g;

inline lift(x) {
  x++;
  if
  :: x > 3 -> goto out
  :: else
  fi;
  x++
}

inline wait(x) {
  lift(x);
  x++;
out:
  x = 1
}

active [2] proctype A() {
  wait(g);
  g = 2;
  wait(g);
end:
  g < 3 -> goto done;
  g = 4;
done:
  skip
}
