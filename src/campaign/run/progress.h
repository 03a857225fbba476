/* The progress of a long computation, a line on stderr: how much is done, the rate, a note, the
 * time left. On a terminal each line replaces the one before it. */
#pragma once

#include <stdbool.h>

struct progress {
  const char *what;  /* is counted: "runs" */
  const char *label; /* words before it; on a terminal the line goes at the end. NULL: none */
  bool terminal, shown;
  double began, next; /* date of the next line; INFINITY: not wanted */
};
void progress_begin(struct progress *, bool wanted, const char *what);
/* Is it time for another line? */
bool progress_due(const struct progress *);
/* Prints the line: `done` of `all` are done, `free` of them without computation; the note is "" or
 * begins with ", ". */
void progress_print(struct progress *, long done, long free, long all, const char *note);
/* Ends the line, if one was printed. */
void progress_end(const struct progress *);
/* On a terminal: shows "LABEL: STEP" in the place of the line; step NULL: removes it. */
void sp_show_step(const char *label, const char *step);
