/* Writes a table of a report as tabulars of LaTeX that fit one column of a paper: numbers in the
 * columns of siunitx, the best in bold, published values in italics under ours. */
#include "campaign/report/latex.h"

/* In points: one column, 84 mm less the rounding of estimates, and what two columns of a table have
 * between them. */
static const double paper_column = 237, space = 5;

/* ---- Columns. */

static bool is_label(const struct report_column *c)
{
  return c->kind == REPORT_LABEL || c->kind == REPORT_PAIR;
}

/* A column as it is printed. */
struct wide {
  int column;               /* of the table */
  double width;             /* with the published values after it, if it has them */
  struct latex_number most; /* of values: the most digits of each kind */
  bool fewer;               /* values have fewer platforms than the head says */
};

static int greater(int a, int b)
{
  return a > b ? a : b;
}

/* The text of a label, or of a pair of methods. */
static const char *label_of(const struct report_table *t, const struct report_entry *e)
{
  return e->more ? sp_experiment_text(t->experiment, "%s -- %s", e->text, e->more) : e->text;
}

static void widen(struct wide *w, const struct report_table *t, const struct report_entry *e)
{
  const struct report_column *c = &t->column[w->column];
  if (c->kind == REPORT_VALUE) {
    struct latex_number n = latex_number(c, e);
    w->most.before = greater(w->most.before, n.before + n.negative);
    w->most.after = greater(w->most.after, n.after);
    w->most.errs = greater(w->most.errs, n.errs);
    w->most.negative |= n.negative;
    if (e->cell.published.text)
      w->width = fmax(w->width, latex_width(e->cell.published.text) + 5);
  } else if (is_label(c)) {
    w->width = fmax(w->width, latex_broken_width(label_of(t, e)));
  } else {
    w->width = fmax(w->width, latex_width(c->kind == REPORT_VERDICT ? e->verdict : e->text));
  }
}

static struct wide wide_of(const struct report_table *t, int column)
{
  const struct report_column *c = &t->column[column];
  struct wide w = {.column = column};
  w.width = latex_broken_width(c->narrow ? c->narrow : c->head);
  for (int row = 0; row < t->rows; row++) {
    widen(&w, t, &t->row[row].entry[column]);
    w.fewer |= t->row[row].entry[column].n > 0;
  }
  if (c->kind == REPORT_VALUE) {
    int digits = w.most.before + w.most.after + w.most.errs;
    double signs = (w.most.after ? 2.5 : 0) + (w.most.errs ? 7.5 : 0) + (w.most.negative ? 3 : 0);
    w.width = fmax(w.width, 4.8 * digits + signs) + (w.fewer ? 20 : 0); /* bold digits are wider */
  }
  if (c->published)
    w.width += space + latex_width("published");
  return w;
}

/* ---- Entries. */

static void put_published(const struct sp_cell *cell, FILE *out)
{
  static const char *const mark[SP_NOT_PUBLISHED + 1] = {
      [SP_AGREES] = "",       [SP_DIFFERS] = "$^\\ast$",    [SP_UNDECIDED] = "$^?$",
      [SP_TRIVIAL] = "",      [SP_ASSUMED] = "$^\\dagger$", [SP_MISSING] = "",
      [SP_NOT_PUBLISHED] = ""};
  if (cell->published.text)
    fprintf(out, "{\\textit{%s}%s}", cell->published.text, mark[cell->verdict]);
}

/* Numbers with signs and intervals are in math mode; "< 1e-10" is a number of siunitx. */
static void put_number(const char *text, bool best, FILE *out)
{
  bool less = !strncmp(text, "< ", 2), power = strchr(text, 'e') != NULL;
  fputs(best ? "\\bfseries " : "", out);
  if (!strcmp(text, "-"))
    fputs("--", out);
  else if (power && (less || strchr("0123456789", *text)))
    fprintf(out, "%s\\num{%s}", less ? "$<$" : "", text + (less ? 2 : 0));
  else if (strchr("+-[", *text))
    fprintf(out, "$%s$", text);
  else
    latex_text(text, out);
}

