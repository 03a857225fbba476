/* The resources, tokens and lanes of a star; see star.h. */
#include "engine/native/star.h"

#include "engine/native/core_loop.h"

/* Which emission to its worker each one is, where some bring units that are sent on. */
static long *ordinals(const struct star *s)
{
  const struct sp_schedule *plan = s->controller.job->plan;
  if (!s->controller.relay)
    return NULL;
  long *ordinal = sp_xcalloc((size_t)plan->n, sizeof *ordinal);
  long *sent = sp_xcalloc((size_t)s->in->m + 1, sizeof *sent);
  for (long k = 0; k < plan->n; k++)
    ordinal[k] = ++sent[plan->msg[k].to];
  free(sent);
  return ordinal;
}

/* Does the master send or receive, not both? */
static bool is_half_duplex(const struct star *s)
{
  return !s->in->platform.node[0].ports.recv_send && s->capacity[SP_IN] > 0;
}

static void set_worker_lanes(struct star *s, int i, int slots)
{
  struct core_lane *lane = &s->core.lane[lane_of(i, 0)];
  long most = i > 0 ? sp_places(s->in, i) : LONG_MAX;
  bool bounded = most < LONG_MAX, relays = s->ordinal, half = is_half_duplex(s);
  bool results = s->controller.results, ordered = results_ordered(&s->controller);
  bool hold = results_hold(&s->controller, i);
  for (int kind = 0; kind <= CPU; kind++) {
    bool one = kind != CPU && s->capacity[kind] == 1;
    lane[kind] = (struct core_lane){
        .first = 2 * lane_of(i, kind),
        .holds = kind != CPU ? !one + half : 0,
        .late = kind != CPU && half,
        .waits = CORE_NONE,
        .claims = CORE_NONE,
        .gives = {CORE_NONE, CORE_NONE},
        .kind = (unsigned char)kind,
        .slot = one ? kind : CORE_FRONTS + slots * i + (kind == CPU ? 0 : 1 + kind)};
    s->core.hold[lane[kind].first] = (struct core_hold){lane_of(i, kind), 0};
    if (half) /* as many at once as the ports carry, in one direction */
      s->core.hold[lane[kind].first + !one] = (struct core_hold){lane_of(s->in->m + 1, 0), kind};
    s->core.resource[lane_of(i, kind)] =
        (struct core_resource){.capacity = 1, .line = {CORE_NONE, CORE_NONE}};
  }
  lane[SP_OUT].waits = s->capacity[SP_IN] > 0 && !results ? arrivals(0) : CORE_NONE;
  lane[SP_OUT].claims = bounded || (i > 0 && has_store(s, i)) ? places(i) : CORE_NONE;
  lane[SP_OUT].gives[0] = relays ? arrivals(i) : CORE_NONE;
  lane[SP_IN].waits = relays || ordered ? arrivals(i) : CORE_NONE;
  lane[SP_IN].gives[0] = !results ? arrivals(0) : hold && bounded ? places(i) : CORE_NONE;
  lane[CPU].gives[0] = bounded && !hold ? places(i) : CORE_NONE;
  lane[CPU].gives[1] = ordered ? arrivals(i) : CORE_NONE;
  s->core.token[places(i)] = (struct core_token){
      .given = bounded ? most - s->worker[i].stock.own : 0, .line = {CORE_NONE, CORE_NONE}};
  s->core.token[arrivals(i)] = (struct core_token){.line = {CORE_NONE, CORE_NONE}};
}

void star_set_world(struct star *s)
{
  s->ordinal = ordinals(s);
  size_t lanes = (size_t)lane_of(s->in->m + 1, 0);
  int slots = s->capacity[SP_OUT] > 1 || s->capacity[SP_IN] > 1 ? CPU + 1 : 1;
  core_init(&s->core, CORE_FRONTS + slots * (s->in->m + 1));
  s->core.lane = sp_xcalloc(lanes, sizeof *s->core.lane);
  s->core.hold = sp_xcalloc(2 * lanes, sizeof *s->core.hold);
  s->core.resource = sp_xcalloc(lanes + 1, sizeof *s->core.resource);
  s->core.resource[lanes] =
      (struct core_resource){.capacity = INT_MAX, .line = {CORE_NONE, CORE_NONE}};
  s->core.token = sp_xcalloc(2 * (size_t)(s->in->m + 1), sizeof *s->core.token);
  for (int i = 0; i <= s->in->m; i++)
    set_worker_lanes(s, i, slots);
}
