/* The report for people: a table a quantity, the print and its verdict under each of our values,
 * then the methods that were not declared, then who wins and how surely. */
#include "base/memory.h"
#include "campaign/report/parts.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* "a, b, c" of the methods first..end-1. */
static void print_methods(const struct sp_matrix *m, int first, int end, FILE *out)
{
  for (int k = first; k < end; k++)
    fprintf(out, "%s%s", k > first ? ", " : "", sp_matrix_method(m, k));
}

static const char *file_name(const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static void print_head(const struct sp_summary *s, FILE *out)
{
  const struct sp_matrix *m = s->matrix;
  const struct sp_experiment *e = m->experiment;
  char *title = sp_report_title(e, m->variant);
  fprintf(out, "%s\n", title);
  for (size_t k = strlen(title); k > 0; k--)
    fputc('-', out);
  fprintf(out, "\nExperiment %s", e->id);
  if (e->source)
    fprintf(out, "; source: %s", e->source);
  fprintf(out, "\n%ld platforms", m->count);
  if (m->points > 1)
    fprintf(out, " at each of %d points", m->points);
  fputs("; standard errors in parentheses", out);
  if (s->verdicts.compared)
    fprintf(out, "; under them %s (%s)", file_name(e->compare),
            e->compare_tag ? e->compare_tag : "printed");
  fputs("\ndistance = makespan / best of ", out);
  print_methods(m, 0, m->best_of, out);
  fputs("\n\n", out);
  free(title);
}

static void add_labels(struct sp_columns *c, const struct sp_summary *s, int point)
{
  for (int key = 0; key < s->keys; key++)
    sp_columns_add(c, "%s", sp_summary_label(s, key, point));
}

static void add_value(struct sp_columns *c, const struct sp_quantity *quantity,
                      const struct sp_cell *cell)
{
  struct sp_number_text value, se;
  if (isnan(cell->se))
    sp_columns_add(c, "%s", sp_quantity_number(quantity, cell->value, &value));
  else
    sp_columns_add(c, "%s (%s)", sp_quantity_number(quantity, cell->value, &value),
                   sp_quantity_number(quantity, cell->se, &se));
}

/* The line under a row of ours; false if nothing is printed there. */
static bool has_print(const struct sp_summary *s, int quantity, int point, int first, int end)
{
  for (int k = first; k < end; k++)
    if (sp_summary_cell(s, quantity, point, k)->published.text)
      return true;
  return false;
}

static void add_print(struct sp_columns *c, const struct sp_cell *cell)
{
  if (cell->published.text)
    sp_columns_add(c, "%-6s %s", cell->published.text, sp_verdict_name(cell->verdict));
  else
    sp_columns_add(c, "%s", "");
}

/* One quantity of the methods first..end-1. */
static void print_table(const struct sp_summary *s, int quantity, int first, int end, FILE *out)
{
  fprintf(out, "%s\n", s->quantity[quantity].text);
  struct sp_columns *c = sp_columns_alloc(s->keys + end - first);
  for (int key = 0; key < s->keys; key++)
    sp_columns_add(c, "%s", s->axis[key]);
  struct sp_number_text head;
  for (int k = first; k < end; k++)
    sp_columns_add(c, "%s", sp_matrix_short(s->matrix, k, &head));
  for (int row = 0; row < s->matrix->points; row++) {
    int point = s->order[row];
    add_labels(c, s, point);
    for (int k = first; k < end; k++)
      add_value(c, &s->quantity[quantity], sp_summary_cell(s, quantity, point, k));
    if (!has_print(s, quantity, point, first, end))
      continue;
    for (int key = 0; key < s->keys; key++)
      sp_columns_add(c, "%s", "");
    for (int k = first; k < end; k++)
      add_print(c, sp_summary_cell(s, quantity, point, k));
  }
  sp_columns_print(c, out);
  fputc('\n', out);
}

/* Under the tables that have such a value. */
static void print_timed(const struct sp_summary *s, FILE *out)
{
  if (sp_summary_is_timed(s))
    fputs(SP_TIMED_NOTE ".\n\n", out);
}

/* The row of a method among those over all points. */
static void add_overall(struct sp_columns *c, const struct sp_summary *s, int k)
{
  const struct sp_matrix *m = s->matrix;
  const struct sp_quantity mean = sp_quantity_of_distance(SP_MEAN);
  struct sp_number_text text;
  long missing = 0;
  for (int point = 0; point < m->points; point++)
    missing += m->missing[point * m->methods + k];
  sp_columns_add(c, "%s", sp_matrix_short(m, k, &text));
  for (int share = 0; share < 2; share++) {
    double value =
        share ? sp_summary_overall(s, SP_TIES, k)->value : sp_summary_overall(s, SP_WINS, k)->value;
    sp_columns_add(c, isnan(value) ? "-" : "%.2f %%", 100 * value);
  }
  sp_columns_add(c, "%ld", missing);
  add_value(c, &mean, sp_summary_overall(s, SP_MEAN, k));
  if (s->overall_verdicts.compared)
    add_print(c, sp_summary_overall(s, SP_MEAN, k));
  sp_columns_add(c, "%s", sp_decimal_text(sp_summary_overall(s, SP_MAX, k)->value, &text));
  sp_columns_add(c, "%ld", sp_summary_overall(s, SP_MEAN, k)->n);
}

/* What the overall means were set beside. */
static void print_overall_tally(const struct sp_summary *s, FILE *out)
{
  const struct sp_verdict_counts *t = &s->overall_verdicts;
  const struct sp_experiment *e = s->matrix->experiment;
  if (!t->compared)
    return;
  fprintf(out, "%ld overall means compared with %s (%s): %ld agree, %ld differ", t->compared,
          file_name(e->compare_overall), e->compare_overall_tag, t->agree, t->differ);
  if (t->missing)
    fprintf(out, ", %ld missing", t->missing);
  fputs(".\n", out);
  if (s->overall_error_unstated)
    fputs(SP_ERROR_UNSTATED "\n", out);
  fputc('\n', out);
}

static void print_overall(const struct sp_summary *s, FILE *out)
{
  const struct sp_matrix *m = s->matrix;
  const char *const heads[] = {"method",  "wins",          "ties",
                               "missing", "mean distance", m->experiment->compare_overall_tag,
                               "max",     "platforms"};
  bool compared = s->overall_verdicts.compared > 0;
  fprintf(out,
          "Best alone, best with others, over all platforms; mean and maximum of the distance%s\n",
          m->points > 1
              ? "\nover all points, where a platform is one observation: the mean of its points"
              : "");
  struct sp_columns *c = sp_columns_alloc(7 + compared);
  for (int k = 0; k < 8; k++)
    if (k != 5 || compared)
      sp_columns_add(c, "%s", heads[k]);
  for (int k = 0; k < m->methods; k++)
    add_overall(c, s, k);
  sp_columns_print(c, out);
  fputc('\n', out);
  print_overall_tally(s, out);
}

/* A p-value with two digits; below what the normal approximation can tell, only that. */
static void add_p(struct sp_columns *c, double p)
{
  sp_columns_add(c, p < 1e-10 ? "< 1e-10" : "%.2g", p);
}

static void print_pairs(const struct sp_summary *s, FILE *out)
{
  const struct sp_matrix *m = s->matrix;
  if (!s->n_pairs)
    return;
  fprintf(out,
          "Paired difference of the distance on %ld platforms%s: mean, 95 %% interval,\n"
          "p of Wilcoxon's signed rank test after Holm\n",
          s->pair_platforms, m->points > 1 ? ", each the mean of its points" : "");
  struct sp_columns *c = sp_columns_alloc(3);
  for (int k = 0; k < s->n_pairs; k++) {
    const struct sp_pair *pair = &s->pair[k];
    struct sp_interval d = pair->difference;
    struct sp_number_text a, b;
    sp_columns_add(c, "%s - %s", sp_matrix_short(m, pair->a, &a), sp_matrix_short(m, pair->b, &b));
    if (isnan(d.low))
      sp_columns_add(c, "%+.5f", d.mean);
    else
      sp_columns_add(c, "%+.5f [%+.5f, %+.5f]", d.mean, d.low, d.high);
    add_p(c, pair->p);
  }
  sp_columns_print(c, out);
  fputc('\n', out);
}

static void print_tally(const struct sp_summary *s, FILE *out)
{
  const struct sp_verdict_counts *t = &s->verdicts;
  if (s->missing)
    fprintf(out, "%ld of %ld runs are missing or failed.\n", s->missing,
            s->matrix->points * s->matrix->count * s->matrix->methods);
  if (!t->compared)
    return;
  fprintf(out, "%ld cells compared: %ld agree, %ld differ", t->compared, t->agree, t->differ);
  if (t->assumed)
    fprintf(out, ", %ld rest on an assumption", t->assumed);
  if (t->missing)
    fprintf(out, ", %ld missing", t->missing);
  fputs(".\n", out);
  if (s->count_unstated)
    fputs("The print does not say how many platforms: taken to be as many as ours.\n", out);
}

static void print_assumed(const struct sp_experiment *e, FILE *out)
{
  if (!e->assumed.n)
    return;
  const char *because = e->assumed_because;
  fprintf(out, "Assumed (%s): ", because ? because : "the source does not say");
  for (int k = 0; k < e->assumed.n; k++)
    fprintf(out, "%s%s", k ? ", " : "", e->assumed.text[k]);
  fputs(".\n", out);
}

void sp_report_figure_text(const struct sp_summary *s, const struct sp_plot *plot, FILE *out)
{
  const struct sp_matrix *m = s->matrix;
  char *title = sp_report_title(m->experiment, m->variant);
  fprintf(out, "\nFigure%s%s: %s\nagainst %s", *plot->name ? " " : "", plot->name,
          plot->title ? plot->title : title, plot->x);
  if (s->verdicts.compared)
    fprintf(out, "; under our values %s (%s)", file_name(plot->compare), plot->compare_tag);
  fputs("\n\n", out);
  print_table(s, 0, 0, m->best_of, out);
  if (m->methods > m->best_of) {
    fputs("Beside them:\n\n", out);
    print_table(s, 0, m->best_of, m->methods, out);
  }
  print_timed(s, out);
  print_tally(s, out);
  free(title);
}

static void add_finding(struct sp_columns *c, const struct sp_matrix *m, const struct sp_finding *f)
{
  struct sp_number_text value, se;
  char *axes = sp_place_text(m->experiment, m->variant, f->point);
  sp_columns_add(c, "%s", sp_claim_verdict_name(f->verdict));
  if (isnan(f->se))
    sp_columns_add(c, "%s", sp_decimal_text(f->value, &value));
  else
    sp_columns_add(c, "%s (%s)", sp_decimal_text(f->value, &value), sp_decimal_text(f->se, &se));
  if (isnan(f->margin))
    sp_columns_add(c, "-");
  else
    sp_columns_add(c, "%+.4f", f->margin);
  sp_columns_add(c, "%s", axes);
  free(axes);
}

void sp_report_claims_text(const struct sp_matrix *m, FILE *out)
{
  const struct sp_experiment *e = m->experiment;
  long count[4] = {0};
  fputs("\nClaims, where they hold least (of two methods the difference, paired)\n", out);
  struct sp_columns *c = sp_columns_alloc(5);
  static const char *const heads[] = {"verdict", "value", "margin", "at", "claim"};
  for (int k = 0; k < 5; k++)
    sp_columns_add(c, "%s", heads[k]);
  for (int k = 0; k < e->n_claims; k++) {
    struct sp_finding f = sp_claim_finding(m, &e->claim[k]);
    char *condition = sp_claim_condition(m, &e->claim[k]);
    count[f.verdict]++;
    add_finding(c, m, &f);
    sp_columns_add(c, "\"%s\": %s", e->claim[k].text, condition);
    free(condition);
  }
  sp_columns_print(c, out);
  fprintf(out, "\n%d claims: %ld hold, %ld do not", e->n_claims, count[SP_HOLDS],
          count[SP_DOES_NOT_HOLD]);
  if (count[SP_CANNOT_TELL])
    fprintf(out, ", of %ld these platforms cannot tell", count[SP_CANNOT_TELL]);
  if (count[SP_CLAIM_MISSING])
    fprintf(out, ", %ld missing", count[SP_CLAIM_MISSING]);
  fputs(".\n", out);
}

void sp_report_text(const struct sp_summary *s, FILE *out)
{
  const struct sp_matrix *m = s->matrix;
  print_head(s, out);
  for (int q = 0; q < s->shown; q++)
    print_table(s, q, 0, m->best_of, out);
  if (m->methods > m->best_of) {
    fputs("Beside them, never in the best: ", out);
    print_methods(m, m->best_of, m->methods, out);
    fputs("\n\n", out);
    for (int q = 0; q < s->shown; q++)
      print_table(s, q, m->best_of, m->methods, out);
  }
  print_timed(s, out);
  print_overall(s, out);
  print_pairs(s, out);
  print_tally(s, out);
  print_assumed(m->experiment, out);
}
