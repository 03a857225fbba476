/* Reproduces the two kinds of experiments, for starport reproduce: experiment files, and tables of
 * single published values. results/ID.csv holds the values of a table: of runs, whose platforms are
 * in platforms/ and deploy/, or of the commands `network`, `steady` and `run`, with its SPEC. */
#pragma once

#include "base/text_table.h"
#include "campaign/report/report.h"
#include "campaign/summary/cell.h"
#include "cli/shared/execution.h"
#include "cli/shared/output.h"

/* What became of one experiment of several: for the line, the closing table and the page. Its texts
 * live until the process ends. */
struct cli_outcome {
  const char *title;
  const char *stem; /* of its files in the directory of output: "rr6005-table1-small" */
  int rows;
  struct cli_verdicts {
    const char *name;   /* of the variant; "": as specified, the first row */
    const char *title;  /* what its rules are; "": the experiment's */
    bool apart;         /* other rules than the paper's: not counted as its result */
    const char *reason; /* why values or claims differ; NULL: not known */
    struct sp_report_counts counts;
  } * row;
  long all, computed; /* values or runs; those that were computed now */
  bool interrupted;
  char *article; /* its part of the page */
  int suffixes;
  const char *const *suffix; /* of the files that the page links to */
};

/* The options of the command. */
struct cli_reproduction {
  const char *id, *tier, *output; /* tier NULL: the full size; output: directory */
  struct cli_execution execution; /* its seed is not used, since the experiment has one */
  struct cli_limits limits;
  long count; /* 0: the count of the tier */
  bool json, verbose;
  /* One of several experiments: nothing is printed unless verbose is set, the tier small is taken
   * where there is one, and *outcome is set. NULL: the only one. */
  struct cli_outcome *outcome;
  const char *label; /* of the progress of one of several */
};
static inline bool cli_reproduction_prints(const struct cli_reproduction *r)
{
  return !r->outcome || r->verbose;
}
/* Reproduces a table of single values, DATA/results/ID.csv, with its files in OUTPUT
 * (reproduce_values.c). SP_OK, SP_NOT_VERIFIED if a value tagged printed or ours differs, or the
 * code of another failure that has been reported. Its runs are few: limits, tier and count are not
 * used. */
int cli_reproduce_values(const struct cli_reproduction *, const char *title, const char *data);
/* Reproduces an experiment file (reproduce_campaign.c). Computes the missing runs of
 * OUTPUT/ID[-TIER].db; writes the tables there and to standard output, and the figures. Verdicts
 * are results: a cell that differs from the published value is not a failure. */
int cli_reproduce_campaign(const struct cli_reproduction *);

/* ---- Tables of single values (values.c). */

struct cli_experiment {
  const char *id, *title;
};

enum { CLI_EXPERIMENTS = 16 };
extern const struct cli_experiment cli_experiments[CLI_EXPERIMENTS];
/* The experiment with this id; capitals do not matter. NULL if unknown. */
const struct cli_experiment *cli_experiment_find(const char *id);

/* A published value, our value, and the verdict. */
struct cli_value {
  const char *platform; /* base name in deploy/ without "_d"; the file in platforms/ has this name,
                     or this name without its last parts: "fig8" for "fig8-N2". For a command:
                     "network KIND", "steady", "run" */
  const char *method;   /* for a command: its SPEC */
  const char *quantity;
  const char *written; /* the value as published */
  double published;
  const char *tag;    /* printed, claim or ours */
  const char *reason; /* why it differs, in a few words; NULL: the table has none */
  const char *source;
  double ours;             /* NAN: missing */
  const char *exact;       /* ours as a rational or a word; NULL: only the double is known */
  enum sp_verdict verdict; /* SP_AGREES, SP_DIFFERS, or SP_MISSING */
};

struct cli_values {
  int n;
  struct cli_value *value;
  bool commands; /* of the commands `network`, `steady` and `run` */
  bool reasons;  /* the table has a column of reasons */
};

/* Reads results/ID.csv (platform,method,quantity,value,tag,source or command,spec,quantity,..,
 * perhaps with reason before source; a field with a comma is in double quotes, except the last).
 * SP_OK, or SP_BAD_INPUT with the number of the wrong line. The values live until the process
 * ends. */
int cli_values_read(const char *path, struct cli_values *values, struct sp_error *error);
/* Print one row for each value: as a text table, or as JSON. */
void cli_values_print(const struct cli_values *, FILE *);
json_t *cli_values_json(const struct cli_values *);
/* The two numbers of a value as tables show them; ours NULL: missing. They live until the process
 * ends. */
const char *cli_value_published(const struct cli_values *, const struct cli_value *);
const char *cli_value_ours(const struct cli_values *, const struct cli_value *);
/* Writes the values with their verdicts, and the n pictures with these paths, as the part of the
 * page (values_article.c). */
void cli_values_article(const struct cli_values *, const struct cli_strings *pictures, FILE *);
/* Counts the verdicts, and takes the reason of the first value that differs. */
void cli_values_count(const struct cli_values *, struct cli_verdicts *);
/* Computes the n values of `network KIND` or `steady` with one SPEC: ours and exact of each. SP_OK,
 * or the code of a failure that has been reported. */
int cli_values_compute(struct cli_value *, int n);
/* Draws the momentary utilisation, if the table has its values (busy-K). *drawn becomes the path of
 * the .svg, .pdf, .gp and .dat without suffix; NULL: nothing to draw. SP_OK, or the code of a
 * failure that has been reported. */
int cli_values_draw(const struct cli_values *, const char *directory, const char *id,
                    const char **drawn);
/* Sets the verdict. A value of a run agrees within 1e-9. A value of a command agrees exactly if the
 * published value is a fraction or a whole number, else in its digits, rounded or cut. */
bool cli_value_agrees(const struct cli_value *, bool of_command);
