/* Computes a small campaign into its own database, for tests of reports and pages. Its titles and
 * labels hold as many special characters as an experiment file allows. */
#pragma once

#include "report_rows.h"

#include "campaign/run/runner.h"
#include "campaign/summary/worst.h"

#define HOSTILE_TITLE "<b>\"T\" & 'u'</b></script><!-- \xE2\x89\xA4"
#define HOSTILE_LABEL "a'<script>&$HOME`id`"

static const char small_text[] = "id = small\n"
                                 "title = " HOSTILE_TITLE "\n"
                                 "problem = redistribution\n"
                                 "seed = 77\n"
                                 "count = 6\n"
                                 "[platform]\n"
                                 "workers = 4\n"
                                 "c = int 1..9\n"
                                 "w = int 1..9\n"
                                 "[workload]\n"
                                 "load = int 0..20\n"
                                 "[axis comm]\n"
                                 "hom: c.shared = yes\n" HOSTILE_LABEL ":\n"
                                 "[run]\n"
                                 "methods = bba, mbbsa, r-bsa:order=forward\n"
                                 "also = fwd\n"
                                 "engine = native\n"
                                 "[variant again]\n"
                                 "when = comm=hom\n"
                                 "methods = bba:tie=last, r-bsa\n";

struct small {
  char directory[40], path[64];
  struct sp_experiment experiment;
  struct sp_registry *registry;
  struct sp_store *store;
};

/* Computes the experiment of that text into a new database. */
static inline struct sp_tally small_compute(struct small *s, const char *text,
                                            const struct sp_overrides *overrides, uint64_t seed)
{
  struct sp_conditions conditions;
  struct sp_error error = {""};
  struct sp_tally tally;
  *s = (struct small){.directory = "/tmp/starport-small-XXXXXX"};
  assert_non_null(mkdtemp(s->directory));
  snprintf(s->path, sizeof s->path, "%s/s.db", s->directory);
  assert_non_null(s->registry = sp_registry_alloc(&error));
  if (sp_experiment_parse("small.ini", text, overrides, &s->experiment, &error) ||
      sp_store_open(s->path, SP_STORE_WRITE, &s->store, &error))
    fail_msg("%s", error.text);
  conditions = sp_experiment_conditions(&s->experiment);
  conditions.seed = seed;
  struct sp_campaign campaign = {.experiment = &s->experiment,
                                 .registry = s->registry,
                                 .store = s->store,
                                 .conditions = &conditions,
                                 .processes = 1,
                                 .shards = 1};
  if (sp_campaign_run(&campaign, &tally, &error))
    fail_msg("%s", error.text);
  return tally;
}

static inline void small_open(struct small *s)
{
  static const char *const set[] = {"seed=4711", "c=int 2..8"};
  struct sp_overrides overrides = {.count = 5, .n_set = 2, .set = set, .engine = -1};
  struct sp_tally tally = small_compute(s, small_text, &overrides, 4711);
  assert_int_equal(tally.computed, 2 * 5 * 4 + 5 * 2); /* r-bsa and bba:tie=last are other runs */
}

static inline void small_close(struct small *s)
{
  char command[80];
  sp_store_close(s->store);
  sp_registry_free(s->registry);
  sp_experiment_clear(&s->experiment);
  snprintf(command, sizeof command, "rm -rf %s", s->directory);
  assert_int_equal(system(command), 0);
}
