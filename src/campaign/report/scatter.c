/* The table of a figure whose x is a quantity: one row a method. */
#include "campaign/report/parts.h"
#include <math.h>
#include <stdlib.h>

static bool is_timed(const struct sp_scatter *s)
{
  return sp_quantity_is_timed(&s->plot->x_value) || sp_quantity_is_timed(&s->plot->y);
}

/* ---- Text. */

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

void sp_scatter_text(const struct sp_scatter *s, FILE *out)
{
  const struct sp_matrix *m = s->matrix;
  const struct sp_plot *plot = s->plot;
  char *title = sp_report_title(m->experiment, m->variant);
  const char *y = plot->y.text;
  struct sp_number_text name;
  fprintf(out, "\nFigure%s%s: %s\nover all platforms%s\n\n", *plot->name ? " " : "", plot->name,
          plot->title ? plot->title : title, m->points > 1 ? " at all points" : "");
  struct sp_columns *c = sp_columns_alloc(4);
  const char *const heads[] = {"method", plot->x, y, "platforms"};
  for (int k = 0; k < 4; k++)
    sp_columns_add(c, "%s", heads[k]);
  for (int k = 0; k < m->methods; k++) {
    sp_columns_add(c, "%s", sp_matrix_short(m, k, &name));
    add_value(c, &plot->x_value, &s->x[k]);
    add_value(c, &plot->y, &s->y[k]);
    sp_columns_add(c, "%ld", s->y[k].n);
  }
  sp_columns_print(c, out);
  fputc('\n', out);
  if (is_timed(s))
    fputs(SP_TIMED_NOTE ".\n\n", out);
  free(title);
}

/* ---- CSV. */

/* Mean and maximum of the distance stand under every table. */
static bool stands_there(const struct sp_quantity *quantity)
{
  bool distance = quantity->terms == 1 && quantity->term[0].value == SP_VALUE_DISTANCE;
  return distance && (quantity->function == SP_MEAN || quantity->function == SP_MAX);
}

void sp_scatter_csv(const struct sp_scatter *s, FILE *out)
{
  for (int k = 0; k < s->matrix->methods; k++) {
    if (!stands_there(&s->plot->x_value))
      sp_csv_overall(s->matrix, k, &s->plot->x_value, &s->x[k], out);
    if (!stands_there(&s->plot->y))
      sp_csv_overall(s->matrix, k, &s->plot->y, &s->y[k], out);
  }
}

/* ---- LaTeX. */

static void print_row(const struct sp_scatter *s, int k, FILE *out)
{
  struct sp_number_text name;
  sp_latex_text(sp_matrix_short(s->matrix, k, &name), out);
  fputs(" & ", out);
  sp_latex_value(&s->plot->x_value, &s->x[k], out);
  fputs(" & ", out);
  sp_latex_value(&s->plot->y, &s->y[k], out);
  fprintf(out, " & %ld \\\\\n", s->y[k].n);
}

void sp_scatter_latex(const struct sp_scatter *s, FILE *out)
{
  const struct sp_matrix *m = s->matrix;
  char *title = sp_report_title(m->experiment, m->variant);
  const char *y = s->plot->y.text;
  fputc('\n', out);
  sp_latex_begin(out);
  fputs("\\caption{", out);
  sp_latex_text(s->plot->title ? s->plot->title : title, out);
  fputs(", over all platforms.}\n\\begin{tabular}{@{}llll@{}}\n\\toprule\nmethod & ", out);
  sp_latex_text(s->plot->x, out);
  fputs(" & ", out);
  sp_latex_text(y, out);
  fputs(" & platforms \\\\\n\\midrule\n", out);
  for (int k = 0; k < m->methods; k++)
    print_row(s, k, out);
  fputs("\\bottomrule\n\\end{tabular}\n", out);
  if (is_timed(s))
    fputs("\n\\smallskip\n" SP_TIMED_NOTE ".\n", out);
  fputs("\\end{table}\n", out);
  free(title);
}
