/* Skips the tests that need SimGrid where its module was not built. */
#pragma once

#include "engine/perform/perform.h"
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

static inline void need_engine(enum sp_engine engine)
{
  if (engine == SP_ENGINE_SIMGRID)
    need_simgrid();
}
