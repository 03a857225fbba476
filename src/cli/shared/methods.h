/* Methods: the registry with its plug-ins, and the methods of -H. */
#pragma once

#include "cli/shared/options.h"
#include <starport/starport.h>

/* -H NAME[:key=value..][,NAME..]; input: struct cli_strings, one text per heuristic. */
extern const struct cli_command cli_methods_group;
struct cli_methods {
  struct sp_registry *registry;
  int n;
  struct sp_method *method;
};
/* Builds the registry with the plug-ins and reads the methods (both may be NULL). SP_OK, or the
 * code of a failure that has been reported. */
int cli_methods_open(struct cli_methods *, const struct cli_strings *plugins,
                     const struct cli_strings *texts);
/* Reads methods and adds them; "all" stands for each that solves the problem (0: no name), with its
 * presets, except those that are named themselves. Returns as cli_methods_open. */
int cli_methods_read(struct cli_methods *, const struct cli_strings *texts, enum sp_problem);
void cli_methods_close(struct cli_methods *);
