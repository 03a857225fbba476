/* What the files of the experiment reader share; nobody else includes it.
 *
 *   lines.c   text -> lines, sections, refusals
 *   keys.c    the keys of each section, those of [table] in table.c, of
 *                        [figure ..] in figure.c
 *   read.c    sections, settings
 *   axis.c    values of an axis
 *   quantity.c  FUNCTION(VALUE)
 *   claim.c   claims
 *   experiment.c         the public readers; overrides; experiments without a file
 *   check.c   what can only be asked of the whole
 *   points.c  points, and the platform of each */
#ifndef SP_CAMPAIGN_EXPERIMENT_PARTS_H
#define SP_CAMPAIGN_EXPERIMENT_PARTS_H

#include "campaign/experiment/experiment.h"

enum { MOST_AXES = 16, MOST_VALUES = 1000, MOST_POINTS = 100000 };

enum part {
  PART_HEAD,
  PART_PLATFORM,
  PART_WORKLOAD,
  PART_AXIS,
  PART_RUN,
  PART_VARIANT,
  PART_TABLE,
  PART_FIGURE,
  PART_OVERRIDE,
  PARTS
};

enum { MOST_KEYS = 16 }; /* in one section, settings apart */

/* An experiment that is being read. */
struct reading {
  struct sp_experiment *e;
  struct sp_error *error;
  char *rest;           /* of the text, which is cut into lines as it is read */
  long line;            /* number of the line that is being read */
  long override_line;   /* from here on the text comes from the command line */
  char *comment;        /* of this line; NULL: none */
  enum part part;       /* the open section */
  long opened[PARTS];   /* line of a section that stands once; 0: not yet */
  long seen[MOST_KEYS]; /* line of each key of the open section; 0: not yet */
  bool has_seed, has_engine;
  long cells_line;        /* of [table] cells */
  bool stepped;           /* the open axis has a line KEY = LIST */
  long count, said_count; /* of the file; of [override], 0: none */
  char *said_tier;        /* of [override]; NULL: none */
  long said_tier_line;
};

/* Writes "file:line: " (or "--set: ") and the text into the error; returns SP_BAD_INPUT. */
int experiment_refuse(const struct reading *, long line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The next line that says something, without comment and margins; NULL at the end. */
char *experiment_line(struct reading *);
/* TEXT without its margins (cut in place). */
char *experiment_trim(char *text);
/* Cuts "key = value" at the sign, both trimmed: the value, or NULL where there is no sign. */
char *experiment_cut(char *text, char sign);
/* Appends TEXT to a list of texts. */
void experiment_add_text(struct sp_texts *, const char *text);
/* Refuses an unknown word: "unknown WHAT 'word'", and the nearest of the n known or all of them. */
int experiment_unknown(const struct reading *, const char *what, const char *word, int n,
                       const char *const *known);

/* A key of a section that is no setting. The reader gets the value, never empty. */
struct key {
  const char *name;
  bool repeats;
  int (*read)(struct reading *, char *value);
};
/* The keys of a section, closed by a null name. */
const struct key *experiment_keys(enum part);
const struct key *experiment_table_keys(void);
const struct key *experiment_figure_keys(void);
/* Cuts a list at the separators and remembers the line; refuses an empty item (unless blanks
 * separate) and one that stands there twice. what: the key, for messages. */
int experiment_list(const struct reading *, const char *what, char *value, const char *separators,
                    struct sp_texts *);
/* Reads `tier.NAME = N`, where `name` is what follows the dot. */
int experiment_tier(struct reading *, const char *name, char *value);

/* Reads all lines; SP_OK, or SP_BAD_INPUT. */
int experiment_read_lines(struct reading *);
/* Opens the named axis, variant or figure. */
int experiment_open_axis(struct reading *, const char *name);
int experiment_open_variant(struct reading *, const char *name);
int experiment_open_figure(struct reading *, const char *name);
/* A line of [axis ..]. */
int experiment_axis_line(struct reading *, char *line);
/* Adds the setting, checked, to the overlay. */
int experiment_add_setting(const struct reading *, struct sp_overlay *, const char *name,
                           const char *value);
/* Parses FUNCTION(VALUE) of the key `what`; its values are checked when all of the file is read
 * (experiment_check_quantity). */
int experiment_quantity(const struct reading *, const char *what, const char *text,
                        struct sp_quantity *);
/* Does the experiment have all values that the quantity names? */
int experiment_check_quantity(struct reading *, long line, const char *what,
                              const struct sp_quantity *);
/* compare = FILE.csv TAG. */
int experiment_compare_file(const struct reading *, char *value, char **file, char **tag);
/* claim = "TEXT": CONDITION, kept as text until all of the file is read. */
int experiment_read_claim(struct reading *, char *value);
/* Understands the conditions of all claims. */
int experiment_check_claims(struct reading *);
/* Have all figures what they need? */
int experiment_check_figures(struct reading *);
/* The axis of that name; refuses at `line`, for the key `where`, a name that no axis bears (NULL).
 */
const struct sp_axis *experiment_find_axis(struct reading *, long line, const char *where,
                                           const char *name);
/* The number of that label of an axis; refuses (-1) at `line`, for `where`, an unknown one. */
int experiment_find_label(struct reading *, long line, const char *where, const struct sp_axis *,
                          const char *label);

/* Completes an experiment that was read: counts, inherited methods; then checks the whole. */
int experiment_complete(struct reading *);
/* Is NAME fit for an id, an axis or a variant: letters, digits, '.', '-', '_'? */
bool experiment_is_name(const char *name);

/* The generator of a point: the settings in force, laid over each other. *last, if not NULL, is the
 * setting that was refused, or the last one. */
int experiment_generator(const struct sp_experiment *, int variant, int point,
                         struct sp_generator *, const struct sp_setting **last, struct sp_error *);
/* The layers of settings at a point, the lowest first; returns how many. */
int experiment_layers(const struct sp_experiment *, int variant, int point,
                      const struct sp_overlay *layer[MOST_AXES + 3]);

#endif
