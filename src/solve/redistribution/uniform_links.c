/* Receivers on uniform links. All entries of D cost c, so none replaces another, and the port is
 * free again whenever a task arrives at the master: the n-th receiver (from 0) is that of the first
 * entry after the (n-1)-th one which is due at x_n = arrival[n] + c or later. The x_n are a grid of
 * step c. D often has thousands of entries between two of its points, but only the first one after
 * each counts, so this looks at those alone which are due in [x_n, x_n + h) for some n.
 *
 * Those of one worker are found in O(1) each: from one deadline to the next, the distance to the
 * grid point before it turns by w on a circle of length c. The first return of such a rotation to
 * an interval [0, W) takes p steps, and the distance grows by `up`, if it stays below W; else q
 * steps, and it falls by `down`, if it stays at 0 or above; else p + q steps (the three gap
 * theorem, Sos 1958). p and q are found by Euclid's algorithm, as is the first deadline in an
 * interval.
 *
 * Where no entry is due in [x_n, x_n + h) all workers are looked at. Where there are entries, they
 * are all known, and the first of them is the receiver if it is after the (n-1)-th one. Rounding
 * moves a deadline and the grid by less than `margin`, so W has that much more at both ends, and
 * what is compared in the end are the dates themselves. */
#include <starport/redistribution.h>

#include <string.h>

enum { BLOCK = 4096, LEVELS = 24 };

/* The deadlines of a group that are near the grid: the next one is k w before M, after x_n. */
struct walk {
  double k, n;
  double p, rows_p, up; /* p deadlines later n has grown by rows_p, the distance by `up` */
  double q, rows_q, down;
};

/* The first entry in [x_n, x_n + h); worker 0: none. */
struct entry {
  double date;
  int worker;
};

/* The tasks that some workers ask for in time 1. */
struct demand {
  double workers, rate;
};

struct sp_uniform_links {
  const struct sp_target *target;
  struct sp_deadlines *D;
  double c;
  double h, margin;
  double W;             /* h + 2 margin */
  struct walk *walk;    /* [group] */
  struct entry *first;  /* [n - begin of a block of tasks] */
  double *least, *most; /* [r] bounds on the end of its tasks */
};

/* The expected entries to look at for each task with intervals of length h: those in the interval,
 * or all workers if it has none. Up to M/2^j, j = 1.., workers ask for rate[j] tasks in time 1. */
static double effort(const struct sp_deadlines *D, const double *rate, double h)
{
  double sum = 0, share = 1;
  for (int j = 1; j < LEVELS; j++) {
    share /= 2;
    sum += share * (h * rate[j] + exp(-h * rate[j]) * 2 * D->groups);
  }
  return sum;
}

/* The best length of the intervals, c/2 or less. */
static double best_length(const struct sp_deadlines *D, double c)
{
  double rate[LEVELS] = {0}, best = c / 2;
  for (int g = 0; g < D->groups; g++) {
    double first = D->M - D->k[g] * D->w[g];
    for (int j = 1; j < LEVELS && D->k[g] > 0 && first <= ldexp(D->M, -j); j++)
      rate[j] += 1 / D->w[g];
  }
  for (double h = c / 4; h > c * 0x1p-20; h /= 2)
    if (effort(D, rate, h) < effort(D, rate, best))
      best = h;
  return best;
}

/* True if rounding moves nothing by as much as the margin. */
static bool is_regular(const struct sp_uniform_links *grid)
{
  const struct sp_target *t = grid->target;
  double drift = 0;
  for (long n = 0; n < t->Lsend; n++)
    drift = fmax(drift, fabs(t->arrival[n] - (double)(n + 1) * grid->c));
  return drift + 0x1p-47 * t->M <= grid->margin;
}

/* The distance of the next deadline from its point of the grid, plus the margin. */
static double distance(const struct sp_uniform_links *grid, int g, const struct walk *walk)
{
  double date = grid->D->M - walk->k * grid->D->w[g];
  return date + grid->margin - (walk->n + 2) * grid->c;
}

static void walk_p(struct walk *walk)
{
  walk->k -= walk->p;
  walk->n += walk->rows_p;
}

static void walk_q(struct walk *walk)
{
  walk->k -= walk->q;
  walk->n += walk->rows_q;
}

/* Finds the first deadline of a group from x_n on in [0, W), and p and q. All dates are in [0, c =
 * up + down) at first; each step of Euclid's algorithm leaves those in [0, max(up, down)). It ends
 * where k of the shorter moves do not cross the margin: then the distance stays the same. */
