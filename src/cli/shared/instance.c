/* Reads the instance that a command line names. */
#include "cli/shared/instance.h"
#include "cli/shared/arguments.h"
#include "cli/shared/experiment.h"
#include "cli/shared/messages.h"
#include "io/instance.h"
#include <stdlib.h>

#define AT(field) offsetof(struct cli_source, field)
static const struct cli_option options[] = {
    {NULL, CLI_ARGUMENT, .offset = AT(file.platform)},
    {NULL, CLI_ARGUMENT, .offset = AT(file.deployment)},
    {NULL, CLI_HEADING, 0, NULL,
     "The instance, in addition to or instead of PLATFORM.xml [DEPLOY.xml]:", .group = 1},
    {"star", CLI_TEXT, AT(file.star), "TEXT",
     "a star in words, \"c=2,2 w=3,4 load=8,0\"; or @FILE.csv with columns of these names",
     .group = 1},
    {"from", CLI_TEXT, AT(from), "EXPERIMENT:AXES:INDEX",
     "a platform of an experiment (its id or file): "
     "\"rr6005-table1:comm=het,comp=hom,range=c<=w:7\"; variant=NAME may be one of the axes",
     .group = 1},
    {"set", CLI_TEXTS, AT(set), "KEY=VALUE",
     "replaces a setting of the experiment; may be repeated", .group = 1},
    {"master", CLI_TEXT, AT(file.master), "HOST", "the master's host, without a deployment",
     .group = 1},
    {"task-bytes", CLI_TEXT, AT(file.task_bytes), "X", "bytes of one unit of load", .group = 1},
    {"task-flops", CLI_TEXT, AT(file.task_flops), "X", "flops of one unit of load", .group = 1},
    {"tasks", CLI_TEXT, AT(file.tasks), "N", "tasks at the master (bag)", .group = 1},
    {"work", CLI_TEXT, AT(file.work), "X", "load at the master (divisible)", .group = 1},
    {"deadline", CLI_TEXT, AT(file.deadline), "T", "maximise the work done by date T", .group = 1},
    {0},
};

static void check(void *options_of, const char *command)
{
  const struct cli_source *source = options_of;
  const struct sp_source *file = &source->file;
  const char *other = file->platform ? file->platform : file->star ? "--star" : NULL;
  if (!source->from && source->set.n)
    cli_usage(command, "--set=%s without --from", source->set.item[0]);
  if (!source->from && !other)
    cli_usage(command, "name an instance: PLATFORM.xml [DEPLOY.xml] or --star=TEXT");
  if (file->platform && file->star)
    cli_usage(command, "'%s' and --star are two instances, expected one", file->platform);
  if (source->from && other)
    cli_usage(command, "'%s' and --from are two instances, expected one", other);
  if (source->from && (file->master || file->task_bytes || file->task_flops || file->tasks ||
                       file->work || file->deadline))
    cli_usage(command, "--from takes its workload from the experiment, change it with --set");
}
const struct cli_command cli_instance_group = {.option = options, .check = check};
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
