/* Figures of a report, drawn by gnuplot. */
#pragma once

#include "campaign/experiment/experiment.h"
#include "campaign/store/store.h"

/* Draws, for each variant, the cumulative frequency of the distance at each point (if points is
 * set), the profiles and the experiment's own figures into the directory, which is made if it does
 * not exist: NAME.svg and NAME.pdf with their NAME.gp and NAME.dat. *figures increases by the
 * number drawn. SP_OK, or SP_CANNOT. */
int sp_report_figures(const struct sp_experiment *, struct sp_store *, const char *directory,
                      bool points, int *figures, struct sp_error *);
