/* Checks the numbers of an outcome before it is stored: a database has finite ones from 0 on. */
#include "campaign/run/worker.h"

#include <math.h>
#include <stdio.h>

static bool is_number(double value)
{
  return isfinite(value) && value >= 0;
}

void outcome_check(struct outcome *outcome)
{
  struct sp_result *result = &outcome->result;
  if (!is_number(result->planned))
    result->planned = NAN;
  if (!is_number(outcome->bound))
    outcome->bound = NAN;
  if (result->status != SP_RUN_OK || (is_number(result->makespan) && is_number(result->done)))
    return;
  result->status = SP_FAILED;
  snprintf(result->reason, sizeof result->reason,
           "makespan %g, done %g, expected finite numbers from 0 on", result->makespan,
           result->done);
}
