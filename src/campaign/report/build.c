/* Builds the tables of a report from the numbers of a summary. */
#include "base/memory.h"
#include "base/text.h"
#include "campaign/report/table.h"
#include <stdarg.h>

/* ---- Pieces of tables. */

/* Adds a column to a table without rows; head is copied. Returns it. */
static struct report_column *add_column(struct report_table *t, enum report_kind kind,
                                        unsigned formats, const char *head)
{
  t->column = sp_xrealloc(t->column, (size_t)t->columns + 1, sizeof *t->column);
  struct report_column *column = &t->column[t->columns++];
  *column = (struct report_column){.kind = kind,
                                   .formats = formats,
                                   .head = sp_xstrdup(head),
                                   .group = -1,
                                   .part = REPORT_ALL,
                                   .method = -1};
  return column;
}

/* Adds a row; its entries are entry_of(). */
static void add_row(struct report_table *t, int point, int method)
{
  size_t columns = (size_t)t->columns, first = (size_t)t->rows * columns;
  t->row = sp_xrealloc(t->row, (size_t)t->rows + 1, sizeof *t->row);
  t->entry = sp_xrealloc(t->entry, first + columns, sizeof *t->entry);
  for (size_t k = 0; k < columns; k++)
    t->entry[first + k] = (struct report_entry){.text = NULL};
  t->row[t->rows++] = (struct report_row){point, method};
}

/* An entry of the last row. */
static struct report_entry *entry_of(struct report_table *t, int column)
{
  return &t->entry[(t->rows - 1) * t->columns + column];
}

/* Sets the text of an entry (printf format); the value is to sort by. */
static void __attribute__((format(printf, 3, 4)))
set_text(struct report_entry *entry, double value, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  if (vasprintf(&entry->text, format, arguments) < 0)
    abort();
  va_end(arguments);
  entry->cell.value = value;
}

/* Sets the cell of an entry whose row or head names so many platforms. */
static void set_cell(struct report_entry *entry, const struct sp_cell *cell, long platforms)
{
  entry->cell = *cell;
  entry->n = cell->n != platforms ? cell->n : 0;
}

static void set_count(struct report_entry *entry, long n)
{
  set_text(entry, (double)n, "%ld", n);
}

/* ---- The values of a table or figure: a row per point; for each quantity a column per method. */

static void add_methods(struct report_table *t, const struct sp_summary *s, int quantity,
                        unsigned formats)
{
  const struct sp_matrix *m = s->matrix;
  struct sp_number_text name;
  for (int method = 0; method < m->methods; method++) {
    struct report_column *c =
        add_column(t, REPORT_VALUE, formats, sp_matrix_short(m, method, &name));
    c->group = quantity;
    c->part = method < m->best_of ? REPORT_DECLARED : REPORT_ALSO;
    c->method = method;
    c->quantity = s->quantity[quantity];
  }
}

static void build_values(struct report_section *section)
{
  const struct sp_summary *s = section->summary;
  struct report_table *t = &section->table[section->tables++];
  *t = (struct report_table){.sortable = true};
  section->groups = s->shown;
  section->timed = sp_summary_is_timed(s);
  for (int key = 0; key < s->keys; key++)
    add_column(t, REPORT_LABEL, REPORT_SHOWN, s->matrix->experiment->axis[s->axis[key]].name);
  for (int q = 0; q < s->n_quantities; q++) /* CSV alone has wins and ties at each point */
    add_methods(t, s, q, q < s->shown ? REPORT_EVERYWHERE : REPORT_IN_CSV);
  for (int row = 0; row < s->matrix->points; row++) {
    int point = s->order[row];
    add_row(t, point, -1);
    for (int key = 0; key < s->keys; key++)
      entry_of(t, key)->text = sp_xstrdup(sp_summary_label(s, key, point));
    for (int k = s->keys; k < t->columns; k++)
      set_cell(entry_of(t, k), sp_summary_cell(s, t->column[k].group, point, t->column[k].method),
               s->matrix->count);
  }
}

/* ---- Over all points: a row per method. */

/* A mean has an error and perhaps a published value; other functions are numbers. */
static void add_overall_column(struct report_table *t, const struct sp_summary *s,
                               enum sp_function function)
{
  struct sp_quantity quantity = sp_quantity_of_distance(function);
  bool mean = function == SP_MEAN, counted = sp_quantity_is_counted(&quantity);
  struct report_column *c =
      add_column(t, mean ? REPORT_VALUE : REPORT_NUMBER, counted ? REPORT_SHOWN : REPORT_EVERYWHERE,
                 mean ? "mean distance" : quantity.name);
  c->narrow = mean ? "mean" : NULL;
  c->quantity = quantity;
  if (mean && s->overall_verdicts.compared)
    c->published = s->matrix->experiment->compare_overall_tag;
}

static void set_overall(struct report_entry *entry, const struct report_column *c,
                        const struct sp_cell *cell)
{
  struct sp_number_text text;
  if (c->kind == REPORT_NUMBER && sp_quantity_is_counted(&c->quantity))
    set_text(entry, cell->value, isnan(cell->value) ? "-" : "%.2f %%", 100 * cell->value);
  else if (c->kind == REPORT_NUMBER)
    set_text(entry, cell->value, "%s", sp_decimal_text(cell->value, &text));
  entry->cell = *cell;
}