static void put_entry(const struct report_table *t, int row, int column, FILE *out)
{
  const struct report_column *c = &t->column[column];
  const struct report_entry *e = &t->row[row].entry[column];
  bool best = latex_is_best(t, row, column);
  if (c->kind == REPORT_VALUE) {
    struct latex_number n = latex_number(c, e);
    fprintf(out, "%s%s", best && n.aligned ? "\\bfseries " : "", n.text);
    if (e->n)
      fprintf(out, "$^{n=%ld}$", e->n);
  } else if (c->kind == REPORT_NUMBER) {
    put_number(e->text, best, out);
  } else if (c->kind == REPORT_VERDICT) {
    fputs(e->verdict, out);
  } else {
    latex_broken(label_of(t, e), out);
  }
}

/* ---- A tabular. */

struct tabular {
  const struct report_table *table;
  struct wide *wide;
  int n, labels; /* the first ones are labels */
};

static const struct report_column *column_of(const struct tabular *a, int k)
{
  return &a->table->column[a->wide[k].column];
}

/* Does column k begin the columns of a quantity? *end: the column after them. */
static bool begins_group(const struct tabular *a, int k, int *end)
{
  int group = column_of(a, k)->group;
  for (*end = k + 1; *end < a->n && column_of(a, *end)->group == group;)
    ++*end;
  return group >= 0;
}

static void put_groups(const struct tabular *a, FILE *out)
{
  int end;
  if (a->labels == a->n || !begins_group(a, a->labels, &end))
    return;
  for (int k = 1; k < a->labels; k++)
    fputs(" &", out);
  for (int k = a->labels; k < a->n; k = end) {
    const struct sp_quantity *quantity = &column_of(a, k)->quantity;
    begins_group(a, k, &end);
    fprintf(out, "%s \\multicolumn{%d}{c}{", k ? " &" : "", end - k);
    latex_text(quantity->name, out);
    fputs(" of ", out);
    latex_text(quantity->value, out);
    fputs(*sp_quantity_unit(quantity) ? " in " : "", out);
    latex_text(sp_quantity_unit(quantity), out);
    fputs("}", out);
  }
  fputs(" \\\\\n", out);
  for (int k = a->labels; k < a->n; k = end) {
    begins_group(a, k, &end);
    fprintf(out, "\\cmidrule(lr){%d-%d}", k + 1, end);
  }
  fputc('\n', out);
}

static void put_heads(const struct tabular *a, FILE *out)
{
  for (int k = 0; k < a->n; k++) {
    const struct report_column *c = column_of(a, k);
    fputs(k ? " & {" : "{", out);
    latex_broken(c->narrow ? c->narrow : c->head, out);
    fputs(c->published ? "} & {published}" : "}", out);
  }
  fputs(" \\\\\n\\midrule\n", out);
}

/* The row of published values under a row; false: it has none. */
static bool has_published(const struct tabular *a, int row)
{
  bool found = false;
  for (int k = 0; k < a->n; k++)
    found |= report_has_published(a->table, row, &a->wide[k].column, 1);
  return found;
}

static void put_row(const struct tabular *a, int row, FILE *out)
{
  const struct report_entry *entry = a->table->row[row].entry;
  for (int k = 0; k < a->n; k++) {
    fputs(k ? " & " : "", out);
    put_entry(a->table, row, a->wide[k].column, out);
    if (column_of(a, k)->published) {
      fputs(" & ", out);
      put_published(&entry[a->wide[k].column].cell, out);
    }
  }
  fputs(" \\\\\n", out);
  if (!has_published(a, row))
    return;
  for (int k = 0; k < a->n; k++) {
    fputs(!k ? "" : k < a->labels ? " &" : " & ", out);
    put_published(&entry[a->wide[k].column].cell, out);
  }
  fputs(" \\\\\n", out);
}

static void put_format(const struct wide *w, const struct report_column *c, FILE *out)
{
  if (c->kind == REPORT_VALUE) {
    fprintf(out, "S[table-format=%s%d.%d", w->most.negative ? "-" : "",
            greater(w->most.before - w->most.negative, 1), w->most.after);
    if (w->most.errs)
      fprintf(out, "(%d)", w->most.errs);
    fputs(w->fewer ? ",table-space-text-post={$^{n=10}$}]" : "]", out);
  } else {
    fputs(c->kind == REPORT_NUMBER ? "r" : "l", out);
  }
  fputs(c->published ? "l" : "", out);
}

