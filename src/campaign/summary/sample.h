/* Samples: the values of a quantity on the platforms of a point. */
#pragma once

#include "campaign/quantity/statistics.h"
#include "campaign/summary/matrix.h"

/* The least makespan of the declared methods other than `except` (-1: of all) on one platform; NAN
 * if a declared method has no result there. */
double sp_best(const struct sp_matrix *, long platform, int except);
/* Are the makespans a and b equal within 1e-12 relative? */
bool sp_tied(double a, double b);
/* makespan / least makespan that a declared method has, also if others have no result there; NAN if
 * this method has none. */
double sp_ratio_to_best(const struct sp_matrix *, long platform, int method);
/* The distance of a method on one platform, NAN if a declared method or this one has no result
 * there. */
double sp_distance_at(const struct sp_matrix *, long platform, int method);

/* Fills out[index] for every platform of a point, NAN where it has no value. */
void sp_values(const struct sp_matrix *, int point, int method, const struct sp_quantity *,
               double *out);
/* The same without the platforms that have no value; returns how many have one. */
long sp_sample(const struct sp_matrix *, int point, int method, const struct sp_quantity *,
               double *out);

/* Two declared methods, a - b; without common platforms the numbers are NAN. */
struct sp_pair {
  int a, b;
  long platforms; /* where both have results */
  struct sp_interval difference;
  double p; /* Wilcoxon's, after Holm */
};
/* All pairs of declared methods: the mean difference of makespan / least makespan that a declared
 * method has. The points of a platform share their draws, so a platform is one observation: the
 * mean over its points where both have results. The intervals hold together, and so do the p.
 * Returns the number of pairs, 0 if none has a platform; *pair is in the experiment's memory. */
int sp_pairs(const struct sp_matrix *, struct sp_pair **pair);
