/* rollout: min_c-deadline with each choice evaluated by completing the bag.
 *
 * The list rules and min_c-deadline ignore the effect of a choice on later tasks. Here, at each
 * decision of the best order known, every worker is tried as the next receiver, and the tasks left
 * are sent by the base rule: min_c, or mct, among the workers that can end one more task before the
 * best makespan known. An order that succeeds becomes the best known; the next decision is that of
 * the best order known (a fortified rollout). After all decisions it starts again with the better
 * target, until a whole pass gives no improvement. With a shorter target the base rule chooses
 * other workers, so one success often leads to others.
 *
 *   best = min_c-deadline ; repeat for k = 1..N, for each worker i:
 *     the first k-1 of the best order, then i, then the base rule by T < best ; keep if it succeeds
 *
 * Never worse than min_c-deadline, since it starts from its order. Source: starport; rollout after
 * Bertsekas, Tsitsiklis, Wu, Rollout algorithms for combinatorial optimization, 1997. Cost: O(N m)
 * an evaluation, 2 N m evaluations a pass over all decisions. If `evaluations`, or the 4*10^7 steps
 * that are allowed in all, do not suffice, only every k-th decision is tried. Refuses the instances
 * that min_c-deadline refuses.
 * Example: c = 1,10, w = 2,20, b = 1,1, 20 tasks (Figure 8): makespan 60, the optimum;
 * min_c-deadline takes 71. */
#include <starport/heuristic.h>

#include <string.h>

struct options {
  long evaluations;
};

static const double most_steps = 4e7;

enum rule { CHEAPEST_LINK, FIRST_END, RULES };

/* The tasks sent so far, and the dates at which the port and the workers are free. */
struct state {
  double link, last;
  double *idle;   /* [1..m] */
  double *finish; /* the ends of the last b_i tasks of worker i, from at[i] on */
  long *sent;     /* [1..m] */
};

struct rollout {
  const struct sp_instance *in;
  int m;
  long N, dates;
  double *c, *w;
  long *at, *places; /* [1..m] places 0: all tasks fit */
  struct state now, then;
  int *order, *best; /* [0..N-1] workers: the order being tried, the best known */
  double makespan;   /* of the best */
  double left;       /* evaluations */
};

static double later(double a, double b)
{
  return a > b ? a : b;
}

/* The date from which worker i can take one more task. */
static double room(const struct rollout *r, const struct state *s, int i)
{
  long b = r->places[i];
  return b > 0 && s->sent[i] >= b ? s->finish[r->at[i] + s->sent[i] % b] : 0;
}

static void send(const struct rollout *r, struct state *s, int i)
{
  s->link = later(s->link, room(r, s, i)) + r->c[i];
  s->idle[i] = later(s->link, s->idle[i]) + r->w[i];
  s->last = later(s->last, s->idle[i]);
  if (r->places[i] > 0)
    s->finish[r->at[i] + s->sent[i] % r->places[i]] = s->idle[i];
  s->sent[i]++;
}

static double end_of_task(const struct rollout *r, const struct state *s, int i, double start)
{
  return later(start + r->c[i], s->idle[i]) + r->w[i];
}

/* The worker of the next task by the base rule, 0 if none ends it before the best makespan. */
static int choose(const struct rollout *r, const struct state *s, enum rule rule)
{
  double t = INFINITY, best = INFINITY;
  int chosen = 0;
  for (int i = 1; i <= r->m && rule == CHEAPEST_LINK; i++) {
    double start = later(room(r, s, i), s->link);
    if (start < t && end_of_task(r, s, i, start) < r->makespan)
      t = start;
  }
  for (int i = 1; i <= r->m; i++) {
    double start = later(room(r, s, i), s->link), end;
    if (rule == CHEAPEST_LINK && start > t)
      continue;
    end = end_of_task(r, s, i, rule == CHEAPEST_LINK ? t : start);
    double key = rule == CHEAPEST_LINK ? r->c[i] : end;
    if (end < r->makespan && key < best) {
      best = key;
      chosen = i;
    }
  }
  return chosen;
}

static void copy(const struct rollout *r, struct state *to, const struct state *from)
{
  size_t nodes = (size_t)r->m + 1;
  to->link = from->link;
  to->last = from->last;
  memcpy(to->idle, from->idle, nodes * sizeof *to->idle);
  memcpy(to->sent, from->sent, nodes * sizeof *to->sent);
  memcpy(to->finish, from->finish, (size_t)r->dates * sizeof *to->finish);
}

