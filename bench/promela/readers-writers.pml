/*
 * Readers and writers, writers first: the twin of examples/seq/readers-writers.seq, state for state.
 *
 *   spin -a -DREADERS=8 -DWRITERS=4 readers-writers.pml
 *   cc -O2 -DSAFETY -DNOREDUCE -o pan pan.c && ./pan -m1000000
 *
 * 3 readers, 2 writers: 140 states   5, 3: 2328   8, 4: 113168
 */
#ifndef READERS
#define READERS 3
#endif
#ifndef WRITERS
#define WRITERS 2
#endif

byte readersInside;
byte writersWaiting;
bool writerInside;

active [READERS] proctype Reader() {
  do
  :: skip;                                              /* ask to read */
     d_step { !writerInside && writersWaiting == 0 -> readersInside++ };
     d_step { assert(!writerInside); readersInside-- }
  od
}

active [WRITERS] proctype Writer() {
  do
  :: writersWaiting++;
     d_step { !writerInside && readersInside == 0 -> writersWaiting--; writerInside = true };
     d_step { assert(readersInside == 0); writerInside = false }
  od
}
