/* Sizes of tasks as text; see sizes.h. A file is a CSV file with the column `size`. */
#include "io/text/sizes.h"
#include "base/memory.h"
#include "base/num.h"
#include "base/stream.h"
#include "base/text.h"
#include "draw/range.h"
#include "model/instance.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char forms[] = "sizes such as 1,2,0.5, LAW[:SEED], increasing(A,B), decreasing(A,B), "
                            "bimodal(P,A,B)[:SEED] or @FILE.csv";

/* A law of sizes: one of ranges, or a form of its own. */
enum form { DRAWN, INCREASING, DECREASING, BIMODAL };
struct law {
  enum form form;
  double a, b, p;
  struct sp_range range;
};

/* Reads "NAME(A,B)" or "NAME(P,A,B)"; false: it is none. */
static bool read_form(const char *text, struct law *law)
{
  static const char *const name[] = {
      [INCREASING] = "increasing(", [DECREASING] = "decreasing(", [BIMODAL] = "bimodal("};
  double x[3];
  char more;
  for (law->form = INCREASING; law->form <= BIMODAL; law->form++) {
    size_t used = strlen(name[law->form]);
    int n = law->form == BIMODAL ? 3 : 2;
    if (strncmp(text, name[law->form], used) != 0)
      continue;
    int read = n == 3 ? sscanf(text + used, "%lf,%lf,%lf%c", &x[0], &x[1], &x[2], &more)
                      : sscanf(text + used, "%lf,%lf%c", &x[1], &x[2], &more);
    law->p = n == 3 ? x[0] : 0;
    law->a = x[1];
    law->b = x[2];
    return read == n + 1 && more == ')' && text[strlen(text) - 1] == ')' && law->p >= 0 &&
           law->p <= 1 && law->a >= 0 && law->b >= 0 && isfinite(law->a) && isfinite(law->b);
  }
  return false;
}

static const char *read_law(const char *text, struct law *law)
{
  if (read_form(text, law))
    return NULL;
  law->form = DRAWN;
  char *words = sp_xstrdup(text);
  for (char *c = words; *c; c++)
    *c = *c == '_' ? ' ' : *c;
  const char *expected = sp_real_range_parse(words, NULL, &law->range);
  law->range.grid = law->range.law.name == SP_EQUAL ? SP_REALS : law->range.grid;
  if (!expected)
    expected = sp_range_fault(&law->range, false);
  free(words);
  return expected;
}

const char *sizes_fault(const char *text)
{
  struct law law;
  return read_law(text, &law) ? forms : NULL;
}

static int refuse(const char *text, size_t length, struct sp_error *error)
{
  return sp_bad_input(error, "sizes is '%.*s', expected %s", length > 40 ? 40 : (int)length, text,
                      forms);
}

struct numbers_column sizes_column(struct sizes *s)
{
  return (struct numbers_column){"size", "size", "one number >= 0 a line", false, &s->size};
}

int sizes_add(struct sizes *s, const char *text, size_t length, struct sp_error *error)
{
  const struct numbers_column column = sizes_column(s);
  const char *bad;
  size_t n;
  if (sizes_are_given(s))
    return sp_bad_input(error, "sizes is given twice, expected it once");
  char *word = sp_xcalloc(length + 1, 1);
  memcpy(word, text, length);
  char *colon = strchr(word, ':');
  struct sp_num seed = sp_int(1);
  int code = SP_OK;
  bool list = isdigit((unsigned char)word[0]) && strspn(word, "0123456789.,eE+-/") == length &&
              !strstr(word, "..");
  if (word[0] == '@')
    code = numbers_read(&column, 1, word + 1, error);
  else if (list)
    code = numbers_parse(&s->size, word, length, &bad, &n) ? SP_OK : refuse(bad, n, error);
  else if (colon && (sp_num_parse(colon + 1, &seed) || seed.den != 1 || seed.num < 0))
    code = refuse(text, length, error);
  else {
    if (colon)
      *colon = '\0';
    s->seed = (uint64_t)seed.num;
    if (sizes_fault(word))
      code = refuse(text, length, error);
    else
      s->law = sp_xstrdup(word);
  }
  free(word);
  return code;
}

