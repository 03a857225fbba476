/* Reads how a star changes over time, and draws its profiles (generate.h). Dates and factors lie on
 * the grid of 2^-20, as other reals.
 *
 * The periods of on LAW off LAW are numbered from 0, those of even numbers are on; draw 1 + k of
 * the stream is the length of period k. Date 0 lies anywhere in the first 128 periods (draw 0), so
 * that a worker is on at first as often as it is on at all, and a long period is met as often as it
 * is long. From there on, whole periods follow up to the horizon, always as many on as off; what of
 * the first is before date 0 comes at the end.
 *
 * The factor of a drift begins anywhere between A and B (draw 0), and change k goes up if draw k is
 * 1/2 or more. So at every date it is uniform in A..B: a reflected step keeps that law. */
#include "base/memory.h"
#include "campaign/generate/generate.h"
#include "model/instance.h"

enum { FIRST_PERIODS = 128 };

static const double grid = 0x1p20;

static const struct way_help {
  const char *form, *help;
} ways[] = {
    [SP_UNCHANGING] = {"constant", "no change"},
    [SP_ON_OFF] = {"on LAW off LAW",
                   "in turn factor 1 and 0, for drawn times; at F: F in place of 0"},
    [SP_DRIFT] = {"drift STEP every T in A..B", "each T the factor goes up or down by STEP"},
    [SP_NIGHTS] = {"night N of DAY",
                   "each DAY factor 0 for N; at F; from LAW: when it begins (at any time)"},
};
enum { WAYS = sizeof ways / sizeof *ways };

bool sp_way_help(int k, const char **form, const char **help)
{
  if (k >= WAYS)
    return false;
  *form = ways[k].form;
  *help = ways[k].help;
  return true;
}

/* ---- Reading. */

/* Ends the text before the word, which has blanks around it; what is after the word, or NULL. */
static char *cut(char *text, const char *word)
{
  char *at = strstr(text, word);
  if (!at)
    return NULL;
  *at = '\0';
  return at + strlen(word);
}

static bool read_number(const char *text, double *number)
{
  struct sp_num x;
  if (!text || sp_num_parse(text + strspn(text, " "), &x) || !(x.v >= 0 && isfinite(x.v)))
    return false;
  *number = x.v;
  return true;
}

/* A range or law of reals. */
static const char *read_times(const char *text, bool positive, struct sp_csv_columns *columns,
                              struct sp_range *range)
{
  const char *expected = sp_range_parse(text, columns, range);
  if (range->grid != SP_INTEGERS)
    range->grid = SP_REALS;
  range->positive = positive;
  if (!expected && range->redrawn)
    return "normal(MEAN, SD) in A..B";
  return expected ? expected : sp_range_fault(range, positive);
}

static const char on_off[] = "on LAW off LAW, perhaps at FACTOR";

static const char *read_on_off(char *text, struct sp_csv_columns *columns, struct sp_way *way)
{
  char *factor = cut(text, " at "), *off = cut(text, " off ");
  if (!off || (factor && !read_number(factor, &way->factor)))
    return on_off;
  const char *expected = read_times(text, true, columns, &way->on);
  return expected ? expected : read_times(off, true, columns, &way->off);
}

static const char *read_drift(char *text, struct sp_way *way)
{
  char *range = cut(text, " in "), *time = cut(text, " every "),
       *most = range ? cut(range, "..") : 0;
  bool good = read_number(text, &way->step) && read_number(time, &way->time) &&
              read_number(range, &way->least) && read_number(most, &way->most);
  return good && way->time > 0 && way->least > 0 && way->step > 0 &&
                 way->step <= way->most - way->least
             ? NULL
             : "drift STEP every TIME in A..B, with 0 < A < B, TIME > 0 and 0 < STEP <= B - A";
}

static const char *read_nights(char *text, struct sp_csv_columns *columns, struct sp_way *way)
{
  char *from = cut(text, " from "), *factor = cut(text, " at "), *day = cut(text, " of ");
  if (!read_number(text, &way->time) || !read_number(day, &way->day) ||
      (factor && !read_number(factor, &way->factor)) || !(way->time > 0 && way->time < way->day))
    return "night LENGTH of DAY, perhaps at FACTOR, perhaps from LAW, with 0 < LENGTH < DAY";
  way->from = (struct sp_range){.max = way->day, .grid = SP_REALS};
  return from ? read_times(from, false, columns, &way->from) : NULL;
}

