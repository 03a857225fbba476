/* starport help simgrid. */
#pragma once

/* Prints the paragraph (part NULL), or SimGrid's own list of its "items" or "logs", which then ends
 * the process; another part is wrong usage. Returns an exit code. */
int cli_simgrid_help(const char *part);
