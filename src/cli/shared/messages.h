/* Prints the messages of the commands, one line each on standard error, and ends the process. */
#pragma once

#include <starport/starport.h>

/* Prints "starport: ..." and returns code. */
int cli_complain(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Prints "starport COMMAND: ..., see 'starport COMMAND --help'" and exits with 1. */
_Noreturn void cli_usage(const char *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Flushes standard output and ends the process with code, or with SP_CANNOT and a message if the
 * output could not be written (disk full, closed pipe). */
_Noreturn void cli_exit(int code);
