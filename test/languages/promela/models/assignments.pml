// expect: states 10
// Records, arrays and assignments that do not fit.
typedef P { byte a; short b[2]; bool f }; typedef Q { P p[2]; int z }
Q q[2]; mtype:color = {red, green}; mtype = {one, two}; mtype:color c = green; mtype m; hidden byte h; byte arr[4] = {1,2,3}; byte all[3] = 7; int big = 2147483647;  active proctype A() { q[1].p[0].a = 255; q[1].p[0].a++; q[0].p[1].b[1] = 40000; big++; big = big * 3; m = two; c = red; q[1].p[1].f = (m == two -> 2 : 1)}
