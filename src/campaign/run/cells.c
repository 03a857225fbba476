/* Visits the cells of a campaign, platform by platform; see cells.h. A platform is drawn here once,
 * to compute its key, which finds its runs in the store, and once in the worker process that does
 * its jobs: that is one percent of a campaign, and takes less time than sending it. */
#include "campaign/run/cells.h"
#include "method/options.h"
#include "method/plugin/plugin.h"

/* ---- The methods of each variant. */

static int open_methods(struct cells *cells, int variant, struct sp_error *error)
{
  const struct sp_campaign *c = cells->campaign;
  const struct sp_experiment *e = c->experiment;
  const struct sp_variant *v = &e->variant[variant];
  int n = sp_variant_methods(v), code = SP_OK;
  cells->methods[variant] = sp_new(e->memory, n, struct sourced_method);
  for (int k = 0; k < n && !code; k++) {
    struct sourced_method *item = &cells->methods[variant][k];
    struct sp_error why;
    const char *text = sp_variant_method(v, k);
    if (sp_method_parse(c->registry, text, &item->method, &why))
      return sp_bad_input(error, "%s: method '%s': %s", e->file, text, why.text);
    code = sp_method_digest(&item->method, &item->source, error);
    if (!code)
      item->text =
          sp_run_text(&item->method, &item->source, sp_engine_name(e->engine), c->conditions);
  }
  return code;
}

/* How many of the numbers 0..count-1 belong to the shard. */
static long shard_size(const struct sp_campaign *c)
{
  long count = c->experiment->count;
  return count / c->shards + (count % c->shards > c->shard);
}

int cells_open(struct cells *cells, const struct sp_campaign *campaign, struct sp_error *error)
{
  const struct sp_experiment *e = campaign->experiment;
  *cells = (struct cells){
      .campaign = campaign, .index = campaign->shard, .platforms = {.experiment = e}};
  cells->methods = sp_new(e->memory, e->n_variants, struct sourced_method *);
  for (int v = 0; v < e->n_variants; v++) {
    int n = sp_variant_methods(&e->variant[v]), code = open_methods(cells, v, error);
    if (code)
      return code;
    cells->most = n > cells->most ? n : cells->most;
    cells->wanted += shard_size(campaign) * sp_points(e, v) * n;
  }
  return SP_OK;
}

void cells_close(struct cells *cells)
{
  for (int v = 0; cells->methods && v < cells->campaign->experiment->n_variants; v++) {
    struct sourced_method *methods = cells->methods[v];
    int n = sp_variant_methods(&cells->campaign->experiment->variant[v]);
    for (int i = 0; methods && i < n; i++) {
      sp_method_clear(&methods[i].method);
      free(methods[i].text);
    }
  }
  sp_platforms_clear(&cells->platforms);
}

const struct sourced_method *cells_method(const struct cells *cells, const struct place *place)
{
  return &cells->methods[place->variant][place->method];
}

bool cells_send_chunks(const struct cells *c, int variant)
{
  bool chunks = false;
  for (int k = 0; k < sp_variant_methods(&c->campaign->experiment->variant[variant]); k++) {
    const struct sp_method *method = &c->methods[variant][k].method;
    chunks = chunks || option_sends_chunks(method->heuristic, method->options);
  }
  return chunks;
}

bool cells_apart(const struct cells *cells, const struct place *place)
{
  return cells->campaign->experiment->engine == SP_ENGINE_SIMGRID ||
         sp_is_plugin(&cells_method(cells, place)->method);
}

/* ---- The platforms in order. */

/* Moves to the next existing platform: indices change fastest, variants slowest. */
static void advance(struct cells *cells)
{
  const struct sp_experiment *e = cells->campaign->experiment;
  if (cells->index >= e->count) {
    cells->index = cells->campaign->shard;
    cells->point++;
    cells->axes = NULL;
  }
  while (cells->variant < e->n_variants &&
         (cells->point >= sp_points(e, cells->variant) || cells->index >= e->count)) {
    cells->variant++;
    cells->point = 0;
  }
}

/* Is the run missing? If not, it is counted. With `retry`, a crashed or timed-out run is deleted
 * and missing. */
static int is_missing(const struct sp_campaign *c, const struct sp_key *key, bool *missing,
                      struct sp_tally *tally, struct sp_error *error)
{
  int status = sp_store_status(c->store, key);
  bool again = c->retry && (status == SP_CRASHED || status == SP_TIMEOUT);
  *missing = status < 0 || again;
  tally->present += !*missing;
  tally->answered += status == SP_RUN_OK || status == SP_REFUSED;
  return again ? sp_store_forget(c->store, key, error) : SP_OK;
}

static int want_methods(struct cells *cells, const struct sp_key *instance, struct job *job, int *n,
                        struct sp_tally *tally, struct sp_error *error)
{
  const struct sp_campaign *c = cells->campaign;
  const struct sp_variant *v = &c->experiment->variant[cells->variant];
  struct sp_conditions conditions = *c->conditions;
  conditions.platform = (uint32_t)cells->index;
  int code = SP_OK;
  for (int m = 0; m < sp_variant_methods(v) && !code; m++) {
    const struct sourced_method *method = &cells->methods[cells->variant][m];
    struct sp_key run = sp_run_key(instance, method->text, &conditions);
    bool missing = false;
    code = sp_store_cell(c->store, c->experiment->id, cells->axes, cells->index,
                         method->method.name, instance, &run, error);
    if (!code)
      code = is_missing(c, &run, &missing, tally, error);
    if (!code && missing)
      job[(*n)++] =
          (struct job){{cells->variant, cells->point, m, (uint32_t)cells->index}, *instance, run};
  }
  return code;
}

int cells_next(struct cells *cells, struct job *job, int *n, struct sp_tally *tally,
               struct sp_error *error)
{
  const struct sp_campaign *c = cells->campaign;
  *n = 0;
  advance(cells);
  cells->over = cells->variant >= c->experiment->n_variants;
  if (cells->over)
    return SP_OK;
  if (!cells->axes)
    cells->axes = sp_point_axes(c->experiment, cells->variant, cells->point);
  const struct sp_instance *in =
      sp_platform(&cells->platforms, cells->variant, cells->point, (uint32_t)cells->index, error);
  if (!in)
    return SP_BAD_INPUT;
  char *text = sp_instance_text(in);
  struct sp_key key = sp_key_of(text, strlen(text));
  int code = sp_store_instance(c->store, &key, text, error);
  if (!code)
    code = want_methods(cells, &key, job, n, tally, error);
  free(text);
  cells->index += c->shards;
  return code;
}
