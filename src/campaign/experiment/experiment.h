/* Experiment files (experiments/ID.ini, docs/experiments.md): which platforms, which methods,
 * which table. An experiment is a set of cells: a variant, a point of its axes, an index (the
 * number of the platform) and a method. The experiment alone defines its cells, so any process can
 * compute any of them. */
#pragma once

#include "base/memory.h"
#include "campaign/generate/generate.h"
#include "campaign/quantity/quantity.h"
#include "campaign/store/key.h"
#include "engine/perform/perform.h"

/* A set of settings, which replace the same settings of earlier sets. */
struct sp_overlay {
  char *label; /* of an axis value: "hom", "c<=w"; else NULL */
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
  struct sp_choice *choice; /* [text.n]; set after the whole file is read */
};

/* A file with a platform, and the digests of both when the experiment was read. */
struct sp_platform_file {
  char *path, *deployment; /* SimGrid's deployment of the platform; NULL: none */
  struct sp_key digest[2];
};

/* A size of the experiment, `tier.small = 100`. */
struct sp_tier {
  char *name;
  long count;
};

/* A separate table with its own methods, settings and best. Variant 0 has the empty name: it is the
 * experiment as specified. */
struct sp_variant {
  char *name; /* "", "as-published" */
  char *title;
  char *reason; /* why published values or claims differ, in a few words; NULL: not known */
  bool apart;   /* other rules than those of the paper: its values are no result of the paper's */
  struct sp_choices when;  /* only these values of axes */
  struct sp_texts methods; /* "the best" is over these; by default those of variant 0 */
  struct sp_texts also;    /* shown separately, not in "the best" */
  struct sp_overlay settings;
};

/* [figure NAME]: a quantity against an axis, with a line for each method (or for each declared
 * method and value of the axis `series`); a picture for each variant and point of other axes. */
struct sp_plot {
  char *name;
  char *title;             /* NULL: the experiment's */
  char *x;                 /* an axis whose labels are numbers, or the text of x_value */
  char *x_label, *y_label; /* words at the axes; NULL: x, the text of y */
  char *series;            /* an axis; NULL: a line for each method */
  int x_axis, series_axis; /* numbers of these axes; -1: none */
  long series_line;
  struct sp_quantity x_value; /* instead of an axis: one labelled point for each method, x and y
                                 over all points of the variant; not given: x is an axis */
  bool log_x, log_y, ci95;
  struct sp_quantity y;
  char *compare, *compare_tag; /* published points: columns of the axes, x the last, then METHOD
                                  or METHOD_FUNCTION; NULL: none */
  long line;
};

enum sp_comparison { SP_AT_LEAST, SP_AT_MOST, SP_ABOVE, SP_BELOW }; /* >= <= > < */

/* A sentence of a paper as a comparison: a method's quantity with a number or with another
 * method's, at all points of variant 0 or at some. */
struct sp_claim {
  char *text;      /* "about 90 % at b=1" */
  char *condition; /* "min_c >= 0.90 at tasks=20480" */
  long line;
  bool theorem; /* proven: the method is best on every platform, "max(distance) METHOD <= 1" */
  int plot;     /* the figure that has it; -1: [table] or the head */
  struct sp_quantity quantity;
  int method; /* of variant 0: one of its methods, then of `also` */
  enum sp_comparison comparison;
  double number;        /* to compare with; NAN: compared with `other` */
  int other;            /* method; -1: compared with the number */
  struct sp_choices at; /* "tasks=20480" */
};

#define SP_USUAL_MARGIN 0.05

