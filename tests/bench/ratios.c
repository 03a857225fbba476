/* Measures the distance of the heuristics from the optimum, for each problem: lines "name value
 * unit".
 *
 * The instances, all numbers uniform integers, each drawn on its own, so links and processors
 * differ:
 *   redistribution  2 to 4 workers, c and w in 1..8; a worker holds no task with probability 1/2,
 *                   else 1..8; drawn again if there are no tasks or more than 12
 *   bag             2 to 4 workers, c in 1..8, w in 1..40, 1 to 3 places, 1..10 tasks
 *   divisible       2 or 3 workers, c and w in 1..10, S in 2..10, load 1..40
 * The optimum is proven by branch and bound; an instance that needs more than NODES nodes is left
 * out, and counted. An instance where the optimum of a redistribution moves nothing is drawn again:
 * every method does well there.
 *
 * The ratio is that of the EXECUTED makespan, not of the planned one, to the optimum: 1 is best.
 * "optimal" is the share of the instances where the ratio is 1 (within 1e-9). A ratio below that is
 * an error and stops the program.
 *
 *   ratios [INSTANCES [PROBLEM]]     (default 2000 of each) */
#include "base/stream.h"
#include "model/instance.h"
#include "solve/optimum/optimum.h"
#include <starport/starport.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEED = 6005, NODES = 2000000, MOST_TASKS = 12, MOST_METHODS = 16 };

/* Of a worker's two draws for its load. */
enum { DRAW_IDLE, DRAW_LOAD };

struct problem {
  enum sp_problem problem;
  const char *optimum; /* the method that proves it or refuses; NULL: sp_optimum */
  const char *method[MOST_METHODS];
};

static const struct problem PROBLEMS[] = {
    {SP_REDISTRIBUTION,
     NULL,
     {"bba", "mbbsa", "r-bsa", "fwd", "bwd", "best-of", "local-search", "portfolio"}},
    {SP_BAG,
     NULL,
     {"min_c", "min_w", "mct", "min_loss", "1d", "star-bounded-buffer", "min_c-deadline", "rollout",
      "beam", "local-search", "portfolio"}},
    {SP_DIVISIBLE,
     "bb-light:depth=unbounded:unproven=refuse:nodes=2000000",
     {"periodic-optimized", "umr:select=prefix", "ga", "sa", "portfolio"}},
};

struct tally {
  double sum, greatest;
  long optimal, refused;
};

static int draw(uint32_t stream, long instance, int worker, uint64_t rank, int least, int most)
{
  double u = sp_stream_uniform(SEED, stream, (uint32_t)instance, (uint32_t)worker, rank);
  return least + (int)(u * (most - least + 1));
}

/* NULL if it is to be drawn again. */
static struct sp_instance *tiny(enum sp_problem problem, long k)
{
  bool divisible = problem == SP_DIVISIBLE;
  int m = draw(SP_STREAM_WORKERS, k, 0, 0, 2, divisible ? 3 : 4);
  struct sp_instance *in = sp_instance_alloc(m);
  in->problem = problem;
  for (int i = 1; i <= m; i++) {
    bool idle = draw(SP_STREAM_LOAD, k, i, DRAW_IDLE, 0, 1) == 0;
    in->c[i] = sp_int(draw(SP_STREAM_C, k, i, 0, 1, divisible ? 10 : 8));
    in->w[i] = sp_int(draw(SP_STREAM_W, k, i, 0, 1, divisible ? 10 : problem == SP_BAG ? 40 : 8));
    if (divisible)
      in->latency[i] = sp_int(draw(SP_STREAM_LATENCY, k, i, 0, 2, 10));
    if (problem == SP_BAG)
      in->buffer[i] = draw(SP_STREAM_BUFFER, k, i, 0, 1, 3);
    if (problem == SP_REDISTRIBUTION)
      in->load[i] = sp_int(idle ? 0 : draw(SP_STREAM_LOAD, k, i, DRAW_LOAD, 1, 8));
  }
  if (problem != SP_REDISTRIBUTION)
    in->total = sp_int(draw(SP_STREAM_LOAD, k, 0, 0, 1, divisible ? 40 : 10));
  struct sp_error error;
  bool drawn = sp_instance_check(in, &error) == SP_OK && in->total.v > 0;
  if (drawn && (problem != SP_REDISTRIBUTION || in->total.v <= MOST_TASKS))
    return in;
  sp_instance_free(in);
  return NULL;
}

static _Noreturn void stop(const char *name, const char *why)
{
  fprintf(stderr, "%s: %s\n", name, why);
  exit(1);
}

