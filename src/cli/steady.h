/* The answer of starport steady and its two forms. Private to src/cli. */
#ifndef SP_CLI_STEADY_H
#define SP_CLI_STEADY_H

#include <starport/graph.h>

/* What was found; text and JSON are two views of it. */
struct steady_answer {
  const struct sp_graph *g;
  struct sp_steady steady;
  struct sp_period period; /* if steady.exact */
  struct sp_tree tree;     /* if asked for */
  bool closed;             /* the rates are a tree's closed form: no flows are known */
};

/* Print it to standard output; tree: with the best tree. */
void cli_steady_text(const struct steady_answer *, bool schedule, bool tree);
void cli_steady_json(const struct steady_answer *, bool tree);

#endif
