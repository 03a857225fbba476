/* Prints the messages and JSON documents of the commands, and ends the process. */
#include "cli/shared/output.h"
#include "base/text.h"
#include "base/text_table.h"
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <unistd.h>

/* Messages quote the input, which may hold any byte. */
static void print_plainly(const char *format, va_list arguments)
{
  char *text = NULL;
  if (vasprintf(&text, format, arguments) < 0)
    abort();
  sp_make_plain(text);
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

int cli_failed(int code, const struct sp_error *error)
{
  return code ? cli_complain(code, "%s", error->text) : SP_OK;
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

void cli_stop_if_cut(void)
{
  struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};
  if (poll(&output, 1, 0) != 1 || !(output.revents & POLLERR))
    return;
  signal(SIGPIPE, SIG_DFL);
  raise(SIGPIPE);
}

_Noreturn void cli_exit(int code)
{
  errno = 0;
  bool failed = ferror(stdout) | fflush(stdout);
  if (failed)
    cli_stop_if_cut();
  if (failed || fclose(stdout)) {
    fprintf(stderr, "starport: standard output: %s, expected to write there\n",
            errno ? strerror(errno) : "write error");
    code = SP_CANNOT;
  }
  exit(code);
}

void cli_end_if(int code)
{
  if (code)
    cli_exit(code);
}

/* ---- Texts. */

struct sp_context *cli_memory(void)
{
  static struct sp_context *memory;
  return memory ? memory : (memory = sp_context_plain());
}

void *cli_keep(void *block)
{
  return *sp_new(cli_memory(), 1, void *) = block;
}

const char *cli_rounded(double value)
{
  return sp_rounded_text(value, sp_new(cli_memory(), 1, struct sp_number_text));
}

/* ---- JSON. */

void json_print(json_t *members)
{
  json_t *document = json_pack("{s:i}", "schema", 1);
  json_object_update_new(document, members);
  /* cli_exit reports a failure to write, which ferror(stdout) shows. */
  json_dumpf(document, stdout, JSON_INDENT(1) | JSON_REAL_PRECISION(17));
  putchar('\n');
  json_decref(document);
}
