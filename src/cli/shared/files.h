/* Writes the files of a run, for several commands: Gantt charts, Paje traces, events. */
#pragma once

#include "cli/shared/arguments.h"
#include <starport/starport.h>

struct cli_files {
  const char *gantt, *paje, *events; /* paths; NULL: not requested */
};
/* --gantt, --paje, --events; input: struct cli_files. */
extern const struct cli_command cli_files_group;
/* The first option that requests a file; NULL: no file is requested. */
const char *cli_files_option(const struct cli_files *);
/* Refuses files that cannot be created, before the runs: SP_OK, or a code after a message. */
int cli_files_probe(const struct cli_files *);
/* The contents of the files. */
struct cli_shown {
  const struct sp_trace *trace;
  const struct sp_instance *in; /* NULL: a graph's trace */
  const char *title, *provenance;
  double bound; /* the date to mark; NAN: no mark */
};
/* Writes the requested files: SP_OK, or a code after a message. */
int cli_files_write(const struct cli_files *, const struct cli_shown *);
/* Prints an empty line and "wrote NAME" for each requested file; nothing if no file is
 * requested. */
void cli_files_print(const struct cli_files *);

/* Refuses PATH if no file can be created there: SP_OK, or a code after a message. */
int cli_probe_output(const char *path);
/* SP_OK, or a usage error if the picture's format is not supported. */
void cli_check_picture(const char *command, const char *path);
