/* starport report: the tables of a results database. */
#include "base/memory.h"
#include "campaign/figure/figure.h"
#include "campaign/page/page.h"
#include "cli/commands.h"
#include "cli/shared/arguments.h"
#include "cli/shared/experiment.h"
#include "cli/shared/messages.h"
#include "cli/shared/methods.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct report_options {
  const char *database, *experiment, *figures;
  enum sp_format format;
  int worst; /* instances a method; -1: not said */
  struct cli_strings plugins;
};

enum { FIGURES = 0x300, WORST, PLUGIN };
static const struct argp_option report_options[] = {
    {"format", 'f', "NAME", 0,
     "text (default), csv, latex or html (one page that needs no other file)", 0},
    {"experiment", 'e', "ID", 0, "one experiment of several in the database", 0},
    {"figures", FIGURES, "DIR", 0,
     "draw the cumulative frequency of the distance at each point: SVG and PDF, with the scripts "
     "and data for gnuplot",
     0},
    {"worst", WORST, "K", 0,
     "list the K instances on which each method is farthest from the best, each with the command "
     "that runs it again; with --figures draw their Gantt charts; with --format=csv the list takes "
     "the place of the tables; the page shows the charts of K (default 5)",
     0},
    {"plugin", PLUGIN, "FILE.so", 0, "load a heuristic, to draw its charts; may be repeated", 0},
    {0},
};

static enum sp_format format_of(const char *text, const struct argp_state *state)
{
  static const char *const names[] = {"text", "csv", "latex", "html"};
  static const enum sp_format formats[] = {SP_TEXT_FORMAT, SP_CSV_FORMAT, SP_LATEX_FORMAT,
                                           SP_HTML_FORMAT};
  for (int k = 0; k < 4; k++)
    if (!strcmp(text, names[k]))
      return formats[k];
  cli_usage(state->name, "--format=%s, expected text, csv, latex or html", text);
}

static long worst_of(const char *text, const struct argp_state *state)
{
  long k = cli_integer(state, "--worst", text, 0);
  if (k > 10000)
    cli_usage(state->name, "--worst=%s, expected at most 10000", text);
  return k;
}

static error_t parse_report(int key, char *text, struct argp_state *state)
{
  struct report_options *o = state->input;
  if (key == 'f')
    o->format = format_of(text, state);
  else if (key == 'e')
    o->experiment = text;
  else if (key == FIGURES)
    o->figures = text;
  else if (key == WORST)
    o->worst = (int)worst_of(text, state);
  else if (key == PLUGIN)
    cli_strings_add(&o->plugins, text);
  else if (key == ARGP_KEY_ARG && !o->database)
    o->database = text;
  else if (key == ARGP_KEY_SUCCESS && !o->database)
    cli_usage(state->name, "name a results database");
  else if (key == ARGP_KEY_SUCCESS && o->worst > 0 && o->format == SP_LATEX_FORMAT)
    cli_usage(state->name, "--worst goes with the formats text, csv and html");
  else if (key != ARGP_KEY_SUCCESS)
    return ARGP_ERR_UNKNOWN;
  return 0;
}

static const struct argp_child report_children[] = {{&cli_help_argp, 0, NULL, 0}, {0}};
static const struct argp report_argp = {
    report_options,
    parse_report,
    "DB",
    "Writes the tables of the experiments in a results database: each quantity with its standard "
    "error and, where a paper printed it, the published value and a verdict; then who wins, the "
    "paired differences, and what is missing. The columns of the CSV stand in docs/formats.md."
    "\vExample: starport report results/rr6005-table1.db --format=csv",
    report_children,
    NULL,
    NULL,
};

static int draw(const struct report_options *o, const struct sp_experiment *e,
                struct sp_store *store, struct sp_error *error)
{
  int figures = 0, code = sp_report_figures(e, store, o->figures, &figures, error);
  if (!code && o->format == SP_TEXT_FORMAT)
    printf("\n%d figures drawn: %s/%s-*.svg and .pdf, from .gp and .dat.\n", figures, o->figures,
           e->id);
  return code;
}

/* What `run --from` is to call the experiment: its id if the data directory has the very file that
 * the database keeps, else the database. The caller frees it. */
