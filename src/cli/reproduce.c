/* starport reproduce: compares the published values of an experiment with ours, and draws. */
#include "cli/commands.h"
#include "cli/reproduction/reproduce_all.h"
#include "cli/shared/experiment.h"
#include "cli/shared/paths.h"

#define AT(field) offsetof(struct cli_reproduction, field)
static const struct cli_option options[] = {
    {NULL, CLI_ARGUMENT, .offset = AT(id)},
    {"output", CLI_TEXT, AT(output), "DIR", "directory of all files (default: results)", .group = 3,
     .letter = 'o'},
    {"verbose", CLI_FLAG, AT(verbose), NULL, "without ID: also print the tables of each experiment",
     .group = 3, .letter = 'v'},
    {"json", CLI_FLAG, AT(json), NULL, "print one JSON document", .group = 3},
    {"tier", CLI_TEXT, AT(tier), "NAME",
     "a size of a campaign, such as small (default: with ID full, else small)", .group = 3},
    {"count", CLI_INTEGER, AT(count), "N", "number of platforms of each point of a campaign",
     .group = 3, .letter = 'n', .least = 1, .most = UINT32_MAX},
    {0},
};

/* SP_OK if it is a file or a database, else SP_BAD_INPUT after a message. */
static int check_file(const char *id)
{
  struct sp_nearest nearest = {.word = id};
  struct sp_error error;
  if (sp_is_database(id) || cli_experiment_path(id))
    return SP_OK;
  for (int k = 0; k < CLI_EXPERIMENTS; k++)
    sp_nearest_offer(&nearest, cli_experiments[k].id);
  return cli_failed(cli_unknown_experiment(&nearest, &error), &error);
}

/* Reproduces a campaign, if the experiment is a file, or a table of single values. */
static int reproduce_one(struct cli_reproduction *o, const char *data)
{
  const struct cli_experiment *table = cli_experiment_find(o->id);
  if (table && (o->count || o->tier))
    return cli_complain(SP_USAGE, "%s is not a campaign: --count and --tier do not apply", o->id);
  cli_end_if(table ? SP_OK : check_file(o->id));
  if (!table && o->json)
    return cli_complain(SP_USAGE, "%s is a campaign: its tables are written as CSV, not JSON",
                        o->id);
  if (table)
    o->id = table->id;
  cli_end_if(cli_make_directory(o->output));
  return table ? cli_reproduce_values(o, table->title, data) : cli_reproduce_campaign(o);
}

static int run_reproduce_command(void *options_of)
{
  struct cli_reproduction *o = options_of;
  const char *data = cli_data_directory();
  if (!data)
    return cli_complain_no_data();
  if (o->id)
    return reproduce_one(o, data);
  if (o->json)
    return cli_complain(SP_USAGE, "--json is for one experiment, name it");
  cli_end_if(cli_make_directory(o->output));
  return cli_reproduce_all(o, data);
}

const struct cli_command cli_reproduce = {
    .name = "reproduce",
    .does = "compares the published values of a paper with ours",
    .option = options,
    .usage = "[ID]",
    .help =
        "With ID runs an experiment and compares its published values with ours, with a verdict in "
        "every row or cell; writes its tables, pictures and events. Without ID runs those of all "
        "papers, campaigns in their small size, and prints a line for each, a closing table and "
        "the verdict in one sentence; details go to the directory of all files, whose index.html "
        "begins with the same sentence.\n"
        "Exit code 0: everything ran, and no exact value differs. Values of random platforms may "
        "differ, as the table says, as may claims of a paper's text: they never change the code. "
        "3: an exact value of a paper, or one computed earlier, differs. Else an experiment failed "
        "(2: bad input, 4: it could not go on or was interrupted); the others ran."
        "\vExample: starport reproduce rr6005-trace",
    .group = {{&cli_seed_group, AT(execution)},
              {&cli_engine_group, AT(execution)},
              {&cli_limits_group, AT(limits)}},
    .initial = &(const struct cli_reproduction){.output = "results"},
    .size = sizeof(struct cli_reproduction),
    .run = run_reproduce_command,
};
