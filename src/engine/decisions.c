/* Records the decisions of a run on a star; see decisions.h. */
#include "engine/decisions.h"
#include "base/memory.h"
#include "model/instance.h"

/* ---- The list. */

/* Adds a row for worker i (0: none) after those of this decision with smaller numbers. */
static void add_row(struct sp_decisions *decisions, const struct sp_view *view,
                    const struct sp_decision *answer, long number, int i)
{
  const struct sp_worker_view *v = &view->worker[i];
  sp_grow(decisions->row, decisions->n, decisions->cap);
  long at = decisions->n++;
  for (; at > 0 && decisions->row[at - 1].decision == number && decisions->row[at - 1].worker > i;
       at--)
    decisions->row[at] = decisions->row[at - 1];
  struct sp_seen *row = &decisions->row[at];
  *row = (struct sp_seen){.decision = number,
                          .now = view->now,
                          .remaining = view->remaining,
                          .port = view->port,
                          .answer = *answer,
                          .worker = i};
  if (i == 0)
    return;
  row->room_at = v->room_at;
  row->idle_at = v->idle_at;
  row->assigned = v->assigned;
  row->done = v->done;
  row->held = v->held;
  row->movable = v->movable;
}

static void add(struct sp_decisions *decisions, const struct sp_view *view,
                const struct sp_decision *answer)
{
  long number = decisions->n ? decisions->row[decisions->n - 1].decision + 1 : 0;
  for (int k = 0; k < view->n_changed; k++)
    add_row(decisions, view, answer, number, view->changed[k]);
  if (view->n_changed == 0)
    add_row(decisions, view, answer, number, 0);
}

/* ---- On line. */

/* A heuristic that asks another one. */
struct watched {
  struct sp_heuristic asked; /* as the other one, with the function next below */
  const struct sp_heuristic *heuristic;
  void *state;
  struct sp_decisions *decisions;
};

static struct sp_decision next(const struct sp_view *view, const void *options, void *state)
{
  const struct watched *watched = state;
  struct sp_decision answer = watched->heuristic->next(view, options, watched->state);
  add(watched->decisions, view, &answer);
  return answer;
}

void decisions_watch(struct sp_context *cx, struct sp_job *job)
{
  struct watched *watched = sp_new(cx, 1, struct watched);
  *watched = (struct watched){.asked = *job->heuristic,
                              .heuristic = job->heuristic,
                              .state = job->state,
                              .decisions = job->conditions->decisions};
  watched->asked.next = next;
  job->heuristic = &watched->asked;
  job->state = watched;
}

/* ---- Plans. */

void decisions_of_plan(struct controller *c, enum sp_port port, double now, const struct hop *hop)
{
  struct worker_views *views = &c->views;
  bool through = !sp_from_master(c->in);
  struct sp_view view = *views_seen(views, SP_OUT, now);
  struct sp_decision answer = {.verb = SP_SEND, .worker = hop->worker, .amount = hop->amount};
  view.port = port;
  if (through)
    view.remaining = (double)(c->job->plan->n - c->engaged[port]);
  add(c->job->conditions->decisions, &view, &answer);
  views_asked(views, SP_OUT);
  /* an emission engaged before its task has come waits for the reception */
  bool waits = through && port == SP_OUT && hop->rank >= c->moved[SP_IN];
  double start = waits && views->port_free[SP_IN] > now ? views->port_free[SP_IN] : now;
  if (port == SP_OUT && controller_relay(c, hop->rank) < 0)
    views_engaged_out(views, hop->worker, hop->amount, start);
  else
    views_engaged_through(views, port, hop->worker, start);
}
