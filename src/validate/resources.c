/* The resources of a star with their capacities: the ports of the master, each direction of each
 * worker's link, each worker's processor and places. */
#include "base/memory.h"
#include "validate/star.h"

#include <stdlib.h>

long place_of_worker(const void *check, const struct sp_event *e)
{
  (void)check;
  return worker_of(e);
}

/* release[k]: the date at which the place of emission k is free again, INFINITY if the trace does
 * not show it. */
static void find_releases(const struct check *check, const struct sp_event *const *emission,
                          double *release)
{
  const struct sp_event *all = check->trace->event;
  double *of = sp_xcalloc((size_t)check->trace->n, sizeof *of); /* by place in the trace */

  for (long k = 0; k < check->messages; k++) {
    const struct sp_event *e = check->message[k].part[EMISSION];
    const struct sp_event *work = check->message[k].part[COMPUTATION];
    if (e) /* nothing to compute in an empty chunk */
      of[e - all] = work ? work->end : e->amount > 0 ? INFINITY : e->end;
  }
  for (long k = 0; k < check->hop[EMISSION].n; k++)
    release[k] = of[emission[k] - all];
  free(of);
}

/* A place is held from the start of the emission to the end of the computation of its unit. Places
 * released at the date of a start count, so it is enough to compare sorted dates. */
static int check_places(struct check *check)
{
  const struct selection *sent = &check->hop[EMISSION];
  int m = check->in->m, code = SP_OK;
  bool bounded = false;

  for (int i = 1; i <= m; i++)
    bounded |= sp_places(check->in, i) < sent->n;
  if (!bounded)
    return SP_OK;
  struct groups to = deal(sent, m + 1, place_of_worker, check, by_start);
  double *release = sp_xcalloc((size_t)sent->n, sizeof *release);

  find_releases(check, to.event, release);
  for (int i = 1; i <= m && code == SP_OK; i++)
    code = check_releases(&check->rules, i, check->in->buffer[i], to.first[i + 1] - to.first[i],
                          to.event + to.first[i], release + to.first[i]);
  free(release);
  groups_clear(&to);
  return code;
}

int check_resources(struct check *check)
{
  const struct selection *in = &check->hop[RECEPTION], *out = &check->hop[EMISSION];
  const struct sp_node *master = check->in->platform.node;
  long places = check->in->m + 1;
  const struct resource resource[] = {
      {in, 1, NULL, "the master's reception port", NULL, master, false},
      {out, 1, NULL, "the master's emission port", NULL, master, true},
      {in, places, place_of_worker, "a link towards the master", NULL, NULL, false},
      {out, places, place_of_worker, "a link from the master", NULL, NULL, false},
      {&check->work, places, place_of_worker, "a processor", NULL, NULL, false},
  };
  int code = SP_OK;

  for (size_t k = 0; k < sizeof resource / sizeof *resource && code == SP_OK; k++)
    code = check_resource(&check->rules, check, &resource[k]);
  return code == SP_OK ? check_places(check) : code;
}
