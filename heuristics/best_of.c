/* best-of: the best EXECUTED plan of bba, fwd, bwd and the empty plan, then local search.
 *
 * None of the three is best everywhere, and what a plan is worth is known once it is executed on
 * paper, O(n). The local search then tries small changes: a message to another receiver, from
 * another sender, dropped, two receivers or two senders in turn swapped, a message more at either
 * end of the list, a relay: a worker sends a task early to make room for one that comes late, which
 * none of the three constructs. A change is kept if the sorted list of the workers' ends, latest
 * first, gets smaller in lexicographic order: the makespan may stay while fewer workers reach it.
 *
 *   best = argmin makespan(bba), makespan(fwd), makespan(bwd), makespan(nothing moves)
 *   repeat over all changes until none helps, or `search` evaluations are spent
 *
 * Source: after RR-6005, section 4. `planned` is the executed makespan.
 * Cost: the three, then O(n + m log m) for each of at most `search` evaluations (fewer on large
 * instances: 2*10^6 messages are executed at most). search=0 leaves the local search out.
 * Example (Figure 2): c = 1,8,1,1, w = 1,1,9,10, load = 13,13,0,0. The three and the empty plan
 * take 13; sending P1's tasks to P4 and P3 and one of P2's to P1 takes 12, the optimum. */
#include <starport/heuristic.h>

#include <stdlib.h>
#include <string.h>

struct options {
  long search;
};

static const double most_messages = 2e6;

struct search {
  const struct sp_instance *in;
  struct sp_schedule *best;
  struct sp_schedule trial;
  double *end, *best_end; /* [0..m-1] ends of trial and best, sorted, latest first */
  double *date;           /* [0..m] for the evaluator */
  double budget;          /* evaluations left */
  bool improved;
};

static int descending(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x < y) - (x > y);
}

/* Executes the schedule and sorts the ends; false if it cannot be executed. */
static bool evaluate(struct search *s, const struct sp_schedule *schedule, double *end)
{
  int m = s->in->m;
  if (isnan(sp_end_dates(s->in, schedule, s->date)))
    return false;
  memcpy(end, s->date + 1, (size_t)m * sizeof *end);
  qsort(end, (size_t)m, sizeof *end, descending);
  return true;
}

/* Keeps the trial if it is better than the best, else restores it. */
static void decide(struct search *s)
{
  s->budget--;
  bool better = false;
  if (evaluate(s, &s->trial, s->end)) {
    int i = 0;
    while (i < s->in->m - 1 && s->end[i] == s->best_end[i])
      i++;
    better = s->end[i] < s->best_end[i];
  }
  if (!better) {
    sp_schedule_copy(&s->trial, s->best);
    return;
  }
  sp_schedule_copy(s->best, &s->trial);
  memcpy(s->best_end, s->end, (size_t)s->in->m * sizeof *s->end);
  s->improved = true;
}

static void drop(struct search *s, long k)
{
  struct sp_message *msg = s->trial.msg;
  memmove(msg + k, msg + k + 1, (size_t)(s->trial.n - k - 1) * sizeof *msg);
  s->trial.n--;
  decide(s);
}

static void add(struct search *s, int from, int to, bool in_front)
{
  sp_schedule_add(&s->trial, from, to, 1, -1);
  struct sp_message *msg = s->trial.msg, added = msg[s->trial.n - 1];
  if (in_front) {
    memmove(msg + 1, msg, (size_t)(s->trial.n - 1) * sizeof *msg);
    msg[0] = added;
  }
}

static void insert(struct search *s, int from, int to)
{
  add(s, from, to, true);
  decide(s);
  add(s, from, to, false);
  decide(s);
}

static void relay(struct search *s, int from, int over, int to)
{
  add(s, over, to, true);
  add(s, from, over, false);
  decide(s);
}

static void redirect(struct search *s, long k, int from, int to)
{
  s->trial.msg[k].from = from;
  s->trial.msg[k].to = to;
  decide(s);
}

static void swap(struct search *s, long k, bool senders)
{
  struct sp_message *a = &s->trial.msg[k], *b = a + 1;
  int *x = senders ? &a->from : &a->to, *y = senders ? &b->from : &b->to;
  if (*x == *y)
    return;
  int other = *x;
  *x = *y;
  *y = other;
  decide(s);
}

static void change_message(struct search *s, long k)
{
  for (int i = 1; i <= s->in->m && k < s->best->n && s->budget > 0; i++) {
    int from = s->best->msg[k].from, to = s->best->msg[k].to;
    if (i != from && i != to) {
      redirect(s, k, from, i);
      redirect(s, k, i, s->best->msg[k].to);
    }
  }
  if (k + 1 < s->best->n) {
    swap(s, k, false);
    swap(s, k, true);
  }
  drop(s, k);
}

static void local_search(struct search *s)
{
  int m = s->in->m;
  sp_schedule_copy(&s->trial, s->best);
  do {
    s->improved = false;
    for (int from = 1; from <= m; from++)
      for (int to = 1; to <= m && s->budget > 0; to++)
        if (from != to && s->in->load[from].v > 0)
          insert(s, from, to);
    for (long k = 0; k < s->best->n && s->budget > 0; k++)
      change_message(s, k);
    for (int from = 1; from <= m; from++)
      for (int over = 1; over <= m; over++)
        for (int to = 1; to <= m && s->budget > 0; to++)
          if (from != over && over != to && s->in->load[from].v > 0 && s->in->load[over].v > 0)
            relay(s, from, over, to);
  } while (s->improved && s->budget > 0);
}

static int plan(struct sp_context *cx, const struct sp_instance *in, const void *data,
                struct sp_schedule *out)
{
  const struct options *options = data;
  static const char *const methods[] = {"bba", "fwd", "bwd"};
  double best = sp_makespan(in, out);
  for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
    struct sp_schedule other = SP_SCHEDULE_EMPTY;
    if (sp_plan_with(cx, methods[k], in, &other) != 0)
      return -1;
    double makespan = sp_makespan(in, &other);
    if (isnan(best) || makespan < best) {
      best = makespan;
      sp_schedule_copy(out, &other);
    }
    sp_schedule_clear(&other);
  }
  struct search s = {.in = in,
                     .best = out,
                     .trial = SP_SCHEDULE_EMPTY,
                     .end = sp_new(cx, in->m, double),
                     .best_end = sp_new(cx, in->m, double),
                     .date = sp_new(cx, in->m + 1, double)};
  s.budget = fmin((double)options->search, floor(most_messages / (double)(out->n + in->m)));
  if (s.budget > 0 && evaluate(&s, out, s.best_end))
    local_search(&s);
  sp_schedule_clear(&s.trial);
  out->planned = sp_makespan(in, out);
  return 0;
}

static const struct sp_option options[] = {{"search", SP_INTEGER, offsetof(struct options, search),
                                            "2000", NULL, 0, 1e9,
                                            "evaluations that the local search may spend"},
                                           SP_OPTIONS_END};

const struct sp_heuristic sp_heuristic_best_of = {
    .abi = SP_ABI,
    .name = "best-of",
    .summary = "the best executed plan of bba, fwd, bwd and none, improved by local search",
    .source = "after RR-6005, section 4",
    .version = 1,
    .problems = SP_REDISTRIBUTION,
    .options = options,
    .options_size = sizeof(struct options),
    .plan = plan,
};
