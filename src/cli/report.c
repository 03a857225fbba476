/* starport report: writes the tables of a results database. */
#include "campaign/figure/figure.h"
#include "campaign/page/page.h"
#include "cli/commands.h"
#include "cli/shared/experiment.h"
#include "cli/shared/methods.h"
#include "cli/shared/output.h"

struct report_options {
  const char *database, *experiment, *figures, *table;
  enum sp_format format;
  long worst; /* instances of each method; -1: not given */
  struct cli_strings plugins;
};

#define AT(field) offsetof(struct report_options, field)
static const struct cli_option options[] = {
    {NULL, CLI_ARGUMENT, .offset = AT(database), .needed = "name a results database"},
    {"format", CLI_CHOICE, AT(format), "NAME",
     "text (default), csv, latex, html (one page that needs no other file), runs (CSV, a row a "
     "run), or pairs (CSV, the paired differences)",
     .group = 0, .choices = "text|csv|latex|html|runs|pairs"},
    {"experiment", CLI_TEXT, AT(experiment), "ID", "one experiment of several in the database",
     .group = 0, .letter = 'e'},
    {"table", CLI_TEXT, AT(table), "NAME",
     "one table alone, as LaTeX: values, overall, pairs, claims, a figure's name, or VARIANT:TABLE",
     .group = 0},
    {"figures", CLI_TEXT, AT(figures), "DIR",
     "draw the cumulative frequency of the distance at each point: SVG and PDF, with the scripts "
     "and data for gnuplot",
     .group = 0},
    {"worst", CLI_INTEGER, AT(worst), "K",
     "list the K instances on which each method is farthest from the best, each with the command "
     "that runs it again; with --figures draw their Gantt charts; with --format=csv the list "
     "replaces the tables; the page shows the charts of K (default 5)",
     .group = 0, .most = 10000},
    {"plugin", CLI_TEXTS, AT(plugins), "FILE.so",
     "load a heuristic, to draw its charts; may be repeated", .group = 0},
    {0},
};

static void check_report_options(void *options_of, const char *name)
{
  const struct report_options *o = options_of;
  if (o->worst > 0 && (o->format == SP_LATEX_FORMAT || o->format == SP_RUNS_FORMAT))
    cli_usage(name, "--worst is for the formats text, csv and html");
  if (o->table && (o->worst > 0 || (o->format && o->format != SP_LATEX_FORMAT)))
    cli_usage(name, "--table is for the format latex, without --worst");
}

static int draw(const struct report_options *o, const struct sp_experiment *e,
                struct sp_store *store, struct sp_error *error)
{
  int figures = 0, code = sp_report_figures(e, store, o->figures, true, &figures, error);
  if (!code && o->format == SP_TEXT_FORMAT)
    printf("\n%d figures drawn: %s/%s-*.svg and .pdf, from .gp and .dat.\n", figures, o->figures,
           e->id);
  return code;
}

/* The name of the experiment for `run --from`: its id if the data directory has the same file as
 * the database, else the name of the database. */
static const char *name_for_rerun(const struct report_options *o, const struct sp_experiment *e,
                                  bool alone)
{
  struct sp_experiment known;
  const char *path = cli_experiment_path(e->id);
  bool same = false;
  if (path && !sp_experiment_read(path, NULL, &known, NULL)) {
    same = !strncmp(e->text, known.text, strlen(known.text));
    sp_experiment_clear(&known);
  }
  return same ? e->id : cli_format("%s%s%s", o->database, alone ? "" : "#", alone ? "" : e->id);
}

static int write_report(const struct report_options *o, const struct sp_experiment *e,
                        const struct sp_registry *registry, struct sp_store *store,
                        const char *from, struct sp_error *error)
{
  if (o->table)
    return sp_report_table(e, store, o->table, stdout, error);
  bool list = o->worst > 0 && o->format != SP_HTML_FORMAT;
  if (o->format == SP_HTML_FORMAT)
    return sp_report_html(e, registry, store, o->worst < 0 ? SP_PAGE_WORST : (int)o->worst,
                          SP_PAGE_EVENTS, from, stdout, NULL, error);
  if (o->format == SP_RUNS_FORMAT)
    return sp_report_runs(e, store, stdout, error);
  if (o->format == SP_PAIRS_FORMAT)
    return sp_report_pairs(e, store, stdout, error);
  int code = SP_OK;
  if (!list || o->format != SP_CSV_FORMAT)
    code = sp_report(e, store, o->format, stdout, NULL, error);
  if (list && !code && o->format == SP_TEXT_FORMAT)
    putchar('\n');
  return list && !code ? sp_report_worst(e, registry, store, (int)o->worst, from, o->figures,
                                         o->format, stdout, error)
                       : code;
}

/* Writes one experiment of the database; `alone`: it is the only one. */
static int report(const struct report_options *o, const struct sp_registry *registry,
                  struct sp_store *store, const char *text, bool alone)
{
  struct sp_experiment e;
  struct sp_error error;
  int code = sp_experiment_parse(o->database, text, NULL, &e, &error);
  if (code)
    return cli_complain(code, "%s", error.text);
  code = cli_find_stored_published(&e, o->database);
  if (!code) {
    code = write_report(o, &e, registry, store, name_for_rerun(o, &e, alone), &error);
    if (!code && o->figures)
      code = draw(o, &e, store, &error);
    cli_failed(code, &error);
  }
  sp_experiment_clear(&e);
  return code;
}

static int report_all(const struct report_options *o, const struct sp_registry *registry,
                      struct sp_store *store)
{
  const struct cli_strings texts = cli_find_stored(store, o->database, o->experiment);
  bool alone = cli_stored_texts(store, NULL).n == 1;
  int code = SP_OK;
  if (texts.n > 1 && o->format != SP_TEXT_FORMAT && o->format != SP_LATEX_FORMAT)
    return cli_complain(SP_USAGE, "%s: %d experiments in it%s: choose one with --experiment=ID",
                        o->database, texts.n,
                        o->format == SP_HTML_FORMAT ? "" : ", whose columns differ");
  for (int k = 0; k < texts.n && !code; k++) {
    if (k)
      putchar('\n');
    code = report(o, registry, store, texts.item[k], alone);
  }
  return code;
}

static int run_report_command(void *options_of)
{
  const struct report_options *o = options_of;
  struct sp_store *store = cli_read_store(o->database);
  int code = report_all(o, cli_registry(&o->plugins), store);
  sp_store_close(store);
  return code;
}

const struct cli_command cli_report = {
    .name = "report",
    .does = "writes the tables of a results database",
    .option = options,
    .usage = "DB",
    .help =
        "Writes the tables of the experiments in a results database: each quantity with its "
        "standard error and, if there is one, the published value with a verdict; then wins and "
        "ties, paired differences, and the number of missing runs. docs/results.md describes the "
        "columns of the CSV."
        "\vExample: starport report results/rr6005-table1.db --format=csv",
    .check = check_report_options,
    .initial = &(const struct report_options){.worst = -1},
    .size = sizeof(struct report_options),
    .run = run_report_command,
};
