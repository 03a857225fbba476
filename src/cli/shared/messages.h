/* Messages of the commands, one line each on standard error, and the end of the process. */
#ifndef SP_CLI_MESSAGES_H
#define SP_CLI_MESSAGES_H

#include <starport/starport.h>

/* "starport: ..."; returns code. */
int cli_complain(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* "starport COMMAND: ..., see 'starport COMMAND --help'", then exit 1. */
_Noreturn void cli_usage(const char *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Flushes standard output and ends the process with code, or with SP_CANNOT and a line if what was
 * printed could not be written (disk full, closed pipe). */
_Noreturn void cli_exit(int code);

#endif
