/* Loads the simgrid engine's module and calls it. */
#include "base/child.h"
#include "engine/module.h"
#include "method/plugin/modules.h"
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Kept, since to ask again in each forked child costs 0.2 ms a run. */
static const struct simgrid_module *module(struct sp_error *error)
{
  static const struct simgrid_module *found;
  if (found)
    return found;
  found = sp_open_module("starport-simgrid.so", "simgrid_module", 0);
  const char *why = found ? NULL : dlerror();
  if (!found)
    sp_failure(
        error, SP_CANNOT,
        "the simgrid engine is not installed%s%s: install SimGrid (Debian: libsimgrid-dev) and "
        "build starport again, or use --engine=native",
        why ? ": " : "", why ? why : "");
  return found;
}

/* For a run, which fails without the module. */
static const struct simgrid_module *module_for(struct sp_result *result)
{
  struct sp_error error;
  const struct simgrid_module *found = module(&error);
  if (!found)
    sp_run_fails(result, "%s", error.text);
  return found;
}

void sp_simgrid_execute(const struct sp_job *job, struct sp_result *result, struct sp_trace *trace,
                        struct sp_schedule *decided)
{
  const struct simgrid_module *simgrid = module_for(result);
  if (simgrid)
    simgrid->execute(job, result, trace, decided);
}

void sp_simgrid_hops(const struct sp_hop_job *job, struct sp_result *result, struct sp_trace *trace)
{
  const struct simgrid_module *simgrid = module_for(result);
  if (simgrid)
    simgrid->hops(job, result, trace);
}

void sp_simgrid_fluid(const struct fluid *fluid, struct sp_result *result, struct sp_trace *trace)
{
  const struct simgrid_module *simgrid = module_for(result);
  if (simgrid)
    simgrid->fluid(fluid, result, trace);
}

void sp_simgrid_warm(const struct sp_conditions *conditions)
{
  const struct simgrid_module *simgrid = module(NULL);
  if (simgrid)
    simgrid->warm(conditions);
}

void sp_simgrid_help(const char *option)
{
  const struct simgrid_module *simgrid = module(NULL);
  if (simgrid)
    simgrid->help(option);
}

const char *sp_simgrid_version(void)
{
  const struct simgrid_module *simgrid = module(NULL);
  return simgrid ? simgrid->version() : "no SimGrid";
}

int sp_simgrid_check(const struct sp_conditions *c, struct sp_error *error)
{
  char text[4096] = "";
  struct sp_result result = {.reason = ""};
  const struct simgrid_module *simgrid = module(error);
  if (!simgrid)
    return SP_CANNOT;
  if (!c->n_cfg && !c->n_log)
    return SP_OK;
  int output = memfd_create("output", MFD_CLOEXEC);
  pid_t child = output < 0 ? -1 : sp_fork();
  if (child < 0)
    return sp_failure(error, SP_CANNOT, "cannot make a process: %s", strerror(errno));
  if (child == 0) {
    bool good = dup2(output, STDOUT_FILENO) < 0 || dup2(output, STDERR_FILENO) < 0 ||
                simgrid->check(c, error);
    if (!good && ftruncate(output, 0) == 0)
      dprintf(output, "%s", error->text);
    _exit(good ? SP_OK : SP_BAD_INPUT);
  }
  int status = sp_wait(child);
  ssize_t n = pread(output, text, sizeof text - 1, 0);
  close(output);
  if (status == 0)
    return SP_OK;
  if (WIFEXITED(status) && WEXITSTATUS(status) == SP_BAD_INPUT)
    return sp_bad_input(error, "%s", text);
  sp_child_ended(&result, status, text, n > 0 ? (size_t)n : 0);
  return sp_bad_input(error, "SimGrid refuses its settings (--cfg, --log): %s", result.reason);
}
