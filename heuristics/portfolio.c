/* portfolio: the best executed plan of all methods of a problem.
 *
 * No method is best everywhere, and the makespan of a plan is quick to compute. So every heuristic
 * of the problem plans with its presets, and the searches also from other starts; the best plan of
 * all is kept. So it is never worse than any of them with its presets: a heuristic draws the same
 * random numbers here as alone. A part that refuses the instance is skipped.
 *
 *   redistribution  best-of (bba, mbbsa, r-bsa, fwd, bwd, nothing moves), optimal,
 *                   local-search, also from bba, fwd and bwd
 *   bag             the list and quota rules, min_c-deadline, rollout, beam, optimal,
 *                   local-search, also from rollout and beam
 *   divisible       umr, periodic, periodic-optimized, X-first, dp, ga, sa, bb-light, optimal,
 *                   multi-installment, return-optimal
 *
 *   plan = argmin makespan, or argmax load by the deadline, over the parts (ties: the first)
 *
 * optimal is a part up to 1000 choices (m times tasks; m for a divisible load), where it takes a
 * few seconds at most: with more choices optimal may be better, if it proves its plan. bb-light is
 * a part up to 1000 workers: with more it tries single messages, with which sa starts. bb is none:
 * bb-light searches the same sequences, all of them. The searches limit their work on large
 * instances.
 *
 * Source: starport. Cost: that of the parts; bags of at most 10^6 tasks; divisible loads on 1000
 * workers at most 10 s.
 *
 * Example (Figure 2): "c=1,8,1,1 w=1,1,9,10 load=13,13,0,0": 12, the optimum; the best constructive
 * method takes 13. */
#include <starport/heuristic.h>

#include <stdio.h>

struct options {
  long evaluations;
};

/* A method; %ld, if any, is its share of the evaluations, 1/parts of them. */
struct part {
  enum sp_problem problem;
  const char *method;
  long parts;
  double choices; /* the most for which it is tried; 0: no limit */
};

static const struct part PARTS[] = {
    {SP_REDISTRIBUTION, "best-of", 0, 0},
    {SP_REDISTRIBUTION, "local-search", 0, 0},
    {SP_REDISTRIBUTION, "local-search:start=bba:evaluations=%ld", 3, 0},
    {SP_REDISTRIBUTION, "local-search:start=fwd:evaluations=%ld", 3, 0},
    {SP_REDISTRIBUTION, "local-search:start=bwd:evaluations=%ld", 3, 0},
    {SP_REDISTRIBUTION, "optimal", 0, 1000},
    {SP_BAG, "min_c", 0, 0},
    {SP_BAG, "min_w", 0, 0},
    {SP_BAG, "mct", 0, 0},
    {SP_BAG, "min_loss", 0, 0},
    {SP_BAG, "1d", 0, 0},
    {SP_BAG, "star-bounded-buffer", 0, 0},
    {SP_BAG, "star-unbounded-buffer", 0, 0},
    {SP_BAG, "min_c-deadline", 0, 0},
    {SP_BAG, "rollout", 0, 0},
    {SP_BAG, "beam", 0, 0},
    {SP_BAG, "local-search", 0, 0},
    {SP_BAG, "local-search:start=rollout:evaluations=%ld", 3, 0},
    {SP_BAG, "local-search:start=beam:evaluations=%ld", 3, 500},
    {SP_BAG, "optimal", 0, 1000},
    {SP_DIVISIBLE, "umr", 0, 0},
    {SP_DIVISIBLE, "umr:select=prefix", 0, 0},
    {SP_DIVISIBLE, "periodic", 0, 0},
    {SP_DIVISIBLE, "periodic-optimized", 0, 0},
    {SP_DIVISIBLE, "communication-first", 0, 0},
    {SP_DIVISIBLE, "computation-first", 0, 0},
    {SP_DIVISIBLE, "latency-first", 0, 0},
    {SP_DIVISIBLE, "dp", 0, 0},
    {SP_DIVISIBLE, "ga", 0, 0},
    {SP_DIVISIBLE, "sa", 0, 0},
    {SP_DIVISIBLE, "sa:evaluations=%ld", 1, 0},
    {SP_DIVISIBLE, "bb-light", 0, 1000},
    {SP_DIVISIBLE, "optimal", 0, 1000},
    {SP_DIVISIBLE, "multi-installment", 0, 0},
    {SP_DIVISIBLE, "return-optimal", 0, 1000},
};

static double choices(const struct sp_instance *in)
{
  return in->problem == SP_BAG ? in->total.v * in->m : in->m;
}

/* Of a bag. */
static const double most_tasks = 1e6;

static int portfolio_plan(struct sp_context *cx, const struct sp_instance *in, const void *data,
                          struct sp_schedule *out)
{
  const struct options *options = data;
  double best = INFINITY;
  if (in->problem == SP_BAG && sp_most_tasks(in) > most_tasks)
    return sp_refuse(cx, "it executes plans of all methods, of at most %g tasks", most_tasks);
  if (in->problem == SP_BAG && sp_has_results(in))
    return sp_refuse(cx, "it plans bags as if nothing returned, take one that decides on line");
  for (size_t k = 0; k < sizeof PARTS / sizeof *PARTS; k++) {
    const struct part *part = &PARTS[k];
    char method[80];
    if (part->problem != in->problem || (part->choices > 0 && choices(in) > part->choices))
      continue;
    long share = part->parts > 0 ? options->evaluations / part->parts : 0;
    snprintf(method, sizeof method, part->method, share > 0 ? share : 1);
    sp_plan_better(cx, method, in, &best, out);
  }
  if (best == INFINITY)
    return -1;
  out->planned = sp_makespan(in, out);
  return 0;
}

static const struct sp_option options[] = {
    {"evaluations", SP_INTEGER, offsetof(struct options, evaluations), "30000", NULL, 50, 1e12,
     "most plans that the searches from other starts together may execute"},
    SP_OPTIONS_END};

const struct sp_heuristic sp_heuristic_portfolio = {
    .abi = SP_ABI,
    .name = "portfolio",
    .summary = "the best executed plan of all methods of the problem",
    .source = "starport",
    .version = 7,
    .problems = SP_REDISTRIBUTION | SP_BAG | SP_DIVISIBLE,
    .options = options,
    .options_size = sizeof(struct options),
    .plan = portfolio_plan,
    .results = true,
};
