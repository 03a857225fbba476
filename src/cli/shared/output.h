/* Messages, one line each on standard error, JSON documents, texts that live as long as the
 * process, and the end of the process. */
#pragma once

#include "base/memory.h"
#include "io/trace/trace.h"
#include "method/context.h"

#include <jansson.h>

/* Prints "starport: ..." and returns code. */
int cli_complain(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Prints the error unless code is SP_OK; returns code. */
int cli_failed(int code, const struct sp_error *);
/* Prints "starport COMMAND: ..., see 'starport COMMAND --help'" and exits with 1. */
_Noreturn void cli_usage(const char *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Ends the process as SIGPIPE does, without a message, if standard output is a pipe that nobody
 * reads any more. */
void cli_stop_if_cut(void);
/* Ends the process with code, as cli_exit, unless it is SP_OK. */
void cli_end_if(int code);
/* Flushes standard output and ends the process with code, or with SP_CANNOT and a message if the
 * output could not be written (disk full); without a message if its reader has gone. */
_Noreturn void cli_exit(int code);
/* Prints "starport: ..." and ends the process with code. */
#define cli_refuse(...) cli_exit(cli_complain(__VA_ARGS__))

/* ---- What lives until the process ends: for what a command makes a few times, not for each run.
 */

struct sp_context *cli_memory(void);
/* Takes over a block of malloc, which nobody frees. Returns it. */
void *cli_keep(void *block);
/* A formatted text there; room there for one more element in an array of n. */
#define cli_format(...)    sp_context_text(cli_memory(), __VA_ARGS__)
#define cli_grow(array, n) sp_context_grow(cli_memory(), array, n, sizeof *(array))
/* The number as sp_rounded_text shows it; lives as long. */
const char *cli_rounded(double);

/* ---- JSON, with jansson. That of numbers, texts and transfers is in io/trace/trace.h. */

/* Prints the object to standard output, after "schema": 1, and releases it. */
void json_print(json_t *document);
