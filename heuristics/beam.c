/* beam: beam search over the orders of sending, for small bags.
 *
 * The heuristics of Figure 7 build one order of sending, task by task, and never revise it. Beam
 * search builds the best `width` orders in parallel: it extends each by every worker as the next
 * receiver, estimates when the whole bag would end, and keeps the `width` orders of the least
 * estimate. The estimate is a plan: the tasks left are sent by min_c, or each to the worker that
 * ends it first, whichever ends earlier. So the result is never worse than min_c or mct.
 *
 *   send to i: s = max(a_i, link) ; link = s + c_i ; idle_i = max(link, idle_i) + w_i
 *   ties of the estimate: the earlier link, then the order found first ; equal states are kept once
 *
 * places=paper lets a worker hold b_i + 1 tasks: the report prints Available = max(t, Idle - b w),
 * where (b - 1) w is meant. The option shows the consequence: `planned` is then less than the
 * executed makespan, and Theorem 1 would not hold. Refused where (N m)^2 times the width exceeds
 * 10^9, with several emissions at once or with a deadline.
 * Cost: O(N^2 m^2 width).
 * Example (Theorem 1 from a = 6,6,6,8,8,8, which has no 3-partition): c = 6,6,6,8,8,8,21, w = 84
 * six times and 21, b = 1, 10 tasks: makespan 180, the optimum is 169 and K = 168; the plan of
 * places=paper has `planned` 147 and takes 210. */
#include <starport/bag.h>
#include <starport/heap.h>

#include <stdlib.h>
#include <string.h>

struct options {
  long width;
  int places;
};

/* A partial order. date[at[i]..at[i+1]-1] are the dates at which the places of worker i become
 * free, increasing; the last is idle_i. */
struct state {
  double estimate, link, last;
  long trail; /* its line in the tree of orders */
  double *date;
};

/* A tree of orders: each line adds a worker to the order of its parent. */
struct step {
  long parent;
  int worker;
};

/* A successor, not built yet. */
struct successor {
  double estimate, link;
  int state, worker;
};

struct beam {
  int m, dates, width;
  long N;
  int *at; /* [1..m+1] */
  double *c, *w;
  const int *by_c;
  struct state *now, *later; /* [0..width-1] */
  struct successor *tried;   /* [0..width*m-1] */
  double *scratch, *rollout; /* [dates] */
  struct step *step;
  long steps;
};

static double longer(double a, double b)
{
  return a > b ? a : b;
}

/* Sends one task to worker i; dates are changed in place. */
static void give(const struct beam *b, int i, double *date, double *link, double *last)
{
  double *mine = date + b->at[i];
  size_t places = (size_t)(b->at[i + 1] - b->at[i]);
  double arrival = longer(mine[0], *link) + b->c[i];
  double end = longer(arrival, mine[places - 1]) + b->w[i];
  memmove(mine, mine + 1, (places - 1) * sizeof *mine);
  mine[places - 1] = end;
  *link = arrival;
  *last = longer(*last, end);
}

/* min_c's choice (rule 0), or the worker that ends the task first (rule 1). */
static int choose(const struct beam *b, const double *date, double link, int rule)
{
  double best = INFINITY, t = INFINITY;
  int chosen = b->by_c[0];
  for (int i = 1; i <= b->m; i++)
    if (b->w[i] < INFINITY && date[b->at[i]] < t)
      t = date[b->at[i]];
  t = longer(t, link);
  for (int i = 1; i <= b->m; i++) {
    double arrival = longer(date[b->at[i]], link) + b->c[i];
    double end = longer(arrival, date[b->at[i + 1] - 1]) + b->w[i];
    bool ripe = b->w[i] < INFINITY && date[b->at[i]] <= t;
    double key = rule ? end : ripe ? b->c[i] : INFINITY;
    if (key < best) {
      best = key;
      chosen = i;
    }
  }
  return chosen;
}

/* The makespan if the tasks left are sent by the better of the two simple rules. */
static double estimate(const struct beam *b, const double *date, double link, double last,
                       long left)
{
  double best = INFINITY;
  for (int rule = 0; rule < 2; rule++) {
    double port = link, end = last;
    memcpy(b->rollout, date, (size_t)b->dates * sizeof *date);
    for (long k = 0; k < left && end < best; k++)
      give(b, choose(b, b->rollout, port, rule), b->rollout, &port, &end);
    best = end < best ? end : best;
  }
  return best;
}

static int best_first(const void *a, const void *b)
{
  const struct successor *x = a, *y = b;
  if (x->estimate != y->estimate)
    return x->estimate < y->estimate ? -1 : 1;
  if (x->link != y->link)
    return x->link < y->link ? -1 : 1;
  return x->state != y->state ? x->state - y->state : x->worker - y->worker;
}

static bool present(const struct beam *b, int kept, const struct state *s)
{
  size_t bytes = (size_t)b->dates * sizeof *s->date;
  for (int k = 0; k < kept; k++)
    if (b->later[k].estimate == s->estimate && b->later[k].link == s->link &&
        !memcmp(b->later[k].date, s->date, bytes))
      return true;
  return false;
}