static struct walk first_walk(const struct sp_uniform_links *grid, int g, long n)
{
  const struct sp_deadlines *D = grid->D;
  double w = D->w[g], x = grid->target->arrival[n] + grid->c;
  double k = fmin(D->k[g], floor((D->M - x) / w) + 1), rows = floor(w / grid->c);
  struct walk walk = {.k = k, .p = 1, .rows_p = rows, .q = 1, .rows_q = rows + 1};
  if (k <= 0)
    return walk;
  walk.n = floor((D->M - k * w + grid->margin) / grid->c) - 2;
  walk.up = fmod(w, grid->c);
  walk.down = grid->c - walk.up;
  double s = distance(grid, g, &walk);
  while (fmax(walk.up, walk.down) >= grid->W && fmin(walk.up, walk.down) * k > grid->margin) {
    if (s >= fmax(walk.up, walk.down)) {
      s -= walk.down;
      walk_q(&walk);
    }
    double stop = fmax(fmax(grid->W, s), fmin(walk.up, walk.down));
    if (walk.up > walk.down) {
      double times = fmax(1, floor((walk.up - stop) / walk.down));
      walk.up -= times * walk.down;
      walk.p += times * walk.q;
      walk.rows_p += times * walk.rows_q;
    } else {
      double times = fmax(1, floor((walk.down - stop) / walk.up));
      walk.down -= times * walk.up;
      walk.q += times * walk.p;
      walk.rows_q += times * walk.rows_p;
    }
  }
  if (s >= grid->W) {
    s -= walk.down;
    walk_q(&walk);
  }
  if (s >= grid->W)
    walk.k = 0;
  return walk;
}

static void next(const struct sp_uniform_links *grid, int g, struct walk *walk)
{
  double s = distance(grid, g, walk);
  bool grows = s + walk->up < grid->W;
  if (grows || s - walk->down < 0)
    walk_p(walk);
  if (!grows)
    walk_q(walk);
}

/* Puts the deadlines of group g near x_begin .. x_end-1 among the first ones. */
static void visit(struct sp_uniform_links *grid, int g, long begin, long end)
{
  const struct sp_deadlines *D = grid->D;
  struct walk *walk = &grid->walk[g];
  for (; walk->k > 0 && walk->n < (double)end; next(grid, g, walk)) {
    long n = (long)walk->n;
    double date = D->M - walk->k * D->w[g];
    if (n < begin || date < grid->target->arrival[n] + grid->c)
      continue;
    struct entry *best = &grid->first[n - begin];
    if (best->worker != 0 && date > best->date)
      continue;
    int j = D->first[g];
    while (D->p->f[D->member[j]] > date)
      j++;
    if (best->worker == 0 || date < best->date || D->member[j] < best->worker)
      *best = (struct entry){date, D->member[j]};
  }
}

/* The n-th receiver; 0: none. */
static int receiver(struct sp_uniform_links *grid, long n, const struct entry *first)
{
  struct sp_deadlines *D = grid->D;
  double x = grid->target->arrival[n] + grid->c;
  bool after = first->date > D->date || (first->date == D->date && first->worker > D->worker);
  if (first->worker == 0 || !after || first->date >= x + grid->h)
    return sp_deadlines_look(D, x);
  D->date = first->date;
  return D->worker = first->worker;
}

struct sp_uniform_links *sp_uniform_links_new(struct sp_context *cx,
                                              const struct sp_redistribution *p)
{
  struct sp_uniform_links *grid = sp_new(cx, 1, struct sp_uniform_links);
  int m = p->uniform ? p->m : 0;
  grid->c = p->cost[0];
  grid->walk = sp_new(cx, m, struct walk);
  grid->first = sp_new(cx, m > 0 ? BLOCK : 0, struct entry);
  grid->least = sp_new(cx, m + 1, double);
  grid->most = sp_new(cx, m + 1, double);
  return grid;
}

/* Prepares for a target; false: not served. */
static bool open(struct sp_uniform_links *grid, struct sp_deadlines *D, const struct sp_target *t)
{
  if (!t->p->uniform)
    return false;
  sp_deadlines_open(D, t);
  if (D->at >= 0)
    return false;
  grid->target = t;
  grid->D = D;
  grid->h = best_length(D, grid->c);
  grid->margin = grid->h / 16;
  grid->W = grid->h + 2 * grid->margin;
  return grid->h < grid->c / 2 && is_regular(grid);
}

/* Begins with receiver n, the first entry from x_n on. */
static void begin_at(struct sp_uniform_links *grid, long n)
{
  for (int g = 0; g < grid->D->groups; g++)
    grid->walk[g] = first_walk(grid, g, n);
}

/* Finds the receivers from `begin` to `last`-1, which follow those found so far; false: there are
 * not enough. */
