/* bwd: arrival-aware backward search, R-BSA with its arrival test for every task.
 *
 * R-BSA fills processors and port from the target M backwards, but tests only for the first task
 * whether it can have reached the master by then. Here the k-th task may not leave before A_k, the
 * date at which the k-th task of the senders, sorted by c, is at the master. The executed makespan
 * is at most `planned`.
 *
 *   A_k = sum of the first k costs of the sorted senders, k = 1..Lsend
 *   T = M ; begin_r = M for each receiver
 *   for k = Lsend down to 1: st_r = min(begin_r - w_r, T) - c_r
 *           candidates: begin_r - w_r >= f_r and st_r >= A_k
 *           r = argmax st_r (ties: lowest index) ; begin_r -= w_r ; T = st_r ; receiver k is r
 *   failure when there is no candidate
 *
 * Source: RR-6005, Algorithm 5, whose arrival test covers the first task only. Optimal on uniform
 * links. On 6000 tiny platforms of different links and processors (tests/bench/ratios.c) its
 * executed makespan is 1.0028 optima on average, at most 1.31; that of R-BSA 1.0138 and 1.78.
 * Cost: O(n log m) a probe.
 * Example (Figure 2): "c=1,8,1,1 w=1,1,9,10 load=13,13,0,0": planned and executed 13; the plan of
 * R-BSA has `planned` 12 and takes 19. */
#include "solve/redistribution/redistribution.h"

static bool probe(struct sp_target *target, void *data)
{
  struct sp_backward *backward = data;
  double st;
  sp_backward_open(backward, target);
  for (long k = target->Lsend; k-- > 0;) {
    int r = sp_backward_latest(backward, &st);
    if (r == 0 || st < target->arrival[k])
      return false;
    sp_backward_take(backward, r, st);
    target->receiver[k] = r;
  }
  return true;
}

static int bwd_plan(struct sp_context *cx, const struct sp_instance *in, const void *options,
                    struct sp_schedule *out)
{
  (void)options;
  const struct sp_redistribution *p = sp_redistribution_new(cx, in, 1);
  struct sp_backward backward = sp_backward_new(cx, p, false);
  return sp_bisect(cx, p, SP_SENDERS_EACH, NULL, probe, &backward, out);
}

const struct sp_heuristic sp_heuristic_bwd = {
    .abi = SP_ABI,
    .name = "bwd",
    .summary = "R-BSA with the arrival at the master tested for every task",
    .source = "after RR-6005, Algorithm 5",
    .version = 2,
    .problems = SP_REDISTRIBUTION,
    .plan = bwd_plan,
};
