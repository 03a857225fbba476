/* What can do only so much at a time: the ports of the master, each direction of each worker's
 * link, each worker's processor, each worker's places. */
#include "base/memory.h"
#include "validate/star.h"

#include <stdlib.h>

static int overlap(struct check *check, const char *where, const struct sp_event *first,
                   const struct sp_event *second)
{
  char one[DESCRIPTION], other[DESCRIPTION];
  return violation(check->error, "%s: %s starts at %.12g while %s lasts from %.12g to %.12g", where,
                   description(second, one), second->start, description(first, other), first->start,
                   first->end);
}

/* Intervals exclude each other iff, in order of their ends, each starts after the one before it.
 * Each worker's are compared among themselves if `apart`. */
static int check_exclusive(struct check *check, const struct selection *s, bool apart,
                           const char *where)
{
  sort_events(s, apart ? by_worker_and_end : by_end);
  for (long j = 1; j < s->n; j++) {
    const struct sp_event *before = s->event[j - 1], *e = s->event[j];
    if (apart && worker_of(before) != worker_of(e))
      continue;
    if (e->start < before->end - check->slack)
      return overlap(check, where, before->start <= e->start ? before : e,
                     before->start <= e->start ? e : before);
  }
  return SP_OK;
}

/* A port of capacity p: when the j-th message starts, the first j-p to end must have ended. */
static int check_port(struct check *check, const struct selection *s, int capacity,
                      const char *where)
{
  if (capacity == 1)
    return check_exclusive(check, s, false, where);
  double *end = sp_xcalloc((size_t)s->n, sizeof *end);
  int code = SP_OK;

  sort_events(s, by_end);
  for (long j = 0; j < s->n; j++)
    end[j] = s->event[j]->end;
  sort_events(s, by_start);
  for (long j = capacity; j < s->n && code == SP_OK; j++)
    if (s->event[j]->start < end[j - capacity] - check->slack) {
      char what[DESCRIPTION];
      code = violation(
          check->error, "%s: %s starts at %.12g while all %d ports are busy until %.12g", where,
          description(s->event[j], what), s->event[j]->start, capacity, end[j - capacity]);
    }
  free(end);
  return code;
}

/* When a place that worker i gives to message k is free again. */
struct stay {
  const struct sp_event *emission; /* the place is taken at its start */
  double release;                  /* end of the computation; INFINITY: not seen */
};

static int by_date(const void *left, const void *right)
{
  return order_of_dates(*(const double *)left, *(const double *)right);
}

/* Pairs each emission with the computation of the same message; stays by worker and start. */
static void find_stays(struct check *check, struct stay *stay)
{
  const struct selection *emission = &check->hop[EMISSION], *work = &check->work;
  const struct sp_event *all = check->trace->event;
  double *release =
      sp_xcalloc((size_t)check->trace->n, sizeof *release); /* by place in the trace */
  long at = 0;

  sort_events(emission, by_message);
  sort_events(work, by_message);
  for (long k = 0; k < emission->n; k++) {
    const struct sp_event *e = emission->event[k];
    while (at < work->n && work->event[at]->message < e->message)
      at++;
    bool computed = at < work->n && work->event[at]->message == e->message;
    double never = e->amount > 0 ? INFINITY : e->end; /* nothing to compute in an empty chunk */
    release[e - all] = computed ? work->event[at]->end : never;
  }
  sort_events(emission, by_worker_and_start);
  for (long k = 0; k < emission->n; k++)
    stay[k] = (struct stay){emission->event[k], release[emission->event[k] - all]};
  free(release);
}

/* The stays of one worker, by start: when the j-th begins, j-b places must have been left. Places
 * left at the very date count, so it is enough to compare sorted dates. */
static int check_worker_places(struct check *check, const struct stay *stay, long n, double *left)
{
  int i = stay->emission->to;
  long places = check->in->buffer[i];

  for (long j = 0; j < n; j++)
    left[j] = stay[j].release;
  for (long j = 1; j < n; j++)
    if (left[j - 1] > left[j]) { /* computed in another order than sent */
      qsort(left, (size_t)n, sizeof *left, by_date);
      break;
    }
  for (long j = places; j < n; j++)
    if (stay[j].emission->start < left[j - places] - check->slack)
      return violation(check->error,
                       "worker %d: the emission of message %ld starts at %.12g while %s %ld "
                       "place%s taken until %.12g",
                       i, stay[j].emission->message + 1, stay[j].emission->start,
                       places == 1 ? "its" : "all", places, places == 1 ? " is" : "s are",
                       left[j - places]);
  return SP_OK;
}

static int check_places(struct check *check)
{
  long n = check->hop[EMISSION].n;
  bool bounded = false;

  for (int i = 1; i <= check->in->m; i++)
    bounded |= sp_places(check->in, i) < n;
  if (!bounded)
    return SP_OK;
  struct stay *stay = sp_xcalloc((size_t)n, sizeof *stay);
  double *left = sp_xcalloc((size_t)n, sizeof *left);
  int code = SP_OK;

  find_stays(check, stay);
  for (long first = 0, end; first < n && code == SP_OK; first = end) {
    for (end = first; end < n && stay[end].emission->to == stay[first].emission->to;)
      end++;
    code = check_worker_places(check, &stay[first], end - first, left);
  }
  free(stay);
  free(left);
  return code;
}

int check_resources(struct check *check)
{
  const struct sp_ports *master = &check->in->platform.node[0].ports;
  int code = check_port(check, &check->hop[RECEPTION], master->recv, "the master's reception port");

  if (code == SP_OK)
    code = check_port(check, &check->hop[EMISSION], master->send, "the master's emission port");
  if (code == SP_OK)
    code = check_exclusive(check, &check->hop[RECEPTION], true, "a link towards the master");
  if (code == SP_OK)
    code = check_exclusive(check, &check->hop[EMISSION], true, "a link from the master");
  if (code == SP_OK)
    code = check_exclusive(check, &check->work, true, "a processor");
  if (code == SP_OK)
    code = check_places(check);
  return code;
}
