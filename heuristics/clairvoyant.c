/* clairvoyant: the best list schedule with the real sizes of the tasks, a reference for rules that
 * do not know them.
 *
 * Rules of self-scheduling see no sizes. This planner sees them, and measures what knowledge would
 * be worth. Tasks leave the master in their order, so it chooses the workers and where the order is
 * cut into messages. It makes a few dozen list schedules and keeps the best executed one.
 *
 *   list     the next message to the worker that ends it first, port, link and places included:
 *            argmin max(max(port, link_i, room_i) + S_i + k_i c_i, idle_i) + o + w_i Z(k_i)
 *   its k_i  tasks whose sum Z is nearest to s_i f Z / r (r rounds of a part f of all), or to half
 *            of s_i times what is left, or one task; s_i = (1/w_i) / sum 1/w
 *   last     the rest after f: one message a worker, in the order in which they are idle, each as
 *            many tasks as end by M; the least M by bisection
 *   longest  one task a message; the longest first to the worker that ends it first, sent in their
 *            order
 *
 * f = 0, 1/4, 1/2, 3/4, 9/10 with `last`, 1 without; r = 1, 2, 4, .. 32. No rule without the sizes
 * was seen to be far better; it is no optimum and no bound. The lists of which each task is a
 * message are left out where N m > 10^8.
 *
 * Source: starport; longest task first after Graham, 1969. Cost: O(N log N) and O(m) a message.
 * On tiny bags of random sizes it takes 1.5 % more than the optimum on average
 * (tests/laws/sizes.c). Example: "c=0,0 w=1,1 send=inf tasks=6 sizes=1,2,3,1,1,1 overhead=0.5":
 * makespan 6 by messages of 2, 2, 1 and 1 tasks; 5.5, by 2, 3 and 1 tasks, is the optimum. */
#include "solve/bag/bag.h"

#include <stdlib.h>
#include <string.h>

static const double most_steps = 1e8; /* messages times workers of a list */

struct line {
  double share;       /* of the speed of all; 0: does not compute */
  double link, idle;  /* end of its latest message, of all that it has */
  long held;          /* tasks of messages first .. that hold its places */
  long first, latest; /* messages to it that do; -1: none */
};

struct message {
  int to;
  long tasks, next; /* the next one to the same worker, -1: none */
  double end;
};

struct list {
  const struct sp_instance *in;
  long N, sent, n; /* tasks in all, sent; messages */
  double Z;        /* all sizes */
  double *sum;     /* [0..N] of the first tasks */
  int ports;
  double *port;            /* [0..ports-1] date at which each is free; none: there is always one */
  struct line *line;       /* [0..m] */
  struct message *of;      /* [0..N-1] */
  struct min_entry *order; /* [0..m-1] scratch */
};

static void open_list(struct list *l)
{
  l->sent = l->n = 0;
  for (int p = 0; p < l->ports; p++)
    l->port[p] = 0;
  for (int i = 1; i <= l->in->m; i++)
    l->line[i] = (struct line){.share = l->line[i].share, .first = -1, .latest = -1};
}

static double *free_port(const struct list *l)
{
  double *least = l->port;
  for (int p = 1; p < l->ports; p++)
    least = l->port[p] < *least ? &l->port[p] : least;
  return least;
}

/* The most tasks that one message to worker i can carry, of those that are left. */
static long most_tasks(const struct list *l, int i)
{
  long left = l->N - l->sent;
  return l->in->buffer[i] < left ? l->in->buffer[i] : left;
}

/* The date from which k tasks have places at worker i. */
static double room(const struct list *l, int i, long k)
{
  const struct line *line = &l->line[i];
  double date = 0;
  long held = line->held;
  for (long at = line->first; held > l->in->buffer[i] - k; at = l->of[at].next) {
    date = l->of[at].end;
    held -= l->of[at].tasks;
  }
  return date;
}

/* When the next k tasks begin to be sent to worker i, once `port` is free. */
static double start_of(const struct list *l, int i, long k, double port)
{
  return sp_state_later(sp_state_later(port, l->line[i].link), room(l, i, k));
}

/* When k tasks from number `first` on end there, that are sent from `start` on. */
static double end_of(const struct list *l, int i, long k, long first, double start)
{
  const struct sp_instance *in = l->in;
  double there = start + in->latency[i].v + (double)k * in->c[i].v;
  double size = l->sum[first + k] - l->sum[first];
  return sp_state_later(there, l->line[i].idle) + in->overhead.v + size * in->w[i].v;
}

