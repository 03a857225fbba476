/* How far the redistribution heuristics are from the optimum: lines "name value unit".
 *
 * The instances: m in 2..4 workers, c_i and w_i in 1..8, all drawn on their own (links and
 * processors differ); a worker holds no task with probability 1/2, else 1..8, so that there is
 * something to balance. All numbers are uniform integers. An instance where nobody holds a task is
 * drawn again; so is one where the optimum moves nothing, since there every method does well. The
 * optimum is proven by branch and bound, which starts from the plan of best-of; an instance that
 * needs more than NODES nodes is left out, and counted.
 *
 * The ratio is that of the EXECUTED makespan to the optimum, so 1 is perfect and what a heuristic
 * claims does not matter. "optimal" is the share of the instances where the ratio is 1.
 *
 *   ratios [INSTANCES]     (default 100000) */
#include "model/stream.h"
#include "solve/optimum.h"
#include <starport/starport.h>
#include <stdio.h>
#include <stdlib.h>

enum { SEED = 6005, LARGEST = 8, NODES = 2000000 };

/* Of a worker's two draws for its load. */
enum { DRAW_IDLE, DRAW_LOAD };

static const char *const method[] = {"bba", "mbbsa", "r-bsa", "fwd", "bwd", "best-of"};
enum { METHODS = sizeof method / sizeof *method };

struct tally {
  double sum, greatest;
  long optimal;
};

static int draw(uint32_t stream, long instance, int worker, uint64_t rank, int least, int most)
{
  double u = sp_stream_uniform(SEED, stream, (uint32_t)instance, (uint32_t)worker, rank);
  return least + (int)(u * (most - least + 1));
}

/* NULL if it has no tasks. */
static struct sp_instance *tiny(long k)
{
  struct sp_instance *in = sp_instance_alloc(draw(SP_STREAM_WORKERS, k, 0, 0, 2, 4));
  in->problem = SP_REDISTRIBUTION;
  for (int i = 1; i <= in->m; i++) {
    bool idle = draw(SP_STREAM_LOAD, k, i, DRAW_IDLE, 0, 1) == 0;
    in->c[i] = sp_int(draw(SP_STREAM_C, k, i, 0, 1, LARGEST));
    in->w[i] = sp_int(draw(SP_STREAM_W, k, i, 0, 1, LARGEST));
    in->load[i] = sp_int(idle ? 0 : draw(SP_STREAM_LOAD, k, i, DRAW_LOAD, 1, LARGEST));
  }
  struct sp_error error;
  if (sp_instance_check(in, &error) == SP_OK && in->total.v > 0)
    return in;
  sp_instance_free(in);
  return NULL;
}

static _Noreturn void stop(const char *name, const char *why)
{
  fprintf(stderr, "%s: %s\n", name, why);
  exit(1);
}

/* Plans; returns the executed makespan. */
static double executed(const struct sp_registry *registry, const char *name,
                       const struct sp_instance *in, struct sp_schedule *out)
{
  struct sp_method planner;
  struct sp_error error;
  if (sp_method_parse(registry, name, &planner, &error) != SP_OK)
    stop(name, error.text);
  struct sp_context *cx = sp_context_alloc(registry, SEED, in, &planner);
  if (sp_plan(cx, &planner, in, out) != 0)
    stop(name, sp_context_reason(cx));
  sp_context_free(cx);
  sp_method_clear(&planner);
  return sp_makespan(in, out);
}

enum outcome { COUNTED, UNPROVEN, NOTHING_MOVES };

/* Adds the ratios of one instance. */
static enum outcome compare(const struct sp_registry *registry, const struct sp_instance *in,
                            struct tally *tally)
{
  double makespan[METHODS], optimum, bound;
  bool proven;
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  double still = sp_makespan(in, &plan);
  for (int k = 0; k < METHODS; k++) {
    sp_schedule_clear(&plan);
    makespan[k] = executed(registry, method[k], in, &plan);
  }
  if (sp_optimum_redistribution(in, NODES, &plan, &optimum, &bound, &proven) != SP_OK)
    stop("optimum", "not a problem that it solves");
  sp_schedule_clear(&plan);
  if (!proven || optimum == still)
    return proven ? NOTHING_MOVES : UNPROVEN;
  for (int k = 0; k < METHODS; k++) {
    double ratio = makespan[k] / optimum;
    tally[k].sum += ratio;
    tally[k].greatest = fmax(tally[k].greatest, ratio);
    tally[k].optimal += makespan[k] == optimum;
  }
  return COUNTED;
}

int main(int argc, char **argv)
{
  long wanted = argc > 1 ? atol(argv[1]) : 100000, drawn = 0, used = 0, unproven = 0, still = 0;
  struct tally tally[METHODS] = {{0}};
  struct sp_error error;
  struct sp_registry *registry = sp_registry_alloc(&error);
  if (!registry)
    stop("registry", error.text);
  while (used + unproven < wanted) {
    struct sp_instance *in = tiny(drawn++);
    if (!in)
      continue;
    enum outcome outcome = compare(registry, in, tally);
    used += outcome == COUNTED;
    unproven += outcome == UNPROVEN;
    still += outcome == NOTHING_MOVES;
    sp_instance_free(in);
  }
  printf("ratio_instances %ld instances\n", used);
  printf("ratio_unproven %ld instances\n", unproven);
  printf("ratio_nothing_moves %ld instances\n", still);
  for (int k = 0; k < METHODS && used > 0; k++)
    printf("ratio_%s_mean %.4f optima\nratio_%s_max %.3f optima\nratio_%s_optimal %.1f percent\n",
           method[k], tally[k].sum / (double)used, method[k], tally[k].greatest, method[k],
           100 * (double)tally[k].optimal / (double)used);
  sp_registry_free(registry);
  return 0;
}
