/* R-BSA: reversed binary-search algorithm (RR-6005, Algorithm 5).
 *
 * To end by M, a worker with more work than M must send the excess. The receivers are chosen from
 * the end backwards: each processor and the master's port are filled from M towards 0, and the next
 * task goes to the worker for which it can leave the master latest. The plan is the list read
 * backwards. Senders are sorted by c. M is found by bisection.
 *
 *   R-BSA(M):
 *     T = M ; begin_r = M for each receiver ; sigma = []
 *     repeat: st_r = min(begin_r - w_r, T) - c_r
 *             candidates: begin_r - w_r >= f_r and st_r >= c of the first sender
 *             r = argmax st_r (ties: lowest index) ; begin_r -= w_r ; T = st_r ; append r to sigma
 *     success when |sigma| = Lsend, failure when there is no candidate ; the plan is sigma reversed
 *
 * Optimal on uniform links, which the report proves of MBBSA alone: all transfers take equal time,
 * so whichever due receiver is taken, the k-th last emission begins as late as in any schedule; the
 * rest is Theorem 3's proof. On different links a task may be at the master later than assumed; the
 * executed makespan then exceeds `planned`, the M found.
 * Options: tie=begin takes the greatest (st_r, begin_r - w_r, index); order=forward executes sigma
 * as it was found. `order=forward:tie=begin` gives Table 1 of the report on uniform links.
 * senders=cumulative refuses a target by which all senders together cannot send.
 *
 * Errata of the report: in line 26 `Lsched <= Lsend` should be `>=`; in line 28 T = begin - c lets
 * transfers overlap, T = min(begin - w, T) - c does not; the arrival test of line 24 must use the
 * true start, and covers the first task only (bwd tests each). Cost: O(n log m) a probe, O(log M)
 * probes. Example (section 4.2): "c=2,2,2,2 w=3,3,4,4 load=8,1,1,0": makespan 13, the optimum. */
#include "solve/redistribution/redistribution.h"

struct options {
  int order, tie, senders;
};
enum order { BACKWARD, FORWARD };
enum tie { FIRST, BEGIN };

struct work {
  const struct options *options;
  struct sp_backward backward;
};

static bool probe(struct sp_target *target, void *data)
{
  struct work *work = data;
  double st;
  sp_backward_open(&work->backward, target);
  for (long found = 0; found < target->Lsend; found++) {
    int r = sp_backward_latest(&work->backward, &st);
    if (r == 0 || st < target->first)
      return false;
    sp_backward_take(&work->backward, r, st);
    bool forward = work->options->order == FORWARD;
    target->receiver[forward ? found : target->Lsend - 1 - found] = r;
  }
  return true;
}

static int r_bsa_plan(struct sp_context *cx, const struct sp_instance *in, const void *data,
                      struct sp_schedule *out)
{
  const struct options *options = data;
  const struct sp_redistribution *p = sp_redistribution_new(cx, in, 1);
  struct work work = {options, sp_backward_new(cx, p, options->tie == BEGIN)};
  return sp_bisect(cx, p, (enum sp_senders)options->senders, NULL, probe, &work, out);
}

static const struct sp_option options[] = {
    {"order", SP_CHOICE, offsetof(struct options, order), "backward", "backward|forward", 0, 0,
     "execute the list found from M backwards in reverse, or as it was found"},
    {"tie", SP_CHOICE, offsetof(struct options, tie), "first", "first|begin", 0, 0,
     "equal start dates: lowest index, or largest begin - w then largest index"},
    {"senders", SP_CHOICE, offsetof(struct options, senders), "each", "each|cumulative", 0, 0,
     "refuse a target if one sender alone, or all in turn, cannot send by it"},
    SP_OPTIONS_END};

const struct sp_heuristic sp_heuristic_r_bsa = {
    .abi = SP_ABI,
    .name = "r-bsa",
    .summary = "bisection on the makespan; receivers chosen from the end backwards",
    .source = "RR-6005, Algorithm 5",
    .version = 2,
    .problems = SP_REDISTRIBUTION,
    .options = options,
    .options_size = sizeof(struct options),
    .plan = r_bsa_plan,
};
