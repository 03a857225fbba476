/* Experiment files (experiments/ID.ini, docs/formats.md): which random platforms, which methods,
 * which table. An experiment is a set of CELLS: a variant, a point of its axes, an index (the
 * platform's number) and a method. Everything about a cell follows from the experiment alone, so
 * any process can compute any cell. */
#ifndef SP_CAMPAIGN_EXPERIMENT_H
#define SP_CAMPAIGN_EXPERIMENT_H

#include "campaign/generate/generate.h"
#include "campaign/quantity/quantity.h"
#include "engine/perform/perform.h"

/* One `key = value` line of [platform], [workload], an axis value or a variant. */
struct sp_setting {
  char *key, *value;
  long line;
};

/* A named set of settings that is laid over those before it. */
struct sp_overlay {
  char *label; /* of an axis value: "hom", "c<=w" */
  int n;
  struct sp_setting *setting;
};

struct sp_axis {
  char *name; /* "comm" */
  int n;
  struct sp_overlay *value;
};

struct sp_texts {
  int n;
  char **text;
  long line; /* of the file; 0: not in it */
};

/* Values of axes, "comm=het comm=hom range=general": values of one axis are alternatives, an axis
 * that is not named may have any value. */
struct sp_choice {
  int axis, value;
};
struct sp_choices {
  struct sp_texts text;
  struct sp_choice *choice; /* [text.n]; set when all of the file is read */
};

/* A size of the experiment, `tier.small = 100`. */
struct sp_tier {
  char *name;
  long count;
};

/* A table of its own, with its own methods, settings and best. Variant 0 has the empty name: it is
 * the experiment as specified. */
struct sp_variant {
  char *name; /* "", "as-published" */
  char *title;
  struct sp_choices when; /* only these values of axes */
  struct sp_texts
      methods;          /* "the best" is over these; those of variant 0 unless it names its own */
  struct sp_texts also; /* shown apart, never in the best */
  struct sp_overlay settings;
};

/* [figure NAME]: a quantity against an axis, a line a method (or, of the declared ones, a value of
 * the axis `series`); a picture for each variant and each point of the other axes. */
struct sp_plot {
  char *name;
  char *title;             /* NULL: the experiment's */
  char *x;                 /* an axis whose labels are numbers, or the text of x_value */
  char *series;            /* an axis; NULL: a line for each method */
  int x_axis, series_axis; /* numbers of these axes; -1: none */
  long series_line;
  struct sp_quantity x_value; /* in place of an axis: one labelled point a method, x and y over
                                      all points of the variant; not given: x is an axis */
  bool log_x, log_y, ci95;
  struct sp_quantity y;
  char *compare, *compare_tag; /* published points: columns of the axes, x the last, then METHOD
                                  or METHOD_FUNCTION; NULL: none */
  long line;
};

enum sp_comparison { SP_AT_LEAST, SP_AT_MOST, SP_ABOVE, SP_BELOW }; /* >= <= > < */

/* A sentence of a paper in the report's own terms: a method's quantity against a number or another
 * method's, at all points (of variant 0) or at some. */
struct sp_claim {
  char *text;      /* "about 90 % at b=1" */
  char *condition; /* "min_c >= 0.90 at tasks=20480" */
  long line;
  int plot; /* figure in which it stands; -1: [table] or the head */
  struct sp_quantity quantity;
  int method; /* of variant 0: one of its methods, then of `also` */
  enum sp_comparison comparison;
  double number;        /* to compare with; NAN: with `other` */
  int other;            /* method, -1: with the number */
  struct sp_choices at; /* "tasks=20480" */
};

struct sp_experiment {
  char *file; /* where it was read */
  char *text; /* all of it, after overrides: part of its identity */
  char *id, *title, *source;
  struct sp_texts assumed; /* what the paper leaves unstated: "workers", "load" */
  char *assumed_because;   /* the comment after them; NULL: none */
  enum sp_problem problem;
  uint64_t seed;
  long count; /* platforms a point; chosen by tier or --count */
  int n_tiers;
  struct sp_tier *tier;
  enum sp_engine engine;
  double noise_link, noise_cpu; /* as struct sp_conditions; 0: none */
  struct sp_texts cfg;          /* configuration items for SimGrid */
  struct sp_overlay base;       /* [platform] and [workload] */
  struct sp_overlay set;        /* --set: laid over everything */
  int n_axes;
  struct sp_axis *axis;
  int n_variants;
  struct sp_variant *variant;
  struct sp_texts rows; /* [table] rows: names of axes */
  int n_quantities;
  struct sp_quantity *quantity;                /* [table] cells */
  char *compare, *compare_tag;                 /* [table] compare = FILE.csv printed|claim|ours */
  char *compare_overall, *compare_overall_tag; /* [table] compare-overall: the mean distance of each
                                                  method over all points, without keys */
  int n_plots;
  struct sp_plot *plot; /* [figure NAME] */
  int n_claims;
  struct sp_claim *claim;
};

