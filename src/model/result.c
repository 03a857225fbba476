/* Outcomes in words: the line about bad input, the names of a run's status. */
#include <starport/starport.h>

#include <stdarg.h>
#include <stdio.h>

int sp_bad_input(struct sp_error *error, const char *format, ...)
{
  if (error) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
  }
  return SP_BAD_INPUT;
}

const char *sp_status_name(enum sp_status status)
{
  switch (status) {
  case SP_RUN_OK:
    return "ok";
  case SP_REFUSED:
    return "refused";
  case SP_FAILED:
    return "failed";
  case SP_CRASHED:
    return "crashed";
  case SP_TIMEOUT:
    return "timeout";
  }
  return "unknown";
}
