/* Makes random instances for the laws: small, with many ties, and of every kind of the model.
 * Instance number k of a seed is always the same. Also the settings of the laws and the registry of
 * heuristics. Included by the test programs of this folder. */
#pragma once

#include "base/memory.h"
#include "base/stream.h"
#include "io/text/star.h"
#include "model/instance.h"
#include <starport/starport.h>
#include <stdio.h>
#include <stdlib.h>

/* The number in the environment's variable, or the preset. */
static inline long setting(const char *variable, long preset)
{
  const char *text = getenv(variable);
  return text ? atol(text) : preset;
}

/* The number of the first instance, CASES_FROM (default 0): other numbers are other instances. */
static inline uint32_t first_case(void)
{
  return (uint32_t)setting("CASES_FROM", 0);
}

/* All heuristics; the caller frees them. Ends the program if there is a bad one. */
static inline struct sp_registry *all_heuristics(void)
{
  struct sp_error error;
  struct sp_registry *registry = sp_registry_alloc(&error);
  if (!registry) {
    fprintf(stderr, "%s\n", error.text);
    exit(1);
  }
  return registry;
}

struct dice {
  uint64_t seed, draw;
  uint32_t instance;
};

static inline double dice_uniform(struct dice *d)
{
  return sp_stream_uniform(d->seed, 1000, d->instance, 0, d->draw++);
}

/* An integer of a..b. */
static inline int dice_int(struct dice *d, int a, int b)
{
  return a + (int)(dice_uniform(d) * (b - a + 1));
}

/* A cost: small integers make ties, reals make none. style 0: integers 1..4; 1: integers 1..100;
 * 2: reals on a grid of 2^-20; 3: thirds, tenths (not exact in binary). */
static inline struct sp_num dice_cost(struct dice *d, int style)
{
  struct sp_num thirds;
  char text[32];
  int denominator;
  switch (style) {
  case 0:
    return sp_int(dice_int(d, 1, 4));
  case 1:
    return sp_int(dice_int(d, 1, 100));
  case 2:
    return sp_double((double)dice_int(d, 1 << 18, 1 << 26) / (1 << 20));
  default:
    denominator = dice_int(d, 0, 1) ? 3 : 10; /* the order of two draws in one call is open */
    snprintf(text, sizeof text, "%d/%d", dice_int(d, 1, 60), denominator);
    sp_num_parse(text, &thirds);
    return thirds;
  }
}

/* Loads of a redistribution; sometimes all at one worker, often zeros. */
static inline void dice_loads(struct dice *d, struct sp_instance *in)
{
  int most = dice_int(d, 1, 15), only = dice_int(d, 0, 4) == 0 ? dice_int(d, 1, in->m) : 0;
  for (int i = 1; i <= in->m; i++) {
    bool empty = only ? i != only : dice_int(d, 0, 2) == 0;
    in->load[i] = sp_int(empty ? 0 : dice_int(d, 0, most));
  }
}

/* Imbalances with sum 0. */
static inline void dice_deltas(struct dice *d, struct sp_instance *in)
{
  int moves = in->m > 1 ? dice_int(d, 0, 12) : 0;
  for (int k = 0; k < moves; k++) {
    int s = dice_int(d, 1, in->m), r = dice_int(d, 1, in->m);
    in->load[s] = sp_int((int64_t)in->load[s].v + 1);
    in->load[r] = sp_int((int64_t)in->load[r].v - 1);
  }
}

/* Bags: one in four has no memory limits, the others 1 to 8 places at most workers. Sometimes a
 * worker cannot compute, or has a link that costs nothing. */
static inline void dice_bag(struct dice *d, struct sp_instance *in)
{
  bool limits = dice_int(d, 0, 3) > 0;
  for (int i = 1; i <= in->m; i++)
    if (limits && dice_int(d, 0, 5) > 0)
      in->buffer[i] = dice_int(d, 1, 8);
  if (in->m > 1 && dice_int(d, 0, 7) == 0)
    in->w[dice_int(d, 2, in->m)] = (struct sp_num){INFINITY, 0, 0};
  if (in->m > 1 && dice_int(d, 0, 7) == 0)
    in->c[dice_int(d, 1, in->m)] = sp_int(0);
  in->total = sp_int(dice_int(d, 0, 40));
}

/* Divisible loads, whole or not: start-ups on two instances in three, no cost of the load itself
 * on one in five. One in three asks for the most by a deadline, of what there is or of any load.
 * Sometimes a chunk is limited, or a worker cannot compute. */
