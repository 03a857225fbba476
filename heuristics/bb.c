/* bb: the best activation sequence of at most actmax messages, by mixed integer programming.
 *
 * A 0-1 variable says whether message k goes to worker i, a real variable is its load, and the
 * constraints of the schedule are linear in both. So a solver of mixed integer programmes finds the
 * best sequence with its chunks. The relaxation, in which a worker may be chosen by halves, gives
 * the bounds of the solver's branch and cut. It is far slower than bb-light, but it does not rely
 * on the optimality principle, and chunk limits b_i are simply bounds of its variables. The chunks
 * of the sequence found are then computed again, by the programme of that sequence alone.
 *
 *   sum_i chi_ki <= 1,  beta_ki <= B_i chi_ki,  sum beta = W
 *   sum_{j<=k} sum_i (S_i chi_ji + c_i beta_ji) + w_l sum_{j>=k} beta_jl <= T   for all k, l
 *
 * T is minimised, or sum beta maximised by a deadline. B_i is the least of W, b_i and the load that
 * worker i can compute within the makespan of the plan of sa. After `nodes` nodes the best sequence
 * known is planned without a proof that it is the best; unproven=refuse refuses instead and reports
 * the bound.
 *
 * Source: RR-6096, MILP (11), by GLPK (preset actmax: that of bb-light).
 * Cost: exponential; half a second for the nodes of the preset, programmes of p actmax > 200 are
 * refused.
 * Example: "c=7,8,5 w=9,3,2 latency=4,7,5 work=10" with bb:actmax=4: makespan 3723/58 by the
 * sequence 3,3,1 with 455/58, 62/29 and 1/58 units. */
#include "solve/divisible/activation.h"

struct options {
  long actmax, nodes;
  int unproven;
};
enum unproven { KEEP, REFUSE };

static int bb_plan(struct sp_context *cx, const struct sp_instance *in, const void *data,
                   struct sp_schedule *out)
{
  const struct options *options = data;
  struct sp_activation *a = sp_activation_new(cx, in);
  if (!a)
    return -1;
  if (a->p == 0)
    return sp_activation_plan(cx, a, 0, NULL, out);
  long most = options->actmax > 0 ? options->actmax : sp_activation_messages(a->p);
  if ((double)a->p * (double)most > 200)
    return sp_refuse(cx, "%d worker%s and %ld messages are too many for a programme", a->p,
                     a->p == 1 ? "" : "s", most);
  int *known = sp_new(cx, most, int), *sequence = sp_new(cx, most, int);
  long n_known = sp_activation_start(cx, a, true, most, known), n = n_known;
  for (long k = 0; k < n; k++)
    sequence[k] = known[k];
  struct sp_activation_search search = {.most = most, .limit = options->nodes};
  if (sp_activation_milp(cx, a, &search, sequence, &n))
    return -1;
  if (!search.proven && options->unproven == REFUSE)
    return sp_activation_unproven(cx, a, &search);
  if (n == 0 && n_known == 0)
    return sp_refuse(cx, "no sequence of at most %ld message%s %s: raise actmax%s", most,
                     most == 1 ? "" : "s", a->by_deadline ? "does anything" : "carries the load",
                     search.proven ? "" : " or nodes");
  if (n == 0)
    return sp_activation_plan(cx, a, n_known, known, out);
  return sp_activation_plan(cx, a, n, sequence, out);
}

static const struct sp_option options[] = {
    {"actmax", SP_INTEGER, offsetof(struct options, actmax), "0", NULL, 0, 1000,
     "most messages; 0: the longest n <= 12 with p^n <= 100000"},
    {"nodes", SP_INTEGER, offsetof(struct options, nodes), "200", NULL, 1, 1e9,
     "most nodes of branch and cut"},
    {"unproven", SP_CHOICE, offsetof(struct options, unproven), "keep", "keep|refuse", 0, 0,
     "if the nodes do not suffice for a proof: plan the best found, or refuse"},
    SP_OPTIONS_END};

const struct sp_heuristic sp_heuristic_bb = {
    .abi = SP_ABI,
    .name = "bb",
    .summary = "the best sequence, by mixed integer programming",
    .source = "RR-6096, MILP (11)",
    .version = 2,
    .problems = SP_DIVISIBLE,
    .options = options,
    .options_size = sizeof(struct options),
    .plan = bb_plan,
};
