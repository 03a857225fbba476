/* starport reproduce, of an experiment file: runs what its database lacks, then writes the tables
 * beside the print, and the figures. */
#include "campaign/report.h"
#include "campaign/runner.h"
#include "cli/cli.h"
#include "cli/from.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The published values stand in results/ID.csv: ours bear other names. */
static const char *const suffixes[] = {"-report.txt", "-report.csv", "-report.tex"};
static const enum sp_format formats[] = {SP_TEXT_FORMAT, SP_CSV_FORMAT, SP_LATEX_FORMAT};

/* DIR/ID or DIR/ID-TIER, and a suffix. */
static char *output_name(const struct cli_reproduction *r, const char *id, const char *suffix)
{
  char *path = NULL;
  if (asprintf(&path, "%s/%s%s%s%s", r->output, id, r->tier ? "-" : "", r->tier ? r->tier : "",
               suffix) < 0)
    abort();
  return path;
}

static int run_missing(const struct cli_reproduction *r, const struct sp_experiment *e,
                       const struct sp_registry *registry, struct sp_store *store)
{
  struct sp_error error;
  struct sp_tally tally;
  struct sp_conditions conditions = cli_conditions(r->execution);
  conditions.seed = e->seed;
  struct sp_campaign campaign = {.experiment = e,
                                 .registry = registry,
                                 .store = store,
                                 .conditions = &conditions,
                                 .jobs = r->jobs,
                                 .shards = 1,
                                 .seconds = 300,
                                 .megabytes = 2048,
                                 .progress = isatty(STDERR_FILENO)};
  int code = sp_campaign_run(&campaign, &tally, &error);
  if (code)
    return cli_complain(code, "%s", error.text);
  cli_print_tally(&tally);
  return tally.interrupted ? cli_complain(SP_CANNOT, "interrupted; the same command goes on")
                           : SP_OK;
}

/* The report in each format as a file, the text also to standard output. */
static int write_reports(const struct cli_reproduction *r, const struct sp_experiment *e,
                         struct sp_store *store)
{
  struct sp_error error;
  long differing;
  int code = SP_OK;
  putchar('\n');
  if ((code = sp_report(e, store, SP_TEXT_FORMAT, stdout, &differing, &error)))
    return cli_complain(code, "%s", error.text);
  putchar('\n');
  for (size_t k = 0; k < sizeof formats / sizeof *formats && !code; k++) {
    char *path = output_name(r, e->id, suffixes[k]);
    struct sp_file *file = sp_create_file(path, &error);
    code = file ? sp_report(e, store, formats[k], file->stream, &differing, &error) : SP_BAD_INPUT;
    if (file && code)
      sp_abandon_file(file);
    else if (file)
      code = sp_commit_file(file, &error);
    if (!code)
      printf("wrote %s\n", path);
    free(path);
  }
  char *figures = output_name(r, e->id, "-figures");
  int drawn = 0;
  if (!code && !(code = sp_report_figures(e, store, figures, &drawn, &error)))
    printf("wrote %d figures: %s/*.svg and .pdf, with their .gp and .dat\n", drawn, figures);
  free(figures);
  return code ? cli_complain(code, "%s", error.text) : SP_OK;
}

static int reproduce(const struct cli_reproduction *r, struct sp_experiment *e)
{
  struct cli_methods methods;
  struct sp_store *store = NULL;
  struct sp_error error;
  char *database = output_name(r, e->id, ".db");
  cli_find_print(e);
  int code = cli_methods_open(&methods, &r->execution->plugin, NULL);
  if (!code && (code = sp_store_open(database, SP_STORE_WRITE, &store, &error)))
    cli_complain(code, "%s", error.text);
  if (!code)
    printf("%s: %s\nengine: %s\n", e->id, e->source,
           e->engine == SP_ENGINE_NATIVE ? "native" : sp_simgrid_version());
  if (!code)
    code = run_missing(r, e, methods.registry, store);
  if (!code)
    code = write_reports(r, e, store);
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
  const bool *engine = r->execution->engine;
  if (engine[SP_ENGINE_SIMGRID] && engine[SP_ENGINE_NATIVE])
    return cli_complain(SP_USAGE, "a campaign runs on one engine, not on both");
  struct sp_overrides overrides = {.tier = r->tier,
                                   .count = r->count,
                                   .engine = engine[SP_ENGINE_NATIVE] ? SP_ENGINE_NATIVE : -1};
  int code = cli_experiment_read(r->id, &overrides, &e, &error);
  if (code)
    return cli_complain(code, "%s", error.text);
  code = reproduce(r, &e);
  sp_experiment_clear(&e);
  return code;
}
