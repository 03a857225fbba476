/* Skips the tests that need SimGrid where its module was not built. */
#pragma once

#include "engine/engine.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static inline void need_simgrid(void)
{
  struct sp_error error;
  if (sp_simgrid_check(&(struct sp_conditions){0}, &error))
    skip();
}
