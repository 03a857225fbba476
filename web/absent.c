/* What the page does not have: other processes, plug-ins, SimGrid, reading XML, experiments and
 * their databases, charts of cairo. Each says so, or acts in this process. */
#include "base/child.h"
#include "cli/commands.h"
#include "cli/parts/reproduce.h"
#include "engine/engine.h"
#include "engine/hops.h"
#include "engine/perform/isolate.h"
#include "io/chart/gantt.h"
#include "io/platform/reader.h"
#include <stdlib.h>
#include <time.h>

static int absent(struct sp_error *error, const char *what)
{
  return sp_failure(error, SP_CANNOT, "%s: not in this page, the program starport has it", what);
}

/* ---- Commands: they end before they read their options. */

static void refuse(void *options)
{
  (void)options;
  cli_exit(
      cli_complain(SP_CANNOT, "this command is not in this page, the program starport has it"));
}
#define ABSENT(command) \
  const struct cli_command cli_##command = {.name = #command, .preset = refuse, .size = 1}
ABSENT(artifact);
ABSENT(campaign);
ABSENT(check);
ABSENT(compare);
ABSENT(gantt);
ABSENT(merge);
ABSENT(new);
ABSENT(report);
ABSENT(reproduce);
ABSENT(worst);

/* ---- Processes: a run is performed by the caller, without limits. */

double sp_clock(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void sp_run_apart(sp_isolated *run, void *data, bool apart, double seconds, long megabytes,
                  struct sp_result *result, const struct sp_records *to)
{
  (void)apart, (void)seconds, (void)megabytes;
  run(data, result, to);
}

void sp_isolate(sp_isolated *run, void *data, double seconds, long megabytes,
                struct sp_result *result, const struct sp_records *to)
{
  sp_run_apart(run, data, true, seconds, megabytes, result, to);
}

/* ---- SimGrid. */

int sp_simgrid_check(const struct sp_conditions *conditions, struct sp_error *error)
{
  (void)conditions;
  return absent(error, "the simgrid engine");
}
static void fail(struct sp_result *result)
{
  *result = (struct sp_result){.status = SP_FAILED, .reason = "the simgrid engine is not here"};
}
void sp_simgrid_execute(const struct sp_job *job, struct sp_result *result, struct sp_trace *trace,
                        struct sp_schedule *decided)
{
  (void)job, (void)trace, (void)decided;
  fail(result);
}
void sp_simgrid_fluid(const struct fluid *fluid, struct sp_result *result, struct sp_trace *trace)
{
  (void)fluid, (void)trace;
  fail(result);
}
void sp_simgrid_hops(const struct sp_hop_job *job, struct sp_result *result, struct sp_trace *trace)
{
  (void)job, (void)trace;
  fail(result);
}
void sp_simgrid_help(const char *option)
{
  (void)option;
}
const char *sp_simgrid_version(void)
{
  return "no SimGrid";
}

/* ---- Files of platforms, charts. */

int xml_parse(struct reader *reader, const struct xml_input *input,
              const struct xml_element *element)
{
  (void)input, (void)element;
  return absent(reader->error, "a file in XML");
}
int sp_write_gantt(const char *path, const struct sp_trace *trace, const struct sp_instance *in,
                   const char *title, double bound, struct sp_error *error)
{
  (void)path, (void)trace, (void)in, (void)title, (void)bound;
  return absent(error, "--gantt");
}

/* ---- Experiments. */

int cli_place_read(const char *text, const struct cli_strings *set, struct cli_place *place,
                   struct sp_error *error)
{
  (void)text, (void)set, (void)place;
  return absent(error, "--from");
}
void cli_place_clear(struct cli_place *place)
{
  (void)place;
}
struct sp_instance *cli_place_instance(const struct cli_place *place, bool star,
                                       struct sp_error *error)
{
  (void)place, (void)star, (void)error;
  return NULL;
}

char **cli_experiment_paths(int *n)
{
  *n = 0;
  cli_complain(SP_CANNOT, "experiments: not in this page, the program starport has them");
  return NULL;
}
int sp_experiment_read(const char *path, const struct sp_overrides *overrides,
                       struct sp_experiment *experiment, struct sp_error *error)
{
  (void)path, (void)overrides, (void)experiment;
  return absent(error, "an experiment");
}
void sp_experiment_clear(struct sp_experiment *experiment)
{
  (void)experiment;
}
const struct cli_experiment cli_experiments[CLI_EXPERIMENTS];

/* ---- Called only while XML is read. */

const char *xml_get(const struct reader *reader, const char *attribute)
{
  (void)reader, (void)attribute;
  abort();
}
long xml_line(const struct reader *reader)
{
  (void)reader;
  abort();
}
enum xml_name xml_parent(const struct reader *reader)
{
  (void)reader;
  abort();
}
int xml_refuse(struct reader *reader, const char *format, ...)
{
  (void)reader, (void)format;
  abort();
}
