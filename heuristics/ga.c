/* ga: a genetic algorithm on the activation sequence.
 *
 * A solution is a string of actmax workers, one for each message. A population of G random strings
 * is recombined for up to UT generations: single-point crossover of random pairs makes G pC new
 * strings, in which pM of all genes are then drawn again. The better half of the old population
 * survives, and roulette on 1/T fills the other half with new strings. It ends after UO generations
 * without improvement. The presets are the paper's: G = 50, pC = 0.8, pM = 0.03, UT = 100, UO = 10.
 * G and G pC are rounded down to even numbers, to 2 at least. The value of a string is that of its
 * best suffix: the linear system gives the values of all suffixes in one sweep, so a string of 30
 * messages can represent one of 5.
 *
 *   T(string) = min over k of T(messages k..actmax);  chance of string g: (1/T_g) / sum 1/T
 *   actmax = min(30, max(10, 3p)) by default
 *
 * In the paper the value of a string is that of the linear programme of all its messages, where an
 * empty message still pays its start-up. At the end the linear programme improves the best suffix.
 * With a deadline the value of a string is its load, and so is its chance. Chunk limits (buffers)
 * that could bind are refused.
 *
 * Source: RR-6096, GA; Drozdowski, Lawenda for its parameters. Cost: O(evaluations actmax).
 * Example: "c=10,1 w=1,1 latency=1,2 deadline=19": 249/22 units by the sequence 2,2,2,1, the most
 * of all sequences; makespan 19. */

#include "solve/divisible/activation.h"

#include <string.h>

struct options {
  long actmax, evaluations, population, generations, patience;
  double crossover, mutation;
};

struct string {
  int *gene;
  double cost;
  long first; /* of the messages that count */
};

struct pool {
  struct sp_context *cx;
  const struct sp_activation *a;
  const struct options *options;
  long length, left; /* evaluations */
  long size, births; /* strings of the population, new ones of a generation */
  struct string *old, *new, *next;
};

/* One of 0..n-1. */
static long pick(struct sp_context *cx, long n)
{
  double x = sp_uniform(cx);
  return sp_pick(&x, n);
}

static void value(struct pool *pool, struct string *s)
{
  pool->left--;
  s->cost = sp_activation_cost(pool->a, pool->length, s->gene, &s->first);
}

static void copy(const struct pool *pool, struct string *to, const struct string *from)
{
  memcpy(to->gene, from->gene, (size_t)pool->length * sizeof(int));
  to->cost = from->cost;
  to->first = from->first;
}

static struct string *strings(struct sp_context *cx, long n, long length)
{
  struct string *string = sp_new(cx, n, struct string);
  for (long g = 0; g < n; g++)
    string[g].gene = sp_new(cx, length, int);
  return string;
}

/* The first population, of random strings. */
static struct pool *populate(struct sp_context *cx, const struct sp_activation *a,
                             const struct options *options)
{
  struct pool *pool = sp_new(cx, 1, struct pool);
  long preset = 3L * a->p < 10 ? 10 : 3L * a->p > 30 ? 30 : 3L * a->p;
  pool->cx = cx;
  pool->a = a;
  pool->length = options->actmax > 0 ? options->actmax : preset;
  pool->left = options->evaluations;
  pool->options = options;
  pool->size = options->population < pool->left ? options->population : pool->left;
  pool->size -= pool->size % 2;
  pool->births = (long)((double)pool->size * options->crossover / 2 + 1e-9) * 2;
  pool->births = pool->births < 2 ? 2 : pool->births;
  pool->old = strings(cx, pool->size, pool->length);
  pool->next = strings(cx, pool->size, pool->length);
  pool->new = strings(cx, pool->births, pool->length);
  for (long g = 0; g < pool->size; g++) {
    for (long k = 0; k < pool->length; k++)
      pool->old[g].gene[k] = a->worker[pick(cx, a->p)];
    value(pool, &pool->old[g]);
  }
  return pool;
}

/* The two children of a random pair exchange the genes after a random point. */
static void recombine(struct pool *pool)
{
  for (long g = 0; g < pool->births; g += 2) {
    const struct string *mother = &pool->old[pick(pool->cx, pool->size)];
    const struct string *father = &pool->old[pick(pool->cx, pool->size)];
    long point = pool->length > 1 ? 1 + pick(pool->cx, pool->length - 1) : 0;
    for (long k = 0; k < pool->length; k++) {
      pool->new[g].gene[k] = k < point ? mother->gene[k] : father->gene[k];
      pool->new[g + 1].gene[k] = k < point ? father->gene[k] : mother->gene[k];
    }
  }
}

