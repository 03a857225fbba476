/* The adversary: looks for the small instance on which a method does worst against a reference, and
 * shrinks what it has found. All numbers of its instances are whole, so that a counterexample can
 * be checked by hand. */
#ifndef SP_CAMPAIGN_ADVERSARY_H
#define SP_CAMPAIGN_ADVERSARY_H

#include <starport/starport.h>

/* What instances are looked at. */
struct sp_adversary_space {
  enum sp_problem problem; /* redistribution, bag or divisible */
  int workers;
  long tasks;        /* at most in all: at the workers, at the master, or the load; at least 1 */
  long cost;         /* c and w are 1..cost */
  long latency;      /* S is 1..latency, or 0 (divisible) */
  long buffer;       /* bag: b is 1..buffer; 0: unlimited */
  bool hom_c, hom_w; /* all links alike, all processors alike */
};

struct sp_adversary {
  struct sp_adversary_space space;
  const struct sp_registry *registry;
  const struct sp_method *method, *reference; /* ratio = makespan of method / of reference */
  uint64_t seed;
  long evaluations; /* instances that the search may look at; shrinking comes on top */
  double at_least;  /* shrunk as long as the ratio is so much; 0: as long as it does not fall */
};

struct sp_adversary_found {
  struct sp_instance *in; /* the instance, shrunk; NULL: none could be judged */
  double ratio, makespan, reference;
  double searched;           /* ratio before shrinking */
  long evaluations, refused; /* instances looked at; those on which one of the two refused */
};

/* Random instances, then steps of one number from the worst of them as long as that does not make
 * it better for the method, and again from others; at last the shrinking: fewer workers, fewer
 * tasks, smaller numbers. The same arguments give the same instance. The caller frees found->in. */
void sp_adversary_search(const struct sp_adversary *, struct sp_adversary_found *);

#endif