const char *sp_way_parse(const char *value, bool state, struct sp_csv_columns *columns,
                         struct sp_way *way)
{
  char *copy = sp_xstrdup(value);
  const char *expected = "constant, on LAW off LAW, drift .. or night ..";
  *way = (struct sp_way){.name = SP_UNCHANGING};
  if (!strcmp(copy, "constant")) {
    expected = NULL;
  } else if (!strncmp(copy, "on ", 3)) {
    way->name = SP_ON_OFF;
    expected = read_on_off(copy + 3, columns, way);
  } else if (!strncmp(copy, "drift ", 6)) {
    way->name = SP_DRIFT;
    expected = read_drift(copy + 6, way);
  } else if (!strncmp(copy, "night ", 6)) {
    way->name = SP_NIGHTS;
    expected = read_nights(copy + 6, columns, way);
  }
  free(copy);
  if (!expected && state && (way->name == SP_DRIFT || way->factor != 0))
    return "constant, on LAW off LAW or night LENGTH of DAY: a state is 1 or 0";
  return expected;
}

/* ---- Drawing. */

/* A profile that is being drawn. */
struct drawn {
  struct sp_profile *profile;
  long cap, left;
};

static bool add(struct drawn *d, double date, double factor)
{
  if (d->left-- > 0)
    sp_profile_add(d->profile, &d->cap, date, factor);
  return d->left >= 0;
}

static double on_grid(double x)
{
  return round(x * grid) / grid;
}

static double draw_number(struct sp_draws at, uint64_t k)
{
  at.next = k;
  return sp_draws_next(at);
}

/* The length of period k. */
static double length_of(const struct sp_way *way, struct sp_draws at, uint64_t k)
{
  at.next = 1 + k;
  return sp_range_draw(k % 2 ? &way->off : &way->on, at);
}

static double factor_of(const struct sp_way *way, uint64_t k)
{
  return k % 2 ? way->factor : 1;
}

/* The period in which date 0 lies; *before: how long it has lasted then. */
static uint64_t first_period(const struct sp_way *way, struct sp_draws at, double *before)
{
  double sum = 0, length;
  uint64_t k = 0;
  for (uint64_t j = 0; j < FIRST_PERIODS; j++)
    sum += length_of(way, at, j);
  *before = floor(draw_number(at, 0) * sum * grid) / grid;
  for (; *before >= (length = length_of(way, at, k)); k++)
    *before -= length;
  return k;
}

static bool draw_on_off(const struct sp_way *way, struct sp_draws at, double horizon,
                        struct drawn *d)
{
  double before;
  uint64_t first = first_period(way, at, &before), k = first;
  double date = length_of(way, at, k) - before;
  bool whole = false, good = add(d, 0, factor_of(way, k));
  for (; good && (date < horizon || !whole); whole = !whole) {
    good = add(d, date, factor_of(way, ++k));
    date += length_of(way, at, k);
  }
  if (good && before > 0)
    good = add(d, date, factor_of(way, first));
  d->profile->period = date + before;
  return good;
}

static bool draw_drift(const struct sp_way *way, struct sp_draws at, double horizon,
                       struct drawn *d)
{
  double x = on_grid(way->least + draw_number(at, 0) * (way->most - way->least));
  bool good = add(d, 0, x);
  uint64_t k = 1;
  for (; good && (double)k * way->time < horizon; k++) {
    x += draw_number(at, k) < 0.5 ? -way->step : way->step;
    x = x < way->least ? 2 * way->least - x : x > way->most ? 2 * way->most - x : x;
    x = fmin(fmax(on_grid(x), way->least), way->most);
    good = add(d, (double)k * way->time, x);
  }
  d->profile->period = (double)k * way->time;
  return good;
}

static bool draw_nights(const struct sp_way *way, struct sp_draws at, struct drawn *d)
{
  double from = fmod(sp_range_draw(&way->from, at), way->day), until = from + way->time;
  bool over = until > way->day; /* the first night has begun before date 0 */
  bool good = true;
  d->profile->period = way->day;
  if (over || from > 0)
    good = add(d, 0, over ? way->factor : 1);
  if (over)
    good = good && add(d, until - way->day, 1);
  good = good && add(d, from, way->factor);
  return good && (until >= way->day || add(d, until, 1));
}

bool sp_way_draw(const struct sp_way *way, struct sp_draws at, double horizon, long *left,
                 struct sp_profile *profile)
{
  struct drawn d = {.profile = profile, .left = *left};
  *profile = (struct sp_profile){.period = INFINITY};
  bool good = way->name == SP_ON_OFF  ? draw_on_off(way, at, horizon, &d)
              : way->name == SP_DRIFT ? draw_drift(way, at, horizon, &d)
                                      : draw_nights(way, at, &d);
  *left = d.left;
  return good;
}
