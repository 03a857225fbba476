/* Ranges and laws of drawn numbers: how they are written, and draws from them. Each parameter has
 * its own stream (base/stream.h), which is read at (index of the instance, worker, draw). */
#pragma once

#include "base/stream.h"
#include "draw/law.h"

#include <starport/instance.h>

/* Whole numbers; reals on the grid of 2^-20; of laws also reals with 21 significant bits below 1;
 * AS_TYPE: as the setting `type` says. */
enum sp_grid { SP_AS_TYPE, SP_INTEGERS, SP_REALS, SP_FINE };
/* Draws in [min, max]: all its numbers equally likely, or by a law that is cut to the range (the
 * law given that its value lies there) and rounded to the nearest number of the grid. */
struct sp_range {
  double min, max;
  enum sp_grid grid;
  struct sp_law law; /* SP_EQUAL: none */
  bool redrawn;      /* the law is normal, drawn again until the draw lies in the range */
  bool positive;     /* of a law: its draws are rounded to numbers > 0 */
};

/* Reads "A..B", "A", a law ("lognormal(0, 1)", "100 / gamma(2, 3) in A..B"), each perhaps after
 * "int " or "real ", or "normal MEAN SD in A..B". Columns: where empirical laws keep their values;
 * NULL: they are refused. Returns NULL, or a text that says what was expected, and lives as long as
 * the columns. */
const char *sp_range_parse(const char *value, struct sp_csv_columns *, struct sp_range *);
/* The same for whole numbers, without "real " and "normal MEAN SD". */
const char *sp_whole_range_parse(const char *value, struct sp_csv_columns *, struct sp_range *);
/* The same as sp_range_parse, of reals unless it says otherwise. */
const char *sp_real_range_parse(const char *value, struct sp_csv_columns *, struct sp_range *);
/* Is the value one of these, and not a number? */
bool sp_range_is(const char *value);
/* NULL if the range can be drawn, else a text that says what was expected: whole numbers unless the
 * range is of reals. positive: 0 is not allowed. */
const char *sp_range_fault(const struct sp_range *, bool positive);
/* The probability of draws of at least x (of a range without a law: if it is of whole numbers), and
 * their mean (of a law: by the quantiles of 1/400, 3/400 .. 399/400). */
double sp_range_tail(const struct sp_range *, double x);
double sp_range_mean(const struct sp_range *);

/* Their mean and standard deviation, which may be infinite: of whole laws in closed form, else by
 * 10^5 quantiles. */
void sp_range_moments(const struct sp_range *, double *mean, double *sd);

/* A position in a stream: the draws of one parameter of a worker, processor or link of an instance,
 * from rank `next` on. */
struct sp_draws {
  uint64_t seed;
  uint32_t parameter, instance, worker; /* parameter: enum sp_stream */
  uint64_t next;
};
/* The number at that position, in [0, 1). */
double sp_draws_next(struct sp_draws);
/* A draw from that position; `redrawn` normal draws may take several numbers of the stream. */
double sp_range_draw(const struct sp_range *, struct sp_draws);
/* The draw that follows from the number u in [0, 1) of a stream; does not decrease with u. */
double sp_range_at(const struct sp_range *, double u);
