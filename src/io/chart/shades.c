/* Shades what changes behind the rows of a star: where a worker or its link is slower than at
 * factor 1 its row is grey, the slower the darker; where it stands still the row is hatched, and
 * dark where it is down.
 *
 * A profile may change 10^4 times within a column of the page. A shade is therefore the mean of a
 * column, and neighbours of one shade are one rectangle: the picture's size depends on the page.
 * In a whole chart, whose time axis can be stretched, shades change at the dates of the profile,
 * or in columns if these dates are many. */
#include "base/memory.h"
#include "io/chart/layout.h"
#include "model/profile.h"
#include "validate/changes.h"

static const double narrowest = 0.5;   /* width of a column, like `visible` of bars.c */
static const double most_shades = 2e5; /* of a chart; with many rows columns are wider */
static const double still = 1e-6;      /* means below it are 0 */
static const double uneven = 1e-3;     /* levels: columns of a quick profile differ by less */
enum { most_dates = 2000 };            /* of a row of a whole chart */
enum { most_edges = 2 }; /* columns in a row that something down or still for a moment can tint */

/* ---- which columns have which shade */

/* What slows the row of a worker: its rate, at most 1, whether it is up, and of transfers whether
 * its link is up. profile NULL: always 1. */
enum { RATE, HOST, LINK, SLOWING };

static double mean_of(const struct integral *in, double from, double to)
{
  return in->profile ? integral_between(in, from, to) / (to - from) : 1;
}

static enum gantt_shade shade_at(const struct integral s[SLOWING], double from, double to)
{
  double up = mean_of(&s[HOST], from, to) * mean_of(&s[LINK], from, to);
  double rate = mean_of(&s[RATE], from, to) * up;
  if (up < 0.5)
    return GANTT_DOWN;
  if (rate < still)
    return GANTT_STILL;
  double level = ceil((1 - rate) * GANTT_SLOWEST - uneven);
  return level > 0 ? (enum gantt_shade)level : GANTT_FULL_SPEED;
}

static bool is_slower(enum gantt_shade shade)
{
  return shade > GANTT_FULL_SPEED && shade <= GANTT_SLOWEST;
}

static void add_span(struct gantt_chart *chart, int row, double x0, double x1,
                     enum gantt_shade shade)
{
  struct gantt_span *last = chart->n_spans ? &chart->span[chart->n_spans - 1] : NULL;
  if (last && last->row == row && last->shade == shade && last->x1 >= x0) {
    last->x1 = x1;
    return;
  }
  chart->shaded[shade] = true;
  chart->span = sp_context_grow(chart->memory, chart->span, chart->n_spans, sizeof *chart->span);
  chart->span[chart->n_spans++] = (struct gantt_span){row, x0, x1, shade};
}

static void shade_columns(struct gantt_chart *chart, int row, const struct integral s[SLOWING])
{
  double length = chart->right - chart->left, scale = (chart->horizon - chart->start) / length;
  double wide =
      chart->whole ? length / most_dates : fmax(narrowest, length * chart->n_rows / most_shades);
  long columns = (long)ceil(length / wide), in_a_row = 0;
  for (long k = 0; k < columns; k++) {
    double from = (double)k * wide, to = fmin(from + wide, length);
    enum gantt_shade shade =
        to > from ? shade_at(s, chart->start + from * scale, chart->start + to * scale)
                  : GANTT_FULL_SPEED;
    in_a_row = is_slower(shade) ? in_a_row + 1 : 0;
    chart->slower |= in_a_row > most_edges;
    if (shade != GANTT_FULL_SPEED)
      add_span(chart, row, chart->left + from, chart->left + to, shade);
  }
}

/* The first date after `date` at which a profile changes. */
static double next_change(const struct integral s[SLOWING], double date)
{
  double next = INFINITY;
  for (int k = 0; k < SLOWING; k++)
    if (s[k].profile)
      next = fmin(next, profile_next(s[k].profile, date));
  return next;
}

/* Shades a whole chart from change to change; false if there are too many. */
static bool shade_changes(struct gantt_chart *chart, int row, const struct integral s[SLOWING])
{
  double date = 0;
  for (int n = 0; date < chart->horizon && n <= most_dates; n++)
    date = next_change(s, date);
  if (date < chart->horizon)
    return false;
  for (double from = 0, to; from < chart->horizon; from = to) {
    to = fmin(next_change(s, from), chart->horizon);
    enum gantt_shade shade = shade_at(s, from, to);
    if (shade != GANTT_FULL_SPEED)
      add_span(chart, row, from, to, shade);
  }
  return true;
}

/* A copy of the profile with factors of at most 1. */
static struct sp_profile capped(const struct sp_profile *rate)
{
  struct sp_profile copy = sp_profile_copy(rate);
  for (long k = 0; k < copy.n; k++)
    copy.factor[k] = fmin(copy.factor[k], 1);
  return copy;
}

/* A transfer needs the worker and its link, a computation the worker alone. */
static void shade_row(struct gantt_chart *chart, int row, const struct sp_instance *in)
{
  bool comm = chart->row[row].role == GANTT_COMM, changes = false;
  const enum sp_changing kind[] = {comm ? SP_BANDWIDTH : SP_SPEED, SP_HOST_STATE, SP_LINK_STATE};
  struct integral s[SLOWING] = {{.profile = NULL}};
  struct sp_profile rate = {.period = INFINITY};
  for (int k = RATE; k < (comm ? SLOWING : LINK); k++) {
    const struct sp_profile *all = in->profile[kind[k]];
    const struct sp_profile *own = all ? &all[chart->row[row].node] : NULL;
    if (!own || own->n == 0)
      continue;
    if (k == RATE)
      rate = capped(own);
    s[k] = integral_of(k == RATE ? &rate : own);
    changes = true;
  }
  if (changes && !(chart->whole && shade_changes(chart, row, s)))
    shade_columns(chart, row, s);
  for (int k = RATE; k < SLOWING; k++)
    integral_clear(&s[k]);
  sp_profile_clear(&rate);
}

void gantt_make_shades(struct gantt_chart *chart, const struct sp_instance *in)
{
  for (int r = 0; r < chart->n_rows; r++)
    if (chart->row[r].node > 0 && chart->row[r].node <= in->m)
      shade_row(chart, r, in);
}

void gantt_shades_wanted(const struct gantt_chart *chart, bool wanted[GANTT_SHADES])
{
  bool slower = false;
  for (int shade = 0; shade < GANTT_SHADES; shade++) {
    slower |= is_slower((enum gantt_shade)shade) && chart->shaded[shade];
    wanted[shade] = shade > GANTT_SLOWEST && chart->shaded[shade];
  }
  bool edges = wanted[GANTT_STILL] || wanted[GANTT_DOWN];
  wanted[GANTT_SLOWEST] = slower && (chart->slower || !edges);
}
