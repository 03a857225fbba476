/* umr: uniform rounds of growing length.
 *
 * In round j every selected worker gets a chunk that takes it X_j to compute. While the workers
 * compute round j the port sends round j + 1, which determines X_j from X_{j+1}: chunks grow
 * geometrically as long as the port is faster than the workers. The last round is cut so that all
 * workers end together. Every number of rounds M is tried: few lose overlap, many lose start-ups.
 *
 *   g_i = c_i/w_i, rho = sum g, S = sum S_i
 *   X_j = S + rho X_{j+1} backwards from y = X_{M-2}            affine in y, like all that follows
 *   e_i = sum_{k<=i} (S_k + g_k X_0)                            arrival of the first chunk
 *   last_i = (T - e_i - sum_{j<=M-2} X_j)/w_i                   the last chunk
 *   sum_i (T - e_i)/w_i = W  and  y = S + sum_i c_i last_i      give y and T, or y and W
 *   feasible: y >= 0 and last_i >= 0, where last_n is the first to fail
 *
 * M = 1 is the linear system of one round. Sums over the workers that do not depend on M are
 * computed once, so each M costs O(1). T is exact if no worker waits for a chunk; if rounds shrink
 * one does, and T is a lower bound of the makespan. So only the rounds whose T is below the best
 * makespan so far are executed, until 10^8 messages have been. By a deadline W replaces T.
 *
 * Without start-ups rounds grow from a first one that rounding cannot tell from none: messages that
 * carry at most 1e-12 of the load are not sent.
 *
 * select=bandwidth takes workers by (c, w, index) and stops before the first that would increase
 * rho to 1 or more; the first is always taken. select=prefix tries every prefix of this order and
 * is much better. M = 1, 2, .. up to `rounds`, until three in a row beyond 3 are not feasible. If
 * none is feasible (a load that is small against the start-ups), it refuses; by a deadline the load
 * is 0. If all c = 0 only M = 1 makes sense.
 *
 * Source: RR-6096, section 6.3 (UMR), after Yang, Casanova.
 * The paper leaves the last round, the unknowns and the search for M to its references; its figure
 * 5 calls S_i computation start-ups, but they are those of communication. Cost: O(p log p + rounds)
 * and O(n M) for what is executed, 10^8 messages at most; prefix: O(p rounds). Example: "c=4,2,4
 * w=35,18,6 latency=4,2,7 work=50": makespan 1016918357/3791070 = 268.2, the workers in the order
 * 2,3,1; M = 1 takes 3995/12 = 332.9, M = 2 279.3, M = 3 268.2, M = 4 270.1. */
#include "solve/divisible/cyclic.h"

/* In what is executed to find the best rounds: a second or two. */
static const double most_messages = 1e8;

enum selection { BANDWIDTH, PREFIX };
struct options {
  int select;
  long rounds;
};

/* Sums over the first n workers of the order; e_i = ES_i + EG_i X_0. */
struct prefix {
  int n, last;          /* workers, and the one added last */
  double S, rho, speed; /* sum of S_i, g_i, 1/w_i */
  double ES_w, EG_w;    /* sum of ES_i/w_i, EG_i/w_i */
  double ES_g, EG_g;    /* sum of ES_i g_i, EG_i g_i */
  /* One round, all end at T: alpha_i = p_i alpha_1 - q_i. The last p and q, and their sums. */
  double p, q, sum_p, sum_q;
};

/* X_0 and the sum of X_j, j <= M-2, affine in y. */
struct chain {
  struct sp_affine first, sum;
};

/* M rounds of the first n workers: value is T, or W by the deadline; NAN if not feasible. */
struct rounds {
  int n;
  long M;
  double y, T; /* M = 1: y is alpha_1 */
  double value;
};

struct search {
  struct sp_context *cx;
  const struct sp_instance *in; /* with a deadline: the greatest load */
  bool greatest;
  long most; /* rounds */
  const int *order;
  int first, workers; /* the prefixes to try: first..workers */
  struct rounds promising, best;
  double executed; /* value of `best` when executed */
  long room;       /* messages that fit */
  double messages; /* executed */
  int *sequence;
  double *chunk;
};

static void take(const struct sp_instance *in, int i, struct prefix *f)
{
  double c = in->c[i].v, w = in->w[i].v, S = in->latency[i].v, g = c / w;
  double before = f->n > 0 ? in->w[f->last].v : 0;
  f->p = f->n > 0 ? f->p * before / (c + w) : 1;
  f->q = f->n > 0 ? (f->q * before + S) / (c + w) : 0;
  f->sum_p += f->p;
  f->sum_q += f->q;
  f->n++;
  f->last = i;
  f->S += S;
  f->rho += g;
  f->speed += 1 / w;
  f->ES_w += f->S / w;
  f->EG_w += f->rho / w;
  f->ES_g += f->S * g;
  f->EG_g += f->rho * g;
}

