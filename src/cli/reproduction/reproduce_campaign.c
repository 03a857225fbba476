/* Reproduces an experiment file: computes the runs that its database lacks, then writes the tables
 * with the published values, and the figures. */
#include "campaign/figure/figure.h"
#include "campaign/page/page.h"
#include "campaign/run/progress.h"
#include "campaign/run/runner.h"
#include "cli/reproduction/reproduce.h"
#include "cli/shared/experiment.h"
#include "cli/shared/files.h"
#include "cli/shared/methods.h"

/* The published values are in results/ID.csv, so our files have other names. */
static const char *const suffixes[] = {"-report.txt", "-report.csv", "-report.tex", "-report.html"};
enum { SUFFIXES = sizeof suffixes / sizeof *suffixes };
static const enum sp_format formats[] = {SP_TEXT_FORMAT, SP_CSV_FORMAT, SP_LATEX_FORMAT,
                                         SP_HTML_FORMAT};

/* DIR/ID or DIR/ID-TIER, and a suffix. */
static const char *output_name(const struct cli_reproduction *r, const char *id, const char *suffix)
{
  return cli_format("%s/%s%s%s%s", r->output, id, r->tier ? "-" : "", r->tier ? r->tier : "",
                    suffix);
}

static int run_missing(const struct cli_reproduction *r, const struct sp_experiment *e,
                       const struct sp_registry *registry, struct sp_store *store)
{
  struct sp_tally tally;
  struct sp_campaign campaign = {
      .experiment = e, .registry = registry, .store = store, .shards = 1, .label = r->label};
  int code = cli_compute(&r->limits, &r->execution, &campaign, &tally);
  if (!code && r->outcome) {
    r->outcome->all = tally.wanted;
    r->outcome->computed = tally.computed;
    r->outcome->interrupted = tally.interrupted;
  }
  return code                         ? code
         : cli_reproduction_prints(r) ? cli_print_tally(&tally)
                                      : cli_check_tally(&tally);
}

/* One experiment of several has less, so that all fit a folder that can be sent: the charts of one
 * worst instance of each method that are short, and no picture of each point, whose curves the page
 * draws. */
enum { FEW_EVENTS = 1000 };
static int write_report(const struct cli_reproduction *r, const struct sp_experiment *e,
                        const struct sp_registry *registry, struct sp_store *store,
                        enum sp_format format, FILE *out, struct sp_error *error)
{
  bool one = r->outcome != NULL;
  return format == SP_HTML_FORMAT
             ? sp_report_html(e, registry, store, one ? 1 : SP_PAGE_WORST,
                              one ? FEW_EVENTS : SP_PAGE_EVENTS, r->id, out, NULL, error)
             : sp_report(e, store, format, out, NULL, error);
}

/* Writes the report in one format to a file, which gets its name when it is complete. */
static int write_file(const struct cli_reproduction *r, const struct sp_experiment *e,
                      const struct sp_registry *registry, struct sp_store *store, int k)
{
  struct sp_error error;
  const char *path = output_name(r, e->id, suffixes[k]);
  struct sp_file *file = sp_create_file(path, &error);
  int code = file ? write_report(r, e, registry, store, formats[k], file->stream, &error) : SP_OK;
  code = cli_close_file(file, code, &error);
  if (!code && cli_reproduction_prints(r))
    printf("wrote %s\n", path);
  return code;
}

static int draw_figures(const struct cli_reproduction *r, const struct sp_experiment *e,
                        struct sp_store *store)
{
  struct sp_error error;
  const char *figures = output_name(r, e->id, "-figures");
  int drawn = 0, code = sp_report_figures(e, store, figures, !r->outcome, &drawn, &error);
  if (cli_failed(code, &error) == SP_OK && cli_reproduction_prints(r))
    printf("wrote %d figure%s: %s/*.svg and .pdf, with their .gp and .dat\n", drawn,
           drawn == 1 ? "" : "s", figures);
  return code;
}

static int print_report(const struct cli_reproduction *r, const struct sp_experiment *e,
                        struct sp_store *store)
{
  struct sp_error error;
  if (!cli_reproduction_prints(r))
    return SP_OK;
  putchar('\n');
  int code = cli_failed(sp_report(e, store, SP_TEXT_FORMAT, stdout, NULL, &error), &error);
  putchar('\n');
  return code;
}

