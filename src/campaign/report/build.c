/* Builds the tables of a report from the numbers of a summary. */
#include "base/text.h"
#include "campaign/report/table.h"

/* ---- Pieces of tables. */

/* Adds a table to a section; columns that are clicked sort it. */
static struct report_table *add_table(struct report_section *section, bool sortable)
{
  struct report_table *t = &section->table[section->tables++];
  *t = (struct report_table){.experiment = section->matrix->experiment, .sortable = sortable};
  return t;
}

/* Adds a column to a table without rows; head is copied. Returns it. */
static struct report_column *add_column(struct report_table *t, enum report_kind kind,
                                        unsigned formats, const char *head)
{
  t->column = sp_experiment_grow(t->experiment, t->column, t->columns, sizeof *t->column);
  struct report_column *column = &t->column[t->columns++];
  *column = (struct report_column){.kind = kind,
                                   .formats = formats,
                                   .head = sp_experiment_copy(t->experiment, head),
                                   .group = -1,
                                   .part = REPORT_ALL,
                                   .method = -1};
  return column;
}

/* Adds a row; its entries are empty. */
static struct report_entry *add_row(struct report_table *t, int point, int method)
{
  struct report_entry *entry = sp_new(t->experiment->memory, t->columns, struct report_entry);
  t->row = sp_experiment_grow(t->experiment, t->row, t->rows, sizeof *t->row);
  t->row[t->rows++] = (struct report_row){point, method, entry};
  return entry;
}

/* Sets the text of an entry; the value is to sort by. */
static void set_text(struct report_entry *entry, double value, const char *text)
{
  entry->text = text;
  entry->cell.value = value;
}

/* Sets the cell of an entry whose row or head names so many platforms. */
static void set_cell(struct report_entry *entry, const struct sp_cell *cell, long platforms)
{
  entry->cell = *cell;
  entry->n = cell->n != platforms ? cell->n : 0;
}

static void set_count(const struct sp_experiment *e, struct report_entry *entry, long n)
{
  set_text(entry, (double)n, sp_experiment_text(e, "%ld", n));
}

/* A method's name for the heads of tables. */
static const char *name_of(const struct sp_matrix *m, int method)
{
  struct sp_number_text name;
  return sp_experiment_copy(m->experiment, sp_matrix_short(m, method, &name));
}

/* ---- The values of a table or figure: a row per point; for each quantity a column per method. */

static void add_methods(struct report_table *t, const struct sp_summary *s, int quantity,
                        unsigned formats)
{
  const struct sp_matrix *m = s->matrix;
  for (int method = 0; method < m->methods; method++) {
    struct report_column *c = add_column(t, REPORT_VALUE, formats, name_of(m, method));
    c->group = quantity;
    c->part = method < m->best_of ? REPORT_DECLARED : REPORT_ALSO;
    c->method = method;
    c->quantity = s->quantity[quantity];
  }
}

