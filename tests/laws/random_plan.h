/* Makes random executable plans with relays: engines must agree also on plans that no heuristic
 * chooses. Included by the test programs of this folder, after random_instance.h. */
#pragma once

#include "random_instance.h"
#include <stdlib.h>

/* Transfers between workers. A third of them, where one can, send a received task on. */
static inline void plan_transfers(struct dice *d, const struct sp_instance *in,
                                  struct sp_schedule *plan)
{
  int m = in->m, n = dice_int(d, 0, 25);
  long *left = calloc((size_t)m + 1, sizeof *left);
  bool *sent_on = calloc((size_t)n + 1, sizeof *sent_on);
  for (int i = 1; left && i <= m; i++)
    left[i] = (long)in->load[i].v;
  for (int k = 0; left && sent_on && k < n; k++) {
    int r = dice_int(d, 1, m), s = dice_int(d, 1, m);
    long after = plan->n > 0 && dice_int(d, 0, 2) == 0 ? dice_int(d, 0, (int)plan->n - 1) : -1;
    if (after >= 0 && !sent_on[after]) {
      sent_on[after] = true;
      sp_schedule_add(plan, plan->msg[after].to, r, 1, after);
    } else if (left[s] > 0) {
      left[s]--;
      sp_schedule_add(plan, s, r, 1, -1);
    }
  }
  free(left);
  free(sent_on);
}

/* Transfers that settle the imbalances, in random order. */
static inline void plan_imbalance(struct dice *d, const struct sp_instance *in,
                                  struct sp_schedule *plan)
{
  long *delta = calloc((size_t)in->m + 1, sizeof *delta), left = 0;
  for (int i = 1; delta && i <= in->m; i++) {
    delta[i] = (long)in->load[i].v;
    left += delta[i] > 0 ? delta[i] : 0;
  }
  while (delta && left > 0) {
    int s = dice_int(d, 1, in->m), r = dice_int(d, 1, in->m);
    if (delta[s] <= 0 || delta[r] >= 0)
      continue;
    delta[s]--;
    delta[r]++;
    left--;
    sp_schedule_add(plan, s, r, 1, -1);
  }
  free(delta);
}

/* All of the master's work, in tasks or in chunks of sixteenths. */
static inline void plan_emissions(struct dice *d, const struct sp_instance *in,
                                  struct sp_schedule *plan)
{
  double left = in->total.v < INFINITY ? in->total.v : dice_int(d, 1, 40);
  while (left > 0) {
    double amount = in->problem == SP_BAG ? dice_int(d, 1, 3) : dice_int(d, 1, 64) / 16.0;
    if (amount > left)
      amount = left;
    int i = dice_int(d, 1, in->m);
    if (in->w[i].v == INFINITY)
      continue;
    if (amount > (double)in->buffer[i]) /* a place for each task, or a limit of the message */
      amount = (double)in->buffer[i];
    if (amount > in->memory[i].v)
      amount = in->memory[i].v;
    sp_schedule_add(plan, 0, i, amount, -1);
    left -= amount;
  }
}

/* Plan number `index` of the seed for the instance. */
static inline struct sp_schedule random_plan(uint64_t seed, uint32_t index,
                                             const struct sp_instance *in)
{
  struct dice dice = {seed + 1, 0, index};
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  if (in->problem == SP_REDISTRIBUTION)
    plan_transfers(&dice, in, &plan);
  else if (in->problem == SP_IMBALANCE)
    plan_imbalance(&dice, in, &plan);
  else
    plan_emissions(&dice, in, &plan);
  return plan;
}
