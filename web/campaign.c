/* Campaigns in the page: runs one after the other, and a results database that is a JSON file, in
 * place of worker processes and SQLite:
 *   {"id", "text", "runs": [[axes, index, method, version, model, status, reason, order_hash,
 * bound, and each number that `run` shows (method/fields.h)], ..]} Files of shards are joined by
 * joining their runs. */
#include "base/file.h"
#include "base/memory.h"
#include "campaign/figure/figure.h"
#include "campaign/run/run_key.h"
#include "campaign/run/runner.h"
#include "cli/shared/output.h"
#include "io/trace/trace.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- The database. */

struct sp_store {
  char *path; /* to be written when it is closed; NULL: only read */
  json_t *document;
};

int sp_store_open(const char *path, enum sp_store_mode mode, struct sp_store **store,
                  struct sp_error *error)
{
  bool write = mode == SP_STORE_WRITE;
  json_t *document = write ? json_pack("{s:[]}", "runs") : json_load_file(path, 0, NULL);
  *store = NULL;
  if (!document)
    return sp_bad_input(error, "%s: cannot read, expected a results database of this page", path);
  *store = sp_xcalloc(1, sizeof **store);
  **store = (struct sp_store){write ? sp_xstrdup(path) : NULL, document};
  return SP_OK;
}

void sp_store_close(struct sp_store *store)
{
  if (!store)
    return;
  if (store->path)
    json_dump_file(store->document, store->path, JSON_COMPACT | JSON_REAL_PRECISION(17));
  json_decref(store->document);
  free(store->path);
  free(store);
}

static void add_run(struct sp_store *store, const char *axes, long index,
                    const struct sp_method *method, const char *model, const struct sp_result *r,
                    double bound)
{
  const struct sp_field *f;
  char order[17];
  snprintf(order, sizeof order, "%016" PRIx64, r->order_hash);
  json_t *run = json_pack("[s, i, s, i, s, i, o, s, o]", axes, (int)index, method->name,
                          method->heuristic->version, model, (int)r->status,
                          sp_json_text(r->reason), order, json_number(bound));
  for (int k = 0; (f = sp_result_field(k)); k++)
    if (f->place)
      json_array_append_new(run, json_number(sp_field_number(f, r)));
  json_array_append_new(json_object_get(store->document, "runs"), run);
}

static const char *text_at(const json_t *run, size_t k)
{
  return json_string_value(json_array_get(run, k));
}
static double number_at(const json_t *run, size_t k)
{
  const json_t *value = json_array_get(run, k);
  return json_is_number(value) ? json_number_value(value) : (double)NAN;
}

static int by_place(const void *left, const void *right)
{
  const json_t *a = *(json_t *const *)left, *b = *(json_t *const *)right;
  int axes = strcmp(text_at(a, 0), text_at(b, 0));
  if (axes)
    return axes;
  double by_index = number_at(a, 1) - number_at(b, 1);
  return by_index != 0 ? (by_index > 0) - (by_index < 0) : strcmp(text_at(a, 2), text_at(b, 2));
}

/* The runs in the order (axes, index, method), *n of them; the caller frees the list. */
static json_t **sorted_runs(const struct sp_store *store, size_t *n)
{
  const json_t *runs = json_object_get(store->document, "runs");
  *n = json_array_size(runs);
  json_t **list = sp_xcalloc(*n + 1, sizeof(json_t *));
  for (size_t k = 0; k < *n; k++)
    list[k] = json_array_get(runs, k);
  qsort(list, *n, sizeof(json_t *), by_place);
  return list;
}

static struct sp_cell_row row_of(const json_t *run)
{
  const struct sp_field *f;
  size_t next = 9;
  struct sp_cell_row cell = {.axes = text_at(run, 0),
                             .index = (long)number_at(run, 1),
                             .method = text_at(run, 2),
                             .status = (int)number_at(run, 5),
                             .reason = text_at(run, 6),
                             .engine = "native",
                             .bound_name = "",
                             .bound = number_at(run, 8),
                             .planning = NAN,
                             .seconds = NAN};
  for (int k = 0; (f = sp_result_field(k)); k++)
    cell.value[k] = f->place ? number_at(run, next++) : (double)NAN;
  return cell;
}

/* No time is kept. */
int sp_store_cells(struct sp_store *store, const char *experiment, bool times,
                   int (*row)(void *data, const struct sp_cell_row *), void *data,
                   struct sp_error *error)
{
  size_t n;
  int code = SP_OK;
  json_t **run = sorted_runs(store, &n);
  (void)experiment, (void)times, (void)error;
  for (size_t k = 0; k < n && !code; k++) {
    struct sp_cell_row cell = row_of(run[k]);
    code = row(data, &cell);
  }
  free(run);
  return code;
}

/* Only the CSV of runs asks for it. */
int sp_store_check_models(struct sp_store *store, const char *experiment, struct sp_error *error)
{
  (void)store, (void)experiment;
  return sp_failure(error, SP_CANNOT, "runs as CSV: not in this page, the program has them");
}

