/* SimGrid's help on its own settings: its initialisation prints it and ends the process. */
#include "engine/engine.h"
#include <simgrid/engine.h>

void sp_simgrid_help(const char *option)
{
  char name[] = "starport", *argv[] = {name, (char *)option, NULL};
  int argc = 2;
  simgrid_init(&argc, argv);
}