static inline void dice_divisible(struct dice *d, struct sp_instance *in, int style)
{
  bool startups = dice_int(d, 0, 2) > 0, free_links = dice_int(d, 0, 4) == 0;
  for (int i = 1; i <= in->m; i++) {
    if (startups)
      in->latency[i] = dice_cost(d, style);
    if (free_links)
      in->c[i] = sp_int(0);
  }
  in->total = dice_int(d, 0, 1) ? sp_int(dice_int(d, 0, 40)) : dice_cost(d, 2);
  if (dice_int(d, 0, 2) == 0) {
    int date = dice_int(d, 0, 400);
    in->deadline = sp_int(date > 0 ? date : 1);
    if (dice_int(d, 0, 1))
      in->total = (struct sp_num){INFINITY, 0, 0};
  }
  if (dice_int(d, 0, 7) == 0)
    in->buffer[dice_int(d, 1, in->m)] = dice_int(d, 1, 20);
  if (in->m > 1 && dice_int(d, 0, 7) == 0)
    in->w[dice_int(d, 2, in->m)] = (struct sp_num){INFINITY, 0, 0};
}

/* Every other divisible load has workers whose memory is limited, to a little or to much. */
static inline void random_memory(uint64_t seed, uint32_t index, struct sp_instance *in)
{
  struct dice dice = {seed + 3, 0, index}, *d = &dice;
  if (in->problem != SP_DIVISIBLE || dice_int(d, 0, 1))
    return;
  in->free_by_chunk = dice_int(d, 0, 1);
  for (int i = 1; i <= in->m; i++)
    if (dice_int(d, 0, 3) > 0)
      in->memory[i] = dice_int(d, 0, 1) ? sp_int(dice_int(d, 1, 12)) : dice_cost(d, 2);
}

/* The results of every third bag or divisible load return, from some workers or all; in every other
 * such bag they hold their places. */
static inline void random_results(uint64_t seed, uint32_t index, struct sp_instance *in)
{
  struct dice dice = {seed + 9, 0, index}, *d = &dice;
  bool from_master = in->problem == SP_BAG || in->problem == SP_DIVISIBLE;
  bool half = !in->platform.node[0].ports.recv_send;
  int style = dice_int(d, 0, 3);
  if (!from_master || (half && sp_can_fail(in)) || dice_int(d, 0, 2) > 0)
    return;
  in->hold_result = in->problem == SP_BAG && dice_int(d, 0, 1);
  for (int i = 1; i <= in->m; i++)
    if (in->c[i].v > 0 && dice_int(d, 0, 5) > 0)
      in->result[i] = dice_cost(d, style);
}

/* The tasks of every third bag arrive over time: at whole dates, at sums of the costs of a worker,
 * at which activities end, or at any dates; one by one or several at once; the
 * flows of every other such bag have weights. */
static inline void random_arrivals(uint64_t seed, uint32_t index, struct sp_instance *in)
{
  struct dice dice = {seed + 10, 0, index}, *d = &dice;
  if (in->problem != SP_BAG || isinf(in->total.v) || dice_int(d, 0, 2) > 0)
    return;
  int style = dice_int(d, 0, 2), burst = dice_int(d, 1, 3), of = dice_int(d, 1, in->m);
  double c = in->c[of].v + in->latency[of].v, w = isinf(in->w[of].v) ? c : in->w[of].v, date = 0;
  in->known = dice_int(d, 0, 1);
  in->release = sp_xcalloc((size_t)in->total.v, sizeof *in->release);
  for (long k = 0; k < (long)in->total.v; k++) {
    double units = dice_int(d, 0, 3), whole = dice_int(d, 0, 2);
    if (k % burst == 0)
      date += style == 0 ? units : style == 1 ? units * c + whole * w : (c + w) * dice_uniform(d);
    in->release[k] = date;
  }
  if (dice_int(d, 0, 1))
    in->weights = sp_xcalloc((size_t)in->total.v, sizeof *in->weights);
  for (long k = 0; in->weights && k < (long)in->total.v; k++)
    in->weights[k] = style == 0 ? dice_int(d, 1, 4) : 0.1 + dice_uniform(d);
}

/* The tasks of every fourth bag have sizes, and the units of every fourth divisible load of which
 * all is to be done; of every other such bag workers take time for each message. Rules are told of
 * all of them. */