static void build_values(struct report_section *section)
{
  const struct sp_summary *s = section->summary;
  struct report_table *t = add_table(section, true);
  section->groups = s->shown;
  section->timed = sp_summary_is_timed(s);
  for (int key = 0; key < s->keys; key++)
    add_column(t, REPORT_LABEL, REPORT_SHOWN, s->matrix->experiment->axis[s->axis[key]].name);
  for (int q = 0; q < s->n_quantities; q++) /* CSV alone has wins and ties at each point */
    add_methods(t, s, q, q < s->shown ? REPORT_EVERYWHERE : REPORT_IN_CSV);
  for (int row = 0; row < s->matrix->points; row++) {
    int point = s->order[row];
    struct report_entry *entry = add_row(t, point, -1);
    for (int key = 0; key < s->keys; key++)
      entry[key].text = sp_summary_label(s, key, point);
    for (int k = s->keys; k < t->columns; k++)
      set_cell(&entry[k], sp_summary_cell(s, t->column[k].group, point, t->column[k].method),
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

static void set_overall(const struct sp_experiment *e, struct report_entry *entry,
                        const struct report_column *c, const struct sp_cell *cell)
{
  struct sp_number_text text;
  entry->cell = *cell;
  if (c->kind == REPORT_NUMBER)
    entry->text = !sp_quantity_is_counted(&c->quantity)
                      ? sp_experiment_copy(e, sp_decimal_text(cell->value, &text))
                  : isnan(cell->value) ? "-"
                                       : sp_experiment_text(e, "%.2f %%", 100 * cell->value);
}

static void build_overall(struct report_section *section)
{
  const struct sp_summary *s = section->summary;
  const struct sp_matrix *m = s->matrix;
  struct report_table *t = add_table(section, true);
  t->best_of = m->best_of;
  t->caption = sp_experiment_text(
      m->experiment,
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
    struct report_entry *entry = add_row(t, -1, method);
    entry->text = name_of(m, method);
    int k = 1;
    for (const enum sp_function *f = sp_overall_functions; *f; f++, k++) {
      if (*f == SP_MEAN)
        set_count(m->experiment, &entry[k++], sp_matrix_missing(m, -1, method));
      set_overall(m->experiment, &entry[k], &t->column[k], sp_summary_overall(s, *f, method));
    }
    set_count(m->experiment, &entry[k], sp_summary_overall(s, SP_MEAN, method)->n);
  }
}

/* ---- Pairs of methods. */

static void add_pair(struct report_table *t, const struct sp_matrix *m, const struct sp_pair *pair)
{
  const struct sp_experiment *e = t->experiment;
  struct sp_interval d = pair->difference;
  struct report_entry *entry = add_row(t, -1, -1);
  bool known = !isnan(d.low);
  const char *interval = known ? sp_experiment_text(e, "[%+.5f, %+.5f]", d.low, d.high) : "-";
  const char *mean = isnan(d.mean) ? "-" : sp_experiment_text(e, "%+.5f", d.mean);
  set_text(&entry[0], NAN, name_of(m, pair->a));
  entry->more = name_of(m, pair->b);
  set_text(&entry[1], d.mean, known ? sp_experiment_text(e, "%s %s", mean, interval) : mean);
  set_text(&entry[2], d.mean, mean);
  set_text(&entry[3], d.low, interval);
  /* Below 1e-10 the normal approximation has no digits to show. */
  set_text(&entry[4], pair->p,
           isnan(pair->p)    ? "-"
           : pair->p < 1e-10 ? "< 1e-10"
                             : sp_experiment_text(e, "%.2g", pair->p));
  if (t->columns > 5)
    set_text(&entry[5], (double)pair->platforms, sp_experiment_text(e, "n=%ld", pair->platforms));
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
  struct report_table *t = add_table(section, true);
  const struct sp_matrix *m = s->matrix;
  const struct sp_experiment *e = m->experiment;
  bool all = has_all(m);
  const char *platforms =
      all ? sp_experiment_text(e, "on %ld platform%s", m->count, sp_plural((double)m->count))
          : "where both have results (n platforms)";
  t->headless = true;
  t->caption =
      sp_experiment_text(e,
                         "Paired difference of the distance %s%s%s: mean,\n95 %% interval after "
                         "Bonferroni, p of Wilcoxon's signed rank test after Holm",
                         platforms, m->points > 1 ? ", each the mean of its points" : "",
                         all ? "" : ",\nto the best of the declared methods that have results");
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
static const char *title_of(const struct sp_matrix *m, const struct sp_plot *plot)
{
  return plot->title ? plot->title : sp_report_title(m->experiment, m->variant);
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
      .subject = REPORT_SCATTER, .matrix = m, .plot = plot, .groups = 1};
  struct report_table *t = add_table(&section, true);
  section.title = title_of(m, plot);
  section.timed = sp_quantity_is_timed(&plot->x_value) || sp_quantity_is_timed(&plot->y);
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
    struct report_entry *entry = add_row(t, -1, method);
    entry->text = name_of(m, method);
    set_cell(&entry[1], &x, y.n);
    entry[2].cell = y;
    set_count(m->experiment, &entry[3], y.n);
  }
  return section;
}

static void add_claim(struct report_table *t, const struct sp_matrix *m,
                      const struct sp_claim *claim)
{
  static const enum sp_verdict of_colour[] = {SP_AGREES, SP_UNDECIDED, SP_MISSING, SP_DIFFERS};
  struct sp_finding f = sp_claim_finding(m, claim);
  const char *verdict = sp_claim_verdict_name(f.verdict);
  struct sp_cell cell = sp_cell_of(f.value, f.se, f.n);
  struct report_entry *entry = add_row(t, f.point, claim->method);
  entry[0] = (struct report_entry){.verdict = verdict, .cell.verdict = of_colour[f.verdict]};
  set_cell(&entry[1], &cell, m->count);
  entry[1].quantity = &claim->quantity;
  set_text(&entry[2], f.margin,
           isnan(f.margin) ? "-" : sp_experiment_text(m->experiment, "%+.4f", f.margin));
  entry[3].text = sp_place_text(m->experiment, m->variant, f.point);
  cell.published.value = claim->number;
  entry[4] = (struct report_entry){
      .text = claim->text, .more = sp_claim_condition(m, claim), .verdict = verdict, .cell = cell};
}

struct report_section report_of_claims(const struct sp_matrix *m)
{
  struct report_section section = {.subject = REPORT_CLAIMS, .matrix = m, .groups = 1};
  struct report_table *t = add_table(&section, false);
  section.title = sp_report_title(m->experiment, m->variant);
  t->caption =
      "Claims of the source, where they hold least (of two methods: the paired difference)";
  add_column(t, REPORT_VERDICT, REPORT_SHOWN, "verdict");
  add_column(t, REPORT_VALUE, REPORT_SHOWN, "value");
  add_column(t, REPORT_NUMBER, REPORT_SHOWN, "margin");
  add_column(t, REPORT_TEXT, REPORT_SHOWN, "at");
  add_column(t, REPORT_CLAIM, REPORT_EVERYWHERE, "claim");
  for (int k = 0; k < m->experiment->n_claims; k++)
    add_claim(t, m, &m->experiment->claim[k]);
  return section;
}
