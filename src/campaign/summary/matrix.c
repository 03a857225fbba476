/* Reads the rows of a store into the matrix of a variant, with the reasons of missing runs. */
#include "campaign/summary/matrix.h"
#include "base/text.h"
#include "campaign/summary/names.h"
#include "engine/perform/perform_graph.h"
#include <ctype.h>

/* ---- Why runs are missing: counted by status and reason, where numbers do not count ("13 tasks,
 * expected at most 12"). */

/* The length of the number at the beginning, or of the '#' that stands for several. */
static size_t number(const char *text)
{
  size_t length = isdigit((unsigned char)*text) ? strspn(text, "0123456789.") : *text == '#';
  while (length > 1 && text[length - 1] == '.')
    length--;
  return length;
}

/* Are the texts equal but for their numbers? */
static bool alike(const char *a, const char *b)
{
  while (*a && *b) {
    size_t in_a = number(a), in_b = number(b);
    if (!in_a != !in_b || (!in_a && *a != *b))
      return false;
    a += in_a ? in_a : 1;
    b += in_b ? in_b : 1;
  }
  return *a == *b;
}

/* Writes '#' for the numbers of `kept` that differ from those of `other`, which is alike. */
static void blur(char *kept, const char *other)
{
  char *to = kept;
  for (const char *from = kept; *from;) {
    size_t own = number(from), its = number(other);
    bool differs = own != its || memcmp(from, other, own) != 0;
    size_t length = !own ? 1 : own;
    if (own && differs)
      *to++ = '#';
    else {
      memmove(to, from, length);
      to += length;
    }
    from += length;
    other += its ? its : 1;
  }
  *to = '\0';
}

void sp_reasons_add(struct sp_matrix *m, int method, enum sp_status status, const char *text)
{
  struct sp_reason *reason = &m->reason[method * SP_REASONS], *others = reason + SP_REASONS - 1;
  while (reason < others && reason->n && (reason->status != status || !alike(reason->text, text)))
    reason++;
  if (reason < others && reason->n)
    blur(reason->text, text);
  else if (reason < others) {
    reason->status = status;
    snprintf(reason->text, sizeof reason->text, "%s", text);
    sp_make_plain(reason->text); /* it goes to terminals, and a database may be anybody's */
  }
  reason->n++;
}

long sp_matrix_missing(const struct sp_matrix *m, int point, int method)
{
  long missing = 0, first = point < 0 ? 0 : point * m->count;
  long end = point < 0 ? m->points * m->count : first + m->count;
  for (long k = first; k < end; k++)
    missing += isnan(sp_makespan_at(m, k, method));
  return missing;
}

char *sp_reasons_text(const struct sp_matrix *m, int method)
{
  char *text = NULL;
  long missing = sp_matrix_missing(m, -1, method);
  if (!missing)
    return NULL;
  FILE *out = sp_open_string(&text);
  const char *before = "";
  for (int k = 0; m->reason && k < SP_REASONS; k++) {
    const struct sp_reason *reason = &m->reason[method * SP_REASONS + k];
    if (!reason->n)
      continue;
    if (k < SP_REASONS - 1)
      fprintf(out, "%s%ld %s: %s", before, reason->n, sp_status_name(reason->status), reason->text);
    else
      fprintf(out, "%s%ld for other reasons", before, reason->n);
    before = "; ";
    missing -= reason->n;
  }
  if (missing > 0)
    fprintf(out, "%s%ld not run", before, missing);
  return sp_experiment_end(m->experiment, out, &text);
}

/* ---- Rows. */

/* Finds the place of a row of the store in a matrix. Rows come in the order of the axes, so the
 * point of a row is nearly always that of the row before it. */
struct place {
  struct sp_matrix *matrix;
  const char **axes;   /* [points] */
  const char **normal; /* [methods] normal forms */
  int point;
};

static int point_of(struct place *f, const char *axes)
{
  if (f->point >= 0 && !strcmp(f->axes[f->point], axes))
    return f->point;
  for (f->point = f->matrix->points - 1; f->point >= 0; f->point--)
    if (!strcmp(f->axes[f->point], axes))
      break;
  return f->point;
}

static int method_of(const struct place *f, const char *method)
{
  int k = f->matrix->methods - 1;
  while (k >= 0 && strcmp(f->normal[k], method) != 0 &&
         sp_name_compare(sp_matrix_method(f->matrix, k), method) != 0)
    k--;
  return k;
}

static void store_cell(struct place *f, const struct sp_cell_row *row)
{
  struct sp_matrix *m = f->matrix;
  int point = point_of(f, row->axes);
  int method = point < 0 ? -1 : method_of(f, row->method);
  if (method < 0)
    return;
  long cell = (point * m->count + row->index) * m->methods + method;
  if (m->planning)
    m->planning[cell] = row->planning;
  if (row->status != SP_RUN_OK) {
    sp_reasons_add(m, method, (enum sp_status)row->status, row->reason);
    return;
  }
  m->bound[cell] = row->bound;
  for (int k = 0; k < SP_MOST_FIELDS; k++)
    if (m->value[k])
      m->value[k][cell] = row->value[k];
}

