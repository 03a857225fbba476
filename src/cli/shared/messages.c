/* Prints the messages of the commands, and ends the process. */
#include "cli/shared/messages.h"
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Messages quote the input, which may hold any byte: control characters become '?', so that a
 * terminal does not obey them. */
static void print_plainly(const char *format, va_list arguments)
{
  char *text = NULL;
  if (vasprintf(&text, format, arguments) < 0)
    abort();
  for (char *p = text; *p; p++)
    if ((unsigned char)*p < ' ' || *p == 0x7f)
      *p = '?';
  fputs(text, stderr);
  free(text);
}

int cli_complain(int code, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  fflush(stdout);
  fputs("starport: ", stderr);
  print_plainly(format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  return code;
}

_Noreturn void cli_usage(const char *command, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  fprintf(stderr, "%s: ", command);
  print_plainly(format, arguments);
  fprintf(stderr, ", see '%s --help'\n", command);
  va_end(arguments);
  exit(SP_USAGE);
}

_Noreturn void cli_exit(int code)
{
  errno = 0;
  if (ferror(stdout) | fclose(stdout)) {
    fprintf(stderr, "starport: standard output: %s, expected to write there\n",
            errno ? strerror(errno) : "write error");
    code = SP_CANNOT;
  }
  exit(code);
}
