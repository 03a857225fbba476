/* The periodic schedule as hops: the state shared by hops.c and steps.c. Private to them. */
#pragma once

#include "solve/lp/rational.h"
#include "solve/steady/hops.h"

/* An exact date, high + low. */
struct moment {
  double high, low;
};

struct step {
  struct moment at; /* after the beginning of the period */
  int from, to, link;
};

struct steady_hops {
  const struct sp_graph *g;
  const struct sp_steady_period *p;
  double r; /* periods, each whole * T; -1: there is no time for a period */
  struct sp_rational *length, *startup; /* of these periods; and their I */
  long steps, cap;
  struct step *step; /* [0..steps-1] of a period, by date */
  double tasks;
  int *up; /* [0..nodes-1] link from via; -1 at masters */
  struct sp_rational **distance;
  /* the run */
  double block;              /* the next */
  double begin;              /* date at which the one before begins */
  struct sp_rational *start; /* date at which the next begins, after the start-up */
  long *taken;               /* [0..nodes-1] */
};

/* q as a moment; *scratch is overwritten. */
struct moment moment_of(const struct sp_rational *q, struct sp_rational *scratch);
/* Tasks that node i receives in a period: whole * received. */
double steady_hops_received(const struct steady_hops *, int i);
