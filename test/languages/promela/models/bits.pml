// expect: states 8
// Bit operations on negative numbers, and a product that overflows.
typedef P { byte a; short b[2]; bool f }; typedef Q { P p[2]; int z }
Q q[2]; mtype:color = {red, green}; mtype = {one, two}; mtype:color c = green; mtype m; hidden byte h; byte arr[4] = {1,2,3}; byte all[3] = 7; int big = 2147483647;  active proctype A() { q[0].z = ~5; q[0].z = q[0].z >> 1; q[0].z = q[0].z & 12; q[0].z = 1 << 4; big = 65537; big = big * big }