struct sp_experiment {
  struct sp_context *memory; /* of all texts and arrays except `text`, and of what is computed */
  char *file;                /* its name in messages */
  char *text;                /* with overrides; the experiment is stored by its digest */
  char *id, *title, *source;
  double margin;           /* of a verdict; a share, 0.05: see sp_verdict_of */
  struct sp_texts assumed; /* not stated by the paper: "workers", "load" */
  char *assumed_because;   /* the comment after them; NULL: none */
  enum sp_problem problem;
  struct sp_texts instances; /* patterns of the files that are its platforms; none: drawn ones */
  int n_files;
  struct sp_platform_file *platform; /* [0..n_files-1] */
  uint64_t seed;
  long count; /* platforms at each point; chosen by tier or --count */
  int n_tiers;
  struct sp_tier *tier;
  enum sp_engine engine;
  double noise_link, noise_cpu;   /* as struct sp_conditions; 0: none */
  struct sp_texts cfg;            /* configuration items for SimGrid */
  struct sp_csv_columns *columns; /* of files, that its settings draw from */
  struct sp_texts data;           /* these files; their digests are in its text */
  struct sp_overlay base;         /* [platform] and [workload] */
  struct sp_overlay set;          /* --set: replaces all others */
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

/* What the command line changes. It is appended to the experiment's text as section [override]. */
struct sp_overrides {
  const char *tier; /* "small"; NULL: the full one */
  long count;       /* 0: the tier's */
  int n_set;
  const char *const *set; /* settings "key=value", or "seed=S" */
  int engine;             /* enum sp_engine, -1: the file's */
  const uint64_t *seed;   /* NULL: the file's */
  const char *noise;      /* "link:0.1,cpu:0.1"; NULL: the file's */
  int n_cfg;
  const char *const *cfg; /* of SimGrid, "network/model:LV08"; after the file's */
};

/* Reads and checks the whole file. SP_OK, or SP_BAD_INPUT with file, line, key, what was read and
 * what was expected; *experiment is cleared then. */
int sp_experiment_read(const char *path, const struct sp_overrides *, struct sp_experiment *,
                       struct sp_error *);
/* The same from a text, such as that in a database; file: its name in messages. */
int sp_experiment_parse(const char *file, const char *text, const struct sp_overrides *,
                        struct sp_experiment *, struct sp_error *);
/* Checks that a campaign of the experiment continues that of the text which the database holds:
 * with the same options in [override], and, where tier or count is one, for no fewer platforms.
 * SP_OK, or SP_BAD_INPUT. */
int sp_experiment_check_options(const struct sp_experiment *, const char *database,
                                const char *stored, struct sp_error *);
/* Checks that the methods are known, solve the problem, and occur once in a table. SP_OK, or
 * SP_BAD_INPUT with file and line. */
int sp_experiment_check_methods(const struct sp_experiment *, const struct sp_registry *,
                                struct sp_error *);
/* The problem that the settings of stars in *overrides describe; errors are not reported. */
enum sp_problem sp_overrides_problem(const struct sp_overrides *);
/* An experiment without a file, for `compare`: one point, the family with its settings; 10 workers,
 * 100 platforms and the native engine unless *overrides changes them. SP_OK, or SP_BAD_INPUT. */
int sp_experiment_compare(const char *family, const struct sp_overrides *,
                          const char *const *method, int n_methods, uint64_t seed,
                          struct sp_experiment *, struct sp_error *);
void sp_experiment_clear(struct sp_experiment *);
/* Texts and arrays in its memory (method/context.h), which live as long as it does. */
#define sp_experiment_copy(e, text)           sp_context_copy((e)->memory, text)
#define sp_experiment_text(e, ...)            sp_context_text((e)->memory, __VA_ARGS__)
#define sp_experiment_end(e, out, text)       sp_context_end((e)->memory, out, text)
#define sp_experiment_grow(e, array, n, size) sp_context_grow((e)->memory, array, n, size)
/* The methods of a variant, then those of `also`: their number, and each as the file spells it. */
int sp_variant_methods(const struct sp_variant *);
const char *sp_variant_method(const struct sp_variant *, int method);
/* The number of the method `optimal` among them; -1: none. */
int sp_optimal_method(const struct sp_variant *);
/* The words at the axes of a figure. */
static inline const char *sp_plot_x_label(const struct sp_plot *plot)
{
  return plot->x_label ? plot->x_label : plot->x_value.function ? plot->x_value.label : plot->x;
}
static inline const char *sp_plot_y_label(const struct sp_plot *plot)
{
  return plot->y_label ? plot->y_label : plot->y.label;
}
/* Quantity k of the table, the figures and the claims; NULL after the last. Some are not given. */
const struct sp_quantity *sp_experiment_quantity(const struct sp_experiment *, int k);
/* Seed, noise and configuration of its runs, which live as long as the experiment; the platform's
 * number is the caller's. */
struct sp_conditions sp_experiment_conditions(const struct sp_experiment *);

/* Number of points of a variant: the product of the numbers of values that its `when` allows on
 * each axis. The first axis changes slowest. */
int sp_points(const struct sp_experiment *, int variant);
/* Labels of a point, "comm=hom comp=het range=general" ("" without axes). They begin with
 * "variant=NAME" if the variant has settings of its own, and so other platforms: equal texts mean
 * equal platforms. */
char *sp_point_axes(const struct sp_experiment *, int variant, int point);
/* The axis of that name, the value of that label; -1: unknown. */
int sp_axis_find(const struct sp_experiment *, const char *name);
int sp_label_find(const struct sp_axis *, const char *label);
/* Do the choices allow that value of an axis? */
bool sp_choices_allow(const struct sp_choices *, int axis, int value);
/* The value of an axis at a point. */
int sp_point_value(const struct sp_experiment *, int variant, int point, int axis);
/* The point that has another value of one axis; -1: the variant does not have that value. */
int sp_point_with(const struct sp_experiment *, int variant, int point, int axis, int value);
/* Its label. */
const char *sp_point_label(const struct sp_experiment *, int variant, int point, int axis);
/* Finds variant and point of "variant=nearest-known,comm=het,comp=hom,range=c<=w": every axis once,
 * in any order, separated by commas or blanks; without "variant=NAME" variant 0. SP_OK, or
 * SP_BAD_INPUT. */
int sp_place_find(const struct sp_experiment *, const char *axes, int *variant, int *point,
                  struct sp_error *);
/* Such a text of a point. */
char *sp_place_text(const struct sp_experiment *, int variant, int point);
/* Platform `index` of a point; NULL with *error only if the settings are invalid, or a file cannot
 * be read or has changed. An index has the same draws, or the same file, at every point and in
 * every variant: comparisons are paired. */
struct sp_instance *sp_experiment_instance(const struct sp_experiment *, int variant, int point,
                                           uint32_t index, struct sp_error *);
/* The owner of an experiment's platforms, where several are needed: it holds the last one, which
 * others borrow, and the settings of its point. It begins with the experiment set, all else 0. */
struct sp_platforms {
  const struct sp_experiment *experiment;
  struct sp_instance *in; /* NULL: none yet */
  int variant, point;     /* of the last platform */
  uint32_t index;
  bool is_read; /* the settings of that point, of a star */
  struct sp_generator generator;
  long drawn; /* platforms, also those read from files */
};
/* The same platform, borrowed until another is asked for: it is drawn unless it is the last one. */
const struct sp_instance *sp_platform(struct sp_platforms *, int variant, int point, uint32_t index,
                                      struct sp_error *);
void sp_platforms_clear(struct sp_platforms *);
