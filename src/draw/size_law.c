/* Laws of the sizes of tasks; see size_law.h. */
#include "draw/size_law.h"
#include "base/memory.h"

/* Reads "NAME(A,B)" or "NAME(P,A,B)"; false: it is none. */
static bool read_form(const char *text, struct size_law *law)
{
  static const char *const name[] = {[SIZES_INCREASING] = "increasing(",
                                     [SIZES_DECREASING] = "decreasing(",
                                     [SIZES_BIMODAL] = "bimodal("};
  double x[3];
  char more;
  for (law->form = SIZES_INCREASING; law->form <= SIZES_BIMODAL; law->form++) {
    size_t used = strlen(name[law->form]);
    int n = law->form == SIZES_BIMODAL ? 3 : 2;
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

bool size_law_read(const char *text, struct size_law *law)
{
  if (read_form(text, law))
    return true;
  law->form = SIZES_DRAWN;
  char *words = sp_xstrdup(text);
  for (char *c = words; *c; c++)
    *c = *c == '_' ? ' ' : *c;
  bool read = !sp_real_range_parse(words, NULL, &law->range);
  law->range.grid = law->range.law.name == SP_EQUAL ? SP_REALS : law->range.grid;
  read = read && !sp_range_fault(&law->range, false);
  free(words);
  return read;
}

/* The number of task k, in [0, 1). */
static double draw(const struct size_law *law, long k)
{
  return sp_stream_uniform(law->seed, SP_STREAM_SIZES, law->instance, 0, (uint64_t)k);
}

double size_law_at(const struct size_law *law, long k, long n)
{
  double at = n > 1 ? (double)k / (double)(n - 1) : 0;
  switch (law->form) {
  case SIZES_INCREASING:
    return law->a + (law->b - law->a) * at;
  case SIZES_DECREASING:
    return law->b + (law->a - law->b) * at;
  case SIZES_BIMODAL:
    return draw(law, k) < law->p ? law->a : law->b;
  case SIZES_DRAWN:
    break;
  }
  return sp_range_at(&law->range, draw(law, k));
}

void size_law_moments(const struct size_law *law, double *mean, double *sd)
{
  if (law->form == SIZES_DRAWN) {
    sp_range_moments(&law->range, mean, sd);
    return;
  }
  *mean = law->p * law->a + (1 - law->p) * law->b;
  *sd = fabs(law->a - law->b) * sqrt(law->p * (1 - law->p));
}