/* Writes the report in each format to a file, the text also to standard output; and the figures. */
static int write_reports(const struct cli_reproduction *r, const struct sp_experiment *e,
                         const struct sp_registry *registry, struct sp_store *store)
{
  int code = print_report(r, e, store);
  for (int k = 0; k < SUFFIXES && !code; k++)
    code = write_file(r, e, registry, store, k);
  return code ? code : draw_figures(r, e, store);
}

static const char *or_empty(const char *text)
{
  return text ? text : "";
}

/* The outcome of one experiment of several. */
static int set_outcome(const struct cli_reproduction *r, const struct sp_experiment *e,
                       const struct sp_registry *registry, struct sp_store *store)
{
  struct sp_error error;
  struct cli_outcome *o = r->outcome;
  struct sp_report_counts *counts = sp_xcalloc((size_t)e->n_variants, sizeof *counts);
  o->row = cli_keep(sp_xcalloc((size_t)e->n_variants, sizeof *o->row));
  o->rows = e->n_variants;
  o->suffix = suffixes;
  o->suffixes = SUFFIXES;
  FILE *out = sp_open_string(&o->article);
  const char *own = cli_format("%s-report.html", o->stem);
  int code = sp_page_article(e, registry, store, own, out, counts, &error);
  o->article = sp_context_end(cli_memory(), out, &o->article);
  for (int k = 0; k < e->n_variants; k++)
    o->row[k] = (struct cli_verdicts){.name = cli_keep(sp_xstrdup(e->variant[k].name)),
                                      .title = cli_format("%s", or_empty(e->variant[k].title)),
                                      .apart = e->variant[k].apart,
                                      .reason = cli_keep(sp_xstrdup(e->variant[k].reason)),
                                      .counts = counts[k]};
  free(counts);
  return cli_failed(code, &error);
}

static void print_head(const struct sp_experiment *e)
{
  printf("%s: %s\nengine: %s\n", e->id,
         e->source  ? e->source
         : e->title ? e->title
                    : "no source",
         e->engine == SP_ENGINE_NATIVE ? "native" : sp_simgrid_version());
}

static int reproduce(const struct cli_reproduction *r, struct sp_experiment *e)
{
  struct sp_registry *registry;
  struct sp_store *store = NULL;
  struct sp_error error;
  const char *database = output_name(r, e->id, ".db");
  cli_find_published(e);
  int code = cli_registry_open(&registry, &r->execution.plugin);
  if (!code)
    code = cli_check_engine(&r->execution, e);
  if (!code)
    code = cli_failed(sp_store_open(database, SP_STORE_WRITE, &store, &error), &error);
  if (!code && cli_reproduction_prints(r))
    print_head(e);
  if (!code)
    code = run_missing(r, e, registry, store);
  if (r->outcome)
    sp_show_step(r->label, "writing tables and figures");
  if (!code)
    code = write_reports(r, e, registry, store);
  if (!code && r->outcome)
    code = set_outcome(r, e, registry, store);
  if (!code && cli_reproduction_prints(r))
    printf("wrote %s\n", database);
  sp_store_close(store);
  return code;
}

static int read_experiment(const struct cli_reproduction *r, struct sp_experiment *e)
{
  struct sp_error error;
  struct sp_overrides overrides = {.tier = r->tier, .count = r->count};
  int code = cli_execution_over(&r->execution, &overrides);
  return code ? code : cli_failed(cli_experiment_read(r->id, &overrides, e, &error), &error);
}

static bool has_tier(const struct sp_experiment *e, const char *name)
{
  for (int k = 0; k < e->n_tiers; k++)
    if (!strcmp(e->tier[k].name, name))
      return true;
  return false;
}

int cli_reproduce_campaign(const struct cli_reproduction *given)
{
  struct cli_reproduction r = *given;
  struct sp_experiment e;
  int code = read_experiment(&r, &e);
  if (!code && r.outcome && !r.tier && has_tier(&e, "small")) {
    sp_experiment_clear(&e);
    r.tier = "small";
    code = read_experiment(&r, &e);
  }
  if (code)
    return code;
  if (r.outcome) {
    r.outcome->title = cli_format("%s", e.title ? e.title : "");
    r.outcome->stem = cli_format("%s%s%s", e.id, r.tier ? "-" : "", r.tier ? r.tier : "");
  }
  code = reproduce(&r, &e);
  sp_experiment_clear(&e);
  return code;
}
