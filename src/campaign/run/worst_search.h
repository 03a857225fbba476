/* Searches for an instance on which a method is much worse than a reference, and shrinks it. All
 * numbers of the instances are whole, so that a counterexample can be checked by hand. */
#pragma once

#include <starport/starport.h>

/* The set of instances that is searched. */
struct sp_worst_space {
  enum sp_problem problem; /* redistribution, bag or divisible */
  long workers;            /* number of workers before shrinking */
  long tasks;        /* most tasks in total, at the workers or the master, or largest load; >= 1 */
  long cost;         /* c and w are 1..cost */
  long latency;      /* S is 1..latency, or 0 (divisible) */
  long buffer;       /* bag: b is 1..buffer; 0: unlimited */
  bool hom_c, hom_w; /* all links equal, all processors equal */
};

struct sp_worst_query {
  struct sp_worst_space space;
  const struct sp_registry *registry;
  const struct sp_method *method, *reference; /* ratio = makespan of method / of reference */
  uint64_t seed;
  long evaluations; /* instances evaluated by the search, without those of the shrinking */
  double at_least;  /* shrinking keeps the ratio at least this; 0: at least the ratio found */
  double seconds;   /* limits of a run, 0: no limit; what exceeds them has no result */
  long megabytes;
  bool progress; /* a line on stderr: instances, rate, the worst ratio, time left */
};

struct sp_worst_found {
  struct sp_instance *in; /* the instance, shrunk; NULL: none had a ratio */
  double ratio, makespan, reference;
  double searched;           /* ratio before shrinking */
  long evaluations, refused; /* instances evaluated; those without a result of a method */
  bool interrupted;          /* SIGINT or SIGTERM: ended after the instance being evaluated */
};

/* Starts from random instances and changes one or a few numbers at a time while the ratio does not
 * fall, several times; then shrinks the worst: fewer workers, fewer tasks, smaller numbers. The
 * same arguments give the same instance. SIGINT and SIGTERM end the search, which keeps what it has
 * found. The caller frees found->in. */
void sp_worst_search(const struct sp_worst_query *, struct sp_worst_found *);
