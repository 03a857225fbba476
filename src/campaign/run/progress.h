/* The progress of a campaign, a line on stderr: runs done, rate, failures, time left. Private to
 * the runner. */
#pragma once

#include "campaign/run/runner.h"

struct progress {
  bool wanted, terminal;
  double began, next; /* date of the next line; INFINITY: not wanted */
};
void progress_begin(struct progress *, bool wanted);
/* Prints the line if it is time for another. */
void progress_show(struct progress *, const struct sp_tally *);
void progress_end(struct progress *, const struct sp_tally *);
