/* portfolio: the best executed plan of many methods, for several problems.
 *
 * No method is best everywhere, and the makespan of a plan is quick to compute. So the constructive
 * methods of the problem plan first, then the searches, each with its share of a budget given as a
 * number of evaluations; the best plan of all is kept. It is never worse than any of its parts;
 * nothing more is proven. A part that refuses the instance is skipped.
 *
 *   redistribution  best-of (bba, mbbsa, r-bsa, fwd, bwd, nothing moves), local-search from each
 *   bag             the list rules, the quota rules, min_c-deadline, rollout, beam, local-search
 *   divisible       umr, periodic-optimized, X-first, dp, sa, bb-light
 *
 *   plan = argmin makespan, or argmax load by the deadline, over the parts (ties: the first)
 *
 * The searches limit their work on large instances; parts whose cost grows faster are only tried up
 * to a number of choices (m times tasks; m for a divisible load). Source: starport. Cost: that of
 * the parts; 10^4 tasks on 100 workers in less than a second.
 * Example (Figure 2): c = 1,8,1,1, w = 1,1,9,10, load = 13,13,0,0: 12, the optimum; the best
 * constructive method takes 13. */
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
    {SP_REDISTRIBUTION, "local-search:evaluations=%ld", 4, 0},
    {SP_REDISTRIBUTION, "local-search:start=bba:evaluations=%ld", 4, 0},
    {SP_REDISTRIBUTION, "local-search:start=fwd:evaluations=%ld", 4, 0},
    {SP_REDISTRIBUTION, "local-search:start=bwd:evaluations=%ld", 4, 0},
    {SP_BAG, "min_c", 0, 0},
    {SP_BAG, "min_w", 0, 0},
    {SP_BAG, "mct", 0, 0},
    {SP_BAG, "min_loss", 0, 0},
    {SP_BAG, "1d", 0, 0},
    {SP_BAG, "star-bounded-buffer", 0, 0},
    {SP_BAG, "star-unbounded-buffer", 0, 0},
    {SP_BAG, "min_c-deadline", 0, 0},
    {SP_BAG, "beam:width=16", 0, 500},
    {SP_BAG, "rollout:evaluations=%ld", 4, 0},
    {SP_BAG, "local-search:evaluations=%ld", 2, 1e5},
    {SP_BAG, "local-search:start=rollout:evaluations=%ld", 4, 0},
    {SP_DIVISIBLE, "umr", 0, 0},
    {SP_DIVISIBLE, "umr:select=prefix", 0, 0},
    {SP_DIVISIBLE, "periodic", 0, 0},
    {SP_DIVISIBLE, "periodic-optimized", 0, 20},
    {SP_DIVISIBLE, "communication-first", 0, 20},
    {SP_DIVISIBLE, "computation-first", 0, 20},
    {SP_DIVISIBLE, "latency-first", 0, 20},
    {SP_DIVISIBLE, "dp", 0, 100},
    {SP_DIVISIBLE, "sa:evaluations=%ld", 1, 0},
    {SP_DIVISIBLE, "bb-light:nodes=%ld", 1, 20},
};

static double choices(const struct sp_instance *in)
{
  return in->problem == SP_BAG ? in->total.v * in->m : in->m;
}

static int plan(struct sp_context *cx, const struct sp_instance *in, const void *data,
                struct sp_schedule *out)
{
  const struct options *options = data;
  double best = INFINITY;
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
    {"evaluations", SP_INTEGER, offsetof(struct options, evaluations), "50000", NULL, 50, 1e12,
     "most plans that all searches together may execute"},
    SP_OPTIONS_END};

const struct sp_heuristic sp_heuristic_portfolio = {
    .abi = SP_ABI,
    .name = "portfolio",
    .summary = "the best executed plan of the problem's methods and searches",
    .source = "starport",
    .version = 1,
    .problems = SP_REDISTRIBUTION | SP_BAG | SP_DIVISIBLE,
    .options = options,
    .options_size = sizeof(struct options),
    .plan = plan,
};
