/* The mixed integer programme (11) of RR-6096 for the best activation sequence of at most
 * K messages: chi_ki = 1 if message k goes to worker i, and then carries beta_ki.
 *
 *   sum_i chi_ki <= 1,  beta_ki <= B_i chi_ki,  sum beta = W
 *   sum_{j<=k} sum_i (S_i chi_ji + c_i beta_ji) + w_l sum_{j>=k} beta_jl <= T   for all k, l
 *
 * T is minimised; or T is given and sum beta <= W is maximised. B_i is W in the paper. Here it is
 * the most load of one message within the makespan of a known schedule (or the deadline) and within
 * the worker's buffer: a smaller B_i makes the relaxation tighter. Unused messages come last, sum_i
 * chi_ki <= sum_i chi_(k-1)i, which excludes copies of one schedule. Loads are measured in units
 * near W, dates in units near T. */
#include "solve/divisible/activation.h"
#include "solve/lp/lp.h"

struct builder {
  struct sp_lp *lp;
  const struct sp_activation *a;
  int K;
  double load, time; /* units */
};

static int chi(const struct builder *b, int k, int q)
{
  return 2 * (k * b->a->p + q);
}

static int beta(const struct builder *b, int k, int q)
{
  return chi(b, k, q) + 1;
}

/* `within` is an upper bound on T. */
static void add_columns(const struct builder *b, double within)
{
  const struct sp_activation *a = b->a;
  const struct sp_num zero = sp_int(0), one = sp_int(1);
  for (int k = 0; k < b->K; k++)
    for (int q = 0; q < a->p; q++) {
      double most = sp_activation_most(a, a->worker[q], within);
      sp_lp_column(b->lp, zero, one, zero, true);
      sp_lp_column(b->lp, zero, sp_double(most / b->load), a->by_deadline ? one : zero, false);
    }
  sp_lp_column(b->lp, zero, sp_double(within / b->time), a->by_deadline ? zero : one, false);
}

/* By a deadline at least the load of the known schedule, if there is one. */
static void add_load(const struct builder *b, double known)
{
  struct sp_num W = sp_double(b->a->W / b->load), none = sp_lp_minus(SP_LP_FREE);
  struct sp_num least = known < 0 ? sp_double(-known * (1 - 1e-9) / b->load) : none;
  int all = sp_lp_row(b->lp, b->a->by_deadline ? least : W, W);
  for (int k = 0; k < b->K; k++)
    for (int q = 0; q < b->a->p; q++)
      sp_lp_set(b->lp, all, beta(b, k, q), sp_int(1));
}

/* At most one worker for message k, none if message k-1 has none, and a chunk only for this worker.
 */
static void add_choice(const struct builder *b, int k, double within)
{
  const struct sp_activation *a = b->a;
  const struct sp_num none = sp_lp_minus(SP_LP_FREE);
  int row = k == 0 ? sp_lp_row(b->lp, none, sp_int(1)) : sp_lp_row(b->lp, none, sp_int(0));
  for (int q = 0; q < a->p; q++) {
    double most = sp_activation_most(a, a->worker[q], within) / b->load;
    sp_lp_set(b->lp, row, chi(b, k, q), sp_int(1));
    if (k > 0)
      sp_lp_set(b->lp, row, chi(b, k - 1, q), sp_int(-1));
    int link = sp_lp_row(b->lp, none, sp_int(0));
    sp_lp_set(b->lp, link, beta(b, k, q), sp_int(1));
    sp_lp_set(b->lp, link, chi(b, k, q), sp_double(-most));
  }
}

/* The worker at `place` ends in time what it gets from message k on. */
static void add_end(const struct builder *b, int k, int place)
{
  const struct sp_activation *a = b->a;
  double factor = b->load / b->time;
  int row = sp_lp_row(b->lp, sp_lp_minus(SP_LP_FREE), sp_int(0));
  for (int j = 0; j < b->K; j++)
    for (int q = 0; q < a->p; q++) {
      const struct sp_activation_line *line = &a->line[a->worker[q]];
      double busy = (j <= k ? line->c : 0) + (j >= k && q == place ? 1 / line->rate : 0);
      if (j <= k && line->S > 0)
        sp_lp_set(b->lp, row, chi(b, j, q), sp_double(line->S / b->time));
      if (busy > 0)
        sp_lp_set(b->lp, row, beta(b, j, q), sp_double(busy * factor));
    }
  sp_lp_set(b->lp, row, 2 * b->K * a->p, sp_int(-1));
}

static struct sp_lp *build(struct builder *b, double within, double known)
{
  b->lp = sp_lp_alloc(b->a->by_deadline);
  add_columns(b, within);
  add_load(b, known);
  for (int k = 0; k < b->K; k++) {
    add_choice(b, k, within);
    for (int q = 0; q < b->a->p; q++)
      add_end(b, k, q);
  }
  return b->lp;
}

/* The messages that the solution sends. */
static long read_sequence(const struct builder *b, const double *x, int *sequence)
{
  long n = 0;
  for (int k = 0; k < b->K; k++)
    for (int q = 0; q < b->a->p; q++)
      if (x[chi(b, k, q)] > 0.5)
        sequence[n++] = b->a->worker[q];
  return n;
}

int sp_activation_milp(struct sp_context *cx, const struct sp_activation *a,
                       struct sp_activation_search *asked, int *sequence, long *n)
{
  struct sp_lp_solution solution;
  struct sp_error error;
  long first;
  double known = sp_activation_cost(a, a->limited ? 0 : *n, sequence, &first);
  double within = a->by_deadline ? a->T : known * (1 + 1e-9), W = 0;
  const struct sp_activation_line *line = &a->line[a->worker[0]];
  for (int q = 0; q < a->p; q++)
    W = fmax(W, sp_activation_most(a, a->worker[q], within));
  struct builder b = {.a = a, .K = (int)asked->most, .load = sp_lp_unit(W)};
  b.time = sp_lp_unit(fmin(within, line->S + a->W * (line->c + 1 / line->rate)));
  struct sp_lp *lp = build(&b, within, known);
  int code = sp_lp_solve(lp, asked->limit, &solution, &error);
  sp_lp_free(lp);
  if (code != SP_OK)
    return sp_refuse(cx, "%.200s", error.text);
  double unit = a->by_deadline ? -b.load : b.time;
  asked->nodes = solution.nodes;
  asked->proven = solution.status == SP_LP_OPTIMAL || solution.status == SP_LP_INFEASIBLE;
  asked->bound = solution.bound * unit;
  *n = 0;
  if (solution.status == SP_LP_OPTIMAL || solution.status == SP_LP_FEASIBLE)
    *n = read_sequence(&b, solution.primal, sequence);
  sp_lp_solution_clear(&solution);
  return 0;
}
