/* The table of the simgrid engine's functions, by which the program calls them. */
#include "engine/module.h"

const struct simgrid_module simgrid_module = {simgrid_execute, simgrid_hops,  simgrid_fluid,
                                              simgrid_warm,    simgrid_check, simgrid_help,
                                              simgrid_version};