int sizes_tell(struct sizes *s, const char *text, size_t length, struct sp_error *error)
{
  char word[64], more;
  snprintf(word, sizeof word, "%.*s", length < sizeof word ? (int)length : 0, text);
  s->mean = s->sd = NAN;
  s->told = strcmp(word, "no") != 0;
  if (!s->told || !strcmp(word, "yes"))
    return SP_OK;
  if (sscanf(word, "%lf,%lf%c", &s->mean, &s->sd, &more) == 2 && s->mean > 0 && s->sd >= 0)
    return SP_OK;
  return sp_bad_input(error, "told is '%s', expected no, yes or MEAN,DEVIATION", word);
}

/* ---- The sizes of a bag. */

/* The number of task k, in [0, 1). */
static double draw(const struct sizes *s, long k)
{
  return sp_stream_uniform(s->seed, SP_STREAM_SIZES, s->instance, 0, (uint64_t)k);
}

static double size_of(const struct sizes *s, const struct law *law, long k, long n)
{
  double at = n > 1 ? (double)k / (double)(n - 1) : 0;
  switch (law->form) {
  case INCREASING:
    return law->a + (law->b - law->a) * at;
  case DECREASING:
    return law->b + (law->a - law->b) * at;
  case BIMODAL:
    return draw(s, k) < law->p ? law->a : law->b;
  case DRAWN:
    break;
  }
  return sp_range_at(&law->range, draw(s, k));
}

/* The mean and the deviation of n numbers. */
static void moments_of(const double *x, long n, double *mean, double *sd)
{
  double sum = 0, squares = 0;
  for (long k = 0; k < n; k++)
    sum += x[k];
  *mean = n > 0 ? sum / (double)n : 1;
  for (long k = 0; k < n; k++)
    squares += (x[k] - *mean) * (x[k] - *mean);
  *sd = n > 0 ? sqrt(squares / (double)n) : 0;
}

static void law_moments(const struct law *law, const struct sp_instance *in, double *mean,
                        double *sd)
{
  if (law->form == DRAWN)
    sp_range_moments(&law->range, mean, sd);
  else if (law->form == BIMODAL) {
    *mean = law->p * law->a + (1 - law->p) * law->b;
    *sd = fabs(law->a - law->b) * sqrt(law->p * (1 - law->p));
  } else
    moments_of(in->sizes, sp_size_count(in), mean, sd);
}

int sizes_of_bag(const struct sizes *s, struct sp_instance *in, struct sp_error *error)
{
  struct law law = {.form = DRAWN};
  char text[SP_NUMBER_TEXT];
  in->told = s->told;
  if (s->told && !isnan(s->mean)) {
    in->size_mean = s->mean;
    in->size_sd = s->sd;
  }
  if (!sizes_are_given(s))
    return SP_OK;
  if (!sp_from_master(in))
    return sp_bad_input(error, "sizes is given, expected tasks or work: only those have sizes");
  const char *what = in->problem == SP_BAG ? "tasks" : "work";
  bool whole = in->problem != SP_BAG || in->total.den == 1;
  bool known = whole && in->total.v >= 0 && in->total.v <= NUMBERS_MOST;
  if (!known || (s->size.n > 0 && sp_size_count(in) != s->size.n)) {
    sp_double_text(in->total.v, text);
    if (s->size.n > 0)
      return sp_bad_input(error, "sizes has %ld number%s and %s is %s, expected as many", s->size.n,
                          sp_plural((double)s->size.n), what, text);
    return sp_bad_input(error, "%s is %s with a law of sizes, expected a %snumber up to %d", what,
                        text, in->problem == SP_BAG ? "whole " : "", NUMBERS_MOST);
  }
  long n = sp_size_count(in);
  if (s->law)
    read_law(s->law, &law);
  in->sizes = sp_xcalloc((size_t)n, sizeof *in->sizes);
  for (long k = 0; k < n; k++)
    in->sizes[k] = s->law ? size_of(s, &law, k, n) : s->size.value[k];
  if (!isnan(s->mean) && s->told)
    return SP_OK;
  if (s->law)
    law_moments(&law, in, &in->size_mean, &in->size_sd);
  else
    moments_of(in->sizes, n, &in->size_mean, &in->size_sd);
  return SP_OK;
}

void sizes_write_told(FILE *f, const struct sp_instance *in)
{
  char text[SP_NUMBER_TEXT];
  fputs(in->told ? sp_double_text(in->size_mean, text) : "no", f);
  if (in->told)
    fprintf(f, ",%s", sp_double_text(in->size_sd, text));
}

void sizes_clear(struct sizes *s)
{
  numbers_clear(&s->size);
  free(s->law);
  *s = (struct sizes){0};
}
