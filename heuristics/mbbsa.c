/* MBBSA: Moore-based binary-search algorithm (RR-6005, Algorithms 2 to 4).
 *
 * To end by M, a worker with more work than M must send the excess; each other worker has room for
 * tasks that reach it early enough: its k-th from last must be there at M - k w_r. Choosing the
 * most tasks that arrive in time over the master's one port is the problem of a machine with
 * deadlines, which Moore's algorithm solves. Senders are sorted by c. M is found by bisection.
 *
 *   MBBSA(M):
 *     D = {(M - k w_r, r) : k >= 1, f_r <= M - k w_r} by (deadline, index)
 *     t = c of the first sender ; sigma = []
 *     for (d, r) in D:
 *       append r to sigma ; t += c_r
 *       if t > d: remove from sigma the entry of largest c (ties: latest added) ; t -= its c
 *     success iff |sigma| >= Lsend ; the plan uses the first Lsend entries in deadline order
 *
 * Optimal on uniform links. On different links tasks may arrive at the master later than Moore's
 * algorithm assumes; the executed makespan then exceeds `planned`, the M found. With
 * senders=cumulative a target is refused if all senders together cannot send by M.
 *
 * Errata of the report: Algorithm 3 mixes T and M, and has no test on total arrivals; Algorithm 4
 * leaves sigma undefined if no probe succeeds (here: the empty plan at max f_i).
 * Cost: O(n log n) a probe, O(log M) probes; one probe if only idle workers receive, since the
 * answer for all M is then known from one run (sp_interruptible_foresees). On uniform links nothing
 * is removed, and a probe takes O((n + m) log m) where D has many entries (uniform_links.c). Costs
 * many decades apart can give D so many entries that the instance is refused.
 * Example (section 4.2): c = 2,2,2,2, w = 3,3,4,4, load = 8,1,1,0: makespan 13, the optimum. */
#include <starport/redistribution.h>

struct options {
  int senders;
};

/* Entries of D that a probe looks at, at most, beside 64 for each task and worker. */
static const long most_entries = 1L << 25;

struct work {
  bool endless; /* a probe would have looked at more */
  struct sp_deadlines D;
  struct sp_sigma sigma;
  double t;                   /* when its tasks have been sent */
  struct sp_late_point point; /* of the last probe, */
  struct sp_sigma saved;      /* its sequence there, */
  double saved_t;             /* and its t */
  struct sp_interruptible idle;
  struct sp_uniform_links *grid;
};

static enum sp_answer foresee(struct sp_target *target, void *data)
{
  struct work *work = data;
  enum sp_answer answer = sp_interruptible_foresees(&work->idle, target);
  if (answer == SP_YES)
    target->makespan = sp_uniform_links_makespan(work->grid, &work->D, target);
  return answer;
}

/* True if the first Lsend entries of sigma are final, after the entries of D up to d. One of them
 * can only be removed when all that follow are cheaper than the most expensive of them, P. Then t
 * is at most the time for the first ones, for the cheaper ones that already follow, and for those
 * to come, of which worker r has (d' - d)/w_r + 1 up to d'. If this is at most d' both for d' = d
 * and for d' = M, none is removed. */
static bool settled(const struct work *work, const struct sp_target *target, double d)
{
  const struct sp_redistribution *p = target->p;
  const struct sp_sigma *sigma = &work->sigma;
  double costliest = 0, t = target->first, rate = 0;
  long k = 0;
  for (long first = 0; first < target->Lsend; k++) {
    int r = sigma->worker[k];
    if (r == 0)
      continue;
    first++;
    costliest = fmax(costliest, p->c[r]);
    t += p->c[r];
  }
  for (; k < sigma->used; k++)
    if (sigma->worker[k] != 0 && p->c[sigma->worker[k]] < costliest)
      t += p->c[sigma->worker[k]];
  for (int r = 1; r <= p->m; r++)
    if (p->f[r] < target->M && p->w[r] < INFINITY && p->c[r] < costliest) {
      rate += p->c[r] / p->w[r];
      t += 2 * p->c[r]; /* once more than needed, to cover any rounding */
    }
  return t <= d && t + rate * (target->M - d) <= target->M;
}

