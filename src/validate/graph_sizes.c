/* Which task each computation of a trace has, from the numbers of its hops and their dates.
 *
 * Hops take tasks in the order of their numbers: those of masters task 0, 1, .., those of another
 * node the tasks that come to it, in the order in which their messages end. A hop that has not
 * ended by the last date is not in the trace, and takes one, too; so of the hops from the first
 * number on that the trace lacks it is not known what they have. */
#include "validate/graph_sizes.h"
#include "base/memory.h"
#include "validate/order.h"

#include <math.h>

enum { UNKNOWN = -1 };

struct tasks {
  const struct sp_graph *g;
  const struct sp_trace *trace;
  struct groups come; /* by node: the messages of tasks to it, by their ends */
  long *rank, *task;  /* [event] among the hops of its node, or of all masters; its task */
};

/* Is it a hop of tasks between nodes of the graph? */
static bool has_task(const struct sp_graph *g, const struct sp_event *e)
{
  int n = g->platform.nodes;
  return e->kind != SP_RESULT && e->from >= 1 && e->from <= n && e->to >= 1 && e->to <= n;
}

static int comes_to(const void *data, const struct sp_event *e, long place[MOST_PLACES])
{
  place[0] = e->to - 1;
  return e->kind == SP_TRANSFER && has_task(data, e);
}

static long at(const struct tasks *t, const struct sp_event *e)
{
  return e - t->trace->event;
}

/* The ranks of hops whose numbers have none missing before them. */
static void set_ranks(struct tasks *t, const struct selection *by_number)
{
  long *taken = sp_xcalloc((size_t)t->g->platform.nodes, sizeof *taken), sent = 0;
  for (long k = 0; k < by_number->n && by_number->event[k]->message == k; k++) {
    const struct sp_event *e = by_number->event[k];
    if (has_task(t->g, e))
      t->rank[at(t, e)] = t->g->master[e->from - 1] ? sent++ : taken[e->from - 1]++;
  }
  free(taken);
}

/* Messages start before they end, so that in the order of starts all is known that has come. */
static void set_tasks(struct tasks *t, const struct selection *by_date)
{
  for (long k = 0; k < by_date->n; k++) {
    const struct sp_event *e = by_date->event[k];
    long rank = t->rank[at(t, e)];
    if (rank == UNKNOWN)
      continue;
    struct selection come = group(&t->come, e->from - 1);
    if (t->g->master[e->from - 1])
      t->task[at(t, e)] = rank;
    else if (rank < come.n)
      t->task[at(t, e)] = t->task[at(t, come.event[rank])];
  }
}

double *graph_worth(const struct sp_graph *g, const struct sp_trace *trace)
{
  size_t n = (size_t)trace->n;
  struct selection all = select_all(trace);
  struct tasks t = {g, trace, deal(&all, g->platform.nodes, comes_to, g, by_end),
                    sp_xcalloc(n, sizeof *t.rank), sp_xcalloc(n, sizeof *t.task)};
  double *worth = sp_xcalloc(n, sizeof *worth);
  for (size_t k = 0; k < n; k++)
    t.rank[k] = t.task[k] = UNKNOWN;
  sort_events(&all, by_message);
  set_ranks(&t, &all);
  sort_events(&all, by_start);
  set_tasks(&t, &all);
  for (size_t k = 0; k < n; k++) {
    worth[k] = trace->event[k].amount;
    if (trace->event[k].kind == SP_COMPUTE)
      worth[k] = t.task[k] == UNKNOWN ? NAN : size_law_at(g->sizes, t.task[k], 0);
  }
  groups_clear(&t.come);
  free(all.event);
  free(t.rank);
  free(t.task);
  return worth;
}