static bool find(struct sp_uniform_links *grid, long begin, long last)
{
  for (long end; begin < last; begin = end) {
    end = begin + BLOCK < last ? begin + BLOCK : last;
    memset(grid->first, 0, BLOCK * sizeof *grid->first);
    for (int g = 0; g < grid->D->groups; g++)
      visit(grid, g, begin, end);
    for (long n = begin; n < end; n++)
      if ((grid->target->receiver[n] = receiver(grid, n, &grid->first[n - begin])) == 0)
        return false;
  }
  return true;
}

enum sp_answer sp_uniform_links_receivers(struct sp_uniform_links *grid, struct sp_deadlines *D,
                                          struct sp_target *t)
{
  if (!open(grid, D, t))
    return SP_UNKNOWN;
  begin_at(grid, 0);
  return find(grid, 0, t->Lsend) ? SP_YES : SP_NO;
}

/* The end of the tasks that workers keep. */
static double end_of_own(const struct sp_target *t)
{
  const struct sp_redistribution *p = t->p;
  double end = 0;
  for (int i = 1; i <= p->m; i++)
    end = fmax(end, p->f[i] > t->M ? 0 : p->f[i]);
  for (long k = 0, next; k < t->Lsend; k = next) {
    int s = t->sender[k];
    for (next = k; next < t->Lsend && t->sender[next] == s;)
      next++;
    double kept = p->load[s] - (double)(next - k);
    end = fmax(end, kept > 0 ? kept * p->w[s] : 0);
  }
  return end;
}

/* The makespan, if the tasks from `known` on decide it, whatever has been computed before; else
 * NAN. Executed, too, task n is at its receiver at arrival[n] + c, and a receiver computes it after
 * those before. All ends grow with the end of what comes before `known`, which is 0 at least, and
 * at most w after the last deadline, since each task is computed in time. If both give the same
 * makespan it is that of what lies between. */
static double makespan_from(struct sp_uniform_links *grid, long known)
{
  const struct sp_target *t = grid->target;
  const struct sp_redistribution *p = t->p;
  double least = end_of_own(t), most = least, past = grid->D->date * (1 + 0x1p-40);
  if (!find(grid, known, t->Lsend))
    return NAN;
  for (int r = 1; r <= p->m; r++) {
    grid->least[r] = 0;
    grid->most[r] = p->f[r] < t->M && p->w[r] < INFINITY ? past + p->w[r] : 0;
    most = fmax(most, grid->most[r]);
  }
  for (long n = known; n < t->Lsend; n++) {
    int r = t->receiver[n];
    double arrives = t->arrival[n] + grid->c;
    grid->least[r] = fmax(grid->least[r], arrives) + p->w[r];
    grid->most[r] = fmax(grid->most[r], arrives) + p->w[r];
    least = fmax(least, grid->least[r]);
    most = fmax(most, grid->most[r]);
  }
  return least == most ? least : NAN;
}

/* The demand of the idle workers of the least c. */
static struct demand demand_of(const struct sp_deadlines *D)
{
  const struct sp_redistribution *p = D->p;
  struct demand demand = {0, 0};
  for (int j = 0; j < p->m && p->c[p->by_c[j]] <= D->cheapest; j++) {
    int r = p->by_c[j];
    if (p->c[r] < D->cheapest || p->f[r] > 0 || p->w[r] == INFINITY)
      continue;
    demand.workers++;
    demand.rate += 1 / p->w[r];
  }
  return demand;
}

/* Idle workers have at least rate (y - x) - workers entries in (x, y], of which those are receivers
 * that the grid allows. So receivers lag behind the grid by at most workers + 2, and in the time in
 * which the entries are more than the points of the grid by twice as much, they are on it at some
 * date. From there on they are those which are found when the first of them is supposed to be on
 * the grid: that supposes too many receivers, never too few, and the grid is the most. */
double sp_uniform_links_makespan(struct sp_uniform_links *grid, struct sp_deadlines *D,
                                 const struct sp_target *t)
{
  const struct sp_ports *ports = &t->p->in->platform.node[0].ports;
  if (t->p->exact || ports->recv != 1 || ports->send != 1 || !open(grid, D, t))
    return NAN;
  struct demand demand = demand_of(D);
  if (demand.rate * grid->c < 2)
    return NAN;
  long lag = (long)((2 * demand.workers + 16) / (demand.rate * grid->c - 1)) + 1;
  double makespan = NAN;
  for (long last = 1024; isnan(makespan) && lag + last < t->Lsend; last *= 8) {
    long known = t->Lsend - last;
    sp_deadlines_open(D, t);
    begin_at(grid, known - lag);
    if (!find(grid, known - lag, known))
      return NAN;
    makespan = makespan_from(grid, known);
  }
  return makespan;
}