static void send(struct list *l, int i, long k)
{
  struct line *line = &l->line[i];
  double *port = free_port(l), start = start_of(l, i, k, port ? *port : 0);
  line->idle = end_of(l, i, k, l->sent, start);
  line->link = start + l->in->latency[i].v + (double)k * l->in->c[i].v;
  if (port)
    *port = line->link;
  for (; line->held > l->in->buffer[i] - k; line->first = l->of[line->first].next)
    line->held -= l->of[line->first].tasks;
  if (line->first < 0)
    line->first = l->n;
  else
    l->of[line->latest].next = l->n;
  line->latest = l->n;
  line->held += k;
  l->of[l->n++] = (struct message){i, k, -1, line->idle};
  l->sent += k;
}

/* The number of tasks from the next one on whose sum is nearest to `size`, 1..most. */
static long nearest(const struct list *l, double size, long most)
{
  long low = l->sent + 1, high = l->sent + most;
  double target = l->sum[l->sent] + size;
  while (low < high) {
    long middle = low + (high - low + 1) / 2;
    if (l->sum[middle] - target <= target - l->sum[middle - 1])
      low = middle;
    else
      high = middle - 1;
  }
  return low - l->sent;
}

/* Sends the next message, of tasks nearest to the worker's share of `size`. */
static void send_next(struct list *l, double size)
{
  const double *port = free_port(l);
  int best = 0;
  long tasks = 0;
  double least = INFINITY;
  for (int i = 1; i <= l->in->m; i++) {
    if (!(l->line[i].share > 0))
      continue;
    long k = nearest(l, size * l->line[i].share, most_tasks(l, i));
    double end = end_of(l, i, k, l->sent, start_of(l, i, k, port ? *port : 0));
    if (end < least || !best) {
      best = i;
      tasks = k;
      least = end;
    }
  }
  send(l, best, tasks);
}

/* A part of all, in rounds. */
static void send_rounds(struct list *l, double part, double rounds)
{
  while (l->sent < l->N && (part >= 1 || l->sum[l->sent] < part * l->Z * (1 - 1e-9)))
    send_next(l, rounds < INFINITY ? part * l->Z / rounds : 0);
}

static void send_halves(struct list *l)
{
  while (l->sent < l->N)
    send_next(l, (l->Z - l->sum[l->sent]) / 2);
}

