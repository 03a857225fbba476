/* `starport reproduce` without an experiment: all of them, a line for each, a closing table, and
 * the page index.html. reproduce_all.c runs them, reproduce_closing.c makes the table,
 * reproduce_verdict.c the verdict, reproduce_page.c the page, with the cards of
 * reproduce_cards.c. */
#pragma once

#include "cli/reproduction/reproduce.h"

struct cli_paper {
  const char *prefix; /* of the experiments' names */
  const char *name;   /* in tables */
  const char *about;  /* its year and subject */
  const char *title;  /* in full */
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

/* ---- The verdict (reproduce_verdict.c). */

long cli_tag_count(const struct sp_tag_counts *);
void cli_tag_add(struct sp_tag_counts *sum, const struct sp_tag_counts *);
/* What a value is, for the verdict. */
enum cli_kind {
  CLI_CERTAIN,  /* printed by a paper; no draw decides it */
  CLI_DRAWN,    /* printed; of random platforms */
  CLI_CLAIMED,  /* what a text says */
  CLI_COMPUTED, /* not printed: computed earlier by something else */
  CLI_APART,    /* printed, but by other rules than the paper's */
  CLI_KINDS
};
struct cli_findings {
  enum cli_kind kind;
  const char *title; /* of the table, if it has a part of its own; else NULL */
  struct sp_tag_counts n;
  int reasons;
  struct cli_reason {
    const char *text;
    long n; /* values that differ for it */
  } * reason;
};
/* The values of a kind of n experiments. The texts live until the process ends, as those below. */
struct cli_findings cli_verdict_of(const struct cli_reproduced *, int n, enum cli_kind);
/* The n parts of a paper that are not empty, by kind. */
const struct cli_findings *cli_verdict_parts(const struct cli_all *, const struct cli_paper *,
                                             int *n);
/* How many have each verdict, and its word: "agree"; of claims "hold". */
enum cli_verdict { CLI_AGREES, CLI_DIFFERS, CLI_UNSURE, CLI_TRIVIAL, CLI_VERDICTS };
struct cli_said {
  long n;
  const char *word;
};
void cli_list_verdicts(const struct cli_findings *, struct cli_said[CLI_VERDICTS]);
/* "no known rule: 3; a misprint: 1": why values differ, each text by `put`. */
void cli_put_reasons(const struct cli_findings *, void (*put)(const char *, FILE *), FILE *);
/* One sentence on all papers: "All 40 values of the papers that involve no chance agree; of ..". */
const char *cli_verdict_sentence(const struct cli_all *);

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

/* ---- The page: cards (reproduce_cards.c), a section a paper, an article an experiment. */

/* "Claims": what the values of a kind are, for the page. */
const char *cli_kind_name(enum cli_kind);
/* "16 agree · 3 differ", in the colours of the verdicts. */
void cli_put_counts(const struct cli_findings *, FILE *);
/* The sentence, the cards, and what their signs mean. */
void cli_put_cards(const struct cli_all *, FILE *);
/* Writes the page: SP_OK, or a code after a message. */
int cli_page_write(const struct cli_all *);
