/* Values that the platform alone decides: total, rho, power, time-alone, direct and the lower
 * bounds by their names. They are computed once for all methods, and only those that a table, a
 * figure or a claim of the experiment names. */
#include "campaign/run/run_key.h"
#include "campaign/summary/matrix.h"
#include "engine/perform/perform_graph.h"
#include "model/instance.h"
#include "solve/bag/places.h"
#include "solve/bounds/bounds.h"
#include "solve/network/direct.h"

/* ---- Platforms: each is drawn when it is needed, and only the last one is kept. */

const struct sp_instance *sp_matrix_platform(const struct sp_matrix *m, int point, long index,
                                             struct sp_error *error)
{
  return sp_platform(m->platforms, m->variant, point, (uint32_t)index, error);
}

bool sp_matrix_fixed(const struct sp_matrix *m, int point)
{
  char *text[2] = {NULL, NULL}; /* of the first two */
  for (int k = 0; k < 2 && m->platforms; k++) {
    const struct sp_instance *in = sp_matrix_platform(m, point, k, NULL);
    text[k] = in ? sp_instance_text(in) : NULL;
  }
  bool equal = text[0] && text[1] && !strcmp(text[0], text[1]);
  free(text[0]);
  free(text[1]);
  return equal;
}

/* ---- The values that are named. */

double *sp_missing_values(const struct sp_experiment *e, size_t n)
{
  double *value = sp_new(e->memory, n, double);
  for (size_t k = 0; k < n; k++)
    value[k] = NAN;
  return value;
}

static void add_measure(struct sp_matrix *m, const char *name)
{
  if (sp_matrix_measured(m, name))
    return;
  size_t platforms = (size_t)m->points * (size_t)m->count, n = (size_t)m->n_measures++;
  m->measure[n] = (struct sp_measure){name, sp_missing_values(m->experiment, platforms)};
}

static void add_measures(struct sp_matrix *m, const struct sp_quantity *quantity)
{
  for (int k = 0; k < quantity->terms; k++)
    if (sp_value_is_measured(quantity->term[k].value))
      add_measure(m, quantity->term[k].name);
}

const double *sp_matrix_measured(const struct sp_matrix *m, const char *name)
{
  for (int k = 0; k < m->n_measures; k++)
    if (!strcmp(m->measure[k].name, name))
      return m->measure[k].value;
  return NULL;
}

/* ---- Their computation. */

/* Messages of a divisible load can be arbitrarily long, so a latency costs no throughput. NAN: the
 * star changes, there is no one throughput. */
static double rho_of(const struct sp_instance *in)
{
  if (sp_is_changing(in))
    return NAN;
  struct sp_context *cx = sp_context_plain();
  double rho = sp_rates(cx, in, in->problem == SP_BAG ? SP_RATE_TASKS : SP_RATE_UNITS, NULL, NULL);
  sp_context_free(cx);
  return rho;
}

/* With its places, exactly. NAN: the star changes, or its graph of states is too large. */
static double throughput_of(const struct sp_instance *in)
{
  struct sp_star_cycle cycle;
  struct sp_error error;
  bool known = sp_star_cycle_solve(in, (struct sp_star_limits){0}, &cycle, &error) == SP_OK;
  double throughput = known ? sp_q_nearest(cycle.throughput) : NAN;
  sp_star_cycle_clear(&cycle);
  return throughput;
}

/* The places of all workers with which it is rho; NAN as above. */
static double fewest_places_of(const struct sp_instance *in)
{
  struct sp_context *cx = sp_context_plain();
  struct sp_fewest_places fewest;
  struct sp_star_cycle cycle;
  struct sp_error error;
  double places = NAN;
  if (sp_star_fewest_places(cx, in, &fewest, &cycle, &error) == SP_OK) {
    places = 0;
    for (int i = 1; i <= in->m; i++)
      places += (double)fewest.places[i];
  }
  free(fewest.places);
  sp_star_cycle_clear(&cycle);
  sp_context_free(cx);
  return places;
}

static double power_of(const struct sp_instance *in)
{
  double power = 0;
  for (int i = 1; i <= in->m; i++)
    power += 1 / in->w[i].v;
  return power;
}

/* By the rule of BBA with direct messages, if nothing changes. */
static double direct_of(const struct sp_instance *in)
{
  struct sp_instance nominal = sp_nominal_star(in);
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  struct sp_context *cx = sp_context_plain();
  const struct sp_redistribution *p = sp_redistribution_new(cx, &nominal, 1);
  direct_greedy(cx, p, &plan);
  double makespan = sp_redistribution_time(p, plan.planned);
  sp_schedule_clear(&plan);
  sp_context_free(cx);
  return makespan;
}

/* The bounds are computed once for all their names. */
static void measure_star(const struct sp_instance *in, int n, const char *const *name,
                         double *value)
{
  struct sp_bound bound[SP_NAMED_BOUNDS] = {0};
  int bounds = -1;
  for (int k = 0; k < n; k++) {
    if (!strcmp(name[k], "total"))
      value[k] = in->total.v;
    else if (!strcmp(name[k], "rho"))
      value[k] = rho_of(in);
    else if (!strcmp(name[k], "throughput"))
      value[k] = throughput_of(in);
    else if (!strcmp(name[k], "fewest-places"))
      value[k] = fewest_places_of(in);
    else if (!strcmp(name[k], "power"))
      value[k] = power_of(in);
    else if (!strcmp(name[k], "time-alone"))
      value[k] = sp_time_alone(in);
    else if (!strcmp(name[k], "direct"))
      value[k] = direct_of(in);
    else if (bounds < 0)
      bounds = sp_named_bounds(in, bound);
    for (int b = 0; b < bounds; b++)
      if (!strcmp(bound[b].name, name[k]))
        value[k] = bound[b].value;
  }
}

/* Has any method a result on the platform? */
static bool is_run(const struct sp_matrix *m, long platform)
{
  for (int method = 0; method < m->methods; method++)
    if (!isnan(sp_makespan_at(m, platform, method)))
      return true;
  return false;
}

static int measure_platform(struct sp_matrix *m, int point, long index, struct sp_error *error)
{
  int n = m->n_measures;
  const struct sp_instance *in = sp_matrix_platform(m, point, index, error);
  if (!in)
    return SP_BAD_INPUT;
  const char **name = sp_xcalloc((size_t)n, sizeof *name);
  double *value = sp_xcalloc((size_t)n, sizeof *value);
  for (int k = 0; k < n; k++) {
    name[k] = m->measure[k].name;
    value[k] = NAN;
  }
  (in->kind == SP_INSTANCE_STAR ? measure_star : sp_graph_measure)(in, n, name, value);
  for (int k = 0; k < n; k++)
    m->measure[k].value[point * m->count + index] = value[k];
  free(value);
  free(name);
  return SP_OK;
}

int sp_matrix_measure(struct sp_matrix *m, struct sp_error *error)
{
  const struct sp_quantity *quantity;
  int code = SP_OK, most = 0;
  while (sp_experiment_quantity(m->experiment, most))
    most++;
  m->measure = sp_new(m->experiment->memory, most * SP_MOST_TERMS, struct sp_measure);
  for (int k = 0; (quantity = sp_experiment_quantity(m->experiment, k)); k++)
    add_measures(m, quantity);
  for (int point = 0; m->n_measures && point < m->points; point++)
    for (long index = 0; index < m->count && !code; index++)
      if (is_run(m, point * m->count + index))
        code = measure_platform(m, point, index, error);
  return code;
}
