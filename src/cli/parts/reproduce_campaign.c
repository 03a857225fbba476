/* Reproduces an experiment file: computes the runs that its database lacks, then writes the tables
 * with the published values, and the figures. */
#include "base/memory.h"
#include "campaign/figure/figure.h"
#include "campaign/page/page.h"
#include "campaign/run/runner.h"
#include "cli/parts/reproduce.h"
#include "cli/shared/cli.h"
#include <stdlib.h>
#include <string.h>

/* The published values are in results/ID.csv, so our files have other names. */
static const char *const suffixes[] = {"-report.txt", "-report.csv", "-report.tex", "-report.html"};
static const enum sp_format formats[] = {SP_TEXT_FORMAT, SP_CSV_FORMAT, SP_LATEX_FORMAT,
                                         SP_HTML_FORMAT};

/* DIR/ID or DIR/ID-TIER, and a suffix. */
static char *output_name(const struct cli_reproduction *r, const char *id, const char *suffix)
{
  return sp_format("%s/%s%s%s%s", r->output, id, r->tier ? "-" : "", r->tier ? r->tier : "",
                   suffix);
}

static int run_missing(const struct cli_reproduction *r, const struct sp_experiment *e,
                       const struct sp_registry *registry, struct sp_store *store)
{
  struct sp_tally tally;
  struct sp_campaign campaign = {
      .experiment = e, .registry = registry, .store = store, .shards = 1};
  int code = cli_compute(&r->limits, &r->execution, &campaign, &tally);
  return code ? code : cli_print_tally(&tally);
}

static int write_report(const struct cli_reproduction *r, const struct sp_experiment *e,
                        const struct sp_registry *registry, struct sp_store *store,
                        enum sp_format format, FILE *out, struct sp_error *error)
{
  return format == SP_HTML_FORMAT
             ? sp_report_html(e, registry, store, SP_PAGE_WORST, r->id, out, NULL, error)
             : sp_report(e, store, format, out, NULL, error);
}

/* Writes the report in one format to a file, which gets its name when it is complete. */
static int write_file(const struct cli_reproduction *r, const struct sp_experiment *e,
                      const struct sp_registry *registry, struct sp_store *store, size_t k)
{
  struct sp_error error;
  char *path = output_name(r, e->id, suffixes[k]);
  struct sp_file *file = sp_create_file(path, &error);
  int code = file ? write_report(r, e, registry, store, formats[k], file->stream, &error) : SP_OK;
  code = cli_close_file(file, code, &error);
  if (!code)
    printf("wrote %s\n", path);
  free(path);
  return code;
}

static int draw_figures(const struct cli_reproduction *r, const struct sp_experiment *e,
                        struct sp_store *store)
{
  struct sp_error error;
  char *figures = output_name(r, e->id, "-figures");
  int drawn = 0, code = sp_report_figures(e, store, figures, &drawn, &error);
  if (cli_failed(code, &error) == SP_OK)
    printf("wrote %d figures: %s/*.svg and .pdf, with their .gp and .dat\n", drawn, figures);
  free(figures);
  return code;
}

/* Writes the report in each format to a file, the text also to standard output; and the figures. */
static int write_reports(const struct cli_reproduction *r, const struct sp_experiment *e,
                         const struct sp_registry *registry, struct sp_store *store)
{
  struct sp_error error;
  putchar('\n');
  int code =
      cli_failed(write_report(r, e, registry, store, SP_TEXT_FORMAT, stdout, &error), &error);
  putchar('\n');
  for (size_t k = 0; k < sizeof formats / sizeof *formats && !code; k++)
    code = write_file(r, e, registry, store, k);
  return code ? code : draw_figures(r, e, store);
}

static int reproduce(const struct cli_reproduction *r, struct sp_experiment *e)
{
  struct cli_methods methods;
  struct sp_store *store = NULL;
  struct sp_error error;
  char *database = output_name(r, e->id, ".db");
  cli_find_published(e);
  int code = cli_methods_open(&methods, &r->execution.plugin, NULL);
  if (!code)
    code = cli_failed(sp_store_open(database, SP_STORE_WRITE, &store, &error), &error);
  if (!code)
    printf("%s: %s\nengine: %s\n", e->id, e->source,
           e->engine == SP_ENGINE_NATIVE ? "native" : sp_simgrid_version());
  if (!code)
    code = run_missing(r, e, methods.registry, store);
  if (!code)
    code = write_reports(r, e, methods.registry, store);
  if (!code)
    printf("wrote %s\n", database);
  sp_store_close(store);
  cli_methods_close(&methods);
  free(database);
  return code;
}

int cli_reproduce_campaign(const struct cli_reproduction *r)
{
  struct sp_error error;
  struct sp_experiment e;
  struct sp_overrides overrides = {.tier = r->tier, .count = r->count};
  int code = cli_execution_over(&r->execution, &overrides);
  if (code || (code = cli_failed(cli_experiment_read(r->id, &overrides, &e, &error), &error)))
    return code;
  code = reproduce(r, &e);
  sp_experiment_clear(&e);
  return code;
}
