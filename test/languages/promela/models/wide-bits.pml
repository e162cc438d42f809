// expect: states 399
// Operations on bits of whole numbers, negative ones too.
byte x = 3; byte n = 2; int y, z, w;
active proctype P() { do :: n < 34 -> y = x << n; n++; z = y >> n; y = (1 << n) | 3; w = y & (1 << n); y = -8 >> n; z = y ^ w; z = z | y; z = -1 & y; w = -5 & (1 << n); z = ~z; :: else -> break od;
  y = -2147483648; n = 31; z = y & (1 << n); n = 30; y = y & (1 << n); w = 123456789; z = -987654321; y = w & z; y = w | z; y = w ^ z; z = w & ~(1 << n) ; z = -w & ~(1<<n) }
