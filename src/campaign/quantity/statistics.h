/* Statistics of samples. Every sum is taken in the order of the array, so that equal data give
 * equal bytes; sorting is on copies. Functions of an empty sample give NAN. */
#ifndef SP_QUANTITY_STATISTICS_H
#define SP_QUANTITY_STATISTICS_H

double sp_mean(const double *x, long n);
double sp_sd_population(const double *x, long n);  /* divisor n, as the papers' tables */
double sp_sd_sample(const double *x, long n);      /* divisor n - 1 */
double sp_standard_error(const double *x, long n); /* of the mean: sample sd / sqrt(n) */
/* Standard error of the population sd, by the fourth central moment (delta method). */
double sp_standard_error_of_sd(const double *x, long n);
double sp_quantile(const double *x, long n, double q); /* linear interpolation, as R type 7 */

/* Mean of all values of n clusters, of which each has up to m: x[k * n + i] is the k-th of cluster
 * i, NAN where there is none. *se: the standard error with a cluster as one observation, NAN for
 * fewer than two; *clusters: those that have a value. */
double sp_clustered_mean(const double *x, long n, long m, double *se, long *clusters);

/* Mean difference of paired samples with its 95 % interval (Student). */
struct sp_interval {
  double mean, low, high;
};
struct sp_interval sp_paired_difference(const double *x, const double *y, long n);
/* Two-sided p of Wilcoxon's signed rank test: exact for n <= 50 without ties, else the normal
 * approximation with tie and continuity correction; zero differences are dropped (1 if none left).
 */
double sp_wilcoxon(const double *x, const double *y, long n);
/* Holm's step-down correction of n p-values, in place order: adjusted[i] belongs to p[i]. */
void sp_holm(const double *p, int n, double *adjusted);
/* Share of instances whose value is <= threshold (cumulative frequency). */
double sp_share_below(const double *x, long n, double threshold);
double sp_standard_error_of_share(double share, long n);

#endif
