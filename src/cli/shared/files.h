/* The files that show what happened, for several commands: Gantt charts, Paje traces, events. */
#ifndef SP_CLI_FILES_H
#define SP_CLI_FILES_H

#include <argp.h>
#include <starport/starport.h>

struct cli_files {
  const char *gantt, *paje, *events;
};
/* --gantt, --paje, --events; input: struct cli_files. */
extern const struct argp cli_files_argp;
/* The option of a file that is wanted; NULL: none is. */
const char *cli_files_option(const struct cli_files *);
/* Refuses in advance files that cannot be made: SP_OK, or a code after a line. */
int cli_files_probe(const struct cli_files *);
/* What the files show. */
struct cli_shown {
  const struct sp_trace *trace;
  const struct sp_instance *in; /* NULL: a graph's trace */
  const char *title, *provenance;
  double bound; /* the date to mark; NAN: none */
};
/* Writes those that are wanted: SP_OK, or a code after a line. */
int cli_files_write(const struct cli_files *, const struct cli_shown *);
/* An empty line and "wrote NAME" for each; nothing if none is wanted. */
void cli_files_print(const struct cli_files *);

/* Refuses PATH in advance if no file can be made there: SP_OK, or a code after a line. */
int cli_probe_output(const char *path);
/* SP_OK, or a usage error: the picture's suffix must be one that can be drawn. */
void cli_check_picture(const char *command, const char *path);

#endif
