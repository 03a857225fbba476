/* Follows the corrected kernel of RR-5196, figure 7, literally: every rule tests every worker at
 * every decision, and all finish dates are kept. The heuristics are compared with it. */
#pragma once

#include <starport/instance.h>

enum { WORKERS = 30, TASKS = 40 };

struct naive {
  const struct sp_instance *in;
  bool paper; /* the printed Available */
  double link, idle[WORKERS + 1], finish[WORKERS + 1][TASKS];
  long n[WORKERS + 1];
};

static inline double real_room(const struct naive *k, int i)
{
  return k->n[i] < k->in->buffer[i] ? 0 : k->finish[i][k->n[i] - k->in->buffer[i]];
}

static inline double room(const struct naive *k, int i)
{
  if (k->in->w[i].v == INFINITY)
    return INFINITY;
  if (!k->paper)
    return real_room(k, i);
  return fmax(0, k->idle[i] - (double)k->in->buffer[i] * k->in->w[i].v);
}

static inline double reached(const struct naive *k, int i)
{
  return fmax(room(k, i), k->link) + k->in->c[i].v + k->in->latency[i].v;
}

static inline double loss(const struct naive *k, int i, bool self)
{
  double sum = 0, e = reached(k, i);
  for (int j = 1; j <= k->in->m; j++)
    if (j != i || self)
      sum += fmax(0, e - fmax(k->idle[j], k->link)) / k->in->w[j].v;
  return sum;
}

enum rule { MIN_C, MIN_W, MCT, LOSS, LOSS_EARLIEST, LOSS_X, LOSS_X_EARLIEST, RULES };
static const char *const RULE_NAME[] = {"min_c",
                                        "min_w",
                                        "mct",
                                        "min_loss",
                                        "min_loss:tie=earliest",
                                        "min_loss:self=no",
                                        "min_loss:self=no:tie=earliest"};

static inline double key(const struct naive *k, enum rule rule, int i)
{
  switch (rule) {
  case MIN_C:
    return k->in->c[i].v + k->in->latency[i].v;
  case MIN_W:
    return k->in->w[i].v;
  case MCT:
    return fmax(reached(k, i), k->idle[i]) + k->in->w[i].v;
  default:
    return loss(k, i, rule == LOSS || rule == LOSS_EARLIEST);
  }
}

static inline int choose(const struct naive *k, enum rule rule)
{
  double t = INFINITY, least = INFINITY;
  int best = 0;
  for (int i = 1; i <= k->in->m; i++)
    t = fmin(t, room(k, i));
  t = fmax(t, k->link);
  for (int i = 1; i <= k->in->m; i++) {
    if (room(k, i) == INFINITY || (rule <= MIN_W && room(k, i) > t))
      continue;
    double value = key(k, rule, i), slack = rule >= LOSS ? 1e-11 * (value + 1) : 0;
    bool earlier = (rule == LOSS_EARLIEST || rule == LOSS_X_EARLIEST) && best &&
                   value <= least + slack && reached(k, i) < reached(k, best);
    if (value < least - slack || earlier) {
      best = i;
      least = value;
    }
  }
  return best;
}

static inline double naive_send(struct naive *k, int i)
{
  double e = fmax(k->link, real_room(k, i)) + (k->in->latency[i].v + k->in->c[i].v);
  k->link = e;
  k->idle[i] = k->finish[i][k->n[i]++] = fmax(e, k->idle[i]) + k->in->w[i].v;
  return k->idle[i];
}
