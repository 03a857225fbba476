/* FUNCTION(VALUE) of a method at a point, with its standard error; formulas in docs/formats.md. */
#include "base/memory.h"
#include "campaign/experiment/values.h"
#include "campaign/report/parts.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static double median(const double *x, long n)
{
  return sp_quantile(x, n, 0.5);
}

static double least(const double *x, long n)
{
  return sp_quantile(x, n, 0);
}

static double no_error(const double *x, long n)
{
  (void)x, (void)n;
  return NAN;
}

static const struct statistic {
  const char *name;
  double (*value)(const double *, long);
  double (*error)(const double *, long);
} statistics[] = {
    {"mean", sp_mean, sp_standard_error}, {"sd", sp_sd_population, sp_standard_error_of_sd},
    {"se", sp_standard_error, no_error},  {"min", least, no_error},
    {"median", median, no_error},         {"max", sp_max, no_error},
};
enum { STATISTICS = sizeof statistics / sizeof statistics[0] };

static const struct statistic *find_statistic(const char *name)
{
  for (int k = 0; k < STATISTICS; k++)
    if (!strcmp(statistics[k].name, name))
      return &statistics[k];
  return NULL;
}

/* wins or ties: shares of platforms that the makespan alone decides, whatever the value. */
static bool is_share(const struct sp_cell_quantity *quantity)
{
  return !strcmp(quantity->function, "wins") || !strcmp(quantity->function, "ties");
}

int sp_quantity_check(const struct sp_matrix *m, const struct sp_cell_quantity *quantity,
                      struct sp_error *error)
{
  const char *file = m->experiment->file;
  double threshold;
  if (!sp_value_known(m, quantity->value))
    return sp_bad_input(error,
                        "%s: the table asks for '%s', expected distance, gap, makespan, done, "
                        "planned, messages, bound, total, rho, optimum, planning or a bound's name",
                        file, quantity->value);
  bool share = !strcmp(quantity->function, "share");
  if (share ? !sp_value_threshold(quantity->value, &threshold)
            : !is_share(quantity) && !find_statistic(quantity->function) &&
                  sp_quantile_of(quantity->function) < 0)
    return sp_bad_input(error,
                        "%s: the table asks for '%s', expected mean, sd, se, min, median, max, "
                        "wins, ties, share or q00 to q99",
                        file, quantity->function);
  return SP_OK;
}

struct sp_shares sp_count_shares(const struct sp_matrix *m, int point, int method)
{
  struct sp_shares shares = {0};
  int self = method < m->best_of ? method : -1;
  for (long index = 0; index < m->count; index++) {
    double value = m->makespan[(point * m->count + index) * m->methods + method];
    double others = sp_best(m, point, index, self);
    if (isnan(value) || isnan(others))
      continue;
    shares.n++;
    if (sp_tied(value, others))
      shares.ties++;
    else
      shares.wins += value < others;
  }
  return shares;
}

static void set_share(struct sp_cell *cell, double share, long n)
{
  cell->n = n;
  cell->value = n ? share : NAN;
  cell->se = n ? sqrt(cell->value * (1 - cell->value) / (double)n) : NAN;
}

static void set_statistic(struct sp_cell *cell, const char *function, const double *x, long n)
{
  const struct statistic *statistic = find_statistic(function);
  cell->n = n;
  cell->value = statistic ? statistic->value(x, n) : sp_quantile(x, n, sp_quantile_of(function));
  cell->se = statistic ? statistic->error(x, n) : NAN;
}

struct sp_cell sp_quantity_cell(const struct sp_matrix *m, const struct sp_cell_quantity *quantity,
                                int point, int method)
{
  struct sp_cell cell = {.print = {.value = NAN}, .print_se = NAN, .verdict = SP_NO_PRINT};
  if (is_share(quantity)) {
    struct sp_shares shares = sp_count_shares(m, point, method);
    long part = quantity->function[0] == 'w' ? shares.wins : shares.ties;
    set_share(&cell, (double)part / (double)shares.n, shares.n);
    return cell;
  }
  double threshold, *sample = sp_xcalloc((size_t)m->count, sizeof *sample);
  long n = sp_sample(m, point, method, quantity->value, sample);
  if (!strcmp(quantity->function, "share") && sp_value_threshold(quantity->value, &threshold))
    set_share(&cell, sp_share_below(sample, n, threshold), n);
  else
    set_statistic(&cell, quantity->function, sample, n);
  free(sample);
  return cell;
}

/* ---- Over all points. */

static struct sp_shares count_all_shares(const struct sp_matrix *m, int method)
{
  struct sp_shares all = {0};
  for (int point = 0; point < m->points; point++) {
    struct sp_shares one = sp_count_shares(m, point, method);
    all.wins += one.wins, all.ties += one.ties, all.n += one.n;
  }
  return all;
}

static void set_overall(struct sp_cell *cell, const struct sp_cell_quantity *quantity,
                        const struct sp_matrix *m, double *x)
{
  double mean = sp_clustered_mean(x, m->count, m->points, &cell->se, &cell->n), threshold;
  long n = 0;
  if (!strcmp(quantity->function, "mean")) {
    cell->value = mean;
    return;
  }
  for (long k = 0; k < m->points * m->count; k++)
    if (!isnan(x[k]))
      x[n++] = x[k];
  long platforms = cell->n;
  if (sp_value_threshold(quantity->value, &threshold))
    set_share(cell, sp_share_below(x, n, threshold), n);
  else
    set_statistic(cell, quantity->function, x, n);
  cell->n = platforms;
  cell->se = NAN;
}

struct sp_cell sp_quantity_overall(const struct sp_matrix *m,
                                   const struct sp_cell_quantity *quantity, int method)
{
  struct sp_cell cell = {.print = {.value = NAN}, .print_se = NAN, .verdict = SP_NO_PRINT};
  if (is_share(quantity)) {
    struct sp_shares all = count_all_shares(m, method);
    set_share(&cell, (double)(quantity->function[0] == 'w' ? all.wins : all.ties) / (double)all.n,
              all.n);
    return cell;
  }
  double *x = sp_xcalloc((size_t)(m->points * m->count), sizeof *x);
  for (int point = 0; point < m->points; point++)
    sp_values(m, point, method, quantity->value, x + point * m->count);
  set_overall(&cell, quantity, m, x);
  free(x);
  return cell;
}

/* ---- Words. */

bool sp_quantity_is_timed(const struct sp_cell_quantity *quantity)
{
  return !is_share(quantity) && sp_value_has(quantity->value, "planning");
}

const char *sp_quantity_figure(const struct sp_cell_quantity *quantity, double value,
                               struct sp_figure *buffer)
{
  if (isnan(value) || !sp_quantity_is_timed(quantity))
    return sp_figure_text(value, buffer);
  snprintf(buffer->text, sizeof buffer->text, "%.3g", value);
  return buffer->text;
}
