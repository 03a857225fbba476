/* The words of a report: names of methods and files, titles, numbers. */
#include "campaign/summary/names.h"
#include "base/text.h"
#include <ctype.h>

const char *sp_matrix_method(const struct sp_matrix *m, int method)
{
  return sp_variant_method(&m->experiment->variant[m->variant], method);
}

const char *sp_matrix_short(const struct sp_matrix *m, int method, struct sp_number_text *buffer)
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

/* An experiment without variants has one table; with variants, the first is as specified. */
char *sp_report_title(const struct sp_experiment *e, int variant)
{
  const struct sp_variant *v = &e->variant[variant];
  const char *title = e->title && *e->title ? e->title : e->id, *own = v->title;
  if (!own || !*own)
    own = variant ? v->name : e->n_variants > 1 ? "as specified" : "";
  return sp_experiment_text(e, "%s%s%s", title, *own ? ": " : "", own);
}

/* Writes only letters, digits, '.', '_' and '-': "c<=w" becomes "c-le-w". */
static void add_word(FILE *out, const char *text)
{
  for (; *text; text++) {
    if (!strncmp(text, "<=", 2) || !strncmp(text, ">=", 2)) {
      fputs(*text == '<' ? "-le-" : "-ge-", out);
      text++;
    } else
      fputc(isalnum((unsigned char)*text) || strchr("._-", *text) ? *text : '-', out);
  }
}

char *sp_file_name(const struct sp_experiment *e, int variant, const char *const *word, int words)
{
  char *name = NULL;
  FILE *out = sp_open_string(&name);
  if (!isalnum((unsigned char)e->id[0])) /* not a hidden file, not an option */
    fputs("figure", out);
  add_word(out, e->id);
  if (variant) {
    fputc('-', out);
    add_word(out, e->variant[variant].name);
  }
  for (int k = 0; k < words; k++) {
    fputc('-', out);
    add_word(out, word[k]);
  }
  name = sp_experiment_end(e, out, &name);
  if (strlen(name) > SP_FILE_NAME)
    name[SP_FILE_NAME] = 0;
  return name;
}

const char *sp_decimal_text(double value, struct sp_number_text *buffer)
{
  if (isnan(value))
    snprintf(buffer->text, sizeof buffer->text, "-");
  else
    snprintf(buffer->text, sizeof buffer->text, fabs(value) < SP_FIXED_DECIMALS ? "%.4f" : "%.6g",
             value);
  return buffer->text;
}

const char *sp_quantity_number(const struct sp_quantity *quantity, double value,
                               struct sp_number_text *buffer)
{
  if (isnan(value) || !sp_quantity_is_timed(quantity))
    return sp_decimal_text(value, buffer);
  snprintf(buffer->text, sizeof buffer->text, "%.3g", value);
  return buffer->text;
}