static void one_round(const struct search *s, const struct prefix *f, struct rounds *r)
{
  const struct sp_instance *in = s->in;
  int i = s->order[0];
  double S = in->latency[i].v, cost = in->c[i].v + in->w[i].v;
  r->y = s->greatest ? (in->deadline.v - S) / cost : (in->total.v + f->sum_q) / f->sum_p;
  r->T = S + r->y * cost;
  r->value = s->greatest ? r->y * f->sum_p - f->sum_q : r->T;
  if (!(r->y >= 0 && f->p * r->y - f->q >= 0))
    r->value = NAN;
}

/* The two equations. With T = t + u y from the first (W given), or t = T and u = 0:
 * y = S + rho T - sum g_i e_i - rho sum X */
static void several_rounds(const struct search *s, const struct prefix *f, const struct chain *X,
                           struct rounds *r)
{
  const struct sp_instance *in = s->in;
  double t = in->deadline.v, u = 0;
  if (!s->greatest) {
    t = (in->total.v + f->ES_w + X->first.constant * f->EG_w) / f->speed;
    u = X->first.coefficient * f->EG_w / f->speed;
  }
  double constant =
      f->S + f->rho * t - f->ES_g - X->first.constant * f->EG_g - f->rho * X->sum.constant;
  double slope = 1 + X->first.coefficient * f->EG_g + f->rho * (X->sum.coefficient - u);
  r->y = constant / slope;
  r->T = t + u * r->y;
  double X0 = X->first.constant + X->first.coefficient * r->y;
  double sum = X->sum.constant + X->sum.coefficient * r->y;
  r->value = s->greatest ? r->T * f->speed - f->ES_w - X0 * f->EG_w : r->T;
  if (!(r->y >= 0 && r->T - (f->S + f->rho * X0) - sum >= 0))
    r->value = NAN;
}

/* One more round before the others. */
static void prepend(const struct prefix *f, struct chain *X)
{
  X->first.constant = f->S + f->rho * X->first.constant;
  X->first.coefficient *= f->rho;
  X->sum.constant += X->first.constant;
  X->sum.coefficient += X->first.coefficient;
}

static bool better(const struct search *s, double a, double b)
{
  return isnan(b) || (s->greatest ? a > b : a < b);
}

/* The chunks of the rounds, in the order in which they are sent. */
static void fill(struct search *s, const struct rounds *r)
{
  const struct sp_instance *in = s->in;
  double S = 0, rho = 0, X = r->y, sum = 0;
  for (int k = 0; k < r->n; k++) {
    S += in->latency[s->order[k]].v;
    rho += in->c[s->order[k]].v / in->w[s->order[k]].v;
  }
  for (long j = r->M - 2; j >= 0; j--) {
    for (int k = 0; k < r->n; k++)
      s->chunk[j * r->n + k] = X / in->w[s->order[k]].v;
    sum += X;
    X = j > 0 ? S + rho * X : X;
  }
  double *last = s->chunk + (r->M - 1) * r->n, e = 0;
  for (int k = 0; k < r->n; k++) {
    int i = s->order[k];
    double c = in->c[i].v, w = in->w[i].v;
    e += in->latency[i].v + (r->M > 1 ? X * c / w : 0);
    last[k] = r->M > 1 ? (r->T - e - sum) / w : (r->T - e) / (c + w);
    e += r->M > 1 ? 0 : last[k] * c;
  }
  for (long j = 0; j < r->n * r->M; j++)
    s->sequence[j] = s->order[j % r->n];
}

static void execute(struct search *s, const struct rounds *r)
{
  long n = r->n * r->M;
  if (n > s->room) {
    s->room = 2 * n;
    s->sequence = sp_new(s->cx, s->room, int);
    s->chunk = sp_new(s->cx, s->room, double);
  }
  fill(s, r);
  s->messages += (double)n;
  double load, time = sp_sequence_fit(s->cx, s->in, n, s->sequence, s->chunk, &load);
  double value = s->greatest ? load : time;
  bool earlier = r->n < s->best.n || (r->n == s->best.n && r->M < s->best.M);
  if (better(s, value, s->executed) || (value == s->executed && earlier)) {
    s->executed = value;
    s->best = *r;
  }
}

/* Visits feasible rounds. The first time the most promising ones are found; `again` executes all
 * that promise at least the value reached. */
