/* Files of a run: Gantt chart, traces of several formats, events; and of a star. */
#pragma once

#include "base/file.h"
#include "cli/shared/options.h"
#include "io/trace/trace.h"

enum cli_file {
  CLI_GANTT,
  CLI_PAJE,
  CLI_PERFETTO,
  CLI_VEGA,
  CLI_JOBS,
  CLI_ROWS,
  CLI_EVENTS,
  CLI_FILES
};
struct cli_files {
  const char *path[CLI_FILES]; /* NULL: not requested */
  char *provenance;            /* the command line */
};
/* --gantt, --trace, --events; input: struct cli_files. */
extern const struct cli_command cli_files_group;
/* The first option that requests a file; NULL: no file is requested. */
const char *cli_files_option(const struct cli_files *);
/* Ends the process after a message if a file cannot be created: to be called before the runs. */
void cli_files_probe(const struct cli_files *);
/* Ends the process, as of wrong usage, if one of the first n of them is also the file of another
 * option (path NULL: none). The group does so for its own. */
void cli_files_check(const struct cli_files *, int n, const char *option, const char *path,
                     const char *command);
/* Writes the requested files of a sorted trace: SP_OK, or a code after a message. in: whose names
 * the nodes have; bound: the date to mark, NAN: no mark. */
int cli_files_write(const struct cli_files *, const struct sp_trace *, const struct sp_instance *in,
                    const char *title, double bound);
/* Prints an empty line and "wrote NAME" for each requested file; nothing if no file is
 * requested. */
void cli_files_print(const struct cli_files *);

/* The same for one file; NULL: none. */
void cli_probe_output(const char *path);
/* Ends a file that was written with `code`: gives it its name, or removes it after a failure. file:
 * NULL if it could not be created. SP_OK, or a code after a message. */
int cli_close_file(struct sp_file *file, int code, struct sp_error *);
/* SP_OK, or a usage error if the picture's format is not supported. */
void cli_check_picture(const char *command, const char *path);

/* Writes a star to STEM.xml and STEM_d.xml, and each profile to a file STEM_w1.profile or the like
 * (c, host, link), of which *profiles (NULL: nobody asks) becomes the number. comment: one line of
 * provenance, or NULL. SP_OK, or a code after a message. */
int cli_write_star(const char *stem, struct sp_instance *, const char *comment, int *profiles);
