/* BBA: best-balance algorithm (RR-6005, Algorithm 1), for links of different costs.
 *
 * One task at a time goes from the worker that would end last to the worker that would end it
 * first, as long as it ends there before the sender would end. Only the ends of the two workers and
 * the two ports of the master change, so BBA knows its makespan without execution. It looks one
 * step ahead.
 *
 *   end_i = L_i w_i ; in = out = 0
 *   loop: s = argmax end_i
 *         st = max(in + c_s, out) ; e_k = max(end_k, st + c_k) + w_k for every k
 *         r = argmin (e_k, end_k, k)
 *         if end_s <= e_r: stop
 *         in += c_s ; out = st + c_r ; end_s -= w_s ; end_r = e_r ; record (s, r)
 *
 * cost= one scalar for the leg into the master:
 *   mean, median: cc = mean or median of c; in += cc; a = max(in, out) + cc;
 *                 e_k = max(end_k, a) + w_k; out = a
 *   in-first:     in += c_1; a_k = max(in, out) + c_k; e_k = max(end_k, a_k) + w_k; out = a_r
 *   all three also stop when s has no initial task left or r = s.
 * tie=last: s = argmax end_i and r = argmin e_k, every tie to the largest index, end_k not
 * consulted; with it the trace of section 4.2 and the uniform rows of Table 1 are as printed.
 *
 * A worker that has sent never receives: its e_k is at least its end before it sent, and the latest
 * end of all never grows. A worker that has received never sends, for the same reason. So senders
 * send initial tasks only.
 *
 * Erratum of the report: task_arrival_worker must depend on the receiver.
 * Optimal if all c and all w are equal. Cost O(m) a transfer.
 * Example (section 4.2): "c=2,2,2,2 w=3,3,4,4 load=8,1,1,0": makespan 14 (optimum 13); with
 * tie=last the receivers are P2, P4, P2, P4. */

#include "solve/redistribution/redistribution.h"

struct options {
  int cost, tie;
};
enum cost { OWN, MEAN, MEDIAN, IN_FIRST };
enum tie { FIRST, LAST };

struct bba {
  const struct options *options;
  const struct sp_redistribution *p;
  double *end, *left; /* [i] date worker i ends, initial tasks it still has */
  double *leg;        /* [k] time from `base` to the arrival at worker k */
  double scalar;      /* cc, or c_1 */
  double in, out;     /* dates the master's ports are free */
  double base;        /* this step's date before the leg: a_k = base + leg_k */
};

/* The times are multiples of m (mean) or of 2 (median), so the division is exact. */
static double scalar_cost(const struct sp_redistribution *p, int cost)
{
  int m = p->m;
  double sum = 0;
  for (int i = 1; i <= m; i++)
    sum += p->c[i];
  switch ((enum cost)cost) {
  case MEAN:
    return sum / m;
  case MEDIAN:
    return (p->c[p->by_c[(m - 1) / 2]] + p->c[p->by_c[m / 2]]) / 2;
  case IN_FIRST:
    return p->c[1];
  default:
    return NAN;
  }
}

/* The date before the leg if s sends next. */
static double base_date(const struct bba *b, int s)
{
  switch ((enum cost)b->options->cost) {
  case OWN:
    return fmax(b->in + b->p->c[s], b->out);
  case IN_FIRST:
    return fmax(b->in + b->scalar, b->out);
  default:
    return fmax(b->in + b->scalar, b->out) + b->scalar;
  }
}

static double end_with_one_more(const struct bba *b, int k)
{
  return fmax(b->end[k], b->base + b->leg[k]) + b->p->w[k];
}

/* argmin (e_k, end_k, k) over the workers that have not sent; 0: none. */
static int best_receiver(const struct bba *b)
{
  double least = INFINITY;
  int best = 0;
  for (int k = 1; k <= b->p->m; k++) {
    double e = end_with_one_more(b, k);
    bool tie = e == least && (b->options->tie == LAST || b->end[k] < b->end[best]);
    if (b->left[k] == b->p->load[k] && e < INFINITY && (e < least || tie)) {
      least = e;
      best = k;
    }
  }
  return best;
}

/* argmax end_i. */
static int last_sender(const struct bba *b)
{
  int last = 1;
  for (int i = 2; i <= b->p->m; i++)
    if (b->end[i] > b->end[last] || (b->options->tie == LAST && b->end[i] == b->end[last]))
      last = i;
  return last;
}

static void move(struct bba *b, int s, int r)
{
  double e = end_with_one_more(b, r), w = b->p->w[s];
  b->in += b->options->cost == OWN ? b->p->c[s] : b->scalar;
  b->out = b->base + b->leg[r];
  b->left[s]--;
  b->end[s] = b->left[s] == 0 ? 0 : b->end[s] - (w < INFINITY ? w : 0);
  b->end[r] = e;
}

static void bba_start(struct bba *b, struct sp_context *cx)
{
  int m = b->p->m;
  b->end = sp_new(cx, m + 1, double);
  b->left = sp_new(cx, m + 1, double);
  b->leg = sp_new(cx, m + 1, double);
  b->scalar = scalar_cost(b->p, b->options->cost);
  bool leg = b->options->cost == OWN || b->options->cost == IN_FIRST;
  for (int i = 1; i <= m; i++) {
    b->leg[i] = leg ? b->p->c[i] : 0;
    b->left[i] = b->p->load[i];
    b->end[i] = b->p->f[i];
  }
}

static int bba_plan(struct sp_context *cx, const struct sp_instance *in, const void *data,
                    struct sp_schedule *out)
{
  struct bba b = {.options = data};
  int multiple = b.options->cost == MEAN ? in->m : b.options->cost == MEDIAN ? 2 : 1;
  b.p = sp_redistribution_new(cx, in, multiple);
  bba_start(&b, cx);
  for (;;) {
    int s = last_sender(&b);
    b.base = base_date(&b, s);
    int r = best_receiver(&b);
    if (r == 0 || r == s || b.left[s] == 0 || b.end[s] <= end_with_one_more(&b, r))
      break;
    move(&b, s, r);
    sp_schedule_add(out, s, r, 1, -1);
  }
  out->planned = sp_redistribution_time(b.p, b.end[last_sender(&b)]);
  return 0;
}

static const struct sp_option options[] = {
    {"cost", SP_CHOICE, offsetof(struct options, cost), "own", "own|mean|median|in-first", 0, 0,
     "cost of a link in the decisions: its own, or one scalar for all"},
    {"tie", SP_CHOICE, offsetof(struct options, tie), "first", "first|last", 0, 0,
     "ties: first index, or last index with end_k not consulted"},
    SP_OPTIONS_END};

const struct sp_heuristic sp_heuristic_bba = {
    .abi = SP_ABI,
    .name = "bba",
    .summary = "one task at a time, from the worker that ends last to the one that ends it first",
    .source = "RR-6005, Algorithm 1",
    .version = 1,
    .problems = SP_REDISTRIBUTION,
    .options = options,
    .options_size = sizeof(struct options),
    .plan = bba_plan,
};