static void visit(struct search *s, const struct rounds *r, bool again)
{
  if (!again) {
    if (better(s, r->value, s->promising.value))
      s->promising = *r;
  } else if (s->messages < most_messages && !better(s, s->executed, r->value)) {
    execute(s, r);
  }
}

static void try_prefix(struct search *s, const struct prefix *f, bool again)
{
  struct chain X = {{0, 1}, {0, 1}};
  int failed = 0;
  for (long M = 1; M <= s->most && failed < 3 && (M == 1 || f->rho > 0); M++) {
    struct rounds r = {.n = f->n, .M = M};
    if (M == 1)
      one_round(s, f, &r);
    else
      several_rounds(s, f, &X, &r);
    if (M > 1)
      prepend(f, &X);
    if (!isnan(r.value))
      visit(s, &r, again);
    failed = isnan(r.value) && M > 3 ? failed + 1 : 0;
  }
}

/* The longest prefix first: where rounds shrink, short ones promise most and keep it least. */
static void try_all(struct search *s, const struct prefix *prefix, bool again)
{
  for (int k = s->workers; k >= s->first; k--)
    try_prefix(s, &prefix[k], again);
}

/* Finds the least time or the greatest load, and writes the chunks of the best rounds. False: none
 * is feasible. */
static bool find(struct search *s, const struct sp_instance *in)
{
  s->in = in;
  s->greatest = in->deadline.v < INFINITY;
  s->promising.value = s->executed = NAN;
  s->best = (struct rounds){0};
  s->messages = 0;
  struct prefix *prefix = sp_new(s->cx, s->workers + 1, struct prefix);
  for (int k = 0; k < s->workers; k++) {
    prefix[k + 1] = prefix[k];
    take(in, s->order[k], &prefix[k + 1]);
  }
  try_all(s, prefix, false);
  if (isnan(s->promising.value))
    return false;
  execute(s, &s->promising);
  try_all(s, prefix, true);
  fill(s, &s->best);
  return true;
}

/* The number of workers that select=bandwidth takes. */
static int selected(const struct sp_instance *in, int n, const int *order)
{
  double rho = 0;
  for (int k = 0; k < n; k++) {
    rho += in->c[order[k]].v / in->w[order[k]].v;
    if (rho >= 1)
      return k > 0 ? k : 1;
  }
  return n;
}

static int umr_plan(struct sp_context *cx, const struct sp_instance *in, const void *data,
                    struct sp_schedule *out)
{
  const struct options *options = data;
  if (sp_divisible_served(cx, in, false))
    return -1;
  out->planned = 0;
  int *order = sp_new(cx, in->m, int);
  int n = sp_order_workers(cx, in, in->c, in->w, order);
  if (in->total.v == 0 || n == 0)
    return 0;
  struct search s = {.cx = cx, .most = options->rounds, .order = order, .first = 1, .workers = n};
  if (options->select == BANDWIDTH)
    s.first = s.workers = selected(in, n, order);
  struct sp_instance work = *in, endless = *in;
  work.deadline = endless.total = sp_double(INFINITY);
  bool found = in->total.v < INFINITY && find(&s, &work) && s.executed <= in->deadline.v;
  if (!found && in->deadline.v == INFINITY)
    return sp_refuse(cx,
                     "no number of rounds is feasible: the load %.12g is too small for the "
                     "start-ups of the %d selected workers",
                     in->total.v, s.workers);
  if (!found && !(find(&s, &endless) && s.executed > 0))
    return 0;
  double load;
  long all = s.best.n * s.best.M, messages = sp_sequence_drop(all, s.sequence, s.chunk);
  if (found && messages < all) /* the others carry all of it */
    sp_sequence_fit(cx, &work, messages, s.sequence, s.chunk, &load);
  sp_sequence_plan(cx, in, messages, s.sequence, s.chunk, out);
  return 0;
}

static const struct sp_option options[] = {{"select", SP_CHOICE, offsetof(struct options, select),
                                            "bandwidth", "bandwidth|prefix", 0, 0,
                                            "workers: as many as the port feeds, or best prefix"},
                                           {"rounds", SP_INTEGER, offsetof(struct options, rounds),
                                            "200", NULL, 1, 1e6, "most rounds tried"},
                                           SP_OPTIONS_END};

const struct sp_heuristic sp_heuristic_umr = {
    .abi = SP_ABI,
    .name = "umr",
    .summary = "uniform rounds that grow, the best number of rounds",
    .source = "RR-6096, section 6.3 (UMR)",
    .version = 3,
    .problems = SP_DIVISIBLE,
    .options = options,
    .options_size = sizeof(struct options),
    .plan = umr_plan,
};
