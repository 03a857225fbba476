/* Heuristics of others (--plugin=FILE): a process of its own describes one to this process, which
 * never loads the file; only processes of its runs do. */
#pragma once

#include "method/plugin/apart.h"

/* Compiles FILE.c; what follows: -IDIR of the public headers, -o FILE.so FILE.c */
#define SP_PLUGIN_CC "cc -std=c17 -O2 -Wall -Wextra -ffp-contract=off -fPIC -shared"

/* The heuristic of a shared object or a file in Python, as a process that loads it describes it:
 * its functions load the file into the process that calls them. It lives as long as the process.
 * SP_OK; SP_BAD_INPUT: no heuristic, or a malformed one; SP_CANNOT: that process has died. */
int sp_plugin_describe(const char *file, const struct sp_heuristic **, struct sp_error *);

/* The k-th file, from 0, that runs of the method load: of its heuristic, then of those that options
 * of it name. NULL: there are no more. */
const char *sp_plugin_file(const struct sp_method *, int k);
/* Does the method load one? */
bool sp_is_plugin(const struct sp_method *);
/* Loads them into this process, which ends with 1 and a line of output if that is impossible. */
void sp_plugin_load(const struct sp_method *);

/* sp_perform_apart for a run of the method. If it loads plug-ins, then in a process of its own,
 * whose child performs the run within the limits; unless this process has loaded them. */
void sp_perform_method_apart(sp_performer *perform, void *data, const struct sp_method *,
                             bool apart, double seconds, long megabytes, struct sp_result *,
                             const struct sp_records *to);
