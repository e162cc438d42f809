// expect: states 41985, reduced 4205, group order 10
// expect: holds endstates, holds mutex
//
// A token ring: ten stations, each with a link from the station before it and a link to the station after it. Stations
// share a resource, and only who has the token may use it. A station that gets the token uses the resource if it wants
// to, and passes the token on. At first there is no token, and any one station may issue it.
//
// Nothing but the links tells stations apart, and there are no symmetries but rotations: C_10. If the token were given
// to station 1 at the beginning, there would be none.
//
// There are 1024 states without a token, by who wants to use the resource: 108 necklaces of beads in two colors. For
// each of the ten places of the token there are 4096. One more is the state before the stations were started.
mtype = { token };

chan link_1 = [1] of { mtype };
chan link_2 = [1] of { mtype };
chan link_3 = [1] of { mtype };
chan link_4 = [1] of { mtype };
chan link_5 = [1] of { mtype };
chan link_6 = [1] of { mtype };
chan link_7 = [1] of { mtype };
chan link_8 = [1] of { mtype };
chan link_9 = [1] of { mtype };
chan link_10 = [1] of { mtype };

bool issued;
byte inside;                           // stations that use the resource

proctype station(chan in, out) {
  bool wants;
  do
  :: atomic { !issued -> issued = true; out!token }
  :: atomic { !wants -> wants = true }
  :: in?token ->
     if
     :: wants ->
        inside++;
        assert(inside == 1);
        atomic { inside--; wants = false }
     :: else
     fi;
     out!token
  od
}

init {
  atomic {
    run station(link_1, link_2);
    run station(link_2, link_3);
    run station(link_3, link_4);
    run station(link_4, link_5);
    run station(link_5, link_6);
    run station(link_6, link_7);
    run station(link_7, link_8);
    run station(link_8, link_9);
    run station(link_9, link_10);
    run station(link_10, link_1)
  }
}

ltl mutex { [] (inside <= 1) }