static void mutate(struct pool *pool)
{
  long genes = (long)(pool->options->mutation * (double)pool->births * (double)pool->length);
  for (long k = 0; k < genes; k++) {
    long g = pick(pool->cx, pool->births), place = pick(pool->cx, pool->length);
    pool->new[g].gene[place] = pool->a->worker[pick(pool->cx, pool->a->p)];
  }
}

/* The chance of a string in the roulette, up to a factor. */
static double fitness(const struct pool *pool, const struct string *s)
{
  return pool->a->by_deadline ? -s->cost : 1 / s->cost;
}

/* Cheapest first; of equal ones the order stays. */
static void sort(struct string *string, long n)
{
  for (long g = 1; g < n; g++) {
    struct string s = string[g];
    long k = g;
    for (; k > 0 && string[k - 1].cost > s.cost; k--)
      string[k] = string[k - 1];
    string[k] = s;
  }
}

static long spin(struct pool *pool, double sum)
{
  double point = sp_uniform(pool->cx) * sum;
  for (long g = 0; g < pool->births - 1; g++) {
    point -= fitness(pool, &pool->new[g]);
    if (point < 0)
      return g;
  }
  return pool->births - 1;
}

static void survive(struct pool *pool)
{
  double sum = 0;
  sort(pool->old, pool->size);
  for (long g = 0; g < pool->births; g++)
    sum += fitness(pool, &pool->new[g]);
  for (long g = 0; g < pool->size; g++)
    copy(pool, &pool->next[g], g < pool->size / 2 ? &pool->old[g] : &pool->new[spin(pool, sum)]);
  sp_swap(pool->old, pool->next);
}

/* Replaces *best by the best of n strings if that is better; true if it did. */
static bool improve(const struct pool *pool, const struct string *string, long n,
                    struct string *best)
{
  bool better = false;
  for (long g = 0; g < n; g++)
    if (string[g].cost < best->cost) {
      copy(pool, best, &string[g]);
      better = true;
    }
  return better;
}

static struct string evolve(struct pool *pool)
{
  struct string best = {sp_new(pool->cx, pool->length, int), INFINITY, 0};
  long idle = 0;
  improve(pool, pool->old, pool->size, &best);
  for (long t = 0; t < pool->options->generations && idle < pool->options->patience &&
                   pool->left >= pool->births;
       t++) {
    recombine(pool);
    mutate(pool);
    for (long g = 0; g < pool->births; g++)
      value(pool, &pool->new[g]);
    idle = improve(pool, pool->new, pool->births, &best) ? 0 : idle + 1;
    survive(pool);
  }
  return best;
}

static int ga_plan(struct sp_context *cx, const struct sp_instance *in, const void *data,
                   struct sp_schedule *out)
{
  const struct options *options = data;
  struct sp_activation *a = sp_activation_new(cx, in);
  if (!a)
    return -1;
  if (a->limited)
    return sp_refuse(cx, "a buffer limits what one message carries: take bb, bb-light or fixed");
  if (a->p == 0)
    return sp_activation_plan(cx, a, 0, NULL, out);
  struct pool *pool = populate(cx, a, options);
  struct string best = evolve(pool);
  return sp_activation_plan(cx, a, pool->length - best.first, best.gene + best.first, out);
}

static const struct sp_option options[] = {
    {"actmax", SP_INTEGER, offsetof(struct options, actmax), "0", NULL, 0, 100000,
     "genes of a string; 0: min(30, max(10, 3p))"},
    {"evaluations", SP_INTEGER, offsetof(struct options, evaluations), "4050", NULL, 50, 1e12,
     "most strings evaluated; the presets need 4050"},
    {"population", SP_INTEGER, offsetof(struct options, population), "50", NULL, 2, 1000,
     "strings of the population, G in the paper"},
    {"crossover", SP_REAL, offsetof(struct options, crossover), "0.8", NULL, 0, 1,
     "new strings of a generation / population, pC"},
    {"mutation", SP_REAL, offsetof(struct options, mutation), "0.03", NULL, 0, 1,
     "part of the genes of new strings that are drawn again, pM"},
    {"generations", SP_INTEGER, offsetof(struct options, generations), "100", NULL, 0, 1e6,
     "most generations, UT"},
    {"patience", SP_INTEGER, offsetof(struct options, patience), "10", NULL, 1, 1e6,
     "most generations without improvement, UO"},
    SP_OPTIONS_END};

const struct sp_heuristic sp_heuristic_ga = {
    .abi = SP_ABI,
    .name = "ga",
    .summary = "genetic algorithm on the sequence",
    .source = "RR-6096, GA",
    .version = 1,
    .problems = SP_DIVISIBLE,
    .options = options,
    .options_size = sizeof(struct options),
    .plan = ga_plan,
};
