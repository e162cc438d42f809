/*
 * Producers and consumers: the twin of examples/seq/producer-consumer.seq, state for state.
 *
 *   spin -a -DPRODUCERS=3 -DCAPACITY=4 producer-consumer.pml
 *   cc -O2 -DSAFETY -DNOREDUCE -o pan pan.c && ./pan -m1000000
 *
 * 2 producers, 2 consumers, capacity 3, 3 numbers: 4455 states
 * 3 producers, 2 consumers, capacity 4, 3 numbers: 209088
 * 3 producers, 3 consumers, capacity 4, 4 numbers: 11368192 (with -m5000000 -w24)
 */
#ifndef PRODUCERS
#define PRODUCERS 2
#endif
#ifndef CONSUMERS
#define CONSUMERS 2
#endif
#ifndef CAPACITY
#define CAPACITY 3
#endif
#ifndef NUMBERS
#define NUMBERS 3
#endif

chan buffer = [CAPACITY] of { byte, byte };            /* producer, number */
byte expected[PRODUCERS];

active [PRODUCERS] proctype Producer() {
  byte made;
  do
  :: d_step { buffer!_pid,made -> made = (made + 1) % NUMBERS }
  od
}

active [CONSUMERS] proctype Consumer() {
  byte producer, number;
  do
  :: d_step {
       buffer?producer,number ->
       assert(number == expected[producer]);
       expected[producer] = (number + 1) % NUMBERS
     };
     d_step { producer = 0; number = 0 }                /* consume */
  od
}
