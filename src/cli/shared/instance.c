/* Reads the instance that a command line names. */
#include "cli/shared/instance.h"
#include "cli/shared/execution.h"
#include "cli/shared/experiment.h"
#include "cli/shared/output.h"

static void read_buffer(void *options_of, const char *text, const char *command)
{
  struct cli_source *source = options_of;
  source->places =
      !strcmp(text, "inf") ? LONG_MAX : (long)cli_number(command, "buffer", text, true, 1, 0x1p53);
}

#define AT(field) offsetof(struct cli_source, field)
static const struct cli_option options[] = {
    {NULL, CLI_ARGUMENT, .offset = AT(file.platform)},
    {NULL, CLI_ARGUMENT, .offset = AT(file.deployment)},
    {NULL, CLI_HEADING, 0, NULL,
     "The instance, in addition to or instead of PLATFORM.xml [DEPLOY.xml]:", .group = 1},
    {"star", CLI_TEXT, AT(file.star), "TEXT",
     "a star in words, \"c=2,2 w=3,4 load=8,0\"; or @FILE.csv with columns of these names; "
     "\"profile=w1:10*0.5,20*1\": worker 1 has half its speed from date 10 to 20",
     .group = 1},
    {"from", CLI_TEXT, AT(from), "EXPERIMENT:AXES:INDEX",
     "a platform of an experiment (its id or file): "
     "\"rr6005-table1:comm=het,comp=hom,range=c<=w:7\"; variant=NAME may be one of the axes",
     .group = 1, .letter = 'F'},
    {"set", CLI_TEXTS, AT(set), "KEY=VALUE",
     "a setting that replaces the experiment's; may be repeated", .group = 1, .more = true,
     .letter = 's'},
    {"master", CLI_TEXT, AT(file.master), "HOST", "the master's host, without a deployment",
     .group = 1, .more = true},
    {"task-bytes", CLI_TEXT, AT(file.task_bytes), "X", "bytes of one unit of load", .group = 1,
     .more = true},
    {"task-flops", CLI_TEXT, AT(file.task_flops), "X", "flops of one unit of load", .group = 1,
     .more = true},
    {"tasks", CLI_TEXT, AT(file.tasks), "N", "tasks at the master (bag)", .group = 1},
    {"work", CLI_TEXT, AT(file.work), "X", "load at the master (divisible)", .group = 1},
    {"buffer", CLI_READ, 0, "B", "places of each worker; of a divisible load the greatest chunk",
     .group = 1, .more = true, .read = read_buffer},
    {"deadline", CLI_TEXT, AT(file.deadline), "T", "maximise the work done by date T", .group = 1},
    {0},
};

static void check_instance_options(void *options_of, const char *command)
{
  const struct cli_source *source = options_of;
  const struct sp_source *file = &source->file;
  const char *other = file->platform ? file->platform : file->star ? "--star" : NULL;
  if (source->elsewhere && file->platform)
    cli_usage(command, "'%s' is one argument too many", file->platform);
  if (source->elsewhere && (other || source->from || source->set.n || source->places ||
                            file->tasks || file->work || file->deadline))
    cli_usage(command, "a graph takes no options of a star");
  if (source->elsewhere)
    return;
  if (!source->from && source->set.n)
    cli_usage(command, "--set=%s without --from", source->set.item[0]);
  if (!source->from && !other)
    cli_usage(command, "name an instance: PLATFORM.xml [DEPLOY.xml] or --star=TEXT");
  if (file->platform && file->star)
    cli_usage(command, "'%s' and --star are two instances, expected one", file->platform);
  if (source->from && other)
    cli_usage(command, "'%s' and --from are two instances, expected one", other);
  if (source->from && (file->master || file->task_bytes || file->task_flops))
    cli_usage(command, "--from has no platform file, for which --master, --task-bytes and "
                       "--task-flops are");
}
const struct cli_command cli_instance_group = {.option = options, .check = check_instance_options};

static struct sp_instance *read_place(const struct cli_source *source,
                                      struct cli_execution *execution, struct sp_error *error)
{
  struct cli_place place;
  if (cli_place_read(source->from, &source->set, &place, error))
    return NULL;
  struct sp_instance *in = cli_place_instance(&place, !source->graphs, error);
  if (execution)
    execution->platform = place.index;
  if (execution && !execution->seeded)
    execution->seed = place.experiment.seed;
  sp_experiment_clear(&place.experiment);
  if (in && sp_replace_workload(in, &source->file, error)) {
    sp_instance_free(in);
    return NULL;
  }
  return in;
}

/* Gives each worker so many places. */
static int set_places(struct sp_instance *in, long places, struct sp_error *error)
{
  struct sp_error words;
  if (in->kind != SP_INSTANCE_STAR)
    return sp_bad_input(error, "--buffer is of stars, expected none");
  for (int i = 1; i <= in->m; i++)
    in->buffer[i] = places;
  return sp_instance_check(in, &words) ? sp_bad_input(error, "--buffer: %.400s", words.text)
                                       : SP_OK;
}

struct sp_instance *cli_read_instance(const struct cli_source *source,
                                      struct cli_execution *execution)
{
  struct sp_error error;
  struct sp_instance *in = source->from ? read_place(source, execution, &error)
                                        : sp_read_instance(&source->file, &error);
  if (!in)
    cli_exit(cli_failed(SP_BAD_INPUT, &error));
  if (source->places)
    cli_end_if(cli_failed(set_places(in, source->places, &error), &error));
  return cli_keep(in);
}

/* ---- Words. */

enum { SPEC_SHOWN = 200 }; /* bytes */

static char *describe_graph(const struct sp_instance *in)
{
  const char *spec = in->spec + strspn(in->spec, " ");
  const char *until = in->kind != SP_INSTANCE_GRAPH ? ""
                      : isfinite(in->deadline.v)
                          ? cli_format(", until %s", cli_rounded(in->deadline.v))
                          : ", in a unit of time";
  return cli_format("%s %.*s%s%s", sp_problem_name(in->problem), SPEC_SHOWN, spec,
                    strlen(spec) > SPEC_SHOWN ? ".." : "", until);
}

char *cli_describe(const struct sp_instance *in)
{
  if (in->kind != SP_INSTANCE_STAR)
    return describe_graph(in);
  const char *unit = in->problem == SP_DIVISIBLE ? "unit" : "task";
  const char *amount = "", *until = "";
  if (in->problem != SP_IMBALANCE && isfinite(in->total.v))
    amount = cli_format(", %s %s%s", cli_rounded(in->total.v), unit, sp_plural(in->total.v));
  if (isfinite(in->deadline.v))
    until = cli_format(", deadline %s", cli_rounded(in->deadline.v));
  return cli_format("%s, %d worker%s%s%s", sp_problem_name(in->problem), in->m, sp_plural(in->m),
                    amount, until);
}