static void put_tabular(const struct tabular *a, FILE *out)
{
  fputs("\\begin{tabular}{@{}", out);
  for (int k = 0; k < a->n; k++)
    put_format(&a->wide[k], column_of(a, k), out);
  fputs("@{}}\n\\toprule\n", out);
  put_groups(a, out);
  put_heads(a, out);
  for (int row = 0; row < a->table->rows; row++)
    put_row(a, row, out);
  fputs("\\bottomrule\n\\end{tabular}\n", out);
}

/* ---- Claims: the sentence above its verdict. */

static void put_claims(const struct report_table *t, FILE *out)
{
  enum { VERDICT, VALUE, MARGIN, PLACE, CLAIM };
  const struct wide value = wide_of(t, VALUE), margin = wide_of(t, MARGIN);
  double place =
      paper_column - latex_width("does not hold") - value.width - margin.width - 4 * space;
  fputs("\\begin{tabular}{@{}l", out);
  put_format(&value, &t->column[VALUE], out);
  fprintf(out, "rp{%.0fpt}@{}}\n\\toprule\nverdict & {value} & margin & at \\\\\n\\midrule\n",
          place);
  for (int row = 0; row < t->rows; row++) {
    const struct report_entry *entry = t->row[row].entry;
    fprintf(out, "%s\\multicolumn{4}{@{}p{%.0fpt}@{}}{\\raggedright ``",
            row ? "\\addlinespace\n" : "", paper_column - 1);
    latex_text(entry[CLAIM].text, out);
    fputs("'': ", out);
    latex_breakable(entry[CLAIM].more, out);
    fputs("} \\\\\n", out);
    for (int k = VERDICT; k < PLACE; k++) {
      put_entry(t, row, k, out);
      fputs(" & ", out);
    }
    fputs("\\raggedright ", out);
    latex_breakable(entry[PLACE].text, out);
    fputs(" \\tabularnewline\n", out);
  }
  fputs("\\bottomrule\n\\end{tabular}\n", out);
}

/* ---- A table. */

/* The columns from `next` on that fit beside the labels, at least one; those of a quantity that
 * would fit a tabular of their own stay together. Returns the column after them. */
static int fill(const struct tabular *all, int next, double labels)
{
  double width = labels;
  int k = next, end;
  while (k < all->n) {
    double group = 0, one;
    begins_group(all, k, &end);
    for (int i = k; i < end; i++)
      group += all->wide[i].width + space;
    one = all->wide[k].width + space;
    bool whole = k > next && column_of(all, k)->group >= 0 &&
                 column_of(all, k)->group != column_of(all, k - 1)->group &&
                 labels + group <= paper_column;
    if (k > next && width + (whole ? group : one) > paper_column)
      break;
    width += one;
    k++;
  }
  return k;
}

void latex_tabulars(const struct report_table *t, int part, FILE *out)
{
  struct sp_context *memory = t->experiment->memory;
  int *column = sp_new(memory, t->columns, int);
  int n = report_columns(t, SP_LATEX_FORMAT, -1, part, column), labels = 0;
  struct wide *wide = sp_new(memory, n, struct wide), *shown = sp_new(memory, n, struct wide);
  double width = 0;
  for (int k = 0; k < n; k++)
    wide[k] = wide_of(t, column[k]);
  for (; labels < n && is_label(&t->column[column[labels]]); labels++)
    width += wide[labels].width + (labels ? space : 0);
  const struct tabular all = {t, wide, n, labels};
  memcpy(shown, wide, (size_t)labels * sizeof *wide);
  bool claims = t->columns && t->column[t->columns - 1].kind == REPORT_CLAIM;
  if (claims)
    put_claims(t, out);
  for (int k = labels, end; !claims && k < n; k = end) {
    end = fill(&all, k, width);
    memcpy(&shown[labels], &wide[k], (size_t)(end - k) * sizeof *wide);
    fputs(k > labels ? "\n\\smallskip\n" : "", out);
    put_tabular(&(struct tabular){t, shown, labels + end - k, labels}, out);
  }
}
