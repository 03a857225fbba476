/* The results that an artifact packs: its tiers, databases like those of a campaign of that size,
 * extracted from the given one; and the heuristics of their runs that are not part of starport. */
#include "base/file.h"
#include "base/map.h"
#include "base/memory.h"
#include "campaign/artifact/parts.h"
#include "campaign/run/run_key.h"
#include "method/plugin/plugin.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
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

/* Counts the cell of a method at a point if it is new; the method in normal form, if known. */
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
      char *axes = sp_point_axes(e, v, point);
      for (int k = 0; k < sp_variant_methods(&e->variant[v]); k++)
        different += count_cell(&cells, registry, axes, sp_variant_method(&e->variant[v], k));
      free(axes);
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

static char *extract_path(const struct artifact *a, const char *name)
{
  return sp_format("%s/.%s.db", a->folder, name);
}

/* The text of the experiment at that size, as `starport campaign experiment.ini --count=N` stores
 * it; NULL with *error. */
static char *text_of_size(const struct sp_experiment *e, long count, struct sp_error *error)
{
  struct sp_experiment sized;
  struct sp_overrides overrides = {.count = count, .engine = -1};
  if (count == e->count)
    return sp_xstrdup(e->text);
  if (sp_experiment_parse(e->file, e->text, &overrides, &sized, error))
    return NULL;
  char *text = sp_xstrdup(sized.text);
  sp_experiment_clear(&sized);
  return text;
}

int artifact_extract(struct artifact *a, const char *name, long count, struct artifact_tier *tier,
                     struct sp_error *error)
{
  const struct sp_experiment *e = a->order->experiment;
  char *path = extract_path(a, name), *text = text_of_size(e, count, error);
  int code = text ? sp_store_open(path, SP_STORE_WRITE, &a->extract, error) : SP_BAD_INPUT;
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
  free(text);
  free(path);
  return code;
}

void artifact_release(struct artifact *a, const char *name)
{
  char *path = extract_path(a, name);
  sp_store_close(a->extract);
  a->extract = NULL;
  unlink(path);
  free(path);
}

/* ---- Heuristics that are not part of starport: their files, compared with the runs, and the
 * sources to be packed. */

/* Adds a file and finds its source, unless it is there. */
static int add_file(struct artifact *a, const char *file, struct sp_error *error)
{
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
  const char *name = basename(file);
  bool object = sp_has_suffix(file, ".so");
  struct sp_key digest;
  for (int i = 0; i < a->n_plugins; i++)
    if (!strcmp(a->plugin[i].file, file))
      return SP_OK;
  if (name[strspn(name, plain)] || !(object || sp_has_suffix(file, ".py")))
    return sp_bad_input(
        error, "--plugin=%s: expected a name of letters, digits, '_', '-' and '.' with .so or .py",
        file);
  if (sp_key_of_file(file, &digest, error))
    return SP_BAD_INPUT;
  a->plugin = sp_xrealloc(a->plugin, (size_t)a->n_plugins + 1, sizeof *a->plugin);
  struct artifact_plugin *p = &a->plugin[a->n_plugins++];
  *p = (struct artifact_plugin){.file = sp_xstrdup(file)};
  p->source = object ? sp_format("%.*s.c", (int)strlen(file) - 3, file) : sp_xstrdup(file);
  sp_key_text(&digest, p->digest);
  return access(p->source, R_OK) == 0
             ? SP_OK
             : sp_bad_input(error, "--plugin=%s: no file %s, expected its source beside it", file,
                            p->source);
}

static int look_at(struct artifact *a, const char *text, struct sp_error *error)
{
  const char *database = a->order->experiment->file, *file = NULL;
  struct sp_method method;
  struct sp_error why;
  struct sp_key digest;
  if (sp_method_parse(a->order->registry, text, &method, &why))
    return sp_bad_input(error,
                        "%s: method '%s': %s; one that is not part of starport needs "
                        "--plugin=FILE.so, with its source FILE.c beside it, or --plugin=FILE.py",
                        database, text, why.text);
  int code = SP_OK;
  for (int k = 0; !code && (file = sp_plugin_file(&method, k)); k++)
    code = add_file(a, file, error);
  if (!code && sp_is_plugin(&method))
    code = sp_method_digest(&method, &digest, error);
  if (!code && sp_is_plugin(&method) && sp_store_has_other(a->extract, method.name, &digest))
    code = sp_bad_input(error, "%s: the runs of '%s' are of another file than --plugin=%s",
                        database, method.name, sp_plugin_file(&method, 0));
  sp_method_clear(&method);
  return code;
}

int artifact_plugins(struct artifact *a, struct sp_error *error)
{
  const struct sp_experiment *e = a->order->experiment;
  int code = SP_OK;
  for (int v = 0; v < e->n_variants; v++)
    for (int k = 0; k < sp_variant_methods(&e->variant[v]) && !code; k++)
      code = look_at(a, sp_variant_method(&e->variant[v], k), error);
  return code;
}

void artifact_plugins_clear(struct artifact *a)
{
  for (int i = 0; i < a->n_plugins; i++) {
    free(a->plugin[i].file);
    free(a->plugin[i].source);
  }
  free(a->plugin);
}