/* As many of the tasks from number `first` on as worker i ends by M. */
static long tasks_by(const struct list *l, int i, long first, double port, double M)
{
  long left = l->N - first, low = 0;
  long high = l->in->buffer[i] < left ? l->in->buffer[i] : left;
  double start = start_of(l, i, high, port);
  while (low < high) {
    long middle = low + (high - low + 1) / 2;
    if (end_of(l, i, middle, first, start) <= M)
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

/* Do the workers of the order end all that is left by M, with a message each? `sends`: send it. Of
 * several ports it counts only when they are free at first. */
static bool ends_by(struct list *l, double M, bool sends)
{
  long first = l->sent;
  double least = l->ports ? *free_port(l) : 0;
  for (int j = 0; j < l->in->m && first < l->N; j++) {
    int i = (int)l->order[j].number;
    long k = l->line[i].share > 0 ? tasks_by(l, i, first, least, M) : 0;
    if (k == 0)
      continue;
    if (l->ports == 1)
      least = start_of(l, i, k, least) + l->in->latency[i].v + (double)k * l->in->c[i].v;
    if (sends)
      send(l, i, k);
    first += k;
  }
  return first == l->N;
}

/* The rest, if it can end before `best`; false: it cannot. */
static bool send_last(struct list *l, double best)
{
  double low = 0, high = best;
  for (int j = 0; j < l->in->m; j++) {
    const struct sp_instance *in = l->in;
    l->order[j] =
        (struct min_entry){l->line[j + 1].idle, in->latency[j + 1].v + in->c[j + 1].v, j + 1};
  }
  qsort(l->order, (size_t)l->in->m, sizeof *l->order, min_compare);
  if (!ends_by(l, high, false))
    return false;
  for (int step = 0; step < 50; step++) {
    double middle = low + (high - low) / 2;
    if (ends_by(l, middle, false))
      high = middle;
    else
      low = middle;
  }
  return ends_by(l, high, true);
}

/* One task a message, of which the longest chose its worker first. */
static void send_longest(struct sp_context *cx, struct list *l)
{
  const struct sp_instance *in = l->in;
  struct min_entry *longest = sp_new(cx, l->N, struct min_entry);
  double *end = sp_task_costs(cx, in);
  int *to = sp_new(cx, l->N, int);
  for (long k = 0; k < l->N; k++)
    longest[k] = (struct min_entry){l->sum[k] - l->sum[k + 1], 0, k};
  qsort(longest, (size_t)l->N, sizeof *longest, min_compare);
  for (long k = 0; k < l->N; k++) {
    int best = 0;
    for (int i = 1; i <= in->m; i++)
      if (l->line[i].share > 0 && (!best || end[i] - longest[k].key * in->w[i].v <
                                                end[best] - longest[k].key * in->w[best].v))
        best = i;
    end[best] += in->overhead.v - longest[k].key * in->w[best].v;
    to[longest[k].number] = best;
  }
  for (long k = 0; k < l->N; k++)
    send(l, to[k], 1);
}

/* Keeps the list if it is the best. */
static void keep(const struct list *l, struct sp_schedule *out)
{
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  for (long k = 0; k < l->n; k++)
    sp_schedule_add(&plan, 0, l->of[k].to, (double)l->of[k].tasks, -1);
  plan.planned = sp_makespan(l->in, &plan);
  if (plan.planned < out->planned)
    sp_swap(*out, plan);
  sp_schedule_clear(&plan);
}

/* A part of all in rounds, then the rest. */
static void try_part(struct list *l, double part, double rounds, struct sp_schedule *out)
{
  open_list(l);
  send_rounds(l, part, rounds);
  if (part >= 1 || send_last(l, out->planned))
    keep(l, out);
}

static void try_lists(struct sp_context *cx, struct list *l, struct sp_schedule *out)
{
  static const double part[] = {1, 0.25, 0.5, 0.75, 0.9};
  for (double rounds = 1; rounds <= 32; rounds *= 2)
    for (size_t p = 0; p < sizeof part / sizeof *part; p++)
      try_part(l, part[p], rounds, out);
  try_part(l, 0, 1, out);
  open_list(l);
  send_halves(l);
  keep(l, out);
  if ((double)l->N * l->in->m > most_steps)
    return;
  try_part(l, 1, INFINITY, out);
  open_list(l);
  send_longest(cx, l);
  keep(l, out);
}

static int clairvoyant_plan(struct sp_context *cx, const struct sp_instance *in,
                            const void *options, struct sp_schedule *out)
{
  (void)options;
  if (sp_bag_served(cx, in, true))
    return -1;
  struct list l = {.in = in, .N = (long)in->total.v};
  int ports = in->platform.node[0].ports.send;
  l.ports = ports >= in->m ? 0 : ports; /* a link carries one message at a time */
  l.port = sp_new(cx, l.ports + 1, double);
  l.line = sp_new(cx, in->m + 1, struct line);
  l.order = sp_new(cx, in->m, struct min_entry);
  l.of = sp_new(cx, l.N + 1, struct message);
  l.sum = sp_new(cx, l.N + 1, double);
  double speed = 0;
  for (long k = 0; k < l.N; k++)
    l.sum[k + 1] = l.sum[k] + (in->sizes ? in->sizes[k] : 1);
  l.Z = l.sum[l.N];
  for (int i = 1; i <= in->m; i++)
    speed += 1 / in->w[i].v;
  for (int i = 1; i <= in->m; i++)
    l.line[i].share = 1 / in->w[i].v / speed;
  out->planned = l.N > 0 ? INFINITY : 0;
  if (l.N > 0)
    try_lists(cx, &l, out);
  return 0;
}

const struct sp_heuristic sp_heuristic_clairvoyant = {
    .abi = SP_ABI,
    .name = "clairvoyant",
    .summary = "knows the sizes of the tasks: the best of a few dozen list schedules",
    .source = "starport; Graham 1969",
    .version = 1,
    .problems = SP_BAG,
    .plan = clairvoyant_plan,
    .chunks = true,
    .sizes = true,
    .clairvoyant = true,
};
