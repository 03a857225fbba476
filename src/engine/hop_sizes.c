/* Which task each hop has, where tasks have sizes: the part of a run of hops for that, which both
 * engines share; see hops.h. */
#include "base/memory.h"
#include "engine/hops.h"
#include "model/instance.h"

/* A task that has come to a node. */
struct come {
  long task;
  bool gone; /* it has been sent on or computed */
};

enum { NO_PLACE = -1 };

void hop_sizes_open(struct hop_run *r)
{
  size_t nodes = (size_t)r->job->g->platform.nodes;
  if (!r->job->g->sizes)
    return;
  r->sizes = sp_xcalloc(1, sizeof *r->sizes);
  r->sizes->taken = sp_xcalloc(nodes, sizeof *r->sizes->taken);
  r->sizes->come = sp_xcalloc(nodes, sizeof *r->sizes->come);
  r->sizes->gone = sp_xcalloc(nodes, sizeof *r->sizes->gone);
}

void hop_sizes_close(struct hop_run *r)
{
  struct hop_sizes *s = r->sizes;
  if (!s)
    return;
  for (int i = 0; i < r->job->g->platform.nodes; i++)
    free(s->come[i].item);
  free(s->come);
  free(s->taken);
  free(s->gone);
  free(s->place.item);
  free(s);
}

void hop_sizes_added(struct hop_run *r, const struct sp_hop *hop)
{
  struct hop_sizes *s = r->sizes;
  long place = hop->result                    ? NO_PLACE
               : r->job->g->master[hop->from] ? s->sent++
                                              : s->taken[hop->from]++;
  fifo_push(&s->place, &place);
}

/* Where the task of the hop is; NULL: the run fails, since it has not come. */
static struct come *come_of(struct hop_run *r, const struct hop_task *task)
{
  const struct hop_sizes *s = r->sizes;
  int i = task->hop.from;
  long at = *fifo_at(&s->place, task->number - s->first, long) - s->gone[i];
  if (at >= 0 && at < s->come[i].n)
    return fifo_at(&s->come[i], at, struct come);
  sp_run_fails(r->result, "hop %ld takes a task that has not come to node %d", task->number + 1,
               i + 1);
  return NULL;
}

/* The task of the hop; -1: the run fails. */
static long task_of(struct hop_run *r, const struct hop_task *task)
{
  if (r->job->g->master[task->hop.from])
    return *fifo_at(&r->sizes->place, task->number - r->sizes->first, long);
  const struct come *come = come_of(r, task);
  return come ? come->task : -1;
}

double hop_sizes_of(struct hop_run *r, const struct hop_task *task)
{
  long k = task_of(r, task);
  return k < 0 ? 1 : size_law_at(r->job->g->sizes, k, 0);
}

/* Forgets the tasks that have gone, and the hops that have ended, up to the first that has not. */
static void forget(struct hop_sizes *s, int node)
{
  struct come come;
  long place;
  while (s->come[node].n > 0 && fifo_at(&s->come[node], 0, struct come)->gone) {
    fifo_pop(&s->come[node], &come);
    s->gone[node]++;
  }
  while (s->place.n > 0 && *fifo_at(&s->place, 0, long) == NO_PLACE) {
    fifo_pop(&s->place, &place);
    s->first++;
  }
}

void hop_sizes_ended(struct hop_run *r, const struct hop_task *task)
{
  struct hop_sizes *s = r->sizes;
  const struct sp_hop *hop = &task->hop;
  const bool *master = r->job->g->master;
  long k = hop->result ? -1 : task_of(r, task);
  if (k < 0)
    return;
  if (hop->link >= 0 && !master[hop->to])
    fifo_push(&s->come[hop->to], &((struct come){k, false}));
  if (!master[hop->from])
    come_of(r, task)->gone = true;
  *fifo_at(&s->place, task->number - s->first, long) = NO_PLACE;
  forget(s, hop->from);
}
