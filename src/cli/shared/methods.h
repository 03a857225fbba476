/* Methods: the registry with its plug-ins, and the methods of -H. */
#pragma once

#include "cli/shared/options.h"
#include <starport/starport.h>

/* -H NAME[:key=value..][,NAME..]; input: struct cli_strings, one text per heuristic. */
extern const struct cli_command cli_methods_group;
/* The registry with the plug-ins (NULL: none), which lives until the process ends; or ends it after
 * a message. */
struct sp_registry *cli_registry(const struct cli_strings *plugins);
/* The same; SP_OK, or the code of a failure that has been reported. */
int cli_registry_open(struct sp_registry **, const struct cli_strings *plugins);

struct cli_methods {
  const struct sp_registry *registry;
  int n;
  struct sp_method *method;
};
/* Reads methods, which live until the process ends; or ends it after a message. "all" stands for
 * each that solves the problem (0: no name), with its presets, except those that are named
 * themselves. */
struct cli_methods cli_methods_read(const struct sp_registry *, const struct cli_strings *texts,
                                    enum sp_problem);
