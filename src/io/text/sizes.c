/* Sizes of tasks as text; see sizes.h. A file is a CSV file with the column `size`. */
#include "io/text/sizes.h"
#include "base/memory.h"
#include "base/num.h"
#include "base/text.h"
#include "model/instance.h"

#include <ctype.h>

static const char forms[] = "sizes such as 1,2,0.5, LAW[:SEED], increasing(A,B), decreasing(A,B), "
                            "bimodal(P,A,B)[:SEED] or @FILE.csv";

const char *sizes_read_law(struct sizes *s, const char *text)
{
  s->drawn = size_law_read(text, &s->law);
  return s->drawn ? NULL : forms;
}

static int refuse(const char *text, size_t length, struct sp_error *error)
{
  return sp_bad_input(error, "sizes is '%.*s', expected %s", length > 40 ? 40 : (int)length, text,
                      forms);
}

struct numbers_column sizes_column(struct numbers *list)
{
  return (struct numbers_column){"size", "size", "one number >= 0 a line", false, list};
}

int sizes_add(struct sizes *s, struct sp_context *memory, const char *text, size_t length,
              struct sp_error *error)
{
  const struct numbers_column column = sizes_column(&s->size);
  const char *bad;
  size_t n;
  if (sizes_are_given(s))
    return sp_bad_input(error, "sizes is given twice, expected it once");
  char *word = sp_context_text(memory, "%.*s", (int)length, text);
  char *colon = strchr(word, ':');
  struct sp_num seed = sp_int(1);
  int code = SP_OK;
  bool list = isdigit((unsigned char)word[0]) && strspn(word, "0123456789.,eE+-/") == length &&
              !strstr(word, "..");
  if (word[0] == '@')
    code = numbers_read(memory, &column, 1, word + 1, error);
  else if (list)
    code = numbers_parse(memory, &s->size, word, length, &bad, &n) ? SP_OK : refuse(bad, n, error);
  else if (colon && (sp_num_parse(colon + 1, &seed) || seed.den != 1 || seed.num < 0))
    code = refuse(text, length, error);
  else {
    if (colon)
      *colon = '\0';
    s->law.seed = (uint64_t)seed.num;
    code = sizes_read_law(s, word) ? refuse(text, length, error) : SP_OK;
  }
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

int sizes_of_bag(const struct sizes *s, struct sp_instance *in, struct sp_error *error)
{
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
  in->sizes = sp_xcalloc((size_t)n, sizeof *in->sizes);
  for (long k = 0; k < n; k++)
    in->sizes[k] = s->drawn ? size_law_at(&s->law, k, n) : s->size.value[k];
  if (!isnan(s->mean) && s->told)
    return SP_OK;
  if (s->drawn && !size_law_counts(&s->law))
    size_law_moments(&s->law, &in->size_mean, &in->size_sd);
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
