/* The results of one variant of an experiment as arrays, read from a database. */
#pragma once

#include "campaign/experiment/experiment.h"
#include "campaign/store/store.h"

/* A value of the platform alone, such as rho: value[point * count + index]; NAN: not defined, or no
 * method has a result there. */
struct sp_measure {
  const char *name; /* the experiment's */
  double *value;
};

/* Runs of a method that have no result, of one status and reason; numbers that differ between them
 * are '#'. The last of a method are those for other reasons, without text. */
struct sp_reason {
  long n; /* 0: none */
  enum sp_status status;
  char text[256]; /* as long as that of sp_result */
};
enum { SP_REASONS = 4 };

/* A platform has the number point * count + index. Values of a platform and a method are at
 * [platform * methods + method]. NAN: missing or failed. */
struct sp_matrix {
  const struct sp_experiment *experiment;
  int variant;
  int points, methods;           /* methods: those of the variant, then `also` */
  int best_of;                   /* the first best_of methods make "the best" */
  long count;                    /* platforms a point */
  double *value[SP_MOST_FIELDS]; /* of sp_result_field: the makespan, and those that a quantity of
                                    the experiment names; others NULL */
  double *bound;
  double *planning;         /* NULL unless a quantity of the experiment names it */
  struct sp_reason *reason; /* [method * SP_REASONS + k] why; NULL in a matrix made by hand */
  int n_measures;           /* those that the experiment's quantities name */
  struct sp_measure *measure;
  struct sp_platforms *platforms; /* NULL in a matrix made by hand: it has none */
  const void *mark;               /* what the experiment's memory had before the first variant's */
};

static inline double sp_makespan_at(const struct sp_matrix *m, long platform, int method)
{
  return m->value[SP_FIELD_MAKESPAN][platform * m->methods + method];
}

/* Reads all variants in one pass over the store: (*matrices)[n_variants]. SP_OK, or a code with
 * *error and *matrices NULL. They are in the memory of the experiment; sp_matrices_free gives back
 * all of it since then, also what was made of them. */
int sp_matrices_read(const struct sp_experiment *, struct sp_store *, struct sp_matrix **matrices,
                     struct sp_error *);
/* NULL is allowed. */
void sp_matrices_free(struct sp_matrix *);

/* Cells without an ok run of a method at a point; -1: at all points. */
long sp_matrix_missing(const struct sp_matrix *, int point, int method);
/* Counts a run without a result. */
void sp_reasons_add(struct sp_matrix *, int method, enum sp_status, const char *text);
/* "9 refused: 13 tasks, expected at most 12; 2 not run", over all points; NULL if nothing is
 * missing. */
char *sp_reasons_text(const struct sp_matrix *, int method);

/* A platform, borrowed until another of the matrix is asked for; NULL with *error. */
const struct sp_instance *sp_matrix_platform(const struct sp_matrix *, int point, long index,
                                             struct sp_error *);
/* Are the platforms of the point all the same? Then one is enough. */
bool sp_matrix_fixed(const struct sp_matrix *, int point);

/* n values, all missing (measure.c). */
double *sp_missing_values(const struct sp_experiment *, size_t n);
/* Computes the values of platforms that the experiment's quantities name, where a method has a
 * result (measure.c). SP_OK, or SP_BAD_INPUT. */
int sp_matrix_measure(struct sp_matrix *, struct sp_error *);
/* The values of that name, NULL if they were not computed. */
const double *sp_matrix_measured(const struct sp_matrix *, const char *name);
