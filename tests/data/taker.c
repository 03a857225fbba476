/* A redistribution decided on line: while it may, it takes a task of the worker that has the most
 * of them not begun, and sends it to the worker that is idle first. Tests load it with --plugin:
 * what a reception takes at a date at which a processor is free shows which of them the engine asks
 * first. */
#include <starport/heuristic.h>

struct options {
  long moves;
};
struct state {
  long taken, sent;
};

static int start(struct sp_context *cx, const struct sp_instance *in, const void *options,
                 void **state)
{
  (void)in, (void)options;
  *state = sp_new(cx, 1, struct state);
  return 0;
}

static struct sp_decision take(const struct sp_view *view, long moves, struct state *state)
{
  int from = 0;
  for (int i = 1; i <= view->m && state->taken < moves; i++)
    if (view->worker[i].movable > (from ? view->worker[from].movable : 0))
      from = i;
  state->taken += from > 0;
  return from ? (struct sp_decision){SP_SEND, from, 1, 0} : (struct sp_decision){.verb = SP_DONE};
}

static struct sp_decision next(const struct sp_view *view, const void *options, void *data)
{
  struct state *state = data;
  int to = 1;
  if (view->port == SP_IN)
    return take(view, ((const struct options *)options)->moves, state);
  if (state->sent == state->taken)
    return (struct sp_decision){.verb = view->remaining > 0 ? SP_WAIT : SP_DONE};
  for (int i = 2; i <= view->m; i++)
    if (view->worker[i].idle_at < view->worker[to].idle_at)
      to = i;
  state->sent++;
  return (struct sp_decision){SP_SEND, to, 1, 0};
}

static const struct sp_option options[] = {
    {"moves", SP_INTEGER, offsetof(struct options, moves), "1", NULL, 0, 1000, "tasks to take"},
    SP_OPTIONS_END};

const struct sp_heuristic sp_heuristic_taker = {
    .abi = SP_ABI,
    .name = "taker",
    .summary = "takes tasks that have not been begun, most first",
    .source = "a test of the order of events",
    .version = 1,
    .problems = SP_REDISTRIBUTION,
    .options = options,
    .options_size = sizeof(struct options),
    .start = start,
    .next = next,
};
