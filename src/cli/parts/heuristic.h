/* What `starport list` says of heuristics, and the heads of their files. */
#pragma once

#include <jansson.h>
#include <starport/starport.h>

/* The head comment of a file of heuristics/, without the marks of a comment (scripts/heads). */
struct cli_head {
  const char *name, *text;
};
extern const struct cli_head cli_heads[]; /* closed by a name of NULL */

/* Prints TEXT on the right of LEFT, broken between words so that no line is too wide. */
void cli_print_entry(const char *left, const char *text);
/* Its problems, source, summary and options: as an entry of the list, or as a record. */
void cli_heuristic_print(const struct sp_heuristic *);
json_t *cli_heuristic_record(const struct sp_heuristic *);
/* Prints its entry, the head of its file, the example there and what comes out (json: as a
 * document), or its name alone. Returns SP_OK, or a code after a line that says why the example
 * does not run. */
int cli_heuristic_show(const struct sp_registry *, const struct sp_heuristic *, bool name,
                       bool json);
