/* Outcomes in words: the line about bad input, the names of a run's status. */
#include <starport/starport.h>

#include <stdarg.h>
#include <stdio.h>

static void say(struct sp_error *error, const char *format, va_list arguments)
{
  if (error)
    vsnprintf(error->text, sizeof error->text, format, arguments);
}

int sp_failure(struct sp_error *error, int code, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  say(error, format, arguments);
  va_end(arguments);
  return code;
}

int sp_bad_input(struct sp_error *error, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  say(error, format, arguments);
  va_end(arguments);
  return SP_BAD_INPUT;
}

bool sp_run_fails(struct sp_result *result, const char *format, ...)
{
  if (result->status == SP_FAILED)
    return false;
  result->status = SP_FAILED;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(result->reason, sizeof result->reason, format, arguments);
  va_end(arguments);
  return false;
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
