/* template: round-robin, the baseline that any other method should beat.
 *
 * [What a reader must know, in five sentences.] Workers are served in turn, each with `burst`
 * tasks. Costs and speeds are ignored. If the worker has no free place the port waits for it.
 * Workers that cannot compute are skipped.
 *
 *   i_k = 1 + floor(k / burst) mod m        for the k-th task, k = 0, 1, ..
 *
 * Source: folklore. [Paper, section; errata of its text.]
 * Cost: O(1) a decision.
 * Example: "c=1,10 w=2,20 buffer=1,1 tasks=2": P1 computes from 1 to 3, P2 receives from 1 to 11
 * and computes from 11 to 31: makespan 31.
 *
 * This file is the whole heuristic: put it into heuristics/ and build, or compile it as a shared
 * object and pass --plugin. <starport/heuristic.h> is its contract; <starport/dates.h> and
 * <starport/state.h> offer functions that may help. It never prints, reads files or the clock, and
 * has no globals; random numbers come from sp_uniform(), memory from sp_new(), which the driver
 * frees. */
#include <starport/heuristic.h>

/* The user's options, `-H template:burst=3`; set by the driver before any hook is called. */
struct options {
  long burst;
};

/* The memory from one decision to the next. */
struct state {
  int worker; /* served now, 0: none yet */
  long given; /* tasks of its burst that it has been sent */
};

/* Called once before the first decision. Makes *state, or refuses an instance that the heuristic
 * does not serve: `return sp_refuse(cx, "worker %d ..", i)`. Without memory no start is needed. */
static int template_start(struct sp_context *cx, const struct sp_instance *in, const void *options,
                          void **state)
{
  (void)in;
  (void)options;
  *state = sp_new(cx, 1, struct state);
  return 0;
}

/* Called whenever the asking port of the master is free and something is left to send. The view
 * gives the date, and for each worker when it has a free place and when it becomes idle. Answer
 * SP_SEND with a worker (the message waits for a place if necessary), SP_WAIT, or SP_DONE.
 *
 * A heuristic that decides everything before the run has a plan() instead of start() and next(): it
 * gets the instance once, calls sp_schedule_add(out, from, to, amount, -1) for each message in the
 * order of the master's ports, sets out->planned to the makespan it expects (or leaves NAN), and
 * returns 0. sp_makespan() gives the makespan of a schedule. */
static struct sp_decision template_next(const struct sp_view *view, const void *data, void *memory)
{
  const struct options *options = data;
  struct state *state = memory;
  if (state->worker == 0 || state->given == options->burst) {
    do
      state->worker = state->worker % view->m + 1;
    while (view->worker[state->worker].w == INFINITY);
    state->given = 0;
  }
  state->given++;
  return (struct sp_decision){.verb = SP_SEND, .worker = state->worker, .amount = 1};
}

/* name, type, field, default as text, choices of an SP_CHOICE, least and greatest value, help. */
static const struct sp_option options[] = {{"burst", SP_INTEGER, offsetof(struct options, burst),
                                            "1", NULL, 1, 1e9, "tasks in a row for each worker"},
                                           SP_OPTIONS_END};

/* The file, the symbol and the heuristic have the same name. */
const struct sp_heuristic sp_heuristic_template = {
    .abi = SP_ABI,
    .name = "template",
    .summary = "round-robin over the workers",
    .source = "folklore",
    .version = 1,
    .problems = SP_BAG,
    .options = options,
    .options_size = sizeof(struct options),
    .start = template_start,
    .next = template_next,
};
