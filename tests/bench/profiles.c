/* The native engine on a star whose speeds and bandwidths change, one line a figure: name value
 * unit. 10^6 tasks (2 10^6 activities) on 100 workers, which min_c sends on line; each speed and
 * each bandwidth has a profile:
 *   constant   none: the same star at factor 1
 *   changes    10^4 pieces over the whole run
 *   short      10 pieces, which repeat: an activity passes some 5 of them
 *   long       10^4 pieces, which repeat: a computation passes some 5000, and half the rounds end
 * in it Arguments select figures by the start of their names. */
#include "base/stream.h"
#include "bench.h"
#include <math.h>
#include <starport/starport.h>
#include <stdio.h>
#include <string.h>

enum { SEED = 19, WORKERS = 100, TASKS = 1000000, RUNS = 3 };

struct case_of_profiles {
  const char *name;
  long pieces;
  double length; /* of a piece, on average; in units of c */
  bool repeats;
};

static double draw(uint32_t column, uint32_t worker, uint64_t k)
{
  return sp_stream_uniform(SEED, column, 0, worker, k);
}

static struct sp_profile profile(const struct case_of_profiles *of, uint32_t column, int worker)
{
  struct sp_profile p = {.period = INFINITY};
  long cap = 0;
  double date = 0;
  for (long k = 0; k < of->pieces; k++) {
    sp_profile_add(&p, &cap, date, 0.2 + 1.6 * draw(column, (uint32_t)worker, 2 * (uint64_t)k));
    date += of->length * (0.5 + draw(column, (uint32_t)worker, 2 * (uint64_t)k + 1));
  }
  if (of->repeats)
    p.period = date;
  return p;
}

static struct sp_instance *star(const struct case_of_profiles *of)
{
  struct sp_instance *in = bench_instance(WORKERS, TASKS);
  for (int i = 1; i <= WORKERS && of->pieces; i++)
    for (int kind = SP_SPEED; kind <= SP_BANDWIDTH; kind++) {
      struct sp_profile p = profile(of, 3000 + (uint32_t)kind, i);
      sp_set_profile(in, (enum sp_changing)kind, i, &p);
      sp_profile_clear(&p);
    }
  return in;
}

static int measure(const struct sp_registry *registry, const struct case_of_profiles *of)
{
  const struct sp_conditions nominal = {.seed = SEED};
  struct sp_instance *in = star(of);
  struct sp_method method;
  struct sp_result result;
  double best = INFINITY;
  sp_method_parse(registry, "min_c", &method, NULL);
  for (int run = 0; run < RUNS; run++) {
    double begin = bench_seconds();
    sp_native_run(in, registry, &method, &nominal, &result, NULL, NULL);
    best = fmin(best, bench_seconds() - begin);
  }
  printf("profiles_%s %.2f s\n", of->name, best);
  sp_method_clear(&method);
  sp_instance_free(in);
  return result.status != SP_RUN_OK;
}

int main(int argc, char **argv)
{
  static const struct case_of_profiles cases[] = {{"constant", 0, 0, false},
                                                  {"changes", 10000, 400, false},
                                                  {"short", 10, 80, true},
                                                  {"long", 10000, 0.08, true}};
  struct sp_registry *registry = sp_registry_alloc(NULL);
  int failed = 0;
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
    if (argc == 1 || !strncmp(cases[k].name, argv[1], strlen(argv[1])))
      failed += measure(registry, &cases[k]);
  sp_registry_free(registry);
  return failed > 0;
}