static void build_overall(struct report_section *section)
{
  const struct sp_summary *s = section->summary;
  const struct sp_matrix *m = s->matrix;
  struct report_table *t = &section->table[section->tables++];
  struct sp_number_text name;
  *t = (struct report_table){.sortable = true, .best_of = m->best_of};
  t->caption = sp_format(
      "Over all platforms: wins (best alone), ties (best with others) and statistics of "
      "the distance%s",
      m->points > 1
          ? "\nover all points, where a platform is one observation: the mean of its points"
          : "");
  add_column(t, REPORT_LABEL, REPORT_SHOWN, "method");
  for (const enum sp_function *f = sp_overall_functions; *f; f++) {
    if (*f == SP_MEAN)
      add_column(t, REPORT_NUMBER, REPORT_IN_TEXT | REPORT_IN_HTML, "missing");
    add_overall_column(t, s, *f);
  }
  add_column(t, REPORT_NUMBER, REPORT_SHOWN, "platforms")->narrow = "n";
  for (int method = 0; method < m->methods; method++) {
    add_row(t, -1, method);
    entry_of(t, 0)->text = sp_xstrdup(sp_matrix_short(m, method, &name));
    int k = 1;
    for (const enum sp_function *f = sp_overall_functions; *f; f++, k++) {
      if (*f == SP_MEAN)
        set_count(entry_of(t, k++), sp_matrix_missing(m, -1, method));
      set_overall(entry_of(t, k), &t->column[k], sp_summary_overall(s, *f, method));
    }
    set_count(entry_of(t, k), sp_summary_overall(s, SP_MEAN, method)->n);
  }
}

/* ---- Pairs of methods. */

static void add_pair(struct report_table *t, const struct sp_matrix *m, const struct sp_pair *pair)
{
  struct sp_interval d = pair->difference;
  struct sp_number_text a, b;
  add_row(t, -1, -1);
  set_text(entry_of(t, 0), NAN, "%s", sp_matrix_short(m, pair->a, &a));
  entry_of(t, 0)->more = sp_xstrdup(sp_matrix_short(m, pair->b, &b));
  char *interval = isnan(d.low) ? sp_xstrdup("-") : sp_format("[%+.5f, %+.5f]", d.low, d.high);
  const char *mean = isnan(d.mean) ? "-" : "%+.5f";
  set_text(entry_of(t, 1), d.mean, isnan(d.low) ? mean : "%+.5f %s", d.mean, interval);
  set_text(entry_of(t, 2), d.mean, mean, d.mean);
  set_text(entry_of(t, 3), d.low, "%s", interval);
  /* Below 1e-10 the normal approximation has no digits to show. */
  set_text(entry_of(t, 4), pair->p,
           isnan(pair->p)    ? "-"
           : pair->p < 1e-10 ? "< 1e-10"
                             : "%.2g",
           pair->p);
  if (t->columns > 5)
    set_text(entry_of(t, 5), (double)pair->platforms, "n=%ld", pair->platforms);
  free(interval);
}

/* Has every declared method all results? */
static bool has_all(const struct sp_matrix *m)
{
  bool all = true;
  for (int method = 0; method < m->best_of; method++)
    all &= !sp_matrix_missing(m, -1, method);
  return all;
}

static void build_pairs(struct report_section *section)
{
  const struct sp_summary *s = section->summary;
  struct report_table *t = &section->table[section->tables++];
  const struct sp_matrix *m = s->matrix;
  bool all = has_all(m);
  *t = (struct report_table){.sortable = true, .headless = true};
  char *platforms = all ? sp_format("on %ld platform%s", m->count, sp_plural((double)m->count))
                        : sp_format("where both have results (n platforms)");
  t->caption = sp_format("Paired difference of the distance %s%s%s: mean,\n95 %% interval after "
                         "Bonferroni, p of Wilcoxon's signed rank test after Holm",
                         platforms, m->points > 1 ? ", each the mean of its points" : "",
                         all ? "" : ",\nto the best of the declared methods that have results");
  free(platforms);
  add_column(t, REPORT_PAIR, REPORT_SHOWN, "pair");
  add_column(t, REPORT_NUMBER, REPORT_IN_TEXT, "mean and interval");
  add_column(t, REPORT_NUMBER, REPORT_IN_LATEX | REPORT_IN_HTML, "mean");
  add_column(t, REPORT_NUMBER, REPORT_IN_LATEX | REPORT_IN_HTML, "95 % interval");
  add_column(t, REPORT_NUMBER, REPORT_SHOWN, "p");
  if (!all)
    add_column(t, REPORT_NUMBER, REPORT_SHOWN, "platforms")->narrow = "n";
  for (int k = 0; k < s->n_pairs; k++)
    add_pair(t, s->matrix, &s->pair[k]);
}

/* ---- Sections. */