/* Plans; the executed makespan, NAN if refused. */
static double executed(const struct sp_registry *registry, const char *name,
                       const struct sp_instance *in, struct sp_schedule *out)
{
  struct sp_method planner;
  struct sp_error error;
  if (sp_method_parse(registry, name, &planner, &error) != SP_OK)
    stop(name, error.text);
  struct sp_context *cx = sp_context_alloc(registry, SEED, in, &planner);
  bool refused = sp_plan(cx, &planner, in, out) != 0;
  sp_context_free(cx);
  sp_method_clear(&planner);
  return refused ? NAN : sp_makespan(in, out);
}

/* The proven optimum; NAN if there was none in NODES nodes. *best is a plan to start from. */
static double optimum_of(const struct sp_registry *registry, const struct problem *problem,
                         const struct sp_instance *in, struct sp_schedule *best)
{
  double optimum, bound;
  bool proven;
  if (problem->optimum) {
    sp_schedule_clear(best);
    return executed(registry, problem->optimum, in, best);
  }
  if (sp_optimum(in, NODES, best, &optimum, &bound, &proven) != SP_OK)
    stop("optimum", "not a problem that it solves");
  return proven ? optimum : NAN;
}

enum outcome { COUNTED, UNPROVEN, NOTHING_MOVES };

/* Adds the ratios of one instance. */
static enum outcome compare(const struct sp_registry *registry, const struct problem *problem,
                            const struct sp_instance *in, struct tally *tally)
{
  double makespan[MOST_METHODS];
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  bool moves = problem->problem != SP_REDISTRIBUTION;
  double still = moves ? NAN : sp_makespan(in, &plan);
  for (int k = 0; problem->method[k]; k++) {
    sp_schedule_clear(&plan);
    makespan[k] = executed(registry, problem->method[k], in, &plan);
  }
  double optimum = optimum_of(registry, problem, in, &plan);
  sp_schedule_clear(&plan);
  if (isnan(optimum) || optimum == still)
    return isnan(optimum) ? UNPROVEN : NOTHING_MOVES;
  for (int k = 0; problem->method[k]; k++) {
    double ratio = makespan[k] / optimum;
    if (ratio < 1 - 1e-9)
      stop(problem->method[k], "is better than the optimum");
    if (isnan(ratio)) {
      tally[k].refused++;
      continue;
    }
    tally[k].sum += ratio;
    tally[k].greatest = fmax(tally[k].greatest, ratio);
    tally[k].optimal += ratio <= 1 + 1e-9;
  }
  return COUNTED;
}

static void run(const struct sp_registry *registry, const struct problem *problem, long wanted)
{
  struct tally tally[MOST_METHODS] = {{0}};
  long drawn = 0, count[3] = {0};
  const char *name = sp_problem_name(problem->problem);
  while (count[COUNTED] + count[UNPROVEN] < wanted) {
    struct sp_instance *in = tiny(problem->problem, drawn++);
    if (!in)
      continue;
    count[compare(registry, problem, in, tally)]++;
    sp_instance_free(in);
  }
  printf("ratio_%s_instances %ld instances\n", name, count[COUNTED]);
  printf("ratio_%s_unproven %ld instances\n", name, count[UNPROVEN]);
  printf("ratio_%s_nothing_moves %ld instances\n", name, count[NOTHING_MOVES]);
  for (int k = 0; problem->method[k]; k++) {
    const char *method = problem->method[k];
    double served = (double)(count[COUNTED] - tally[k].refused);
    printf("ratio_%s_%s_mean %.6f optima\n", name, method, tally[k].sum / served);
    printf("ratio_%s_%s_max %.3f optima\n", name, method, tally[k].greatest);
    printf("ratio_%s_%s_optimal %.2f percent\n", name, method,
           100 * (double)tally[k].optimal / served);
    if (tally[k].refused > 0)
      printf("ratio_%s_%s_refused %ld instances\n", name, method, tally[k].refused);
  }
}

int main(int argc, char **argv)
{
  struct sp_error error;
  struct sp_registry *registry = sp_registry_alloc(&error);
  if (!registry)
    stop("registry", error.text);
  for (size_t k = 0; k < sizeof PROBLEMS / sizeof *PROBLEMS; k++)
    if (argc <= 2 || strcmp(argv[2], sp_problem_name(PROBLEMS[k].problem)) == 0)
      run(registry, &PROBLEMS[k], argc > 1 ? atol(argv[1]) : 2000);
  sp_registry_free(registry);
  return 0;
}
