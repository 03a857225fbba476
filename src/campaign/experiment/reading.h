/* What the files of the reader of experiment files share. Private to this folder.
 *
 *   experiment.c  public readers; overrides; experiments without a file
 *   read.c        sections and their lines
 *   keys.c        the keys of each section; those of [table] in table.c, of [figure ..] in figure.c
 *   axis.c        the values of an axis
 *   settings.c    settings of [platform], [workload], axes, variants
 *   claim.c       claims
 *   quantity.c    FUNCTION(VALUE)
 *   check.c       checks of the experiment as a whole
 *   names.c       names of axes and labels
 *   lines.c       text -> lines, lists, refusals */
#pragma once

#include "campaign/experiment/experiment.h"

enum { MOST_VALUES = 1000, MOST_POINTS = 100000 };

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

enum { MOST_KEYS = 16 }; /* of one section, without settings */

/* An experiment that is being read. */
struct reading {
  struct sp_experiment *e;
  struct sp_error *error;
  char *rest;           /* of the text, which is cut into lines as it is read */
  long line;            /* number of the line that is being read */
  long override_line;   /* from this line on the text comes from the command line */
  char *comment;        /* of this line; NULL: none */
  enum part part;       /* the open section */
  long opened[PARTS];   /* line of the section; 0: not yet */
  long seen[MOST_KEYS]; /* line of each key of the open section; 0: not yet */
  bool has_seed;
  long cells_line;              /* of [table] cells */
  bool stepped;                 /* the open axis has a line KEY = LIST */
  long count, overriding_count; /* of the file; of [override], 0: none */
  char *overriding_tier;        /* of [override]; NULL: none */
  long overriding_tier_line;
};

/* ---- Lines (lines.c). */

/* Writes "file:line: " (or "file: command line: ") and the text into the error; returns
 * SP_BAD_INPUT. */
int experiment_refuse(const struct reading *, long line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Refuses an unknown word: "unknown WHAT 'word'", and the nearest of the n known or all of them. */
int experiment_unknown(const struct reading *, const char *what, const char *word, int n,
                       const char *const *known);
/* The next line that is not empty, without comment and margins; NULL at the end. */
char *experiment_line(struct reading *);
/* TEXT without blanks at its ends (cut in place). */
char *experiment_trim(char *text);
/* Cuts "key = value" at the sign, both trimmed: the value, or NULL if there is no sign. */
char *experiment_cut(char *text, char sign);
/* Appends a copy of TEXT to a list of texts. */
void experiment_add_text(struct sp_texts *, const char *text);
/* Cuts a list at the separators and keeps the line; refuses an empty item (unless blanks separate)
 * and a repeated one. what: the key, for messages. */
int experiment_list(const struct reading *, const char *what, char *value, const char *separators,
                    struct sp_texts *);
/* May NAME be an id, an axis or a variant: at most 64 letters, digits, '.', '-', '_'? */
bool experiment_is_name(const char *name);

/* ---- Names (names.c). */

/* The number of the axis of that name; refuses (-1) an unknown one at `line`, for the key `where`.
 */
int experiment_find_axis(struct reading *, long line, const char *where, const char *name);
/* Finds axis and label of each text "AXIS=LABEL" of the key `where`. hint: what is wrong with a
 * text without '=', for the message. */
int experiment_find_choices(struct reading *, long line, const char *where, const char *hint,
                            struct sp_choices *);

/* ---- Sections. */

/* A key of a section, other than a setting. `read` gets the value, never empty. */
struct key {
  const char *name;
  bool repeats;
  int (*read)(struct reading *, char *value);
};
/* The keys of a section; the last name is NULL. */
const struct key *experiment_keys(enum part);
extern const struct key experiment_table_keys[], experiment_figure_keys[];
/* Reads `tier.NAME = N`. */
int experiment_tier(struct reading *, const char *name, char *value);
/* compare = FILE.csv TAG. */
int experiment_compare_file(const struct reading *, char *value, char **file, char **tag);
/* claim = "TEXT": CONDITION. The condition is kept as text until the whole file is read. */
int experiment_read_claim(struct reading *, char *value);
/* Opens the named axis, variant or figure. */
int experiment_open_axis(struct reading *, const char *name);
int experiment_open_variant(struct reading *, const char *name);
int experiment_open_figure(struct reading *, const char *name);
/* A line of [axis ..]. */
int experiment_axis_line(struct reading *, char *line);
/* Refuses an unknown key of the open section; settings: it takes settings, too. */
int experiment_unknown_key(const struct reading *, const char *name, bool settings);
/* Adds the setting, checked, to the overlay. */
int experiment_add_setting(const struct reading *, struct sp_overlay *, const char *name,
                           const char *value);
/* Reads all lines; SP_OK, or SP_BAD_INPUT. */
int experiment_read_lines(struct reading *);
/* Parses FUNCTION(VALUE) of the key `what`; its values are checked after the whole file is read
 * (experiment_check_quantity). */
int experiment_quantity(const struct reading *, const char *what, const char *text,
                        struct sp_quantity *);

/* ---- Checks after the whole file is read. */

/* Does the experiment have all values that the quantity names? */
int experiment_check_quantity(struct reading *, long line, const char *what,
                              const struct sp_quantity *);
/* Parses the conditions of all claims. */
int experiment_check_claims(struct reading *);
/* Checks that the figures are complete, and sets their axes. */
int experiment_check_figures(struct reading *);
/* Completes the experiment: counts, inherited methods; then checks the whole. */
int experiment_complete(struct reading *);
