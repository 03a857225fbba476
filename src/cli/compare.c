/* starport compare: compares heuristics on random platforms of a family. It runs a campaign without
 * an experiment file, and deletes the database. */
#include "base/child.h"
#include "base/memory.h"
#include "base/text.h"
#include "campaign/report/report.h"
#include "campaign/run/runner.h"
#include "cli/commands.h"
#include "cli/shared/execution.h"
#include "cli/shared/methods.h"
#include "cli/shared/output.h"
#include "io/text/star.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct compare_options {
  const char *family;
  struct cli_strings methods, settings;
  struct cli_execution execution;
  struct cli_limits limits;
  long workers, count;
};

#define AT(field) offsetof(struct compare_options, field)
static const struct cli_option options[] = {
    {"family", CLI_TEXT, AT(family), "NAME", "one of 'starport list families'", .group = 0,
     .letter = 'f', .needed = "name a family with --family=NAME"},
    {"set", CLI_TEXTS, AT(settings), "KEY=VALUE", "a setting of the family; may be repeated",
     .group = 0, .letter = 's'},
    {"workers", CLI_INTEGER, AT(workers), "M",
     "workers of each platform (default 10; --set=workers=A..B draws them)", .group = 0,
     .letter = 'w', .least = 1, .most = STAR_MOST_WORKERS},
    {"count", CLI_INTEGER, AT(count), "N", "number of platforms (default 100)", .group = 0,
     .letter = 'n', .least = 1, .most = UINT32_MAX},
    {0},
};

static void check_compare_options(void *options_of, const char *name)
{
  const struct compare_options *o = options_of;
  if (!o->methods.n)
    cli_usage(name, "name heuristics with -H, such as bba,mbbsa,r-bsa");
}

/* Reports the first failed run. */
static int report_failure(void *data, const struct sp_cell_row *row)
{
  const struct sp_tally *tally = data;
  if (row->status < 0 || row->status == SP_RUN_OK || row->status == SP_REFUSED)
    return 0;
  cli_complain(SP_OK, "%ld of %ld run%s failed, such as %s on platform %ld: %s: %s", tally->failed,
               tally->wanted, sp_plural((double)tally->wanted), row->method, row->index,
               sp_status_name((enum sp_status)row->status), row->reason);
  return 1;
}

static int run_and_report(const struct compare_options *o, const struct sp_experiment *e,
                          const struct sp_registry *registry, struct sp_store *store)
{
  struct sp_error error;
  struct sp_tally tally;
  struct sp_campaign campaign = {
      .experiment = e, .registry = registry, .store = store, .shards = 1};
  int code = cli_compute(&o->limits, &o->execution, &campaign, &tally);
  if (code)
    return code;
  if (tally.interrupted)
    return cli_complain(SP_CANNOT, "interrupted, %ld of %ld run%s done", tally.computed,
                        tally.wanted, sp_plural((double)tally.wanted));
  code = sp_report(e, store, SP_TEXT_FORMAT, stdout, NULL, &error);
  if (!code && tally.failed)
    code = sp_store_cells(store, e->id, report_failure, &tally, &error);
  if (code || tally.answered)
    return cli_failed(code, &error);
  return cli_complain(SP_CANNOT, "no run succeeded");
}

/* Runs on a database in a temporary folder, and removes the folder with all files of the database.
 * Ctrl-C and SIGTERM end the campaign, which reads them itself; at other times they wait, so that
 * the folder is removed. */
static int in_scratch(const struct compare_options *o, const struct sp_experiment *e,
                      const struct sp_registry *registry)
{
  static const char *const files[] = {"", ".lock", "-journal", "-lock"};
  const char *temporary = getenv("TMPDIR");
  char *folder = cli_format("%s/starport-XXXXXX", temporary ? temporary : "/tmp");
  struct sp_error error;
  struct sp_store *store = NULL;
  sigset_t before;
  sp_block_interrupts(&before);
  if (!mkdtemp(folder)) {
    int code = cli_complain(SP_CANNOT, "%s: cannot be made: %s", folder, strerror(errno));
    sigprocmask(SIG_SETMASK, &before, NULL);
    return code;
  }
  const char *path = cli_format("%s/compare.db", folder);
  int code = cli_failed(sp_store_open(path, SP_STORE_WRITE, &store, &error), &error);
  if (!code)
    code = run_and_report(o, e, registry, store);
  sp_store_close(store);
  for (size_t k = 0; k < sizeof files / sizeof *files; k++)
    unlink(cli_format("%s%s", path, files[k]));
  rmdir(folder);
  sigprocmask(SIG_SETMASK, &before, NULL);
  return code;
}

static int compare(const struct compare_options *o, const struct sp_overrides *overrides,
                   const struct cli_methods *methods)
{
  struct sp_experiment e;
  struct sp_error error;
  struct cli_strings name = {0};
  for (int k = 0; k < methods->n; k++)
    cli_strings_add(&name, methods->method[k].name);
  int code =
      sp_experiment_compare(o->family, overrides, name.item, name.n, o->execution.seed, &e, &error);
  cli_end_if(cli_failed(code, &error));
  cli_end_if(cli_failed(sp_experiment_check_methods(&e, methods->registry, &error), &error));
  code = in_scratch(o, &e, methods->registry);
  free(name.item);
  sp_experiment_clear(&e);
  return code;
}

static int run_compare_command(void *options_of)
{
  struct compare_options *o = options_of;
  struct cli_methods methods;
  if (o->workers)
    cli_strings_add(&o->settings, cli_format("workers=%ld", o->workers));
  struct sp_overrides overrides = {
      .count = o->count, .n_set = o->settings.n, .set = o->settings.item};
  cli_end_if(cli_execution_over(&o->execution, &overrides));
  overrides.seed = NULL; /* the experiment's seed is used */
  cli_end_if(cli_methods_open(&methods, &o->execution.plugin, NULL));
  cli_end_if(cli_methods_read(&methods, &o->methods, sp_overrides_problem(&overrides)));
  int code = compare(o, &overrides, &methods);
  cli_methods_close(&methods);
  return code;
}

const struct cli_command cli_compare = {
    .name = "compare",
    .does = "compares heuristics on random platforms",
    .option = options,
    .usage = "--family=NAME -H NAME[,NAME..]",
    .help = "Runs the heuristics on the same random platforms and compares them: mean distance "
            "from the best of them on each platform, how often each is the best, and the mean "
            "difference between two of them with its 95 % interval. The results are not kept; use "
            "'starport campaign' to keep them."
            "\vExample: starport compare --family=hom-het --count=200 -H bba,mbbsa,r-bsa",
    .group = {{&cli_methods_group, AT(methods)},
              {&cli_seed_group, AT(execution)},
              {&cli_engine_group, AT(execution)},
              {&cli_limits_group, AT(limits)}},
    .check = check_compare_options,
    .initial = &(const struct compare_options){.count = 100},
    .size = sizeof(struct compare_options),
    .run = run_compare_command,
};
