/* SimGrid's configuration and platform.
 *
 * Every run pins the model that starport's instances mean: CM02, in which a flow of b bytes takes
 * latency + b/bandwidth, no traffic of acknowledgements, no limit by the round-trip time, no weight
 * of the latency in the sharing of links. The precision 1e-18 keeps SimGrid from merging
 * completions that are less than 1e-9 apart, which would change decisions. What the user passes by
 * --cfg comes after and wins. */
#include "engine/simgrid.h"
#include "io/io.h"
#include "model/memory.h"
#include "model/stream.h"
#include <signal.h>
#include <simgrid/engine.h>
#include <simgrid/host.h>
#include <simgrid/version.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <xbt/config.h>

#define PINNED(_)             \
  _("network/model:CM02")     \
  _("network/crosstraffic:0") \
  _("network/TCP-gamma:0")    \
  _("network/weight-S:0")     \
  _("surf/precision:1e-18")   \
  _("contexts/stack-size:256")
#define AS_ARGUMENT(item) "--cfg=" item,
#define AS_TEXT(item)     " " item
#define TEXT(x)           #x
#define VERSION(x, y)     TEXT(x) "." TEXT(y)

const char *sp_simgrid_version(void)
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

/* What the command line of a program that is nothing but a SimGrid simulator would be. */
static const char *const arguments[] = {
    "starport", "--log=xbt_cfg.thresh:warning", /* no notice of each item */
#ifdef SANITIZED                                /* AddressSanitizer follows threads only */
    "--log=ker_context.thresh:warning", "--cfg=contexts/factory:thread",
#endif
    PINNED(AS_ARGUMENT)};
enum { N_ARGUMENTS = sizeof arguments / sizeof *arguments };

/* SimGrid is a singleton that is initialised once in a process; this remembers for which settings
 * (0: not yet). */
static uint64_t configured;

static uint64_t hash_of(const struct sp_conditions *c)
{
  uint64_t hash = SP_HASH_START;
  for (int k = 0; k < c->n_log; k++)
    hash = sp_hash_bytes(hash, c->log[k], strlen(c->log[k]) + 1);
  hash = sp_hash_bytes(hash, "", 1);
  for (int k = 0; k < c->n_cfg; k++)
    hash = sp_hash_bytes(hash, c->cfg[k], strlen(c->cfg[k]) + 1);
  return hash;
}

static char *joined(const char *option, const char *value)
{
  size_t length = strlen(option) + strlen(value) + 1;
  char *text = sp_xcalloc(length, 1);
  strcat(strcpy(text, option), value);
  return text;
}

void sp_simgrid_warm(const struct sp_conditions *c)
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
    argv[argc++] = joined("--log=", c->log[k]);
  for (int k = 0; k < c->n_cfg; k++)
    argv[argc++] = joined("--cfg=", c->cfg[k]);
  /* SimGrid takes the signals for itself, to print advice that hides the cause. */
  for (size_t k = 0; k < sizeof caught / sizeof *caught; k++)
    sigaction(caught[k], NULL, &before[k]);
  char **kept = sp_xcalloc((size_t)argc, sizeof *kept); /* SimGrid drops what it has read */
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

bool simgrid_configure(struct director *d)
{
  const struct sp_instance *in = d->in;
  const struct sp_conditions *c = d->job->conditions;
  double bytes = in->task_bytes;
  if (in->problem != SP_DIVISIBLE && bytes - (double)(uint64_t)bytes > 1e-9 * bytes)
    return director_fail(d, "a task of %.17g bytes: SimGrid moves whole bytes only", bytes), false;
  sp_simgrid_warm(c);
  if (configured != hash_of(c))
    return director_fail(d, "SimGrid was initialised with other --cfg or --log settings"), false;
  if (sg_cfg_get_int("contexts/nthreads") != 1)
    return director_fail(d, "--cfg=contexts/nthreads must be 1: actors share what they know"),
           false;
  return true;
}

/* Are a measured cost and ours the same? */
static bool same(double theirs, double ours)
{
  double difference = theirs < ours ? ours - theirs : theirs - ours;
  return difference <= 1e-12 * ours;
}

static bool compare_route(struct director *d, int i, sg_host_t from, sg_host_t to)
{
  const struct sp_instance *in = d->in;
  double latency = sg_host_get_route_latency(from, to);
  double c = in->task_bytes / sg_host_get_route_bandwidth(from, to);
  if (!same(latency, in->latency[i].v))
    director_fail(d, "worker %d: SimGrid's latency is %.17g, the instance's %.17g", i, latency,
                  in->latency[i].v);
  else if (in->c[i].v > 0 && !same(c, in->c[i].v))
    director_fail(d, "worker %d: a unit takes %.17g on SimGrid's link, %.17g in the instance", i, c,
                  in->c[i].v);
  else
    return true;
  return false;
}

static bool compare(struct director *d)
{
  const struct sp_instance *in = d->in;
  const struct sp_node *node = in->platform.node;
  sg_host_t master = sg_host_by_name(node[0].name);
  for (int i = 0; i <= in->m; i++) {
    sg_host_t host = sg_host_by_name(node[i].name);
    if (!host)
      return director_fail(d, "SimGrid's platform has no host '%s'", node[i].name), false;
    if (i == 0)
      continue;
    double w = in->task_flops / sg_host_get_speed(host);
    bool computes = in->problem != SP_IMBALANCE && !isinf(in->w[i].v);
    if (computes && !same(w, in->w[i].v))
      return director_fail(d,
                           "worker %d: a unit takes %.17g on SimGrid's host, %.17g in the "
                           "instance",
                           i, w, in->w[i].v),
             false;
    if (!compare_route(d, i, master, host) || !compare_route(d, i, host, master))
      return false;
  }
  return true;
}

/* SimGrid reads files only: an instance that came from none is written to memory that has a name.
 */
static bool load_written(struct director *d)
{
  int memory = memfd_create("platform.xml", 0);
  FILE *stream = memory < 0 ? NULL : fdopen(memory, "w");
  if (!stream)
    return director_fail(d, "no memory for the platform"), false;
  sp_write_platform(stream, d->in, NULL);
  bool written = fflush(stream) == 0 && !ferror(stream);
  char name[64];
  snprintf(name, sizeof name, "/proc/self/fd/%d", memory);
  if (written)
    simgrid_load_platform(name);
  else
    director_fail(d, "the platform could not be written to memory");
  fclose(stream);
  return written;
}

/* With several flows on one link (the master's own, in a cluster), of which some still pay their
 * latency, the lazy update of 3.32 ends flows too early; the full one does not. */
static void choose_update(const struct director *d)
{
  const struct sp_conditions *c = d->job->conditions;
  static const char item[] = "network/optim";
  for (int k = 0; k < c->n_cfg; k++)
    if (strncmp(c->cfg[k], item, strlen(item)) == 0)
      return; /* the user's choice */
  if (director_capacity(d, SP_IN) > 1 || director_capacity(d, SP_OUT) > 1)
    sg_cfg_set_string(item, "Full");
}

bool simgrid_load(struct director *d)
{
  choose_update(d);
  if (d->in->platform.file)
    simgrid_load_platform(d->in->platform.file);
  else if (!load_written(d))
    return false;
  simgrid_run(); /* nothing to run yet, but it seals the zones: routes can be asked for */
  return compare(d);
}
