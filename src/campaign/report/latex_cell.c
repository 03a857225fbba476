/* Numbers and words of LaTeX's tables, and how wide they are. */
#include "campaign/report/latex.h"
#include <ctype.h>

/* ---- Numbers. */

/* The decimals after which an error has two digits; negative: to tens, hundreds, .. */
static int decimals_of(double error)
{
  int decimals = 1 - (int)floor(log10(error));
  double rounded = round(error * pow(10, decimals)); /* 0.0999 rounds to 0.10 */
  return rounded >= 100 ? decimals - 1 : decimals;
}

static void count_digits(struct latex_number *n)
{
  const char *p = n->text;
  n->negative = *p == '-';
  p += n->negative;
  n->before = (int)strspn(p, "0123456789");
  p += n->before;
  n->after = *p == '.' ? (int)strspn(p + 1, "0123456789") : 0;
  const char *error = strchr(p, '(');
  n->errs = error ? (int)strspn(error + 1, "0123456789") : 0;
}

/* A smaller error is that of rounding. */
#define LEAST_ERROR 1e-6

/* "1.265(22)": the error in units of the last digit. */
static void write_with_error(struct latex_number *n, double value, double error)
{
  int decimals = decimals_of(error);
  double unit = pow(10, -decimals), rounded = round(error / unit);
  if (decimals > 0)
    snprintf(n->text, sizeof n->text, "%.*f(%.0f)", decimals, value, rounded);
  else
    snprintf(n->text, sizeof n->text, "%.0f(%.0f)", round(value / unit) * unit, rounded * unit);
}

struct latex_number latex_number(const struct report_column *column, const struct report_entry *e)
{
  struct latex_number n = {.text = "{--}"};
  const struct sp_quantity *quantity = e->quantity ? e->quantity : &column->quantity;
  double value = e->cell.value, error = e->cell.se;
  struct sp_number_text text;
  if (isnan(value))
    return n;
  bool fixed = fabs(value) < SP_FIXED_DECIMALS && !sp_quantity_is_timed(quantity);
  n.aligned = fixed;
  if (fixed && error >= LEAST_ERROR && error < SP_FIXED_DECIMALS)
    write_with_error(&n, value, error);
  else if (fixed)
    snprintf(n.text, sizeof n.text, "%s", sp_decimal_text(value, &text));
  else
    snprintf(n.text, sizeof n.text, "{\\num{%s}}", sp_quantity_number(quantity, value, &text));
  if (n.aligned)
    count_digits(&n);
  return n;
}

/* ---- The best. */

/* Is less better (-1), more (1), or neither (0)? */
static int better(const struct sp_quantity *q)
{
  const struct sp_term *first = &q->term[0];
  if (sp_quantity_is_counted(q))
    return q->function == SP_WINS;
  if (!q->function)
    return 0;
  bool time = first->value == SP_VALUE_DISTANCE || first->value == SP_VALUE_GAP ||
              (first->value == SP_VALUE_FIELD && !strcmp(first->name, "makespan"));
  if (!time || sp_quantity_is_spread(q))
    return 0;
  return q->function == SP_SHARE ? 1 : -1;
}

/* Is entry (row, column) one of those that (of_row, of_column) is compared with? */
static bool is_rival(const struct report_table *t, int row, int column, int of_row, int of_column)
{
  const struct report_column *a = &t->column[column], *b = &t->column[of_column];
  if (b->method < 0)
    return column == of_column;
  return row == of_row && a->method >= 0 && a->group == b->group && a->part == b->part;
}

static bool is_compared(const struct report_table *t, int row)
{
  return !t->best_of || t->row[row].method < t->best_of;
}

bool latex_is_best(const struct report_table *t, int row, int column)
{
  const struct report_column *c = &t->column[column];
  const double least = 1e-12; /* that is more than rounding */
  int sign = better(&c->quantity), rivals = 0, equal = 0;
  double own = sign * t->row[row].entry[column].cell.value;
  double slack = least * fmax(fabs(own), 1); /* a gap may be 0 */
  if (!sign || isnan(own) || c->part == REPORT_ALSO || !is_compared(t, row))
    return false;
  for (int r = 0; r < t->rows; r++)
    for (int k = 0; k < t->columns; k++) {
      double other = sign * t->row[r].entry[k].cell.value;
      if (!is_rival(t, r, k, row, column) || isnan(other) || !is_compared(t, r))
        continue;
      if (other > own + slack)
        return false;
      rivals++;
      equal += other >= own - slack;
    }
  return equal < rivals;
}

/* ---- Words. */

void latex_text(const char *text, FILE *out)
{
  static const char *const special[128] = {
      ['\\'] = "textbackslash", ['<'] = "textless",        ['>'] = "textgreater",
      ['~'] = "textasciitilde", ['^'] = "textasciicircum",
  };
  for (; *text; text++)
    if (*text > 0 && special[(int)*text])
      fprintf(out, "\\%s{}", special[(int)*text]);
    else
      fprintf(out, strchr("_%&#${}", *text) ? "\\%c" : "%c", *text);
}

void latex_breakable(const char *text, FILE *out)
{
  for (; *text; text++) {
    const char letter[2] = {*text, '\0'};
    latex_text(letter, out);
    fputs(*text == ':' || *text == ',' ? "\\allowbreak " : "", out);
  }
}

/* Thousandths of the size of the letters in Computer Modern, roughly. */
static double letter_width(unsigned char c)
{
  return (c & 0xC0) == 0x80                   ? 0
         : strchr("ijl.,:;!'|()[] ", c)       ? 0.36
         : strchr("mwMW%+<>=~", c) || c > 127 ? 0.86
         : isupper(c)                         ? 0.76
                                              : 0.56;
}

double latex_width(const char *text)
{
  enum { SIZE = 8 };
  double width = 0;
  for (; *text; text++)
    width += SIZE * letter_width((unsigned char)*text);
  return width;
}

/* The bytes of the first line of the text. */
static size_t line_of(const char *text)
{
  size_t length = strlen(text), cut = 0;
  if (length <= LATEX_WORD)
    return length;
  for (size_t k = 0; k < length && (k < LATEX_WORD || !cut); k++)
    if (strchr(":, ", text[k]) || (text[k] == '-' && text[k + 1] != '-'))
      cut = k + 1;
  return cut ? cut : length;
}

/* Cuts the first line off the text; false: there is none. */
static bool cut_line(const char **text, char line[512])
{
  size_t length = line_of(*text);
  snprintf(line, 512, "%.*s", (int)length, *text);
  *text += length;
  return length;
}

void latex_broken(const char *text, FILE *out)
{
  char line[512];
  bool several = line_of(text) < strlen(text);
  fputs(several ? "\\shortstack[l]{" : "", out);
  while (cut_line(&text, line)) {
    latex_text(line, out);
    fputs(*text ? "\\\\" : "", out);
  }
  fputs(several ? "}" : "", out);
}

double latex_broken_width(const char *text)
{
  char line[512];
  double widest = 0;
  while (cut_line(&text, line))
    widest = fmax(widest, latex_width(line));
  return widest;
}