/* Completes the bag with task k for worker i; keeps the order if it is the best. */
static void complete(struct rollout *r, long k, int i, enum rule rule)
{
  struct state *s = &r->then;
  r->left--;
  copy(r, s, &r->now);
  while (i != 0 && k < r->N) {
    r->order[k++] = i;
    send(r, s, i);
    if (s->last >= r->makespan)
      return;
    i = k < r->N ? choose(r, s, rule) : 0;
  }
  if (k < r->N)
    return;
  r->makespan = s->last;
  memcpy(r->best, r->order, (size_t)r->N * sizeof *r->best);
}

static void open_state(const struct rollout *r, struct state *s)
{
  s->link = s->last = 0;
  for (int i = 1; i <= r->m; i++) {
    s->idle[i] = 0;
    s->sent[i] = 0;
  }
}

/* Tries every worker at every stride-th decision. */
static void pass(struct rollout *r, long stride)
{
  open_state(r, &r->now);
  for (long k = 0; k < r->N; k++) {
    for (int i = 1; i <= r->m && k % stride == 0; i++)
      for (int rule = 0; rule < RULES && r->left > 0; rule++)
        if (r->w[i] < INFINITY && r->in->buffer[i] > 0)
          complete(r, k, i, (enum rule)rule);
    r->order[k] = r->best[k];
    send(r, &r->now, r->best[k]);
  }
}

static struct state state_new(struct sp_context *cx, const struct rollout *r)
{
  return (struct state){.idle = sp_new(cx, r->m + 1, double),
                        .finish = sp_new(cx, r->dates, double),
                        .sent = sp_new(cx, r->m + 1, long)};
}

static struct rollout prepare(struct sp_context *cx, const struct sp_instance *in)
{
  struct rollout r = {.in = in, .m = in->m, .N = (long)in->total.v};
  r.c = sp_new(cx, r.m + 1, double);
  r.w = sp_new(cx, r.m + 1, double);
  r.at = sp_new(cx, r.m + 1, long);
  r.places = sp_new(cx, r.m + 1, long);
  for (int i = 1; i <= r.m; i++) {
    r.c[i] = sp_message_time(in, i, 1);
    r.w[i] = in->buffer[i] > 0 ? in->w[i].v : INFINITY;
    r.places[i] = in->buffer[i] < r.N && in->buffer[i] > 0 ? in->buffer[i] : 0;
    r.at[i] = r.dates;
    r.dates += r.places[i];
  }
  r.now = state_new(cx, &r);
  r.then = state_new(cx, &r);
  r.order = sp_new(cx, r.N, int);
  r.best = sp_new(cx, r.N, int);
  return r;
}

static void improve(struct sp_context *cx, const struct sp_instance *in, double evaluations,
                    struct sp_schedule *out)
{
  struct rollout r = prepare(cx, in);
  double N = (double)r.N, a_pass = RULES * N * r.m, before;
  for (long k = 0; k < r.N; k++)
    r.best[k] = out->msg[k].to;
  r.makespan = out->planned;
  r.left = fmin(evaluations, ceil(most_steps / (N * r.m)));
  long stride = (long)ceil(a_pass / fmax(1, r.left));
  do {
    before = r.makespan;
    pass(&r, stride > 0 ? stride : 1);
  } while (r.makespan < before && r.left > 0);
  for (long k = 0; k < r.N; k++)
    out->msg[k].to = r.best[k];
}

static int plan(struct sp_context *cx, const struct sp_instance *in, const void *data,
                struct sp_schedule *out)
{
  const struct options *options = data;
  if (sp_plan_with(cx, "min_c-deadline", in, out) != 0)
    return -1;
  if (out->n > 0)
    improve(cx, in, (double)options->evaluations, out);
  out->planned = sp_makespan(in, out);
  return 0;
}

static const struct sp_option options[] = {{"evaluations", SP_INTEGER,
                                            offsetof(struct options, evaluations), "20000", NULL, 0,
                                            1e12, "most orders that are completed"},
                                           SP_OPTIONS_END};

const struct sp_heuristic sp_heuristic_rollout = {
    .abi = SP_ABI,
    .name = "rollout",
    .summary = "min_c-deadline, each choice evaluated by completing the bag",
    .source = "starport; after Bertsekas, Tsitsiklis, Wu 1997",
    .version = 1,
    .problems = SP_BAG,
    .options = options,
    .options_size = sizeof(struct options),
    .plan = plan,
};
