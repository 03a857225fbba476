/* The periodic schedule of a steady state as hops: start-up, periods, clean-up (Proposition 3 of
 * the paper). Hops are made one period at a time, so that a million periods need no more memory
 * than one. */
#pragma once

#include "model/hops.h"
#include "solve/steady/steady.h"

struct steady_hops;

/* The schedule that ends by date K: the start-up, r periods, the clean-up; nothing if r < 0. A
 * message is never interrupted: if the rounds carry whole tasks only after several periods
 * (period->whole), that many are executed as one, and start-up and clean-up are as many times as
 * long. A period whose rounds last longer than T (period->reached is false) lasts as long as they
 * do. SP_OK with
 * *hops, which the caller frees and for which graph and period must live; SP_CANNOT with the reason
 * if a period has too many messages. */
int steady_hops_alloc(const struct sp_graph *, const struct sp_steady_period *, double date,
                      struct steady_hops **hops, struct sp_error *);
void steady_hops_free(struct steady_hops *);
struct sp_hop_source steady_hops_source(struct steady_hops *);
/* Tasks that it computes, (r+1) T throughput; if rounds carry whole tasks, the value of
 * sp_steady_period_done_by. */
double steady_hops_tasks(const struct steady_hops *);
/* Periods (of period->length) between start-up and clean-up; 0 if no task is done. */
double steady_hops_periods(const struct steady_hops *);

/* The periods from date 0 on without a start-up: each hop as soon as it can start, in the order of
 * the periods, until the date; then what is under way is given up (hops_early.c). As above; fewer
 * hops are listed at once than in a period that is longer than the run. */
struct early_hops;
int early_hops_alloc(const struct sp_graph *, const struct sp_steady_period *, double until,
                     struct early_hops **, struct sp_error *);
void early_hops_free(struct early_hops *);
struct sp_hop_source early_hops_source(struct early_hops *);
