/* What the page does not have: other processes, plug-ins, SimGrid, reading XML, tables of single
 * values, charts of cairo and gnuplot. Each says so, or acts in this process. */
#include "base/child.h"
#include "campaign/store/key.h"
#include "cli/commands.h"
#include "cli/reproduction/reproduce.h"
#include "cli/shared/options.h"
#include "cli/shared/output.h"
#include "engine/engine.h"
#include "engine/hops.h"
#include "io/chart/gantt.h"
#include "io/platform/reader.h"
#include "method/plugin/apart.h"
#include <limits.h>
#include <sched.h>
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
ABSENT(check);
ABSENT(gantt);
ABSENT(merge);
ABSENT(new);
ABSENT(reproduce);
ABSENT(worst);

/* ---- Processes: a run is performed by the caller, without limits. */

double sp_clock(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

sigset_t sp_block_interrupts(sigset_t *before)
{
  sigemptyset(before);
  return *before;
}
long sp_stack_limit(void)
{
  return LONG_MAX;
}
int sched_getaffinity(pid_t process, size_t size, cpu_set_t *set)
{
  (void)process, (void)size, (void)set;
  return -1;
}
int __sched_cpucount(size_t size, const cpu_set_t *set)
{
  (void)size, (void)set;
  return 1;
}

void sp_perform_apart(sp_performer *perform, void *data, bool apart, double seconds, long megabytes,
                      struct sp_result *result, const struct sp_records *to)
{
  (void)apart, (void)seconds, (void)megabytes;
  perform(data, result, to);
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
                   const char *title, double bound, const struct sp_gantt_view *view,
                   struct sp_error *error)
{
  (void)path, (void)trace, (void)in, (void)title, (void)bound, (void)view;
  return absent(error, "--gantt");
}

/* ---- Tables of single values. */

const struct cli_experiment cli_experiments[CLI_EXPERIMENTS];
const struct cli_experiment *cli_experiment_find(const char *id)
{
  (void)id;
  return NULL;
}

/* ---- Called only for an experiment whose platforms are files. */

struct sp_key sp_key_of(const char *text, size_t length)
{
  (void)text, (void)length;
  abort();
}
int sp_key_of_file(const char *path, struct sp_key *key, struct sp_error *error)
{
  (void)path, (void)key, (void)error;
  abort();
}
char *sp_key_text(const struct sp_key *key, char hex[65])
{
  (void)key, (void)hex;
  abort();
}

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
bool xml_is_in(const struct reader *reader, const char *kind)
{
  (void)reader, (void)kind;
  abort();
}
int xml_refuse_at(struct reader *reader, const char *file, long line, const char *format, ...)
{
  (void)reader, (void)file, (void)line, (void)format;
  abort();
}
