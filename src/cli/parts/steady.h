/* The result of starport steady as text and JSON. */
#pragma once

#include "cli/shared/files.h"
#include "cli/shared/output.h"
#include "cli/shared/runs.h"
#include "engine/perform/perform_steady.h"
#include "solve/steady/most_tasks.h"

/* The execution of a steady state: its options and its runs. */
struct steady_simulation {
  bool wanted;
  struct sp_steady_run run; /* engine and conditions are set from `execution` */
  struct cli_execution execution;
  struct cli_files files;
  struct cli_run runs; /* on one engine or both */
  struct sp_steady_executed executed[2];
};

/* The result of starport steady. */
struct steady_answer {
  struct sp_graph *g;
  struct sp_steady steady;
  struct sp_steady_period period; /* if steady.exact */
  struct sp_tree tree;            /* with --tree */
  bool closed;                    /* solved by the closed form of trees, which gives no flows */
  struct steady_simulation *simulation; /* NULL: none */
  bool most_asked;
  double most_bound; /* tasks by the date */
  bool searched;     /* `most` is set; else the reason is */
  struct sp_most_tasks most;
  struct sp_error reason;
};

/* Solves the graph, in rationals with the period if it is exact, and the best tree if that is
 * wanted: SP_OK, or a code with the reason. */
int cli_steady_solve(struct steady_answer *, bool exact, bool tree, struct sp_error *);
/* Frees the answer and its graph. */
void cli_steady_clear(struct steady_answer *);
/* "periodic", "on-line", "early". */
const char *cli_strategy_name(enum sp_strategy);
/* The JSON document, which the caller releases; tree: with the best tree. */
json_t *cli_steady_json(const struct steady_answer *, bool tree);
/* Prints the same as text: the numbers are those of the document. */
void cli_steady_text(const struct steady_answer *, const json_t *document, bool schedule,
                     bool tree);
/* Solves a star with places, or ends the process after a message. messages > 0: its best period of
 * at most so many. */
json_t *cli_steady_star_json(const char *text, bool fewest, long messages);
/* The same, executed and shown; the exit code. */
int cli_steady_star(const char *text, bool fewest, long messages, bool json,
                    struct steady_simulation *);
/* The fraction as a JSON string, and the value of such a string. */
json_t *json_rational(const struct sp_rational *);
double json_rational_value(const json_t *);
