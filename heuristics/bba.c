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
 * Two facts make it fast and its accounting exact. A worker that has sent never receives: its e_k
 * is at least its end before it sent, and the latest end of all never grows. A worker that has
 * received never sends, for the same reason. So senders send initial tasks only, and leave the
 * queues of receivers for good. Receivers are in two queues: `busy` by end_k + w_k, a lower bound
 * of e_k, and, once the port is found to delay them, `idle` by c_k + w_k.
 *
 * Erratum of the report: task_arrival_worker must depend on the receiver.
 * Optimal if all c and all w are equal. Cost O((m + n) log m) for n transfers.
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
  double *end, *left;          /* [i] date worker i ends, initial tasks it still has */
  double *leg;                 /* [k] time from `base` to the arrival at worker k */
  double scalar;               /* cc, or c_1 */
  double in, out;              /* dates the master's ports are free */
  double base;                 /* this step's date before the leg: a_k = base + leg_k */
  struct min_queue last;       /* ends of workers, also former ones, latest first */
  struct min_queue busy, idle; /* workers, also some that have sent since */
};

/* Queues prefer low numbers: if ties go to the largest index, workers are numbered backwards. */
static int number(const struct bba *b, int index)
{
  return b->options->tie == LAST ? b->p->m + 1 - index : index;
}

static double second(const struct bba *b, int k)
{
  return b->options->tie == LAST ? 0 : b->end[k];
}

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

/* True if worker a is the better receiver; 0 is no worker. */
static bool better(const struct bba *b, int a, int other)
{
  if (a == 0 || other == 0)
    return other == 0;
  double ea = end_with_one_more(b, a), eo = end_with_one_more(b, other);
  if (ea != eo)
    return ea < eo;
  if (second(b, a) != second(b, other))
    return second(b, a) < second(b, other);
  return number(b, a) < number(b, other);
}

/* The first worker of a queue that has not sent; 0: none. */
static int first(const struct bba *b, struct min_queue *queue)
{
  for (; queue->n > 0; min_queue_pop(queue)) {
    int k = number(b, min_queue_top(queue));
    if (b->left[k] == b->p->load[k])
      return k;
  }
  return 0;
}

/* argmin (e_k, end_k, k) over the workers that have not sent, without its place in the queues. */
static int best_receiver(struct bba *b)
{
  int busy;
  while ((busy = first(b, &b->busy)) > 0 && b->end[busy] < b->base + b->leg[busy]) {
    long k = min_queue_pop(&b->busy).number;
    min_queue_push2(&b->idle, b->leg[busy] + b->p->w[busy], second(b, busy), k);
  }
  int idle = first(b, &b->idle);
  bool was_idle = better(b, idle, busy);
  if (busy > 0 || idle > 0)
    min_queue_pop(was_idle ? &b->idle : &b->busy);
  return was_idle ? idle : busy;
}

/* argmax end_i. */
static int last_sender(struct bba *b)
{
  while (b->last.entry[0].key != -b->end[number(b, min_queue_top(&b->last))])
    min_queue_pop(&b->last);
  return number(b, min_queue_top(&b->last));
}

/* When there is no room for one more entry the former ends leave. */
static void set_end(struct bba *b, int i, double end)
{
  b->end[i] = end;
  if (b->last.n < b->last.cap) {
    min_queue_push(&b->last, -end, number(b, i));
    return;
  }
  b->last.n = 0;
  for (int k = 1; k <= b->p->m; k++)
    min_queue_push(&b->last, -b->end[k], number(b, k));
}

static void set_busy(struct bba *b, int k)
{
  min_queue_push2(&b->busy, b->end[k] + b->p->w[k], second(b, k), number(b, k));
}

static void move(struct bba *b, int s, int r)
{
  double e = end_with_one_more(b, r), w = b->p->w[s];
  b->in += b->options->cost == OWN ? b->p->c[s] : b->scalar;
  b->out = b->base + b->leg[r];
  b->left[s]--;
  set_end(b, s, b->left[s] == 0 ? 0 : b->end[s] - (w < INFINITY ? w : 0));
  set_end(b, r, e);
  set_busy(b, r);
}

static void bba_start(struct bba *b, struct sp_context *cx)
{
  int m = b->p->m;
  b->end = sp_new(cx, m + 1, double);
  b->left = sp_new(cx, m + 1, double);
  b->leg = sp_new(cx, m + 1, double);
  b->last = min_queue_in(sp_new(cx, 4 * m, struct min_entry), 4 * m);
  b->busy = min_queue_in(sp_new(cx, m, struct min_entry), m);
  b->idle = min_queue_in(sp_new(cx, m, struct min_entry), m);
  b->scalar = scalar_cost(b->p, b->options->cost);
  bool leg = b->options->cost == OWN || b->options->cost == IN_FIRST;
  for (int i = 1; i <= m; i++) {
    b->leg[i] = leg ? b->p->c[i] : 0;
    b->left[i] = b->p->load[i];
    set_end(b, i, b->p->f[i]);
    if (b->p->w[i] < INFINITY)
      set_busy(b, i);
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
