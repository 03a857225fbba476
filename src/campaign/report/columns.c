/* Aligned columns of text, and the words that all formats share. */
#include "base/memory.h"
#include "base/text.h"
#include "campaign/report/parts.h"
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct sp_columns {
  int columns, fields;
  char **field;
};

struct sp_columns *sp_columns_alloc(int columns)
{
  struct sp_columns *c = sp_xcalloc(1, sizeof *c);
  c->columns = columns;
  return c;
}

void sp_columns_add(struct sp_columns *c, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  c->field = sp_xrealloc(c->field, (size_t)c->fields + 1, sizeof *c->field);
  if (vasprintf(&c->field[c->fields++], format, arguments) < 0)
    abort();
  va_end(arguments);
}

/* The width of the fields from `first` on in steps of a row. */
static int width_of(const struct sp_columns *c, int first)
{
  int width = 0;
  for (int k = first; k < c->fields; k += c->columns)
    if ((int)strlen(c->field[k]) > width)
      width = (int)strlen(c->field[k]);
  return width;
}

void sp_columns_print(struct sp_columns *c, FILE *out)
{
  int *width = sp_xcalloc((size_t)c->columns, sizeof *width);
  for (int k = 0; k < c->columns; k++)
    width[k] = width_of(c, k);
  int owed = 0; /* blanks that stand before the next text: none end a line */
  for (int k = 0; k < c->fields; k++) {
    int column = k % c->columns, length = (int)strlen(c->field[k]);
    if (length)
      fprintf(out, "%*s%s", owed, "", c->field[k]);
    owed = (length ? 0 : owed) + width[column] - length + 2;
    if (column == c->columns - 1) {
      fputc('\n', out);
      owed = 0;
    }
    free(c->field[k]);
  }
  free(width);
  free(c->field);
  free(c);
}

const char *sp_figure_text(double value, struct sp_figure *buffer)
{
  if (isnan(value))
    snprintf(buffer->text, sizeof buffer->text, "-");
  else
    snprintf(buffer->text, sizeof buffer->text, fabs(value) < SP_FIXED_FIGURES ? "%.4f" : "%.6g",
             value);
  return buffer->text;
}

const char *sp_matrix_short(const struct sp_matrix *m, int method, struct sp_figure *buffer)
{
  const char *name = sp_matrix_method(m, method);
  size_t length = strcspn(name, ":");
  if (length >= sizeof buffer->text)
    return name;
  memcpy(buffer->text, name, length);
  buffer->text[length] = 0;
  for (int k = 0; k < m->methods; k++) {
    const char *other = sp_matrix_method(m, k);
    if (k != method && sp_name_is(buffer->text, other, strcspn(other, ":")))
      return name;
  }
  return buffer->text;
}

/* The experiment alone has one table; with variants, the first is what was specified. */
char *sp_report_title(const struct sp_experiment *e, int variant)
{
  const struct sp_variant *v = &e->variant[variant];
  const char *title = e->title && *e->title ? e->title : e->id, *own = v->title;
  if (!own || !*own)
    own = variant ? v->name : e->n_variants > 1 ? "as specified" : "";
  char *text = NULL;
  if (asprintf(&text, "%s%s%s", title, *own ? ": " : "", own) < 0)
    abort();
  return text;
}
