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
 * answer for all M is then known from one run (sp_interruptible_foresees), but for real costs on
 * uniform links. Where D has too many entries the instance is refused.
 * Example (section 4.2): "c=2,2,2,2 w=3,3,4,4 load=8,1,1,0": makespan 13, the optimum. */
#include "solve/redistribution/redistribution.h"

struct options {
  int senders;
};

struct work {
  struct sp_deadlines D;
  struct sp_sigma sigma;
  struct sp_interruptible idle;
};

static enum sp_answer foresee(const struct sp_target *target, void *data)
{
  struct work *work = data;
  return sp_interruptible_foresees(&work->idle, target);
}

static bool probe(struct sp_target *target, void *data)
{
  struct work *work = data;
  struct sp_sigma *sigma = &work->sigma;
  double t = target->first, d;
  int r;
  sp_deadlines_open(&work->D, target);
  sp_sigma_clear(sigma);
  while ((r = sp_deadlines_next(&work->D, t, -INFINITY, sp_sigma_largest(sigma), &d)) != 0) {
    sp_sigma_append(sigma, r);
    t += target->p->c[r];
    if (t > d)
      t -= sp_sigma_remove_largest(sigma);
    /* Later entries cannot replace any of these: none is cheaper, and ties go to the latest. */
    if (sigma->n >= target->Lsend && sp_sigma_largest(sigma) <= work->D.cheapest)
      break;
  }
  if (sigma->n < target->Lsend)
    return false;
  sp_sigma_first(sigma, target->Lsend, target->receiver);
  return true;
}

static int mbbsa_plan(struct sp_context *cx, const struct sp_instance *in, const void *data,
                      struct sp_schedule *out)
{
  const struct options *options = data;
  const struct sp_redistribution *p = sp_redistribution_new(cx, in, 1);
  struct work work = {.D = sp_deadlines_new(cx, p),
                      .sigma = sp_sigma_new(cx, p),
                      .idle = sp_interruptible_new(cx, p)};
  sp_bisect(cx, p, (enum sp_senders)options->senders, foresee, probe, &work, out);
  return sp_deadlines_refuse(&work.D, cx);
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
    .plan = mbbsa_plan,
};