static char *name_for_rerun(const struct report_options *o, const struct sp_experiment *e,
                            bool alone)
{
  struct sp_experiment known;
  char *name = NULL;
  if (!cli_experiment_read(e->id, NULL, &known, NULL)) {
    if (!strncmp(e->text, known.text, strlen(known.text)))
      name = sp_xstrdup(e->id);
    sp_experiment_clear(&known);
  }
  return name ? name : sp_format("%s%s%s", o->database, alone ? "" : "#", alone ? "" : e->id);
}

static int write_report(const struct report_options *o, const struct sp_experiment *e,
                        const struct sp_registry *registry, struct sp_store *store,
                        const char *from, struct sp_error *error)
{
  bool list = o->worst > 0 && o->format != SP_HTML_FORMAT;
  if (o->format == SP_HTML_FORMAT)
    return sp_report_html(e, registry, store, o->worst < 0 ? SP_PAGE_WORST : o->worst, from, stdout,
                          NULL, error);
  int code = SP_OK;
  if (!list || o->format != SP_CSV_FORMAT)
    code = sp_report(e, store, o->format, stdout, NULL, error);
  if (list && !code && o->format == SP_TEXT_FORMAT)
    putchar('\n');
  return list && !code ? sp_report_worst(e, registry, store, o->worst, from, o->figures, o->format,
                                         stdout, error)
                       : code;
}

/* One experiment of the database, the only one if `alone`. */
static int report(const struct report_options *o, const struct sp_registry *registry,
                  struct sp_store *store, const char *text, bool alone)
{
  struct sp_experiment e;
  struct sp_error error;
  int code = sp_experiment_parse(o->database, text, NULL, &e, &error);
  if (code)
    return cli_complain(code, "%s", error.text);
  cli_find_published(&e);
  char *from = name_for_rerun(o, &e, alone);
  code = write_report(o, &e, registry, store, from, &error);
  if (!code && o->figures)
    code = draw(o, &e, store, &error);
  free(from);
  sp_experiment_clear(&e);
  return code ? cli_complain(code, "%s", error.text) : SP_OK;
}

static bool is_chosen(const struct report_options *o, const char *id)
{
  return !o->experiment || !strcmp(o->experiment, id);
}

/* How many experiments of the store are to be reported, *all: how many there are. */
static int count_chosen(const struct report_options *o, struct sp_store *store, int *all)
{
  char *id, *text;
  int n = 0;
  *all = 0;
  for (int k = 0; sp_store_experiment_at(store, k, &id, &text); k++) {
    n += is_chosen(o, id);
    ++*all;
    free(text);
    free(id);
  }
  return n;
}

static int report_all(const struct report_options *o, const struct sp_registry *registry,
                      struct sp_store *store)
{
  int all, n = count_chosen(o, store, &all), code = SP_OK;
  if (!n && o->experiment)
    return cli_complain(SP_BAD_INPUT, "%s: no experiment '%s' in it", o->database, o->experiment);
  if (!n)
    return cli_complain(SP_BAD_INPUT, "%s: no experiment in it", o->database);
  if (n > 1 && (o->format == SP_CSV_FORMAT || o->format == SP_HTML_FORMAT))
    return cli_complain(SP_USAGE, "%s: %d experiments in it%s: choose one with --experiment=ID",
                        o->database, n, o->format == SP_CSV_FORMAT ? ", whose columns differ" : "");
  char *id, *text;
  bool first = true;
  for (int k = 0; !code && sp_store_experiment_at(store, k, &id, &text); k++) {
    if (is_chosen(o, id)) {
      if (!first)
        putchar('\n');
      first = false;
      code = report(o, registry, store, text, all == 1);
    }
    free(text);
    free(id);
  }
  return code;
}

int cli_report(int argc, char **argv)
{
  struct report_options o = {.format = SP_TEXT_FORMAT, .worst = -1};
  cli_parse(&report_argp, argc, argv, &o);
  struct sp_store *store;
  struct sp_error error;
  int code = sp_store_open(o.database, SP_STORE_READ, &store, &error);
  if (code)
    return cli_complain(code, "%s", error.text);
  struct cli_methods methods;
  code = cli_methods_open(&methods, &o.plugins, NULL);
  if (!code)
    code = report_all(&o, methods.registry, store);
  cli_methods_close(&methods);
  sp_store_close(store);
  free(o.plugins.item);
  return code;
}
