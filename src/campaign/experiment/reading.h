/* What the files of this folder share, most of it between those that read experiment files.
 *
 *   experiment.c  public readers; overrides; experiments without a file
 *   read.c        the lines of each section
 *   keys.c        the sections and their keys
 *   files.c       the list of the files that hold the platforms
 *   settings.c    settings of [platform], [workload], axes, variants; values of an axis
 *   claim.c       claims and quantities
 *   check.c       checks of the experiment as a whole
 *   lines.c       text -> lines, lists, names, refusals
 *   points.c      the points and their settings
 *   platforms.c   platforms from files */
#pragma once

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
  PART_FILES,
  PART_DATA,
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
  const char *key;      /* that is being read */
  bool has_seed;
  long cells_line; /* of [table] cells */
  bool stepped;    /* the open axis has a line KEY = LIST */
  long count;      /* of the file; 0: not yet */
};

/* ---- Lines (lines.c). */

/* Writes "file:line: " (or "file: command line: ") and the text into the error; returns
 * SP_BAD_INPUT. */
int experiment_refuse_at(const struct reading *, long line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same of the line that is being read. */
#define experiment_refuse(r, ...) experiment_refuse_at(r, (r)->line, __VA_ARGS__)
/* Refuses an unknown word: "unknown WHAT 'word'", or "unknown WHAT in WHERE 'word'" if `where` is
 * not empty, and the nearest of the n known or all of them. */
int experiment_unknown(const struct reading *, long line, const char *what, const char *where,
                       const char *word, int n, const char *const *known);
/* The next line that is not empty, without comment and margins, with blanks for tabs and '?' for
 * other control characters; NULL at the end. */
char *experiment_line(struct reading *);
/* TEXT without blanks at its ends (cut in place). */
char *experiment_trim(char *text);
/* Cuts "key = value" at the sign, both trimmed: the value, or NULL if there is no sign. */
char *experiment_cut(char *text, char sign);
/* Appends TEXT to a list of texts. */
void experiment_add_text(const struct reading *, struct sp_texts *, char *text);
/* Cuts the list of the key at the separators and keeps the line; refuses an empty item (unless
 * blanks separate) and a repeated one. */
int experiment_list(const struct reading *, char *value, const char *separators, struct sp_texts *);
/* May NAME be an id, an axis or a variant: at most 64 letters, digits, '.', '_', not first '-'? */
bool experiment_is_name(const char *name);
/* Refuses a text that a spreadsheet would compute in a CSV: SP_OK for others, and numbers. */
int experiment_check_formula(const struct reading *, const char *what, const char *text);

/* The number of the axis of that name; refuses (-1) an unknown one at `line`, for key `where`. */
int experiment_find_axis(const struct reading *, long line, const char *where, const char *name);
/* Finds axis and label of each text "AXIS=LABEL" of the key `where`. hint: what is wrong with a
 * text without '=', for the message. */
int experiment_find_choices(const struct reading *, long line, const char *where, const char *hint,
                            struct sp_choices *);

/* ---- Sections. */

/* A key of a section, other than a setting. `read` gets the value, never empty, and the field of
 * what the section describes: the experiment, a variant or a figure. */
struct key {
  const char *name;
  bool repeats;
  int (*read)(struct reading *, char *value, void *field);
  size_t field;
};
struct section {
  const char *name;
  bool named;    /* [name NAME], several times */
  bool settings; /* takes settings in addition to its keys */
  bool repeats;
  const struct key *key; /* the last name is NULL */
};
extern const struct section experiment_sections[PARTS];
/* Reads `tier.NAME = N`. */
int experiment_tier(struct reading *, char *key, char *value);
/* claim = "TEXT": CONDITION. The condition is kept as text until the whole file is read. */
int experiment_read_claim(struct reading *, char *value, void *field);
/* Opens the named axis, variant or figure. */
int experiment_open_axis(struct reading *, char *name);
int experiment_open_variant(struct reading *, char *name);
int experiment_open_figure(struct reading *, char *name);
/* A line of [axis ..]. */
int experiment_axis_line(struct reading *, char *line);
/* Refuses an unknown key of the open section. */
int experiment_unknown_key(const struct reading *, const char *name);
/* Adds the setting, checked, to the overlay. */
int experiment_add_setting(const struct reading *, struct sp_overlay *, const char *name,
                           const char *value);
/* Reads all lines; SP_OK, or SP_BAD_INPUT. */
int experiment_read_lines(struct reading *);
/* Parses FUNCTION(VALUE) of the key; its values are checked after the whole file is read
 * (experiment_check_quantity). */
int experiment_quantity(const struct reading *, const char *text, struct sp_quantity *);

/* A line of [files]: "SHA-256 = FILE". */
int experiment_file_line(const struct reading *, const char *digest, const char *path);
/* The same of the section [data]: a file with columns, which must have that digest. */
int experiment_data_line(const struct reading *, const char *digest, const char *path);
/* Appends to the text the files with columns that it does not list, in a section [data]. */
int experiment_list_data(const struct reading *);

/* ---- Checks after the whole file is read. */

/* Does the experiment have all values that the quantity names? */
int experiment_check_quantity(const struct reading *, long line, const char *what,
                              const struct sp_quantity *);
/* Parses the conditions of all claims. */
int experiment_check_claims(struct reading *);
/* Finds the files of `instances`, unless the section [files] lists them; completes the count. */
int experiment_find_files(const struct reading *);
/* Completes the experiment: counts, inherited methods; then checks the whole. */
int experiment_complete(struct reading *);

/* ---- Points and platforms. */

/* The settings at a point, each replacing equal ones before it. The caller frees the list. */
struct sp_settings experiment_settings(const struct sp_experiment *, int variant, int point);
/* The name of setting k: those of the problem or, of platforms from files, those that may change
 * them; NULL after the last (platforms.c). */
const char *experiment_setting(const struct sp_experiment *, int k);
/* Has the file that digest? SP_OK, or SP_BAD_INPUT. */
int experiment_check_digest(const char *path, const struct sp_key *, struct sp_error *);
/* The platform of a file; NULL with *error. */
struct sp_instance *experiment_file_instance(const struct sp_experiment *,
                                             const struct sp_settings *, uint32_t index,
                                             struct sp_error *);
/* The generator of a point: all its settings applied in order. *last, if not NULL, is the setting
 * that was refused, or the last one. SP_OK, or SP_BAD_INPUT. */
int experiment_generator(const struct sp_experiment *, int variant, int point,
                         struct sp_generator *, const struct sp_setting **last, struct sp_error *);
