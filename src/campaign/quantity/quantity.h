/* Quantities: FUNCTION(VALUE), the statistics of platforms in tables, figures and claims, such as
 * q95(distance), mean(done/makespan/rho) or share(gap<=5). Functions and values are two tables in
 * quantity.c: a new one is a row there. A quantity is parsed once, when an experiment is read. */
#pragma once

#include "method/fields.h"

enum sp_function {
  SP_NO_FUNCTION, /* of a quantity that is not given */
  SP_MEAN,
  SP_SD, /* of the population, as the papers' tables */
  SP_SE, /* of the mean */
  SP_MIN,
  SP_MEDIAN,
  SP_MAX,
  SP_QUANTILE, /* qNN, q05 */
  SP_SHARE,    /* of the platforms whose value is <= a number */
  /* Shares of platforms by their makespans alone, not by the value: where this method is the only
   * best one, or one of several. */
  SP_WINS,
  SP_TIES,
  SP_FUNCTIONS
};

enum sp_value {
  SP_VALUE_DISTANCE,    /* makespan / best of the declared methods */
  SP_VALUE_GAP,         /* sp_gap of makespan and bound */
  SP_VALUE_BOUND,       /* the greatest lower bound */
  SP_VALUE_TOTAL,       /* tasks or load of the platform */
  SP_VALUE_RHO,         /* greatest throughput of the steady state */
  SP_VALUE_FEWEST,      /* places for it */
  SP_VALUE_POWER,       /* what all workers compute in a unit of time */
  SP_VALUE_TIME_ALONE,  /* of one task of a bag on the best worker */
  SP_VALUE_DIRECT,      /* makespan if the workers exchange tasks directly, on a switch */
  SP_VALUE_OPTIMUM,     /* makespan of the method `optimal` */
  SP_VALUE_PLANNING,    /* seconds that the latest attempt took to plan: depends on the machine */
  SP_VALUE_USABLE,      /* processors of a network */
  SP_VALUE_SPEEDUP,     /* of a network's solution */
  SP_VALUE_UTILISATION, /* likewise */
  SP_VALUE_ALONE,       /* time of a network's originator without the others */
  SP_VALUE_THROUGHPUT,  /* of a steady state */
  SP_VALUE_TIME,        /* date until which a steady state is executed */
  SP_VALUES,
  SP_VALUE_FIELD = SP_VALUES, /* a number that `run` shows (method/fields.h) */
  SP_VALUE_LOWER_BOUND,       /* the lower bound of that name */
  SP_VALUE_BEST               /* best(FIELD): the least such number of the declared methods */
};

enum { SP_MOST_TERMS = 8 };
struct sp_term {
  enum sp_value value;
  int field; /* of SP_VALUE_FIELD and SP_VALUE_BEST: index of sp_result_field */
  char name[32];
};

/* It holds no pointers, so it can be copied. All zero: not given. */
struct sp_quantity {
  enum sp_function function;
  double parameter; /* SP_QUANTILE: 0.95 of q95; SP_SHARE: the number */
  int terms;
  struct sp_term term[SP_MOST_TERMS]; /* divided from left to right; 0/0 is 1 */
  char name[8];                       /* of the function as written, "q95" */
  char value[160];                    /* "done/makespan" */
  char text[168];                     /* "q95(done/makespan)" */
  char label[172];                    /* the text and its unit, "mean(gap) %" */
};

/* Parses FUNCTION(VALUE) without blanks. SP_OK, or SP_BAD_INPUT; *quantity is untouched then. */
int sp_quantity_read(const char *text, struct sp_quantity *, struct sp_error *);
/* FUNCTION(distance), of a function without a parameter. */
struct sp_quantity sp_quantity_of_distance(enum sp_function);
/* Its unit: "%" of a gap and of its statistics; "" of a share and of a quotient. */
const char *sp_quantity_unit(const struct sp_quantity *);
/* How far a makespan is above its lower bound, or a measure above another bound, in % of it. */
#define SP_GAP_FORMULA "100 (makespan / lower bound - 1)"
double sp_gap(double makespan, double bound);
/* Is the value one of its terms? */
bool sp_quantity_names(const struct sp_quantity *, enum sp_value);
/* Is it a share of platforms that is counted (wins, ties), not a function of a sample? */
bool sp_quantity_is_counted(const struct sp_quantity *);
/* Is it a spread or an error of a sample (sd, se), not a value of its kind? */
bool sp_quantity_is_spread(const struct sp_quantity *);
/* Does it depend on the machine: does its value name `planning`? */
bool sp_quantity_is_timed(const struct sp_quantity *);
/* The function of a sample x[n] without NAN, and its standard error. NAN if it is not defined: for
 * an empty sample, for a function without standard error, and for counted quantities. */
double sp_quantity_value(const struct sp_quantity *, const double *x, long n);
double sp_quantity_error(const struct sp_quantity *, const double *x, long n);

/* Fills name[0..SP_MOST_VALUES-1] with the values of these problems; returns how many. */
enum { SP_MOST_VALUES = SP_VALUES + SP_MOST_FIELDS };
int sp_value_names(unsigned problems, const char **name);
/* Does the value depend on the platform alone, so that the platform is drawn again to compute
 * it? */
bool sp_value_is_measured(enum sp_value);
/* The problems that have its value: bits of enum sp_problem. */
unsigned sp_term_problems(const struct sp_term *);
