/* Loads the heuristics of a command line: the registry with its plug-ins, and the methods of -H. */
#pragma once

#include "cli/shared/arguments.h"
#include <starport/starport.h>

/* -H NAME[:key=value..][,NAME..]; input: struct cli_strings, one text per heuristic. */
extern const struct cli_command cli_methods_group;

struct cli_methods {
  struct sp_registry *registry;
  int n;
  struct sp_method *method;
  int n_plugins;
  void **plugin; /* handles of dlopen: closed after the last use of the registry */
};
/* Builds the registry, loads the plug-ins and reads the methods. SP_OK, or the code of a failure
 * that has been reported. */
int cli_methods_open(struct cli_methods *, const struct cli_strings *plugins,
                     const struct cli_strings *texts);
void cli_methods_close(struct cli_methods *);
