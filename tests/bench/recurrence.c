/* The reference for the speed of the native engine: min_c (RR-5196, Figure 7) as a bare recurrence
 * with a linear scan of 20 workers, without events, checks and worker views. It finds the engine's
 * makespan; the engine is to reach half of its speed. Both are the best of several runs, in turn.
 */
#include "bench.h"
#include <starport/starport.h>

enum { WORKERS = 20, MESSAGES = 1000000, PLACES = 3, RUNS = 7 };

struct line {
  double c, w, idle, room;
  double finish[PLACES]; /* a ring: the ends of the last units */
  int sent;              /* modulo PLACES */
};

static double makespan(const struct sp_instance *in)
{
  struct line line[WORKERS + 1] = {0};
  double now = 0, last = 0;
  for (int i = 1; i <= WORKERS; i++)
    line[i] = (struct line){.c = in->c[i].v, .w = in->w[i].v};
  for (long k = 0; k < MESSAGES; k++) {
    int cheapest = 0, first = 1;
    for (int i = 1; i <= WORKERS; i++) {
      if (line[i].room <= now && (cheapest == 0 || line[i].c < line[cheapest].c))
        cheapest = i;
      if (line[i].room < line[first].room)
        first = i;
    }
    struct line *to = &line[cheapest ? cheapest : first];
    for (int i = 1; i <= WORKERS && cheapest == 0; i++)
      if (line[i].room == line[first].room && line[i].c < to->c)
        to = &line[i];
    now = (to->room > now ? to->room : now) + to->c;
    to->idle = (now > to->idle ? now : to->idle) + to->w;
    to->finish[to->sent] = to->idle;
    to->sent = (to->sent + 1) % PLACES;
    to->room = to->finish[to->sent]; /* 0: a place was never taken */
    last = to->idle > last ? to->idle : last;
  }
  return last;
}

int main(void)
{
  const struct sp_conditions nominal = {.seed = 1};
  struct sp_instance *in = bench_instance(WORKERS, MESSAGES);
  struct sp_result result;
  struct sp_method min_c;
  struct sp_error error;
  struct sp_registry *registry = sp_registry_alloc(&error);
  double bare = INFINITY, native = INFINITY, found = 0;
  if (!registry || sp_method_parse(registry, "min_c", &min_c, &error) != SP_OK)
    return 1;
  for (int run = 0; run < RUNS; run++) {
    double start = bench_seconds();
    found = makespan(in);
    bare = fmin(bare, bench_seconds() - start);
    start = bench_seconds();
    sp_native_run(in, registry, &min_c, &nominal, &result, NULL, NULL);
    native = fmin(native, bench_seconds() - start);
  }
  printf("recurrence_min_c %.1f M/s\nnative_min_c %.1f M/s\nnative_of_recurrence %.0f %%\n",
         1e-6 * MESSAGES / bare, 1e-6 * MESSAGES / native, 100 * bare / native);
  sp_method_clear(&min_c);
  sp_registry_free(registry);
  sp_instance_free(in);
  if (found != result.makespan)
    fprintf(stderr, "makespan %.17g, the engine's is %.17g\n", found, result.makespan);
  return found != result.makespan;
}
