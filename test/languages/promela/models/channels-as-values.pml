// expect: states 137, 137 with -o3, 143 with -o2 -o3
// Channels of processes are sent through channels.
chan box[3] = [2] of { byte, chan }; chan done = [0] of { byte };
proctype server(byte n) { chan reply; byte v; end: do :: box[n]?v,reply -> reply!v+n od }
proctype client(byte n) { chan mine = [1] of { byte }; byte r; box[n]!n,mine; mine?r; box[(n+1)%3]!r,mine; mine?r; done!r }
init { byte a; atomic { run server(0); run server(1); run server(2); run client(0); run client(1) }; done?a; done?a }