static inline void random_sizes(uint64_t seed, uint32_t index, struct sp_instance *in)
{
  struct dice dice = {seed + 11, 0, index}, *d = &dice;
  bool sizes = dice_int(d, 0, 3) == 0, whole = dice_int(d, 0, 1), costs = dice_int(d, 0, 1);
  bool load = in->problem == SP_DIVISIBLE && isinf(in->deadline.v) && !sp_can_fail(in) &&
              !sp_has_memory(in) && !sp_has_results(in);
  if ((in->problem != SP_BAG && !load) || isinf(in->total.v))
    return;
  in->told = true;
  in->size_sd = 0.6;
  if (!sizes || !(in->total.v > 0))
    return;
  in->sizes = sp_xcalloc((size_t)sp_size_count(in), sizeof *in->sizes);
  for (long k = 0; k < sp_size_count(in); k++)
    in->sizes[k] = whole ? dice_int(d, k == 0, 3) : 0.01 + 2 * dice_uniform(d);
  if (costs && in->problem == SP_BAG)
    in->overhead = dice_cost(d, whole ? 0 : 2);
  if (costs && in->problem == SP_BAG && dice_int(d, 0, 1))
    in->request = dice_cost(d, whole ? 0 : 2);
}

/* One instance in six has a master with several ports. */
static inline void several_ports(struct sp_instance *in, uint32_t index)
{
  static const int capacity[] = {2, 3, INT_MAX};
  if (index % 6 != 0)
    return;
  in->platform.node[0].ports.recv = capacity[index / 6 % 3];
  in->platform.node[0].ports.send = index / 18 % 2 ? 2 : 1;
}

/* Instance number `index` of the seed for the problem; the caller frees it. */
static inline struct sp_instance *random_instance(uint64_t seed, uint32_t index,
                                                  enum sp_problem problem)
{
  struct dice dice = {seed, 0, index}, *d = &dice;
  int m = dice_int(d, 0, 7) == 0 ? 1 : dice_int(d, 2, 8);
  struct sp_instance *in = sp_instance_alloc(m);
  int style = dice_int(d, 0, 3);
  bool latencies = dice_int(d, 0, 3) == 0, shared_c = dice_int(d, 0, 2) == 0;
  bool shared_w = dice_int(d, 0, 2) == 0;
  struct sp_num c = dice_cost(d, style), w = dice_cost(d, style);
  in->problem = problem;
  in->task_bytes = in->task_flops = 0x1p40;
  for (int i = 1; i <= m; i++) {
    in->c[i] = shared_c ? c : dice_cost(d, style);
    in->w[i] = shared_w ? w : dice_cost(d, style);
    if (latencies && !shared_c)
      in->latency[i] = dice_cost(d, style);
  }
  if (problem == SP_REDISTRIBUTION)
    dice_loads(d, in);
  else if (problem == SP_IMBALANCE)
    dice_deltas(d, in);
  else if (problem == SP_BAG)
    dice_bag(d, in);
  else
    dice_divisible(d, in, style);
  return in;
}

/* A profile: whole dates and simple factors, which make ties, or reals; breaks; periodic or not. No
 * factor is so small that SimGrid, which passes every change, would need millions of them. */
static inline void dice_profile(struct dice *d, struct sp_profile *p)
{
  static const double simple[] = {0, 0.25, 0.5, 1, 2, 0};
  int pieces = dice_int(d, 1, 6);
  bool whole = dice_int(d, 0, 2) > 0;
  long cap = 0;
  double date = 0;
  for (int k = 0; k < pieces; k++) {
    int last = k + 1 == pieces; /* it is not 0, perhaps for ever */
    double factor = whole ? simple[dice_int(d, last, 5 - last)]
                          : (last || dice_int(d, 0, 2) > 0 ? 0.05 + 2 * dice_uniform(d) : 0);
    sp_profile_add(p, &cap, date, factor);
    date += whole ? dice_int(d, 1, 12) : 12 * dice_uniform(d) + 1e-3;
  }
  p->period = dice_int(d, 0, 1) ? date : INFINITY;
}

/* One profile in three that repeat does so from its first change on, before which it is 1. */
static inline void dice_again(struct dice *d, struct sp_profile *p)
{
  if (isinf(p->period) || p->n < 2 || dice_int(d, 0, 2) > 0)
    return;
  p->factor[0] = 1;
  p->again = 1;
}

/* Gives some latencies of one instance in three profiles; they may be 0, also for ever. */
static inline void random_latencies(uint64_t seed, uint32_t index, struct sp_instance *in)
{
  struct dice dice = {seed + 7, 0, index};
  if (dice_int(&dice, 0, 2) > 0)
    return;
  for (int i = 1; i <= in->m; i++) {
    struct sp_profile p = {.period = INFINITY};
    if (!(in->latency[i].v > 0) || dice_int(&dice, 0, 1))
      continue;
    dice_profile(&dice, &p);
    dice_again(&dice, &p);
    if (dice_int(&dice, 0, 3) == 0)
      p.factor[p.n - 1] = 0;
    sp_set_profile(in, SP_LATENCY, i, &p);
    sp_profile_clear(&p);
  }
}

