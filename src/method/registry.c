/* The heuristics known to a run, by name: the built-in ones from the generated table, then
 * plug-ins. Each is checked when it is added. */
#include "method/registry.h"
#include "base/memory.h"
#include "base/text.h"

/* Index of the first item whose name is not before NAME. */
static int place_of(const struct sp_registry *r, const char *name)
{
  int i = 0;
  while (i < r->n && sp_name_compare(r->item[i]->name, name) < 0)
    i++;
  return i;
}

const struct sp_heuristic *sp_registry_find(const struct sp_registry *r, const char *name)
{
  int i = place_of(r, name);
  return i < r->n && !sp_name_compare(r->item[i]->name, name) ? r->item[i] : NULL;
}

const struct sp_heuristic *registry_find_graph_method(const struct sp_registry *r, const char *name)
{
  int i = 0;
  while (i < r->graph_methods && sp_name_compare(r->graph_method[i]->name, name))
    i++;
  return i < r->graph_methods ? r->graph_method[i] : NULL;
}

const char *sp_registry_nearest(const struct sp_registry *r, const char *name)
{
  struct sp_nearest nearest = {.word = name};
  for (int i = 0; i < r->n; i++)
    sp_nearest_offer(&nearest, r->item[i]->name);
  return nearest.name;
}

static void add_solving(const struct sp_heuristic *const *from, int of, enum sp_problem problem,
                        const struct sp_heuristic **found, int *n)
{
  for (int i = 0; i < of; i++)
    if (from[i]->problems & (unsigned)problem)
      found[(*n)++] = from[i];
}

const struct sp_heuristic **registry_solving(const struct sp_registry *r, enum sp_problem problem,
                                             int *n)
{
  const struct sp_heuristic **found =
      sp_xcalloc((size_t)(r->n + r->graph_methods) + 1, sizeof *found);
  *n = 0;
  add_solving(r->item, r->n, problem, found, n);
  add_solving(r->graph_method, r->graph_methods, problem, found, n);
  return found;
}

int sp_registry_add(struct sp_registry *r, const struct sp_heuristic *h, struct sp_error *error)
{
  int code = sp_heuristic_check(h, error);
  if (code != SP_OK)
    return code;
  int i = place_of(r, h->name);
  if (i < r->n && !sp_name_compare(r->item[i]->name, h->name))
    return sp_bad_input(error, "heuristic '%s': the name is taken by '%s' (%s)", h->name,
                        r->item[i]->name, r->item[i]->source);
  if (registry_find_graph_method(r, h->name))
    return sp_bad_input(error, "heuristic '%s': the name is taken by a method of graphs", h->name);
  r->item = sp_xrealloc(r->item, (size_t)r->n + 1, sizeof *r->item);
  memmove(r->item + i + 1, r->item + i, (size_t)(r->n - i) * sizeof *r->item);
  r->item[i] = h;
  r->n++;
  return SP_OK;
}

int sp_registry_add_graph_method(struct sp_registry *r, const struct sp_heuristic *h,
                                 struct sp_error *error)
{
  if (sp_registry_find(r, h->name) || registry_find_graph_method(r, h->name))
    return sp_bad_input(error, "method of graphs '%s': the name is taken", h->name);
  r->graph_method =
      sp_xrealloc(r->graph_method, (size_t)r->graph_methods + 1, sizeof *r->graph_method);
  r->graph_method[r->graph_methods++] = h;
  return SP_OK;
}

struct sp_registry *sp_registry_alloc(struct sp_error *error)
{
  struct sp_registry *r = sp_xcalloc(1, sizeof *r);
  for (int i = 0; sp_builtin_heuristics[i]; i++)
    if (sp_registry_add(r, sp_builtin_heuristics[i], error) != SP_OK) {
      sp_registry_free(r);
      return NULL;
    }
  return r;
}

void sp_registry_free(struct sp_registry *r)
{
  if (!r)
    return;
  free(r->item);
  free(r->graph_method);
  free(r);
}
