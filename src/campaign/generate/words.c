/* The values of the settings of networks and graphs, which may be drawn, and the instances that
 * they make; see generate.h and words.h. */
#include "campaign/generate/words.h"

#include <string.h>

/* ---- Values. */

const char *sp_setting_value(const struct sp_settings *settings, const char *key,
                             const char *preset)
{
  for (int i = settings->n - 1; i >= 0; i--)
    if (!strcmp(settings->setting[i]->key, key))
      return settings->setting[i]->value;
  return preset;
}

const char *sp_word(const struct sp_drawing *d, const char *key, const char *preset)
{
  return sp_setting_value(d->settings, key, preset);
}

bool sp_word_drawn(const struct sp_drawing *d, const char *key)
{
  return sp_range_is(sp_word(d, key, ""));
}

bool sp_word_fault(const struct sp_drawing *d, const char *key, const char *value,
                   const char *expected)
{
  sp_bad_input(d->error, "%s=%.64s: expected %s", key, value, expected);
  return false;
}

bool sp_word_count(const struct sp_drawing *d, const char *key, long least, long most, long *n)
{
  struct sp_range range;
  char expected[80];
  const char *value = sp_word(d, key, NULL);
  snprintf(expected, sizeof expected, "a whole number from %ld to %ld, or A..B", least, most);
  if (!value) {
    sp_bad_input(d->error, "no %s is set, expected %s = %s", key, key, expected);
    return false;
  }
  if (sp_whole_range_parse(value, d->settings->columns, &range) || sp_range_fault(&range, false) ||
      range.min < (double)least || range.max > (double)most)
    return sp_word_fault(d, key, value, expected);
  *n = (long)sp_word_draw(d, &range, SP_STREAM_WORKERS, 0);
  return true;
}

double sp_word_draw(const struct sp_drawing *d, const struct sp_range *range, enum sp_stream what,
                    long who)
{
  return sp_range_draw(range, (struct sp_draws){.seed = d->seed,
                                                .parameter = what,
                                                .instance = d->index,
                                                .worker = (uint32_t)who});
}

/* As fractions, of 2^20 or what more they need, reals stay exact. */
static void put_number(double x, FILE *f)
{
  double den = 0x1p20;
  while (x * den != floor(x * den))
    den *= 2;
  if (x == floor(x))
    fprintf(f, "%.0f", x);
  else
    fprintf(f, "%.0f/%.0f", x * den, den);
}

bool sp_word_put(const struct sp_drawing *d, const char *key, const char *preset,
                 enum sp_stream what, long who, FILE *f)
{
  struct sp_range range;
  const char *value = sp_word(d, key, preset);
  if (!sp_range_is(value)) {
    fputs(value, f);
    return true;
  }
  const char *expected = sp_range_parse(value, d->settings->columns, &range);
  range.positive = what == SP_STREAM_W || what == SP_STREAM_C;
  if (!expected)
    expected = sp_range_fault(&range, false);
  if (expected)
    return sp_word_fault(d, key, value, expected);
  put_number(sp_word_draw(d, &range, what, who), f);
  return true;
}
