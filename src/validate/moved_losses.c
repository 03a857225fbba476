/* What becomes of the tasks of a redistribution whose hosts and links go down: each is computed
 * once, by a worker that had it, and none is sent or computed by who has lost it.
 *
 * A trace does not say which task a reception takes. So tasks are counted: what a host loses when
 * it goes down is what it had at date 0 or has received since it last did, less what it has
 * computed and what the master has received from it. */
#include "base/memory.h"
#include "model/instance.h"
#include "validate/star.h"

/* Has the worker had the task when it computed it: since its arrival, and not lost it before? */
static bool check_had(const struct star *star, const struct sp_event *work)
{
  const struct world *w = &star->world;
  bool initial = work->message < 0;
  const struct sp_event *emission = initial ? NULL : message_of(w, work)->part[EMISSION];
  double came = emission ? emission->end : 0, fails = host_fails(star, work->from, came);
  char what[DESCRIPTION];

  w->describe(work, what);
  if (initial && star->in->load[work->from].v == 0)
    return violation(w, "%s at %.12g, but it has none", what, work->start);
  if (!initial && (!emission || emission->lost || emission->to != work->from))
    return violation(w, "%s at %.12g, which never arrived there", what, work->start);
  if (before(w, work->start, came))
    return violation(w, "%s at %.12g before its arrival at %.12g", what, work->start, came);
  if (!star->in->lost_stay && before(w, fails, work->start))
    return violation(w, "%s at %.12g, which it lost at %.12g", what, work->start, fails);
  return true;
}

/* Receptions from worker i that came to the master, by start; the caller frees the array. */
static struct selection received_from(const struct star *star, int i)
{
  struct selection all = star_events(star, RECEPTION, i);
  struct selection s = {0, sp_xcalloc((size_t)all.n, sizeof *s.event)};

  for (long j = 0; j < all.n; j++)
    if (!all.event[j]->lost)
      s.event[s.n++] = all.event[j];
  sort_events(&s, by_start);
  return s;
}

/* Tasks come to the master at that date, if it is finite. */
static void add(struct stock *master, struct arrival *arrival, double date, double tasks)
{
  if (tasks != 0 && date < INFINITY)
    arrival[master->arrivals++] = (struct arrival){date, tasks, NULL};
}

/* The host of worker i, which had so many tasks from `date` on, loses them when it next goes down.
 */
static void lose(const struct star *star, int i, double date, double tasks, struct stock *master,
                 struct arrival *arrival)
{
  double fails = star->in->lost_stay ? INFINITY : host_fails(star, i, date);
  if (fails < INFINITY)
    add(master, arrival, loss_noticed(star, i, fails), tasks);
}

/* The tasks of worker i: what it sends it had, and what is not computed is lost to the master. */
static bool check_worker(const struct star *star, int i, double own, const struct groups *received,
                         struct stock *master, struct arrival *arrival)
{
  const struct integral *state = star->world.lane[star_lane(star, COMPUTATION, i)].state[0];
  struct selection in = group(received, i), out = received_from(star, i);
  struct stock stock = {own, in.n, arrivals_of(&in), out, star->in->lost_stay ? NULL : state};
  bool good = check_sends(star, i, &stock);

  lose(star, i, 0, own, master, arrival);
  for (long j = 0; j < in.n; j++)
    lose(star, i, in.event[j]->end, 1, master, arrival);
  for (long j = 0; j < out.n; j++) {
    lose(star, i, out.event[j]->start, -1, master, arrival);
    add(master, arrival, out.event[j]->end, 1);
  }
  free((void *)stock.arrival);
  free(out.event);
  return good;
}

static bool check_workers(const struct star *star, const double *own, struct stock *master,
                          struct arrival *arrival)
{
  struct groups received = not_computed(star);
  bool good = true;

  for (int i = 1; i <= star->in->m && good; i++)
    good = check_worker(star, i, own[i], &received, master, arrival);
  groups_clear(&received);
  return good;
}

/* Emissions that are lost are at the master again once that is noticed. */
static void add_lost_emissions(const struct star *star, struct stock *master,
                               struct arrival *arrival)
{
  for (long j = 0; j < master->own.n; j++) {
    const struct sp_event *e = master->own.event[j];
    if (e->lost)
      add(master, arrival, loss_noticed(star, e->to, e->end), 1);
  }
}

bool check_moved_losses(const struct star *star)
{
  long most = star->in->m + 2 * star->world.trace->n;
  double *own = sp_xcalloc((size_t)star->in->m + 1, sizeof *own);
  struct arrival *arrival = sp_xcalloc((size_t)most, sizeof *arrival);
  struct stock master = {0, 0, arrival, star_sorted(star, EMISSION), NULL};
  struct selection work = star_all(star, COMPUTATION);
  bool good = count_own(star, own);

  for (long j = 0; j < work.n && good; j++)
    good = check_had(star, work.event[j]);
  add_lost_emissions(star, &master, arrival);
  good = good && check_workers(star, own, &master, arrival);
  sort_arrivals(arrival, master.arrivals);
  good = good && check_sent_of(star, &master) && check_done(star);
  free(master.own.event);
  free(arrival);
  free(own);
  return good;
}
