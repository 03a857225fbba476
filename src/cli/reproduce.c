/* starport reproduce: compares the published values of an experiment with ours, and draws. */
#include "cli/parts/reproduce.h"
#include "base/memory.h"
#include "cli/commands.h"
#include <stdlib.h>
#include <unistd.h>

#define AT(field) offsetof(struct cli_reproduction, field)
static const struct cli_option options[] = {
    {NULL, CLI_ARGUMENT, .offset = AT(id),
     .needed = "name an experiment of 'starport list experiments'"},
    {"output", CLI_TEXT, AT(output), "DIR", "directory of pictures and events (default: results)",
     .group = 3, .letter = 'o'},
    {"json", CLI_FLAG, AT(json), NULL, "print one JSON document", .group = 3},
    {"tier", CLI_TEXT, AT(tier), "NAME",
     "a size of a campaign, such as small (default: the full size)", .group = 3},
    {"count", CLI_INTEGER, AT(count), "N", "platforms per point of a campaign", .group = 3,
     .least = 1, .most = UINT32_MAX},
    {0},
};

/* Reproduces a campaign, if the experiment is a file, or a table of single values. */
static int reproduce(struct cli_reproduction *o, const char *data)
{
  const struct cli_experiment *table = cli_experiment_find(o->id);
  if (table && (o->count || o->tier))
    return cli_complain(SP_USAGE, "%s is not a campaign: --count and --tier do not apply", o->id);
  if (!table && o->json)
    return cli_complain(SP_USAGE, "%s is a campaign: its tables are written as CSV, not JSON",
                        o->id);
  if (table)
    o->id = table->id;
  int code = cli_make_directory(o->output);
  if (!code)
    code = table ? cli_reproduce_values(o, table->title, data) : cli_reproduce_campaign(o);
  return code;
}

static int run(void *options_of)
{
  struct cli_reproduction *o = options_of;
  char *data = cli_data_directory();
  int code = data ? reproduce(o, data) : cli_complain_no_data();
  free(data);
  return code;
}

const struct cli_command cli_reproduce = {
    .name = "reproduce",
    .does = "compares the published values of a paper with ours",
    .option = options,
    .usage = "ID",
    .help = "Runs an experiment, compares its published values with ours, with a verdict in every "
            "row or cell, and writes its pictures and events. Exit code 3: an exact value of "
            "the paper, or a known one, differs; cells of random platforms never change it."
            "\vExample: starport reproduce rr6005-trace",
    .group = {{&cli_seed_group, AT(execution)},
              {&cli_engine_group, AT(execution)},
              {&cli_limits_group, AT(limits)}},
    .initial = &(const struct cli_reproduction){.output = "results"},
    .size = sizeof(struct cli_reproduction),
    .run = run,
};