struct report_section report_of_variant(const struct sp_summary *s)
{
  const struct sp_matrix *m = s->matrix;
  struct report_section section = {.subject = REPORT_VARIANT, .matrix = m, .summary = s};
  section.title = sp_report_title(m->experiment, m->variant);
  build_values(&section);
  build_overall(&section);
  if (s->n_pairs)
    build_pairs(&section);
  return section;
}

/* The title of a figure, or else that of the variant. */
static char *title_of(const struct sp_matrix *m, const struct sp_plot *plot)
{
  return plot->title ? sp_xstrdup(plot->title) : sp_report_title(m->experiment, m->variant);
}

struct report_section report_of_series(const struct sp_summary *s, const struct sp_plot *plot)
{
  struct report_section section = {
      .subject = REPORT_SERIES, .matrix = s->matrix, .summary = s, .plot = plot};
  section.title = title_of(s->matrix, plot);
  build_values(&section);
  return section;
}

/* Is it a quantity that the CSV has in the table over all points? */
static bool is_in_overall(const struct sp_quantity *quantity)
{
  bool found = false;
  for (const enum sp_function *f = sp_overall_functions; *f; f++) {
    struct sp_quantity own = sp_quantity_of_distance(*f);
    found |= !sp_quantity_is_counted(&own) && !strcmp(own.text, quantity->text);
  }
  return found;
}

/* A row per method, both values over all points. */
struct report_section report_of_scatter(const struct sp_matrix *m, const struct sp_plot *plot)
{
  struct report_section section = {
      .subject = REPORT_SCATTER, .matrix = m, .plot = plot, .tables = 1, .groups = 1};
  struct report_table *t = section.table;
  struct sp_number_text name;
  section.title = title_of(m, plot);
  section.timed = sp_quantity_is_timed(&plot->x_value) || sp_quantity_is_timed(&plot->y);
  t->sortable = true;
  add_column(t, REPORT_LABEL, REPORT_SHOWN, "method");
  add_column(t, REPORT_VALUE, REPORT_EVERYWHERE, plot->x_value.label)->quantity = plot->x_value;
  add_column(t, REPORT_VALUE, REPORT_EVERYWHERE, plot->y.label)->quantity = plot->y;
  add_column(t, REPORT_NUMBER, REPORT_SHOWN, "platforms");
  for (int k = 1; k <= 2; k++)
    if (is_in_overall(&t->column[k].quantity))
      t->column[k].formats = REPORT_SHOWN;
  for (int method = 0; method < m->methods; method++) {
    struct sp_cell x = sp_quantity_overall(m, &plot->x_value, method);
    struct sp_cell y = sp_quantity_overall(m, &plot->y, method);
    add_row(t, -1, method);
    entry_of(t, 0)->text = sp_xstrdup(sp_matrix_short(m, method, &name));
    set_cell(entry_of(t, 1), &x, y.n);
    entry_of(t, 2)->cell = y;
    set_count(entry_of(t, 3), y.n);
  }
  return section;
}

static void add_claim(struct report_table *t, const struct sp_matrix *m,
                      const struct sp_claim *claim)
{
  static const enum sp_verdict of_colour[] = {SP_AGREES, SP_UNDECIDED, SP_MISSING, SP_DIFFERS};
  struct sp_finding f = sp_claim_finding(m, claim);
  struct sp_cell cell = sp_cell_of(f.value, f.se, f.n);
  add_row(t, f.point, claim->method);
  entry_of(t, 0)->verdict = sp_claim_verdict_name(f.verdict);
  entry_of(t, 0)->cell.verdict = of_colour[f.verdict];
  set_cell(entry_of(t, 1), &cell, m->count);
  entry_of(t, 1)->quantity = &claim->quantity;
  set_text(entry_of(t, 2), f.margin, isnan(f.margin) ? "-" : "%+.4f", f.margin);
  entry_of(t, 3)->text = sp_place_text(m->experiment, m->variant, f.point);
  struct report_entry *last = entry_of(t, 4);
  last->text = sp_xstrdup(claim->text);
  last->more = sp_claim_condition(m, claim);
  last->verdict = sp_claim_verdict_name(f.verdict);
  last->cell = cell;
  last->cell.published.value = claim->number;
}

struct report_section report_of_claims(const struct sp_matrix *m)
{
  struct report_section section = {.subject = REPORT_CLAIMS, .matrix = m, .tables = 1, .groups = 1};
  struct report_table *t = section.table;
  section.title = sp_report_title(m->experiment, m->variant);
  t->caption = sp_xstrdup(
      "Claims of the source, where they hold least (of two methods: the paired difference)");
  add_column(t, REPORT_VERDICT, REPORT_SHOWN, "verdict");
  add_column(t, REPORT_VALUE, REPORT_SHOWN, "value");
  add_column(t, REPORT_NUMBER, REPORT_SHOWN, "margin");
  add_column(t, REPORT_TEXT, REPORT_SHOWN, "at");
  add_column(t, REPORT_CLAIM, REPORT_EVERYWHERE, "claim");
  for (int k = 0; k < m->experiment->n_claims; k++)
    add_claim(t, m, &m->experiment->claim[k]);
  return section;
}