/* Does a table, a figure or a claim name this number of a run? */
static bool is_named(const struct sp_experiment *e, int field)
{
  const struct sp_quantity *quantity;
  bool named = false;
  for (int k = 0; (quantity = sp_experiment_quantity(e, k)); k++)
    for (const struct sp_term *t = quantity->term; t < quantity->term + quantity->terms; t++)
      named |= (t->value == SP_VALUE_FIELD || t->value == SP_VALUE_BEST) && t->field == field;
  return named;
}

/* Does a table, a figure or a claim name planning times? */
static bool is_timed(const struct sp_experiment *e)
{
  const struct sp_quantity *quantity;
  bool timed = false;
  for (int k = 0; (quantity = sp_experiment_quantity(e, k)); k++)
    timed |= sp_quantity_is_timed(quantity);
  return timed;
}

/* places: one for each variant. */
static int store_row(void *places, const struct sp_cell_row *row)
{
  struct place *place = places;
  const struct sp_experiment *e = place->matrix->experiment;
  for (int k = 0; k < e->n_variants && row->status >= 0; k++)
    if (row->index >= 0 && row->index < e->count)
      store_cell(&place[k], row);
  return SP_OK;
}

/* The normal form of a method's text; the text itself if it names a plug-in, which only the process
 * that runs it has loaded. */
static const char *normal_form(const struct sp_experiment *e, const struct sp_registry *registry,
                               const char *text)
{
  struct sp_method method;
  struct sp_error ignored;
  if (!registry || sp_method_parse(registry, text, &method, &ignored))
    return text;
  const char *name = sp_experiment_copy(e, method.name);
  sp_method_clear(&method);
  return name;
}

static struct place place_in(struct sp_matrix *m, const struct sp_registry *registry)
{
  const struct sp_experiment *e = m->experiment;
  struct place f = {.matrix = m, .point = -1};
  f.axes = sp_new(e->memory, m->points, const char *);
  for (int point = 0; point < m->points; point++)
    f.axes[point] = sp_point_axes(e, m->variant, point);
  f.normal = sp_new(e->memory, m->methods, const char *);
  for (int k = 0; k < m->methods; k++)
    f.normal[k] = normal_form(e, registry, sp_matrix_method(m, k));
  return f;
}

/* The results that a report can hold: each takes 8 bytes for the makespan, the bound and each other
 * number that is named. */
#define MOST_RESULTS 5e7

static int check_size(const struct sp_experiment *e, struct sp_error *error)
{
  double results = 0;
  for (int variant = 0; variant < e->n_variants; variant++)
    results += (double)e->count * sp_points(e, variant) * sp_variant_methods(&e->variant[variant]);
  return results <= MOST_RESULTS
             ? SP_OK
             : sp_bad_input(error, "%s: a report of %.3g results, expected at most %.3g", e->file,
                            results, MOST_RESULTS);
}

static void matrix_open(struct sp_matrix *matrix, const struct sp_experiment *experiment,
                        int variant)
{
  const struct sp_variant *v = &experiment->variant[variant];
  *matrix = (struct sp_matrix){
      .experiment = experiment,
      .variant = variant,
      .points = sp_points(experiment, variant),
      .methods = sp_variant_methods(v),
      .best_of = v->methods.n,
      .count = experiment->count,
  };
  size_t cells = (size_t)matrix->points * (size_t)matrix->methods * (size_t)matrix->count;
  for (int k = 0; k < SP_MOST_FIELDS; k++)
    if (k == SP_FIELD_MAKESPAN || is_named(experiment, k))
      matrix->value[k] = sp_missing_values(experiment, cells);
  matrix->bound = sp_missing_values(experiment, cells);
  matrix->planning = is_timed(experiment) ? sp_missing_values(experiment, cells) : NULL;
  matrix->reason = sp_new(experiment->memory, matrix->methods * SP_REASONS, struct sp_reason);
  matrix->platforms = sp_new(experiment->memory, 1, struct sp_platforms);
  matrix->platforms->experiment = experiment;
}

void sp_matrices_free(struct sp_matrix *matrices)
{
  if (!matrices)
    return;
  const struct sp_experiment *e = matrices->experiment;
  for (int variant = 0; variant < e->n_variants; variant++)
    sp_platforms_clear(matrices[variant].platforms);
  sp_release(e->memory, matrices->mark);
}

int sp_matrices_read(const struct sp_experiment *experiment, struct sp_store *store,
                     struct sp_matrix **matrices, struct sp_error *error)
{
  int n = experiment->n_variants, code = check_size(experiment, error);
  *matrices = NULL;
  if (code)
    return code;
  const void *mark = sp_mark(experiment->memory);
  struct sp_matrix *matrix = sp_new(experiment->memory, n, struct sp_matrix);
  struct place *place = sp_new(experiment->memory, n, struct place);
  struct sp_registry *registry = sp_registry_with_graphs(error);
  for (int k = 0; k < n; k++) {
    matrix_open(&matrix[k], experiment, k);
    place[k] = place_in(&matrix[k], registry);
  }
  matrix->mark = mark;
  sp_registry_free(registry);
  code = sp_store_cells(store, experiment->id, is_timed(experiment), store_row, place, error);
  for (int k = 0; k < n && !code; k++)
    code = sp_matrix_measure(&matrix[k], error);
  if (code)
    sp_matrices_free(matrix);
  *matrices = code ? NULL : matrix;
  return code;
}
