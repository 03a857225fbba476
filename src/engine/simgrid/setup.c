/* SimGrid's configuration, and platforms that are loaded from memory.
 *
 * Every run pins the model that starport's instances mean: CM02, in which a flow of b bytes takes
 * latency + b/bandwidth, no traffic of acknowledgements, no limit by the round-trip time, no weight
 * of the latency in the sharing of links. SimGrid's precision of dates is absolute, that of the
 * model relative: 1e-9 would merge completions, which would change decisions, and 1e-18 still end
 * the first messages and chunks of a load too early or too late. Settings of the user (--cfg) come
 * after these and replace them. */
#include "engine/simgrid/setup.h"
#include "base/hash.h"
#include "base/memory.h"
#include "engine/module.h"
#include <errno.h>
#include <signal.h>
#include <simgrid/engine.h>
#include <simgrid/version.h>
#include <sys/mman.h>
#include <unistd.h>
#include <xbt/config.h>

#define PINNED(_)                     \
  _("network/model:CM02")             \
  _("network/crosstraffic:0")         \
  _("network/TCP-gamma:0")            \
  _("network/weight-S:0")             \
  _(SIMGRID_DATE_PRECISION ":1e-300") \
  _("contexts/stack-size:256")
#define AS_ARGUMENT(item) "--cfg=" item,
#define AS_TEXT(item)     " " item
#define TEXT(x)           #x
#define VERSION(x, y)     TEXT(x) "." TEXT(y)

const char *simgrid_version(void)
{
  return "SimGrid " VERSION(SIMGRID_VERSION_MAJOR, SIMGRID_VERSION_MINOR) PINNED(AS_TEXT);
}

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif

/* The command line that SimGrid is given. */
static const char *const arguments[] = {
    "starport",
    "--log=xbt_cfg.thresh:warning",   /* no notice of each item */
    "--log=s4u_actor.thresh:warning", /* nor, in 4.0, of each very short sleep */
#ifdef SANITIZED                      /* AddressSanitizer only follows threads */
    "--log=ker_context.thresh:warning",
    "--cfg=contexts/factory:thread",
#endif
    PINNED(AS_ARGUMENT)};
enum { N_ARGUMENTS = sizeof arguments / sizeof *arguments };

/* SimGrid is initialised once in a process: the hash of the settings; 0: not yet. */
static uint64_t configured;

static uint64_t hash_of(const struct sp_conditions *c)
{
  uint64_t hash = SP_HASH_START;
  for (int k = 0; k < c->n_log; k++)
    hash = hash_bytes(hash, c->log[k], strlen(c->log[k]) + 1);
  hash = hash_bytes(hash, "", 1);
  for (int k = 0; k < c->n_cfg; k++)
    hash = hash_bytes(hash, c->cfg[k], strlen(c->cfg[k]) + 1);
  return hash;
}

void simgrid_warm(const struct sp_conditions *c)
{
  static const int caught[] = {SIGINT, SIGSEGV, SIGBUS};
  struct sigaction before[sizeof caught / sizeof *caught];
  int argc = 0;
  if (configured)
    return;
  configured = hash_of(c);
  char **argv = sp_xcalloc((size_t)(N_ARGUMENTS + c->n_cfg + c->n_log + 1), sizeof *argv);
  for (int k = 0; k < N_ARGUMENTS; k++)
    argv[argc++] = sp_xstrdup(arguments[k]);
  for (int k = 0; k < c->n_log; k++)
    argv[argc++] = sp_format("--log=%s", c->log[k]);
  for (int k = 0; k < c->n_cfg; k++)
    argv[argc++] = sp_format("--cfg=%s", c->cfg[k]);
  /* SimGrid handles these signals by printing advice that hides the cause. */
  for (size_t k = 0; k < sizeof caught / sizeof *caught; k++)
    sigaction(caught[k], NULL, &before[k]);
  char **kept =
      sp_xcalloc((size_t)argc, sizeof *kept); /* SimGrid removes the arguments that it has read */
  memcpy(kept, argv, (size_t)argc * sizeof *kept);
  int given = argc;
  simgrid_init(&given, argv);
  for (size_t k = 0; k < sizeof caught / sizeof *caught; k++)
    sigaction(caught[k], &before[k], NULL);
  for (int k = 0; k < argc; k++)
    free(kept[k]);
  free(kept);
  free(argv);
}

/* SimGrid takes any number as a precision; at 0 or NAN some runs never end, and from 1 on an
 * activity of one second, byte or flop is none. */
bool simgrid_check(const struct sp_conditions *c, struct sp_error *error)
{
  static const char *const item[] = {SIMGRID_DATE_PRECISION, SIMGRID_FLOW_PRECISION,
                                     "bmf/precision"};
  simgrid_warm(c);
  for (size_t k = 0; k < sizeof item / sizeof *item; k++) {
    double precision = sg_cfg_get_double(item[k]);
    if (!(precision > 0 && precision < 1))
      return sp_bad_input(error, "--cfg=%s:%g, expected more than 0 and less than 1", item[k],
                          precision),
             false;
  }
  return true;
}

void simgrid_help(const char *option)
{
  char name[] = "starport", *argv[] = {name, (char *)option, NULL};
  int argc = 2;
  simgrid_init(&argc, argv);
}

bool simgrid_configure(const struct sp_conditions *c, struct sp_error *error)
{
  simgrid_warm(c);
  if (configured != hash_of(c))
    return sp_bad_input(error, "SimGrid was initialised with other --cfg or --log settings"), false;
  if (sg_cfg_get_int("contexts/nthreads") != 1)
    return sp_bad_input(error, "--cfg=contexts/nthreads must be 1: actors share what they know"),
           false;
  return true;
}

bool simgrid_traces(void)
{
  return sg_cfg_get_boolean("tracing");
}

bool simgrid_is_chosen(const struct sp_conditions *c, const char *item)
{
  for (int k = 0; k < c->n_cfg; k++)
    if (strncmp(c->cfg[k], item, strlen(item)) == 0)
      return true;
  return false;
}

void simgrid_update_fully(const struct sp_conditions *c)
{
  if (!simgrid_is_chosen(c, "network/optim"))
    sg_cfg_set_string("network/optim", "Full");
}

/* No result is given, so that this is not taken for one of the engine. */
static _Noreturn void end_without_memory(void)
{
  fprintf(stderr, "no memory for the platform: %s\n", strerror(errno));
  _exit(SP_CANNOT);
}

FILE *simgrid_written(void (*write)(FILE *, const void *what), const void *what)
{
  int memory = memfd_create("platform.xml", 0);
  FILE *stream = memory < 0 ? NULL : fdopen(memory, "w+");
  if (!stream)
    end_without_memory();
  write(stream, what);
  if (fflush(stream) || ferror(stream))
    end_without_memory();
  return stream;
}

int simgrid_memory(void (*write)(FILE *, const void *what), const void *what)
{
  FILE *stream = simgrid_written(write, what);
  int file = dup(fileno(stream));
  if (file < 0)
    end_without_memory();
  fclose(stream);
  return file;
}

void simgrid_load_written(void (*write)(FILE *, const void *what), const void *what)
{
  FILE *stream = simgrid_written(write, what);
  char name[64];
  snprintf(name, sizeof name, "/proc/self/fd/%d", fileno(stream));
  simgrid_load_platform(name);
  fclose(stream);
}