/* What the command line says over the file: tier ("small"; NULL: the full one), count (0: the
 * tier's), --set settings "key=value" (over [platform], [workload] and the axes' values), of which
 * seed=S is one, engine, noise and SimGrid's configuration. They end the experiment's text as its
 * section [override]. */
struct sp_overrides {
  const char *tier;
  long count;
  int n_set;
  const char *const *set;
  int engine;           /* enum sp_engine, -1: the file's */
  const uint64_t *seed; /* NULL: the file's */
  const char *noise;    /* "link:0.1,cpu:0.1"; NULL: the file's */
  int n_cfg;
  const char *const *cfg; /* "network/model:LV08", after the file's */
};

/* Reads and checks all of the file; every error names file, line and key, what was read and what
 * was expected. *experiment is cleared on failure. */
int sp_experiment_read(const char *path, const struct sp_overrides *, struct sp_experiment *,
                       struct sp_error *);
/* The same from a text, such as a store keeps; file: its name in messages. */
int sp_experiment_parse(const char *file, const char *text, const struct sp_overrides *,
                        struct sp_experiment *, struct sp_error *);
/* Are all methods known, and do they serve the problem? SP_OK, or SP_BAD_INPUT with file and line.
 * Two texts that mean the same method in one table are refused, too. */
int sp_experiment_check_methods(const struct sp_experiment *, const struct sp_registry *,
                                struct sp_error *);
/* An experiment without a file, for `compare`: one point, the family with its settings
 * (10 workers, 100 platforms and the simgrid engine unless *overrides says otherwise). */
int sp_experiment_compare(const char *family, const struct sp_overrides *,
                          const char *const *method, int n_methods, uint64_t seed,
                          struct sp_experiment *, struct sp_error *);
void sp_experiment_clear(struct sp_experiment *);
/* The methods of a variant, then those of `also`: how many, and each as the file spells it. */
int sp_variant_methods(const struct sp_variant *);
const char *sp_variant_method(const struct sp_variant *, int method);
/* The number of the method `optimal` among them; -1: none. */
int sp_optimal_method(const struct sp_variant *);
/* Seed, noise and configuration of its runs, which live as long as the experiment. */
struct sp_conditions sp_experiment_conditions(const struct sp_experiment *);

/* Points: the product of the axes, first axis slowest, that a variant's `when` leaves. */
int sp_points(const struct sp_experiment *, int variant);
/* Labels of a point, "comm=hom comp=het range=general" ("" without axes); the caller frees it. They
 * begin with "variant=NAME" where the variant has settings of its own, and so other platforms:
 * equal texts mean equal platforms. */
char *sp_point_axes(const struct sp_experiment *, int variant, int point);
/* The axis of that name, the value of that label; -1: unknown. */
int sp_axis_find(const struct sp_experiment *, const char *name);
int sp_label_find(const struct sp_axis *, const char *label);
/* Do the choices allow that value of an axis? */
bool sp_choices_allow(const struct sp_choices *, int axis, int value);
/* The value of an axis at a point. */
int sp_point_value(const struct sp_experiment *, int variant, int point, int axis);
/* Its label; NULL: unknown axis. */
const char *sp_point_label(const struct sp_experiment *, int variant, int point, const char *axis);
/* Finds a point of a variant by "comm=hom,comp=het,.." (every axis once, in any order; commas or
 * blanks between them; "variant=" and its name may stand among them): its number, -1 with *error.
 */
int sp_point_find(const struct sp_experiment *, int variant, const char *axes, struct sp_error *);
/* The same where "variant=NAME" may stand among the axes, too (default: variant 0). SP_OK, or
 * SP_BAD_INPUT. */
int sp_place_find(const struct sp_experiment *, const char *axes, int *variant, int *point,
                  struct sp_error *);
/* What sp_place_find reads: "variant=nearest-known,comm=het,comp=hom,range=c<=w"; the caller frees
 * it. */
char *sp_place_text(const struct sp_experiment *, int variant, int point);
/* Platform `index` of a point; NULL with *error only if the settings make no sense. The same
 * index has the same draws at every point and in every variant: comparisons are paired. */
struct sp_instance *sp_experiment_instance(const struct sp_experiment *, int variant, int point,
                                           uint32_t index, struct sp_error *);

#endif