bool sp_store_order(struct sp_store *store, const char *experiment, const char *axes, long index,
                    const char *method, uint64_t *order_hash)
{
  size_t k;
  json_t *run;
  (void)experiment;
  json_array_foreach(json_object_get(store->document, "runs"), k, run)
  {
    if ((long)number_at(run, 1) == index && !strcmp(text_at(run, 0), axes) &&
        !strcmp(text_at(run, 2), method)) {
      *order_hash = strtoull(text_at(run, 7), NULL, 16);
      return true;
    }
  }
  return false;
}

int sp_store_versions(struct sp_store *store,
                      void (*row)(void *data, const char *method, int version, const char *engine,
                                  const char *model),
                      void *data, struct sp_error *error)
{
  size_t n;
  json_t **run = sorted_runs(store, &n); /* those of the first platform have all methods */
  (void)error;
  for (size_t k = 0; k < n && number_at(run[k], 1) == number_at(run[0], 1); k++)
    row(data, text_at(run[k], 2), (int)number_at(run[k], 3), "native", text_at(run[k], 4));
  free(run);
  return SP_OK;
}

bool sp_store_replaces(struct sp_store *store, const char *experiment, const char *text,
                       const char *model, struct sp_error *note)
{
  (void)store, (void)experiment, (void)text, (void)model, (void)note;
  return false;
}

bool sp_is_database(const char *name)
{
  return sp_has_suffix(name, ".db");
}

bool sp_store_experiment_at(struct sp_store *store, int k, const char **id, const char **text)
{
  if (k)
    return false;
  *id = json_string_value(json_object_get(store->document, "id"));
  *text = json_string_value(json_object_get(store->document, "text"));
  return true;
}

int sp_store_checksum(struct sp_store *store, char hex[65], struct sp_error *error)
{
  (void)store, (void)error;
  strcpy(hex, "none, computed in the explorer");
  return SP_OK;
}

/* ---- The runner. */

static int run_method(const struct sp_campaign *c, const struct sp_instance *in, const char *axes,
                      long index, const char *text, struct sp_tally *tally, struct sp_error *error)
{
  struct sp_method method;
  struct sp_result result = {0};
  struct sp_bound bound[SP_MAX_BOUNDS];
  if (sp_method_parse(c->registry, text, &method, error))
    return SP_BAD_INPUT;
  struct sp_conditions conditions = *c->conditions;
  conditions.platform = (uint32_t)index;
  struct sp_request request = {.registry = c->registry,
                               .method = &method,
                               .engine = SP_ENGINE_NATIVE,
                               .conditions = &conditions};
  sp_perform(in, &request, &result, NULL, NULL);
  char *model = sp_run_model("native", c->conditions);
  add_run(c->store, axes, index, &method, model, &result,
          sp_bounds(in, bound) ? bound[0].value : (double)NAN);
  bool answered = result.status == SP_RUN_OK || result.status == SP_REFUSED;
  tally->wanted++;
  tally->computed++;
  tally->answered += answered;
  tally->failed += !answered;
  free(model);
  sp_method_clear(&method);
  return SP_OK;
}

static int run_point(const struct sp_campaign *c, int variant, int point, struct sp_tally *tally,
                     struct sp_error *error)
{
  const struct sp_experiment *e = c->experiment;
  const struct sp_variant *v = &e->variant[variant];
  struct sp_platforms platforms = {.experiment = e};
  const char *axes = sp_point_axes(e, variant, point);
  int code = SP_OK;
  for (long index = c->shard; index < e->count && !code; index += c->shards) {
    const struct sp_instance *in = sp_platform(&platforms, variant, point, (uint32_t)index, error);
    code = in ? SP_OK : SP_BAD_INPUT;
    for (int k = 0; k < sp_variant_methods(v) && !code; k++)
      code = run_method(c, in, axes, index, sp_variant_method(v, k), tally, error);
  }
  sp_platforms_clear(&platforms);
  return code;
}

int sp_campaign_run(const struct sp_campaign *c, struct sp_tally *tally, struct sp_error *error)
{
  const struct sp_experiment *e = c->experiment;
  *tally = (struct sp_tally){0};
  json_object_set_new(c->store->document, "id", json_string(e->id));
  json_object_set_new(c->store->document, "text", json_string(e->text));
  if (e->engine != SP_ENGINE_NATIVE)
    return sp_failure(error, SP_CANNOT, "the simgrid engine: not in this page");
  int code = SP_OK;
  for (int variant = 0; variant < e->n_variants && !code; variant++)
    for (int point = 0; point < sp_points(e, variant) && !code; point++)
      code = run_point(c, variant, point, tally, error);
  return code;
}

/* ---- What reports do not have here. */

int sp_report_figures(const struct sp_experiment *e, struct sp_store *store, const char *directory,
                      bool points, int *figures, struct sp_error *error)
{
  (void)e, (void)store, (void)directory, (void)points, (void)figures;
  return sp_failure(error, SP_CANNOT, "--figures: not in this page, the program has it");
}
