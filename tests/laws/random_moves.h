/* Heuristics that decide at random, on line: one moves the tasks of a redistribution, for the laws
 * of hosts and links that go down; one sends the tasks of a bag and says which result comes next.
 * Included by the test programs of this folder. */
#pragma once

#include <starport/heuristic.h>

/* Takes and sends tasks at random, so many; it sends to workers that are down, too. */
struct wanderer {
  struct sp_context *cx;
  double left;
};

static int wanderer_start(struct sp_context *cx, const struct sp_instance *in, const void *options,
                          void **state)
{
  (void)options;
  struct wanderer *w = *state = sp_new(cx, 1, struct wanderer);
  *w = (struct wanderer){cx, 3 * in->total.v};
  return 0;
}

static struct sp_decision wanderer_next(const struct sp_view *view, const void *options, void *data)
{
  struct wanderer *w = data;
  double x = sp_uniform(w->cx);
  (void)options;
  if (view->port == SP_IN && (w->left-- <= 0 || sp_pick(&x, 20) == 0))
    return (struct sp_decision){.verb = SP_DONE};
  if (view->port == SP_IN && sp_pick(&x, 3) == 0)
    return (struct sp_decision){.verb = SP_WAIT};
  int first = 1 + (int)sp_pick(&x, view->m);
  bool any = view->port == SP_OUT && sp_pick(&x, 3) == 0;
  for (int k = 0; k < view->m; k++) {
    int i = 1 + (first - 1 + k) % view->m;
    if (any ||
        (view->port == SP_IN ? view->worker[i].movable > 0 : view->worker[i].room_at < INFINITY))
      return (struct sp_decision){SP_SEND, i, 1, 0};
  }
  return (struct sp_decision){.verb = SP_WAIT};
}

static const struct sp_heuristic wanderer = {
    .abi = SP_ABI,
    .name = "wanderer",
    .summary = "moves tasks at random",
    .source = "this test",
    .version = 1,
    .problems = SP_REDISTRIBUTION,
    .start = wanderer_start,
    .next = wanderer_next,
};

/* Sends tasks to workers that have room, if any, else to one that computes, and receives results,
 * sometimes later. */
static struct sp_decision returner_next(const struct sp_view *view, const void *options, void *cx)
{
  double x = sp_uniform(cx);
  (void)options;
  if (sp_pick(&x, 4) == 0)
    return (struct sp_decision){.verb = SP_WAIT, .until = view->now + 0.25 * (1 + view->now)};
  int first = 1 + (int)sp_pick(&x, view->m), chosen = first;
  for (int k = 0; k < view->m; k++) {
    int i = 1 + (first - 1 + k) % view->m;
    const struct sp_worker_view *worker = &view->worker[i];
    bool can = view->port == SP_IN ? worker->movable > 0
                                   : worker->w < INFINITY && worker->room_at < INFINITY;
    chosen = can || view->worker[chosen].w == INFINITY ? i : chosen;
  }
  return (struct sp_decision){SP_SEND, chosen, 1, 0};
}

static int returner_start(struct sp_context *cx, const struct sp_instance *in, const void *options,
                          void **state)
{
  (void)in;
  (void)options;
  *state = cx;
  return 0;
}

static const struct sp_heuristic returner = {
    .abi = SP_ABI,
    .name = "returner",
    .summary = "sends tasks and receives results at random",
    .source = "this test",
    .version = 1,
    .problems = SP_BAG,
    .start = returner_start,
    .next = returner_next,
    .returns = true,
};
