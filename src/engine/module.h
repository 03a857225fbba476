/* The simgrid engine as a module: what the folder simgrid/, linked as starport-simgrid.so, offers
 * to the program, which loads it when a run asks for SimGrid (engine/perform/simgrid.c). So nothing
 * else needs SimGrid or waits for its libraries. The functions are those of engine.h and hops.h
 * without "sp_". */
#pragma once

#include "engine/engine.h"
#include "engine/hops.h"

void simgrid_execute(const struct sp_job *, struct sp_result *, struct sp_trace *,
                     struct sp_schedule *decided);
void simgrid_hops(const struct sp_hop_job *, struct sp_result *, struct sp_trace *);
void simgrid_fluid(const struct fluid *, struct sp_result *, struct sp_trace *);
void simgrid_warm(const struct sp_conditions *);
bool simgrid_check(const struct sp_conditions *, struct sp_error *);
void simgrid_help(const char *option);
const char *simgrid_version(void);

struct simgrid_module {
  sp_executor *execute;
  void (*hops)(const struct sp_hop_job *, struct sp_result *, struct sp_trace *);
  void (*fluid)(const struct fluid *, struct sp_result *, struct sp_trace *);
  void (*warm)(const struct sp_conditions *);
  /* Initialises SimGrid; false, with the reason, if it accepts a setting with which no run makes
   * sense. */
  bool (*check)(const struct sp_conditions *, struct sp_error *);
  void (*help)(const char *option);
  const char *(*version)(void);
};

/* The module's one exported name. */
extern const struct simgrid_module simgrid_module;
