/* starport report: the tables of a results database. */
#include "campaign/report.h"
#include "cli/cli.h"
#include "cli/from.h"
#include "model/memory.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct report_options {
  const char *database, *experiment, *figures;
  enum sp_format format;
};

enum { FIGURES = 0x300 };
static const struct argp_option report_options[] = {
    {"format", 'f', "NAME", 0, "text (default), csv or latex", 0},
    {"experiment", 'e', "ID", 0, "one experiment of several in the database", 0},
    {"figures", FIGURES, "DIR", 0,
     "draw the cumulative frequency of the distance at each point: SVG and PDF, with the scripts "
     "and data for gnuplot",
     0},
    {0},
};

static enum sp_format format_of(const char *text, const struct argp_state *state)
{
  static const char *const names[] = {"text", "csv", "latex"};
  static const enum sp_format formats[] = {SP_TEXT_FORMAT, SP_CSV_FORMAT, SP_LATEX_FORMAT};
  for (int k = 0; k < 3; k++)
    if (!strcmp(text, names[k]))
      return formats[k];
  cli_usage(state->name, "--format=%s, expected text, csv or latex", text);
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
  else if (key == ARGP_KEY_ARG && !o->database)
    o->database = text;
  else if (key == ARGP_KEY_SUCCESS && !o->database)
    cli_usage(state->name, "name a results database");
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

static int report(const struct report_options *o, struct sp_store *store, const char *text)
{
  struct sp_experiment e;
  struct sp_error error;
  int code = sp_experiment_parse(o->database, text, NULL, &e, &error);
  if (code)
    return cli_complain(code, "%s", error.text);
  long differing;
  cli_find_print(&e);
  code = sp_report(&e, store, o->format, stdout, &differing, &error);
  if (!code && o->figures)
    code = draw(o, &e, store, &error);
  sp_experiment_clear(&e);
  return code ? cli_complain(code, "%s", error.text) : SP_OK;
}

static bool is_chosen(const struct report_options *o, const char *id)
{
  return !o->experiment || !strcmp(o->experiment, id);
}

/* How many experiments of the store are to be reported. */
static int count_chosen(const struct report_options *o, struct sp_store *store)
{
  char *id, *text;
  int n = 0;
  for (int k = 0; sp_store_experiment_at(store, k, &id, &text); k++) {
    n += is_chosen(o, id);
    free(text);
    free(id);
  }
  return n;
}

static int report_all(const struct report_options *o, struct sp_store *store)
{
  int n = count_chosen(o, store), code = SP_OK;
  if (!n && o->experiment)
    return cli_complain(SP_BAD_INPUT, "%s: no experiment '%s' in it", o->database, o->experiment);
  if (!n)
    return cli_complain(SP_BAD_INPUT, "%s: no experiment in it", o->database);
  if (n > 1 && o->format == SP_CSV_FORMAT)
    return cli_complain(SP_USAGE,
                        "%s: %d experiments in it, whose columns differ: "
                        "choose one with --experiment=ID",
                        o->database, n);
  char *id, *text;
  bool first = true;
  for (int k = 0; !code && sp_store_experiment_at(store, k, &id, &text); k++) {
    if (is_chosen(o, id)) {
      if (!first)
        putchar('\n');
      first = false;
      code = report(o, store, text);
    }
    free(text);
    free(id);
  }
  return code;
}

int cli_report(int argc, char **argv)
{
  struct report_options o = {.format = SP_TEXT_FORMAT};
  cli_parse(&report_argp, argc, argv, &o);
  struct sp_store *store;
  struct sp_error error;
  int code = sp_store_open(o.database, SP_STORE_READ, &store, &error);
  if (code)
    return cli_complain(code, "%s", error.text);
  code = report_all(&o, store);
  sp_store_close(store);
  return code;
}
