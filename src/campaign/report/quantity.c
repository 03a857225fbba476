/* FUNCTION(VALUE) of a method at a point, with its standard error; formulas in docs/formats.md. */
#include "base/memory.h"
#include "campaign/report/parts.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

int sp_quantity_check(const struct sp_matrix *m, const struct sp_quantity *quantity,
                      struct sp_error *error)
{
  if (sp_value_known(m, quantity))
    return SP_OK;
  return sp_bad_input(error,
                      "%s: the table asks for '%s', expected distance, gap, makespan, done, "
                      "planned, messages, bound, total, rho, optimum, planning or a bound's name",
                      m->experiment->file, quantity->value);
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

/* A cell without a published value. */
static struct sp_cell cell_of(double value, double se, long n)
{
  return (struct sp_cell){.value = value,
                          .se = se,
                          .n = n,
                          .print = {.value = NAN},
                          .print_se = NAN,
                          .verdict = SP_NO_PRINT};
}

static struct sp_cell counted_cell(const struct sp_quantity *quantity, struct sp_shares shares)
{
  long part = quantity->function == SP_WINS ? shares.wins : shares.ties;
  double share = (double)part / (double)shares.n;
  return cell_of(share, sp_standard_error_of_share(share, shares.n), shares.n);
}

struct sp_cell sp_quantity_cell(const struct sp_matrix *m, const struct sp_quantity *quantity,
                                int point, int method)
{
  if (sp_quantity_is_counted(quantity))
    return counted_cell(quantity, sp_count_shares(m, point, method));
  double *sample = sp_xcalloc((size_t)m->count, sizeof *sample);
  long n = sp_sample(m, point, method, quantity, sample);
  struct sp_cell cell =
      cell_of(sp_quantity_value(quantity, sample, n), sp_quantity_error(quantity, sample, n), n);
  free(sample);
  return cell;
}

/* ---- Over all points. */

struct sp_shares sp_count_all_shares(const struct sp_matrix *m, int method)
{
  struct sp_shares all = {0};
  for (int point = 0; point < m->points; point++) {
    struct sp_shares one = sp_count_shares(m, point, method);
    all.wins += one.wins, all.ties += one.ties, all.n += one.n;
  }
  return all;
}

/* x[points][count], NAN where there is no value; its order is lost. */
static struct sp_cell pooled_cell(const struct sp_quantity *quantity, const struct sp_matrix *m,
                                  double *x)
{
  double se;
  long n = 0, platforms;
  double mean = sp_clustered_mean(x, m->count, m->points, &se, &platforms);
  if (quantity->function == SP_MEAN)
    return cell_of(mean, se, platforms);
  for (long k = 0; k < m->points * m->count; k++)
    if (!isnan(x[k]))
      x[n++] = x[k];
  return cell_of(sp_quantity_value(quantity, x, n), NAN, platforms);
}

struct sp_cell sp_quantity_overall(const struct sp_matrix *m, const struct sp_quantity *quantity,
                                   int method)
{
  if (sp_quantity_is_counted(quantity))
    return counted_cell(quantity, sp_count_all_shares(m, method));
  double *x = sp_xcalloc((size_t)(m->points * m->count), sizeof *x);
  for (int point = 0; point < m->points; point++)
    sp_values(m, point, method, quantity, x + point * m->count);
  struct sp_cell cell = pooled_cell(quantity, m, x);
  free(x);
  return cell;
}

/* ---- Words. */

const char *sp_quantity_figure(const struct sp_quantity *quantity, double value,
                               struct sp_figure *buffer)
{
  if (isnan(value) || !sp_quantity_is_timed(quantity))
    return sp_figure_text(value, buffer);
  snprintf(buffer->text, sizeof buffer->text, "%.3g", value);
  return buffer->text;
}
