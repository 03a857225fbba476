/* `starport reproduce` without an experiment: all of them, a line for each, a closing table, and
 * the page index.html. reproduce_all.c runs them, reproduce_closing.c makes the table,
 * reproduce_page.c the page. */
#pragma once

#include "cli/parts/reproduce.h"

struct cli_paper {
  const char *prefix;       /* of the experiments' names */
  const char *name, *title; /* in tables; in full */
};

/* One experiment of all. */
struct cli_reproduced {
  const struct cli_paper *paper;
  const char *id;
  bool ran;
  int code;                   /* of its end, if it ran */
  struct cli_outcome outcome; /* its texts are NULL as far as it did not come */
};

struct cli_all {
  const struct cli_reproduction *given;
  const char *data; /* directory */
  int n;
  struct cli_reproduced *item;
  double seconds;
  int done, failed; /* experiments */
  bool interrupted;
};

/* Did an experiment that ended with that code come to its end? */
static inline bool cli_code_of_result(int code)
{
  return code == SP_OK || code == SP_NOT_VERIFIED;
}
/* Runs all experiments of the data directory that belong to a paper or go beyond one, in their
 * small tiers; the large ones that go beyond are left out. Prints, and writes
 * given->output/index.html. The greatest code of an experiment that failed or was
 * interrupted, else SP_NOT_VERIFIED if an exact value differs. */
int cli_reproduce_all(const struct cli_reproduction *given, const char *data);

/* ---- The closing table. Only values tagged printed are counted as published. */

/* A row: an experiment or variant with published values, or of which anything differs or failed; or
 * all other experiments; or the total. */
struct cli_closing {
  const char *paper;   /* of its first row; "": as above */
  const char *name;    /* of the experiment's files, "  VARIANT", "4 others" or "total" */
  const char *article; /* the experiment's; NULL: none */
  bool counted;        /* has published values */
  struct sp_tag_counts published;
  const char *why; /* why values differ, or what happened; NULL: nothing differs */
};
/* The n rows, which live until the process ends. */
const struct cli_closing *cli_closing_rows(const struct cli_all *, int *n);
/* "61 claims (58 hold, 2 do not, 1 cannot tell); 900 values of our own (..)": all that is not
 * counted as published. */
const char *cli_closing_others(const struct cli_all *);
void cli_closing_print(const struct cli_all *);

/* ---- The page: a section a paper, an article an experiment. SP_OK, or a code after a message. */
int cli_page_write(const struct cli_all *);
