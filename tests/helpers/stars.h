/* Stars in words, for tests: a star that is not right fails the test. */
#pragma once

#include <cmocka.h>
#include <starport/starport.h>

/* The star of a --star text; the caller frees it. */
static inline struct sp_instance *parse(const char *text)
{
  struct sp_error error = {"no reason"};
  struct sp_instance *in = sp_star_parse(text, &error);
  if (!in)
    fail_msg("%s: %s", text, error.text);
  return in;
}
