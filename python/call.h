/* Long calls of the library, which Ctrl-C ends. */
#pragma once

/* A call and all that it reads and writes, in memory of its own. */
struct call {
  void (*make)(struct call *);  /* touches nothing of Python's */
  void (*clear)(struct call *); /* frees the call and what it holds */
  int given_up;                 /* set while it is made: nobody wants its result */
};

/* Makes the call without the interpreter's lock, which the caller holds. 0, or -1 with the
 * exception of a signal's handler: then the call is no longer the caller's. */
int call_make(struct call *);
