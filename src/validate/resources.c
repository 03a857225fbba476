/* The resources of a star with their capacities: the ports of the master, each direction of each
 * worker's link, each worker's processor and places. */
#include "base/memory.h"
#include "validate/star.h"

#include <stdlib.h>

/* The intervals of each worker exclude each other. */
static int check_apart(struct check *check, const struct selection *s, const char *where)
{
  int code = SP_OK;

  sort_events(s, by_worker_and_end);
  for (long first = 0, end; first < s->n && code == SP_OK; first = end) {
    for (end = first; end < s->n && worker_of(s->event[end]) == worker_of(s->event[first]);)
      end++;
    code = check_exclusive(&check->rules, where, end - first, s->event + first);
  }
  return code;
}

static int check_port(struct check *check, const struct selection *s, int capacity,
                      const char *where)
{
  sort_events(s, by_end);
  if (capacity == 1)
    return check_exclusive(&check->rules, where, s->n, s->event);
  const struct sp_event **end = sp_xcalloc((size_t)s->n, sizeof *end);

  for (long j = 0; j < s->n; j++)
    end[j] = s->event[j];
  sort_events(s, by_start);
  int code = check_capacity(&check->rules, where, capacity, s->n, end, s->event);
  free(end);
  return code;
}

/* release[k]: the date at which the place of emission k is free again, INFINITY if the trace does
 * not show it. Leaves the emissions in the order of worker and start. */
static void find_releases(struct check *check, double *release)
{
  const struct selection *emission = &check->hop[EMISSION], *work = &check->work;
  const struct sp_event *all = check->trace->event;
  double *of = sp_xcalloc((size_t)check->trace->n, sizeof *of); /* by place in the trace */
  long at = 0;

  sort_events(emission, by_message);
  sort_events(work, by_message);
  for (long k = 0; k < emission->n; k++) {
    const struct sp_event *e = emission->event[k];
    while (at < work->n && work->event[at]->message < e->message)
      at++;
    bool computed = at < work->n && work->event[at]->message == e->message;
    double never = e->amount > 0 ? INFINITY : e->end; /* nothing to compute in an empty chunk */
    of[e - all] = computed ? work->event[at]->end : never;
  }
  sort_events(emission, by_worker_and_start);
  for (long k = 0; k < emission->n; k++)
    release[k] = of[emission->event[k] - all];
  free(of);
}

/* A place is held from the start of the emission to the end of the computation of its unit. Places
 * released at the date of a start count, so it is enough to compare sorted dates. */
static int check_places(struct check *check)
{
  const struct sp_event **event = check->hop[EMISSION].event;
  long n = check->hop[EMISSION].n;
  bool bounded = false;

  for (int i = 1; i <= check->in->m; i++)
    bounded |= sp_places(check->in, i) < n;
  if (!bounded)
    return SP_OK;
  double *release = sp_xcalloc((size_t)n, sizeof *release);
  int code = SP_OK;

  find_releases(check, release);
  for (long first = 0, end; first < n && code == SP_OK; first = end) {
    int i = event[first]->to;
    for (end = first; end < n && event[end]->to == i;)
      end++;
    code = check_releases(&check->rules, i, check->in->buffer[i], end - first, event + first,
                          release + first);
  }
  free(release);
  return code;
}

int check_resources(struct check *check)
{
  const struct sp_ports *master = &check->in->platform.node[0].ports;
  int code = check_port(check, &check->hop[RECEPTION], master->recv, "the master's reception port");

  if (code == SP_OK)
    code = check_port(check, &check->hop[EMISSION], master->send, "the master's emission port");
  if (code == SP_OK)
    code = check_apart(check, &check->hop[RECEPTION], "a link towards the master");
  if (code == SP_OK)
    code = check_apart(check, &check->hop[EMISSION], "a link from the master");
  if (code == SP_OK)
    code = check_apart(check, &check->work, "a processor");
  if (code == SP_OK)
    code = check_places(check);
  return code;
}
