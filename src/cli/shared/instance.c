/* The instance that a command line names. */
#include "cli/shared/instance.h"
#include "cli/shared/arguments.h"
#include "cli/shared/experiment.h"
#include "cli/shared/messages.h"
#include "io/instance.h"
#include <stdlib.h>

enum { STAR = 0x100, FROM, SET, MASTER, TASK_BYTES, TASK_FLOPS, TASKS, WORK, DEADLINE };
static const struct argp_option instance_options[] = {
    {NULL, 0, NULL, 0, "The instance, in addition to or instead of PLATFORM.xml [DEPLOY.xml]:", 1},
    {"star", STAR, "TEXT", 0,
     "a star in words, \"c=2,2 w=3,4 load=8,0\"; or @FILE.csv with columns of these names", 1},
    {"from", FROM, "EXPERIMENT:AXES:INDEX", 0,
     "a platform of an experiment (its id or file): "
     "\"rr6005-table1:comm=het,comp=hom,range=c<=w:7\"; "
     "variant=NAME may be one of the axes",
     1},
    {"set", SET, "KEY=VALUE", 0, "replaces a setting of the experiment; may be repeated", 1},
    {"master", MASTER, "HOST", 0, "the master's host, without a deployment", 1},
    {"task-bytes", TASK_BYTES, "X", 0, "bytes of one unit of load", 1},
    {"task-flops", TASK_FLOPS, "X", 0, "flops of one unit of load", 1},
    {"tasks", TASKS, "N", 0, "tasks at the master (bag)", 1},
    {"work", WORK, "X", 0, "load at the master (divisible)", 1},
    {"deadline", DEADLINE, "T", 0, "maximise what is done by date T", 1},
    {0},
};

static void take_file(struct sp_source *source, const char *file, const struct argp_state *state)
{
  if (!source->platform)
    source->platform = file;
  else if (!source->deployment)
    source->deployment = file;
  else
    cli_usage(state->name, "'%s' is one argument too many", file);
}

static void check_source(const struct cli_source *source, const struct argp_state *state)
{
  const struct sp_source *file = &source->file;
  const char *other = file->platform ? file->platform : file->star ? "--star" : NULL;
  if (!source->from && source->set.n)
    cli_usage(state->name, "--set=%s without --from", source->set.item[0]);
  if (!source->from && !other)
    cli_usage(state->name, "name an instance: PLATFORM.xml [DEPLOY.xml] or --star=TEXT");
  if (file->platform && file->star)
    cli_usage(state->name, "'%s' and --star are two instances, expected one", file->platform);
  if (source->from && other)
    cli_usage(state->name, "'%s' and --from are two instances, expected one", other);
  if (source->from && (file->master || file->task_bytes || file->task_flops || file->tasks ||
                       file->work || file->deadline))
    cli_usage(state->name, "--from takes its workload from the experiment, change it with --set");
}

static error_t parse_instance(int key, char *text, struct argp_state *state)
{
  struct cli_source *source = state->input;
  struct sp_source *file = &source->file;
  const char **field = key == STAR         ? &file->star
                       : key == FROM       ? &source->from
                       : key == MASTER     ? &file->master
                       : key == TASK_BYTES ? &file->task_bytes
                       : key == TASK_FLOPS ? &file->task_flops
                       : key == TASKS      ? &file->tasks
                       : key == WORK       ? &file->work
                       : key == DEADLINE   ? &file->deadline
                                           : NULL;
  if (field)
    *field = text;
  else if (key == SET)
    cli_strings_add(&source->set, text);
  else if (key == ARGP_KEY_ARG)
    take_file(file, text, state);
  else if (key == ARGP_KEY_END)
    check_source(source, state);
  else
    return ARGP_ERR_UNKNOWN;
  return 0;
}
const struct argp cli_instance_argp = {
    instance_options, parse_instance, NULL, NULL, NULL, NULL, NULL};

struct sp_instance *cli_read_instance(const struct cli_source *source, uint64_t *seed,
                                      struct sp_error *error)
{
  struct cli_place place;
  if (!source->from)
    return sp_read_instance(&source->file, error);
  if (cli_place_read(source->from, source->set.n, source->set.item, &place, error))
    return NULL;
  struct sp_instance *in =
      source->graphs ? cli_place_instance(&place, error) : cli_place_star(&place, error);
  if (seed)
    *seed = place.experiment.seed;
  cli_place_clear(&place);
  return in;
}

void cli_source_clear(struct cli_source *source)
{
  free(source->set.item);
}
