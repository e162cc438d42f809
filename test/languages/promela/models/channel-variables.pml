// expect: states 23
// A variable that stands for different channels; messages with fields left out.
chan a = [2] of {byte}; chan b = [2] of {byte}; chan c = [2] of {byte, byte}; byte i;
active proctype P() { chan x; byte k; x = a; x!1; if :: x = b :: skip fi; x!2; a?k; c!k; c!k,5; full(c); c?k; c?i,k; nempty(x); x?eval(k-3); x?eval(2); empty(a) && nfull(b); }
