/* Reasons of failures as text, and the names of a run's status. */
#include "base/text.h"

#include <starport/starport.h>

#include <stdarg.h>
#include <stdio.h>

int sp_failure(struct sp_error *error, int code, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  if (error) {
    vsnprintf(error->text, sizeof error->text, format, arguments);
    sp_make_plain(error->text);
  }
  va_end(arguments);
  return code;
}

bool sp_run_fails(struct sp_result *result, const char *format, ...)
{
  if (result->status == SP_FAILED)
    return false;
  result->status = SP_FAILED;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(result->reason, sizeof result->reason, format, arguments);
  sp_make_plain(result->reason);
  va_end(arguments);
  return false;
}

const char *sp_status_name(enum sp_status status)
{
  static const char *const name[] = {[SP_RUN_OK] = "ok",
                                     [SP_REFUSED] = "refused",
                                     [SP_FAILED] = "failed",
                                     [SP_CRASHED] = "crashed",
                                     [SP_TIMEOUT] = "timeout"};
  return (unsigned)status <= SP_TIMEOUT ? name[status] : "unknown";
}
