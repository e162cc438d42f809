/* examples/promela/token-ring.pml with N stations. */
#ifndef N
#define N 10
#endif

mtype = { token };

chan link[N] = [1] of { mtype };

bool issued;
byte inside;

active [N] proctype station() {
  bool wants;
  do
  :: atomic { !issued -> issued = true; link[(_pid + 1) % N]!token }
  :: atomic { !wants -> wants = true }
  :: link[_pid]?token ->
     if
     :: wants ->
        inside++;
        assert(inside == 1);
        atomic { inside--; wants = false }
     :: else
     fi;
     link[(_pid + 1) % N]!token
  od
}
