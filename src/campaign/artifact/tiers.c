/* Makes the tiers of an artifact: databases like those of a campaign of that size, extracted from
 * the given one. */
#include "base/map.h"
#include "campaign/artifact/parts.h"

#include <unistd.h>

enum { SMALL_SHARE = 10 };

long artifact_small_count(const struct sp_experiment *e)
{
  for (int i = 0; i < e->n_tiers; i++)
    if (!strcmp(e->tier[i].name, "small") && e->tier[i].count < e->count)
      return e->tier[i].count;
  return (e->count + SMALL_SHARE - 1) / SMALL_SHARE;
}

/* ---- How many runs an experiment wants: variants may share cells. */

/* Counts the cell of a method at a point if it is new; the method in normal form, if it is known.
 */
static long count_cell(struct map *cells, const struct sp_registry *registry, const char *axes,
                       const char *method)
{
  struct sp_method known;
  struct sp_error ignored;
  bool parsed = sp_method_parse(registry, method, &known, &ignored) == SP_OK;
  char *cell = sp_format("%s\t%s", axes, parsed ? known.name : method);
  bool new = map_add(cells, cell, strlen(cell), 0);
  if (parsed)
    sp_method_clear(&known);
  free(cell);
  return new;
}

/* The number of different cells at one index, over all variants and points. */
static long cells_of_index(const struct sp_experiment *e, const struct sp_registry *registry)
{
  struct map cells = {0};
  long different = 0;
  for (int v = 0; v < e->n_variants; v++)
    for (int point = 0; point < sp_points(e, v); point++) {
      const char *axes = sp_point_axes(e, v, point);
      for (int k = 0; k < sp_variant_methods(&e->variant[v]); k++)
        different += count_cell(&cells, registry, axes, sp_variant_method(&e->variant[v], k));
    }
  map_clear(&cells);
  return different;
}

static int count_present(void *data, const struct sp_cell_row *row)
{
  long *present = data;
  *present += row->status >= 0;
  return SP_OK;
}

/* ---- Extracts. */

static const char *extract_path(const struct artifact *a, const char *name)
{
  return sp_experiment_text(a->order->experiment, "%s/.%s.db", a->folder, name);
}

/* The text of the experiment at that size, as `starport campaign experiment.ini --count=N` stores
 * it; NULL with *error. */
static const char *text_of_size(const struct sp_experiment *e, long count, struct sp_error *error)
{
  struct sp_experiment sized;
  struct sp_overrides overrides = {.count = count, .engine = -1};
  if (count == e->count)
    return e->text;
  if (sp_experiment_parse(e->file, e->text, &overrides, &sized, error))
    return NULL;
  const char *text = sp_experiment_copy(e, sized.text);
  sp_experiment_clear(&sized);
  return text;
}

int artifact_extract(struct artifact *a, const char *name, long count, struct artifact_tier *tier,
                     struct sp_error *error)
{
  const struct sp_experiment *e = a->order->experiment;
  const char *text = text_of_size(e, count, error);
  int code = text ? sp_store_open(extract_path(a, name), SP_STORE_WRITE, &a->extract, error)
                  : SP_BAD_INPUT;
  if (!code)
    code = sp_store_extract(a->extract, a->order->store, e->id, text, count, error);
  long present = 0;
  if (!code)
    code = sp_store_cells(a->extract, e->id, false, count_present, &present, error);
  *tier = (struct artifact_tier){.count = count, .seconds = NAN};
  if (!code)
    code = sp_store_checksum(a->extract, tier->checksum, error);
  if (!code) {
    tier->wanted = count * cells_of_index(e, a->order->registry);
    tier->missing = tier->wanted - present;
    tier->seconds = sp_store_seconds(a->extract);
  }
  return code;
}

void artifact_release(struct artifact *a, const char *name)
{
  sp_store_close(a->extract);
  a->extract = NULL;
  unlink(extract_path(a, name));
}