/* Replaces the beam of n states by their best successors; returns how many. */
static int advance(struct beam *b, int n, long left)
{
  size_t bytes = (size_t)b->dates * sizeof(double);
  int tried = 0, kept = 0;
  for (int k = 0; k < n; k++)
    for (int i = 1; i <= b->m; i++) {
      double link = b->now[k].link, last = b->now[k].last;
      if (b->w[i] == INFINITY)
        continue;
      memcpy(b->scratch, b->now[k].date, bytes);
      give(b, i, b->scratch, &link, &last);
      double T = estimate(b, b->scratch, link, last, left - 1);
      b->tried[tried++] = (struct successor){T, link, k, i};
    }
  qsort(b->tried, (size_t)tried, sizeof *b->tried, best_first);
  for (int k = 0; k < tried && kept < b->width; k++) {
    const struct state *from = &b->now[b->tried[k].state];
    struct state *to = &b->later[kept];
    memcpy(to->date, from->date, bytes);
    to->link = from->link;
    to->last = from->last;
    to->estimate = b->tried[k].estimate;
    give(b, b->tried[k].worker, to->date, &to->link, &to->last);
    if (present(b, kept, to))
      continue;
    to->trail = b->steps;
    b->step[b->steps++] = (struct step){from->trail, b->tried[k].worker};
    kept++;
  }
  struct state *swap = b->now;
  b->now = b->later;
  b->later = swap;
  return kept;
}

static struct beam prepare(struct sp_context *cx, const struct sp_instance *in,
                           const struct options *o)
{
  struct beam b = {.m = in->m, .width = (int)o->width, .N = (long)in->total.v};
  b.at = sp_new(cx, in->m + 2, int);
  b.c = sp_new(cx, in->m + 1, double);
  b.w = sp_new(cx, in->m + 1, double);
  for (int i = 1; i <= in->m; i++) {
    long places = in->buffer[i] < b.N ? in->buffer[i] + o->places : b.N;
    b.c[i] = in->latency[i].v + in->c[i].v;
    b.w[i] = in->w[i].v;
    b.at[i] = b.dates;
    b.dates += (int)(places > 0 ? places : 1);
  }
  b.at[in->m + 1] = b.dates;
  b.by_c = sp_order(cx, b.m, b.c);
  b.now = sp_new(cx, b.width, struct state);
  b.later = sp_new(cx, b.width, struct state);
  for (int k = 0; k < b.width; k++) {
    b.now[k].date = sp_new(cx, b.dates, double);
    b.later[k].date = sp_new(cx, b.dates, double);
  }
  b.tried = sp_new(cx, b.width * b.m, struct successor);
  b.scratch = sp_new(cx, b.dates, double);
  b.rollout = sp_new(cx, b.dates, double);
  b.step = sp_new(cx, b.N * b.width + 1, struct step);
  b.steps = 1; /* line 0: the empty order */
  return b;
}

static int refuse(struct sp_context *cx, const struct sp_instance *in, const struct options *o)
{
  if (sp_bag_served(cx, in, false))
    return -1;
  double choices = in->total.v * in->m;
  if (choices * choices * (double)o->width > 1e9)
    return sp_refuse(cx, "%.0f tasks on %d workers are too many for a beam of %ld orders",
                     in->total.v, in->m, o->width);
  return 0;
}

static int plan(struct sp_context *cx, const struct sp_instance *in, const void *data,
                struct sp_schedule *out)
{
  const struct options *o = data;
  if (refuse(cx, in, o))
    return -1;
  struct beam b = prepare(cx, in, o);
  int n = 1, best = 0;
  for (long k = 0; k < b.N; k++)
    n = advance(&b, n, b.N - k);
  for (int k = 1; k < n; k++)
    if (b.now[k].last < b.now[best].last)
      best = k;
  int *order = sp_new(cx, b.N, int);
  long trail = b.now[best].trail;
  for (long k = b.N; k-- > 0; trail = b.step[trail].parent)
    order[k] = b.step[trail].worker;
  for (long k = 0; k < b.N; k++)
    sp_schedule_add(out, 0, order[k], 1, -1);
  out->planned = b.now[best].last;
  return 0;
}

static const struct sp_option options[] = {
    {"width", SP_INTEGER, offsetof(struct options, width), "64", NULL, 1, 1000000,
     "orders of sending kept in parallel"},
    {"places", SP_CHOICE, offsetof(struct options, places), "bounded", "bounded|paper", 0, 0,
     "paper: one place more, by the formula printed in the report"},
    SP_OPTIONS_END};

const struct sp_heuristic sp_heuristic_beam = {
    .abi = SP_ABI,
    .name = "beam",
    .summary = "beam search over the orders of sending, for small bags",
    .source = "starport; after RR-5196, Figure 7",
    .version = 1,
    .problems = SP_BAG,
    .options = options,
    .options_size = sizeof(struct options),
    .plan = plan,
};
