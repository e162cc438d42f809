/*
 * German's cache coherence protocol with data: the twin of examples/seq/german.seq.
 *
 *   spin -a -DN=4 german.pml
 *   cc -O2 -DSAFETY -DNOREDUCE -o pan pan.c && ./pan -m1000000
 *
 * N=2: 3391 states   N=3: 58105   N=4: 1105435
 *
 * That is one state more than the twin has: there both values of the memory are initial, here one is chosen in a first
 * step. A Line is a client together with the part of the home directory that deals with it. Sets of clients are bit
 * masks, so N <= 8. Stale data are caught by assertions; the control property is left to the twin.
 */
#ifndef N
#define N 3
#endif

#define NOTHING 0
#define NOBODY  N

#define NONE              0
#define REQUEST_SHARED    1
#define REQUEST_EXCLUSIVE 2
#define INVALIDATE        3
#define ACKNOWLEDGE       4
#define GRANT_SHARED      5
#define GRANT_EXCLUSIVE   6

#define INVALID   0
#define SHARED    1
#define EXCLUSIVE 2

#define ME (1 << c)

byte cacheState[N], cacheValue[N];
byte channel1[N];
byte channel2[N], channel2Value[N];
byte channel3[N], channel3Value[N];

byte sharers;                    /* who has, or is about to have, a copy */
byte toCallIn;                   /* whose copy is still to be called in for the current request */
bool granted;                    /* an exclusive copy is out */
byte command;                    /* the current request */
byte requester = NOBODY;
byte memory, latest;

proctype Line(byte c) {
  do
  /* the client */
  :: d_step { cacheState[c] == EXCLUSIVE -> cacheValue[c] = 1; latest = 1 }
  :: d_step { cacheState[c] == EXCLUSIVE -> cacheValue[c] = 2; latest = 2 }
  :: d_step { channel1[c] == NONE && cacheState[c] == INVALID -> channel1[c] = REQUEST_SHARED }
  :: d_step { channel1[c] == NONE && cacheState[c] != EXCLUSIVE -> channel1[c] = REQUEST_EXCLUSIVE }
  :: d_step {
       channel2[c] == INVALIDATE && channel3[c] == NONE ->
       channel2[c] = NONE;
       channel3[c] = ACKNOWLEDGE;
       channel3Value[c] = (cacheState[c] == EXCLUSIVE -> cacheValue[c] : NOTHING);
       cacheState[c] = INVALID;
       cacheValue[c] = NOTHING
     }
  :: d_step {
       channel2[c] == GRANT_SHARED || channel2[c] == GRANT_EXCLUSIVE ->
       cacheState[c] = (channel2[c] == GRANT_SHARED -> SHARED : EXCLUSIVE);
       cacheValue[c] = channel2Value[c];
       channel2[c] = NONE;
       channel2Value[c] = NOTHING;
       assert(cacheValue[c] == latest)
     }
  /* the home directory */
  :: d_step {
       command == NONE && channel1[c] != NONE ->
       command = channel1[c];
       requester = c;
       toCallIn = sharers;
       channel1[c] = NONE
     }
  :: d_step {
       (toCallIn & ME) && channel2[c] == NONE &&
       (command == REQUEST_EXCLUSIVE || (command == REQUEST_SHARED && granted)) ->
       channel2[c] = INVALIDATE;
       toCallIn = toCallIn & ~ME
     }
  :: d_step {
       channel3[c] == ACKNOWLEDGE && command != NONE ->
       sharers = sharers & ~ME;
       if
       :: granted -> granted = false; memory = channel3Value[c]; assert(memory == latest)
       :: else
       fi;
       channel3[c] = NONE;
       channel3Value[c] = NOTHING
     }
  :: d_step {
       command == REQUEST_SHARED && requester == c && channel2[c] == NONE && !granted ->
       channel2[c] = GRANT_SHARED;
       channel2Value[c] = memory;
       sharers = sharers | ME;
       command = NONE;
       requester = NOBODY
     }
  :: d_step {
       command == REQUEST_EXCLUSIVE && requester == c && channel2[c] == NONE && !granted && sharers == 0 ->
       channel2[c] = GRANT_EXCLUSIVE;
       channel2Value[c] = memory;
       sharers = ME;
       granted = true;
       command = NONE;
       requester = NOBODY
     }
  od
}

init {
  byte c;
  atomic {
    if
    :: memory = 1
    :: memory = 2
    fi;
    latest = memory;
    do
    :: c < N -> run Line(c); c++
    :: else -> c = 0; break
    od
  }
end:
  false
}
