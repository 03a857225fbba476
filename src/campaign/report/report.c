/* Writes the report of an experiment in one of the formats, variant by variant. */
#include "campaign/report/table.h"
#include <assert.h>

int report_open(const struct sp_experiment *e, struct sp_store *store, struct report_source *source,
                struct sp_error *error)
{
  *source = (struct report_source){.experiment = e};
  int code = sp_published_of_table(e, &source->published, error);
  return code ? code : sp_matrices_read(e, store, &source->matrix, error);
}

enum sp_tag sp_tag_of(const char *name)
{
  return !strcmp(name, "printed") ? SP_PRINTED : !strcmp(name, "claim") ? SP_CLAIMED : SP_OURS;
}

/* Sections go to see(data, ..). */
struct walk {
  void (*see)(void *data, const struct report_section *);
  void *data;
  struct sp_report_counts *counts;
};

static void count(struct sp_report_counts *counts, const char *tag,
                  const struct sp_verdict_counts *found)
{
  if (!found->compared)
    return;
  struct sp_tag_counts *c = &counts->tag[sp_tag_of(tag)];
  c->agree += found->of[SP_AGREES];
  c->differ += found->of[SP_DIFFERS];
  c->undecided += found->of[SP_UNDECIDED] + found->of[SP_MISSING] + found->of[SP_ASSUMED];
  c->trivial += found->of[SP_TRIVIAL];
}

static void see_section(const struct walk *w, struct report_section section)
{
  const struct sp_summary *s = section.summary;
  const struct sp_experiment *e = section.matrix->experiment;
  if (s) {
    count(w->counts, section.plot ? section.plot->compare_tag : e->compare_tag, &s->verdicts);
    count(w->counts, e->compare_overall_tag, &s->overall_verdicts);
  }
  w->see(w->data, &section);
}

static int walk_series(const struct walk *w, const struct sp_matrix *matrix,
                       const struct sp_plot *plot, struct sp_error *error)
{
  struct sp_published published;
  struct sp_summary s;
  int code = sp_published_of_figure(matrix, plot, &published, error);
  if (code)
    return code;
  sp_summarise_figure(matrix, plot, published.rows ? &published : NULL, &s);
  see_section(w, report_of_series(&s, plot));
  return SP_OK;
}

/* Do its values depend on draws? */
static bool involves_chance(const struct sp_matrix *m)
{
  bool chance = m->experiment->noise_link > 0 || m->experiment->noise_cpu > 0;
  for (int point = 0; point < m->points && !chance; point++)
    chance = !sp_matrix_fixed(m, point);
  return chance;
}

int report_walk(const struct report_source *source, int variant, struct sp_report_counts *counts,
                void (*see)(void *data, const struct report_section *), void *data,
                struct sp_error *error)
{
  const struct sp_experiment *e = source->experiment;
  const struct sp_matrix *matrix = &source->matrix[variant];
  const struct walk w = {see, data, counts};
  struct sp_summary s;
  int code = sp_summarise(matrix, e->compare ? &source->published : NULL, &s, error);
  if (code)
    return code;
  counts->chance |= involves_chance(matrix);
  see_section(&w, report_of_variant(&s));
  for (int k = 0; k < e->n_plots && !code; k++)
    if (e->plot[k].x_value.function)
      see_section(&w, report_of_scatter(matrix, &e->plot[k]));
    else
      code = walk_series(&w, matrix, &e->plot[k], error);
  if (code || variant)
    return code;
  if (e->n_claims) {
    struct report_section claims = report_of_claims(matrix);
    struct sp_verdict_counts found = {.compared = e->n_claims};
    for (int k = 0; k < e->n_claims; k++)
      found.of[claims.table->row[k].entry->cell.verdict]++;
    count(counts, "claim", &found);
    see_section(&w, claims);
  }
  return SP_OK;
}

/* Shows all variants to `see`, and frees them. */
static int walk_all(struct report_source *source, struct sp_report_counts *counts,
                    void (*see)(void *data, const struct report_section *), void *data,
                    struct sp_error *error)
{
  int code = SP_OK;
  for (int variant = 0; variant < source->experiment->n_variants && !code; variant++)
    code = report_walk(source, variant, counts, see, data, error);
  sp_matrices_free(source->matrix);
  return code;
}

int sp_report(const struct sp_experiment *e, struct sp_store *store, enum sp_format format,
              FILE *out, struct sp_report_counts *counts, struct sp_error *error)
{
  struct sp_report_counts found = {0};
  struct report_source source;
  static void (*const write[])(void *, const struct report_section *) = {
      [SP_TEXT_FORMAT] = report_write_text,
      [SP_CSV_FORMAT] = report_write_csv,
      [SP_LATEX_FORMAT] = report_write_latex,
  };
  assert(format != SP_HTML_FORMAT && format != SP_RUNS_FORMAT);
  int code = report_open(e, store, &source, error);
  if (code)
    return code;
  if (format == SP_CSV_FORMAT)
    report_write_csv_header(e, out);
  if (format == SP_LATEX_FORMAT)
    fputs("% \\usepackage{booktabs,siunitx}; each table fits a column of 84 mm.\n", out);
  code = walk_all(&source, &found, write[format], out, error);
  if (counts)
    *counts = found;
  return code;
}

int sp_report_table(const struct sp_experiment *e, struct sp_store *store, const char *name,
                    FILE *out, struct sp_error *error)
{
  struct sp_report_counts counts = {0};
  struct report_source source;
  struct report_wanted wanted = {.name = name, .out = out};
  int code = report_open(e, store, &source, error);
  if (code)
    return code;
  code = walk_all(&source, &counts, report_write_latex_table, &wanted, error);
  if (!code && !wanted.found)
    code = sp_bad_input(error, "table '%.64s', expected one of %.300s", name, wanted.known);
  return code;
}
