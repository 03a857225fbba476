/* The fewest places with which a star reaches the rate that it has without limits of places: the
 * question that RR-5196, section 3, leaves open.
 *
 * Vectors of places are tried in the order of their sums, so the first one that reaches the rate
 * has the least sum. More places never make a schedule later. So a vector, or the beginning of one
 * whose other workers have any number of places, is refuted if the bound on its rate (rate_exact.c)
 * is less; what is left is decided by the best cycle of its graph. */
#include "base/memory.h"
#include "model/instance.h"
#include "solve/bag/bag.h"
#include "solve/bag/places.h"

enum { MOST_GRAPHS = 100000, MOST_BOUNDS = 10000000 };

struct search {
  struct sp_context *cx;
  struct sp_instance *in; /* its places are the vector; w infinite: no place */
  const struct sp_instance *given;
  struct sp_rational *rate;
  struct sp_q_pool pool;
  struct sp_fewest_places *fewest;
  struct sp_star_cycle *cycle;
  struct sp_error *error;
  int code;
};

static void set_places(struct search *s, int i, long places)
{
  s->in->buffer[i] = places > 0 ? places : 1;
  s->in->w[i] = places > 0 ? s->given->w[i] : (struct sp_num){INFINITY, 0, 0};
}

/* Could a vector that begins so reach the rate? */
static bool may_reach(struct search *s)
{
  struct sp_q_pool pool = {0};
  bool may = sp_q_compare(sp_exact_rate(s->cx, s->in, SP_RATE_PLACES, &pool), s->rate) >= 0;
  sp_q_clear(&pool);
  s->fewest->by_bound += !may;
  if (s->fewest->by_bound > MOST_BOUNDS)
    s->code = sp_failure(s->error, SP_CANNOT, "more than %d vectors of places", MOST_BOUNDS);
  return may;
}

/* The vector is complete: does it reach the rate? */
static bool reaches(struct search *s)
{
  if (s->fewest->by_cycle == MOST_GRAPHS) {
    s->code = sp_failure(s->error, SP_CANNOT, "more than %d graphs of states", MOST_GRAPHS);
    return false;
  }
  s->code = sp_star_cycle_solve(s->in, (struct sp_star_limits){0}, s->cycle, s->error);
  if (s->code == SP_OK && sp_q_compare(s->cycle->throughput, s->rate) == 0)
    return true;
  sp_star_cycle_clear(s->cycle);
  s->fewest->by_cycle++;
  return false;
}

/* Gives workers i..m so many places in all; true: a vector that reaches the rate is found. */
static bool search_from(struct search *s, int i, long places)
{
  int m = s->in->m;
  if (i < m && isinf(s->given->w[i].v))
    return search_from(s, i + 1, places);
  for (long k = i == m ? places : 0; k <= places; k++) {
    if (isinf(s->given->w[i].v) && k > 0)
      return false;
    set_places(s, i, k);
    s->fewest->places[i] = k;
    bool found = may_reach(s) && (i == m ? reaches(s) : search_from(s, i + 1, places - k));
    if (found || s->code != SP_OK)
      return found;
  }
  s->in->buffer[i] = LONG_MAX; /* any number, as the beginning of another vector */
  s->in->w[i] = s->given->w[i];
  return false;
}

int sp_star_fewest_places(struct sp_context *cx, const struct sp_instance *in,
                          struct sp_fewest_places *fewest, struct sp_star_cycle *cycle,
                          struct sp_error *error)
{
  struct sp_instance *copy = sp_instance_copy(in);
  struct search s = {cx, copy, in, NULL, {0}, fewest, cycle, error, SP_OK};
  *cycle = (struct sp_star_cycle){0};
  *fewest = (struct sp_fewest_places){.places = sp_xcalloc((size_t)in->m + 1, sizeof(long))};
  for (int i = 1; i <= in->m; i++)
    copy->buffer[i] = 1;
  struct sp_star_cycle one; /* with one place each: checks the star */
  s.code = sp_star_cycle_solve(copy, (struct sp_star_limits){0}, &one, error);
  sp_star_cycle_clear(&one);
  for (int i = 1; i <= in->m; i++)
    copy->buffer[i] = LONG_MAX;
  s.rate = sp_exact_rate(cx, in, SP_RATE_TASKS, &s.pool);
  for (long sum = 1; s.code == SP_OK && !search_from(&s, 1, sum); sum++)
    ;
  sp_q_clear(&s.pool);
  sp_instance_free(copy);
  return s.code;
}
