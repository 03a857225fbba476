/* What the names in FUNCTION(VALUE) mean. A value is names with '/' between, evaluated from left to
 * right; 0/0 is 1. Of a run: makespan, done, planned, messages, bound (the greatest lower bound),
 * distance (makespan / best of the declared methods), gap (makespan/bound), planning (seconds that
 * the plan took in the latest attempt: depends on the machine). Of the platform: total (tasks or
 * load), rho (greatest throughput of the steady state), optimum (makespan of the method `optimal`),
 * and every lower bound by its own name. Of a network: usable (processors), speedup, utilisation
 * (of the solution), alone (the originator's time without the others); of a steady state:
 * throughput, time (until which it is executed). */
#ifndef SP_CAMPAIGN_VALUES_H
#define SP_CAMPAIGN_VALUES_H

#include "campaign/experiment/experiment.h"

/* The names but those of bounds, *n of them. */
const char *const *sp_value_names(int *n);
/* Is `name` one of the names of the value? */
bool sp_value_has(const char *value, const char *name);
/* q of the function qNN, 0.05 for "q05"; -1 for another word. */
double sp_quantile_of(const char *function);
/* The number in "VALUE<=NUMBER", false if there is none. */
bool sp_value_threshold(const char *value, double *threshold);
/* Is it a value of networks or of steady states alone? *problem tells which. */
bool sp_value_of_graphs(const char *name, enum sp_problem *problem);
/* Number of the variant's method `optimal` among its methods, then `also`; -1: none. */
int sp_optimal_method(const struct sp_variant *);

#endif