/* Finds the receivers, after those in sigma; false: there are not enough. */
static bool search(struct work *work, const struct sp_target *target)
{
  struct sp_deadlines *D = &work->D;
  struct sp_sigma *sigma = &work->sigma;
  const double *c = target->p->c;
  double t = work->t, d;
  int r;
  long seen = 0, look = target->Lsend + target->p->m, most = most_entries + 64 * look;
  while ((r = sp_deadlines_next(D, t, -INFINITY, -INFINITY, sp_sigma_largest(sigma), &d)) != 0) {
    sp_sigma_append(sigma, r);
    t += c[r];
    if (t > d)
      t -= sp_sigma_remove_largest(sigma);
    if (sp_late_point_passed(&work->point, D)) {
      sp_sigma_copy(&work->saved, sigma);
      work->saved_t = t;
    }
    /* Later entries cannot replace any of these: none is cheaper, and ties go to the latest. */
    if (sigma->n >= target->Lsend && sp_sigma_largest(sigma) <= D->cheapest)
      break;
    if (++seen > most) {
      work->endless = true;
      return false;
    }
    if (seen >= look && sigma->n >= target->Lsend) {
      if (settled(work, target, d))
        break;
      look += look / 4;
    }
  }
  return sigma->n >= target->Lsend;
}

/* The answer, if the sequence is that of the last probe but for its last deadlines. */
static bool guess(const struct sp_target *target, void *data)
{
  struct work *work = data;
  if (!sp_late_point_open(&work->point, target, &work->D))
    return target->M > work->point.M;
  sp_sigma_copy(&work->sigma, &work->saved);
  work->t = work->saved_t;
  return search(work, target);
}

static bool probe(struct sp_target *target, void *data)
{
  struct work *work = data;
  enum sp_answer answer = sp_uniform_links_receivers(work->grid, &work->D, target);
  if (answer != SP_UNKNOWN)
    return answer == SP_YES;
  if (work->endless)
    return false;
  sp_deadlines_open(&work->D, target);
  sp_sigma_clear(&work->sigma);
  work->t = target->first;
  work->point.wanted = true;
  bool found = search(work, target);
  work->point.wanted = false;
  if (found)
    sp_sigma_first(&work->sigma, target->Lsend, target->receiver);
  return found;
}

static int plan(struct sp_context *cx, const struct sp_instance *in, const void *data,
                struct sp_schedule *out)
{
  const struct options *options = data;
  const struct sp_redistribution *p = sp_redistribution_new(cx, in, 1);
  if (!p)
    return -1;
  struct work work = {.D = sp_deadlines_new(cx, p),
                      .sigma = sp_sigma_new(cx, p),
                      .saved = sp_sigma_new(cx, p),
                      .idle = sp_interruptible_new(cx, p),
                      .grid = sp_uniform_links_new(cx, p)};
  struct sp_search by = {(enum sp_senders)options->senders, probe, foresee,
                         p->tasks < SP_MANY ? NULL : guess, &work};
  int code = sp_bisect(cx, p, &by, out);
  if (work.endless)
    return sp_refuse(cx, "costs are so different that more than %ld tasks have a deadline",
                     most_entries);
  return code;
}

static const struct sp_option options[] = {
    {"senders", SP_CHOICE, offsetof(struct options, senders), "each", "each|cumulative", 0, 0,
     "refuse a target if one sender alone, or all in turn, cannot send by it"},
    SP_OPTIONS_END};

const struct sp_heuristic sp_heuristic_mbbsa = {
    .abi = SP_ABI,
    .name = "mbbsa",
    .summary = "bisection on the makespan; Moore's algorithm chooses the receivers",
    .source = "RR-6005, Algorithms 2-4",
    .version = 3,
    .problems = SP_REDISTRIBUTION,
    .options = options,
    .options_size = sizeof(struct options),
    .plan = plan,
};