/* Gives some of an instance's speeds and bandwidths profiles, and some of its latencies. */
static inline void random_profiles(uint64_t seed, uint32_t index, struct sp_instance *in)
{
  struct dice dice = {seed + 3, 0, index}, again = {seed + 5, 0, index};
  for (int kind = SP_SPEED; kind <= SP_BANDWIDTH; kind++)
    for (int i = 1; i <= in->m; i++) {
      struct sp_profile p = {.period = INFINITY};
      if (dice_int(&dice, 0, 3) > 0)
        dice_profile(&dice, &p);
      dice_again(&again, &p);
      if (p.n > 0)
        sp_set_profile(in, (enum sp_changing)kind, i, &p);
      sp_profile_clear(&p);
    }
  random_latencies(seed, index, in);
}

/* When a host or link goes down and up: once, or each round. It is up for up to `up` at a time; or,
 * if costs are given, c and w, at sums of them: the dates at which activities end, but for
 * rounding.
 */
static inline void dice_states(struct dice *d, int up, const double *costs, struct sp_profile *p)
{
  bool whole = dice_int(d, 0, 2) > 0;
  long cap = 0;
  double date = 0;
  int changes = dice_int(d, 1, 4);
  for (int k = 0; k <= changes; k++) {
    sp_profile_add(p, &cap, date, k % 2 ? 0 : 1);
    int longest = k % 2 ? 8 : up;
    if (costs) {
      int units = dice_int(d, 1, 5);
      date += units * costs[0] + dice_int(d, 0, 4) * costs[1];
    } else {
      date += whole ? dice_int(d, 1, longest) : longest * dice_uniform(d) + 1e-3;
    }
  }
  p->period = dice_int(d, 0, 2) ? date : INFINITY;
}

/* Gives some hosts and links profiles of their states, of a redistribution only if its master is
 * full duplex; in half of the instances they change at sums of the costs of a worker. In three
 * of four, one worker stays up, and few hosts of a redistribution stay down: where units are lost
 * for ever, a run ends at a limit that it takes long to reach. */
static inline void random_states(uint64_t seed, uint32_t index, struct sp_instance *in)
{
  struct dice dice = {seed + 4, 0, index}, again = {seed + 6, 0, index};
  struct dice other = {seed + 8, 0, index};
  bool sums = dice_int(&other, 0, 1);
  int stays = dice_int(&other, 0, 3) ? dice_int(&other, 1, in->m) : 0;
  if (in->problem == SP_IMBALANCE ||
      (in->problem == SP_REDISTRIBUTION && !in->platform.node[0].ports.recv_send))
    return;
  in->lost_stay = in->problem == SP_REDISTRIBUTION && index / 2 % 2;
  double unit = 1;
  for (int i = 1; i <= in->m; i++)
    unit = fmax(unit, in->c[i].v + in->latency[i].v + (isinf(in->w[i].v) ? 0 : in->w[i].v));
  in->timeout = sp_int(dice_int(&dice, 0, 1) ? dice_int(&dice, 0, 12) : 0);
  for (int kind = SP_HOST_STATE; kind <= SP_LINK_STATE; kind++)
    for (int i = 1; i <= in->m; i++) {
      struct sp_profile p = {.period = INFINITY};
      int of = dice_int(&other, 1, in->m);
      double c = in->c[of].v > 0 ? in->c[of].v : 1, w = isinf(in->w[of].v) ? c : in->w[of].v;
      if (dice_int(&dice, 0, 1) && i != stays)
        dice_states(&dice, (int)(8 * unit), sums ? (double[]){c, w} : NULL, &p);
      dice_again(&again, &p);
      if (in->problem == SP_REDISTRIBUTION && isinf(p.period) && p.n > 0 &&
          p.factor[p.n - 1] == 0 && dice_int(&other, 0, 7))
        p.n--;
      if (p.n > 0)
        sp_set_profile(in, (enum sp_changing)kind, i, &p);
      sp_profile_clear(&p);
    }
}

/* The instance in the syntax of --star, so that a failure can be run again by hand. */
static inline void print_star(FILE *out, const struct sp_instance *in)
{
  fprintf(out, "--star=\"");
  star_write(out, in);
  fprintf(out, "\"\n");
}
