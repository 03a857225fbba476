/* Measures how large the instances are that the exact searches prove within a number of nodes:
 * lines "problem workers size proven of instances, seconds, gap", the mean gap of the best plan
 * found to the bound over the instances that are not proven.
 *
 * All numbers are uniform integers, each drawn on its own, so that links and processors differ:
 *   redistribution  c and w in 1..100; a worker is idle with probability 1/2; the tasks fall on the
 *                   others at random
 *   bag             c and w in 50..150, w times half the number of workers, 1 to 3 places
 *   divisible       c and w in 1..10, S in 2..10, load 100; the size is the number of messages
 * Sizes grow until less than half of the instances are proven.
 *
 *   reach [NODES [INSTANCES [PROBLEM]]]     (default 1000000, 20, all three) */
#include "bench.h"

#include <starport/optimal.h>
#include <starport/starport.h>

#include <string.h>

enum { SEED = 8008 };

static void fill_redistribution(struct bench_dice *d, struct sp_instance *in, int tasks)
{
  bool *idle = calloc((size_t)in->m + 1, sizeof *idle);
  if (!idle)
    abort();
  for (int i = 1; i <= in->m; i++) {
    in->c[i] = sp_int(bench_draw(d, 1, 100));
    in->w[i] = sp_int(bench_draw(d, 1, 100));
    idle[i] = bench_draw(d, 0, 1);
  }
  idle[bench_draw(d, 1, in->m)] = false;
  while (tasks > 0) {
    int i = bench_draw(d, 1, in->m);
    if (idle[i])
      continue;
    in->load[i] = sp_int((int64_t)in->load[i].v + 1);
    tasks--;
  }
  free(idle);
}

static struct sp_instance *instance(enum sp_problem problem, int m, int size, uint32_t number)
{
  struct bench_dice dice = {SEED, number * 1000 + (uint32_t)m, 0}, *d = &dice;
  struct sp_instance *in = sp_instance_alloc(m);
  in->problem = problem;
  if (problem == SP_REDISTRIBUTION)
    fill_redistribution(d, in, size);
  for (int i = 1; i <= m && problem == SP_BAG; i++) {
    in->c[i] = sp_int(bench_draw(d, 50, 150));
    in->w[i] = sp_int(bench_draw(d, 50, 150) * ((m + 1) / 2));
    in->buffer[i] = bench_draw(d, 1, 3);
  }
  for (int i = 1; i <= m && problem == SP_DIVISIBLE; i++) {
    in->c[i] = sp_int(bench_draw(d, 1, 10));
    in->w[i] = sp_int(bench_draw(d, 1, 10));
    in->latency[i] = sp_int(bench_draw(d, 2, 10));
  }
  if (problem != SP_REDISTRIBUTION)
    in->total = sp_int(problem == SP_BAG ? size : 100);
  struct sp_error error;
  if (sp_instance_check(in, &error)) {
    fprintf(stderr, "%s\n", error.text);
    exit(1);
  }
  return in;
}

/* One line; the share of instances proven. */
static double measure(const struct sp_registry *registry, enum sp_problem problem, int m, int size,
                      long nodes, int instances)
{
  double start = bench_seconds(), gap = 0;
  int proven = 0;
  for (int k = 0; k < instances; k++) {
    struct sp_instance *in = instance(problem, m, size, (uint32_t)k);
    struct sp_schedule best = SP_SCHEDULE_EMPTY;
    struct sp_optimal asked = {.nodes = nodes, .messages = problem == SP_DIVISIBLE ? size : 0};
    struct sp_context *cx = sp_context_alloc(registry, 0, in, NULL);
    if (sp_optimal(cx, in, &asked, &best)) {
      fprintf(stderr, "%s\n", sp_context_reason(cx));
      exit(1);
    }
    proven += asked.searched;
    gap += asked.value / asked.bound - 1;
    sp_schedule_clear(&best);
    sp_context_free(cx);
    sp_instance_free(in);
  }
  double seconds = (bench_seconds() - start) / instances;
  printf("%-14s %d workers %5d: %d of %d proven, %.3f s each", sp_problem_name(problem), m, size,
         proven, instances, seconds);
  if (proven < instances)
    printf(", else within %.3g %%", 100 * gap / (instances - proven));
  putchar('\n');
  fflush(stdout);
  return (double)proven / instances;
}

int main(int argc, char **argv)
{
  static const enum sp_problem problems[] = {SP_REDISTRIBUTION, SP_BAG, SP_DIVISIBLE};
  static const int workers[] = {2, 3, 4, 6, 8, 12};
  static const int sizes[3][10] = {{10, 20, 50, 100, 200, 500, 1000},
                                   {8, 12, 16, 20, 25, 30, 40, 60, 100},
                                   {4, 6, 8, 10, 12, 15, 20, 30}};
  long nodes = argc > 1 ? atol(argv[1]) : 1000000;
  int instances = argc > 2 ? atoi(argv[2]) : 20;
  struct sp_error error;
  if (nodes < 1 || instances < 1) {
    fputs("usage: reach [NODES [INSTANCES [PROBLEM]]]\n", stderr);
    return 1;
  }
  struct sp_registry *registry = sp_registry_alloc(&error);
  for (int p = 0; p < 3 && registry; p++)
    for (size_t w = 0; w < sizeof workers / sizeof *workers; w++) {
      if (argc > 3 && strcmp(argv[3], sp_problem_name(problems[p])) != 0)
        continue;
      for (int k = 0; sizes[p][k] > 0; k++)
        if (measure(registry, problems[p], workers[w], sizes[p][k], nodes, instances) < 0.5)
          break;
    }
  sp_registry_free(registry);
  return 0;
}
