// expect: states 13, 13 with -o3, 16 with -o2 -o3
// Text that a condition leaves out is not read: quotes, signs and directives in it mean nothing.
#define WITH 1
#if 0
it's "not text @ $ ` of a model
#elif WITH
/* a comment /* in a comment */ byte x; */
#if 0 /* nested */
don't
#endif
#else
#error don't
#endif
#ifdef OTHER
'
#define x 'y
#endif
active [2] proctype P() { x = 1 */; x = 2 }
