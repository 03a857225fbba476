/* Statistics of samples x[n]. Sums are taken in the order of the array, so that equal data give
 * equal results to the bit; only sorting changes a sample. The result of an empty sample is NAN. */
#pragma once

double sp_mean(const double *x, long n);
double sp_sd_population(const double *x, long n);  /* divisor n, as the papers' tables */
double sp_sd_sample(const double *x, long n);      /* divisor n - 1 */
double sp_standard_error(const double *x, long n); /* of the mean: sample sd / sqrt(n) */
/* Standard error of the population sd, by the fourth central moment (delta method). */
double sp_standard_error_of_sd(const double *x, long n);
double sp_quantile(const double *x, long n, double q); /* linear interpolation, as R type 7 */

/* Mean of all values of n clusters of up to m values: x[k * n + i] is the k-th of cluster i, NAN if
 * it has fewer. *se: the standard error with a cluster as one observation, NAN for fewer than two;
 * *clusters: the number of clusters with a value. */
double sp_clustered_mean(const double *x, long n, long m, double *se, long *clusters);

/* Mean difference of paired samples with its 95 % interval (Student). Of `intervals` > 1 each is
 * wider, so that all hold together with at least 95 % (Bonferroni). */
struct sp_interval {
  double mean, low, high;
};
struct sp_interval sp_paired_difference(const double *x, const double *y, long n, int intervals);
/* Two-sided p of Wilcoxon's signed rank test: exact for n <= 50 without ties, else the normal
 * approximation with tie and continuity correction. Zero differences are dropped; 1 if all are. */
double sp_wilcoxon(const double *x, const double *y, long n);
/* Holm's step-down correction of n p-values: adjusted[i] belongs to p[i]; the two may
 * be the same array. */
void sp_holm(const double *p, int n, double *adjusted);
/* Share of the values that are <= threshold, and the binomial standard error of a share of n. */
double sp_share_below(const double *x, long n, double threshold);
double sp_standard_error_of_share(double share, long n);
