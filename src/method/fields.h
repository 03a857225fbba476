/* The numbers of a result: those that other code names, and their values. */
#pragma once

#include <starport/starport.h>

/* Indices of sp_result_field. */
enum {
  SP_FIELD_MAKESPAN,
  SP_FIELD_PLANNED,
  SP_FIELD_DONE,
  SP_FIELD_MESSAGES,
  SP_FIELD_ORDER,
  SP_FIELD_BITS,
  SP_FIELD_WASTED,
  SP_MOST_FIELDS = 21
};

/* NAN if the run has none, as it is not ok, and for a hash. */
double sp_field_number(const struct sp_field *, const struct sp_result *);
/* The k-th of those that `run` shows, in its order, from 1; NULL past the last. */
const struct sp_field *sp_shown_field(int place);
