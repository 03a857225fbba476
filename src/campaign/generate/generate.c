/* Draws instances: stars of a generator, whose settings it checks, networks and graphs. */
#include "base/memory.h"
#include "base/text.h"
#include "campaign/generate/words.h"
#include "io/graph/graph.h"
#include "io/graph/network_spec.h"
#include "io/text/star.h"
#include "model/instance.h"

#include <gsl/gsl_cdf.h>

/* With 45 * 2^35 bytes (flops) per unit, every whole cost 1..100 equals unit / bandwidth for some
 * double. SimGrid rounds messages down to whole bytes; the large power of two keeps chunks
 * precise. */
static const double unit = 45 * 0x1p35;

/* The range with the grid that it has by the setting `type`. */
static struct sp_range typed(const struct sp_generator *g, struct sp_range r)
{
  if (r.grid == SP_AS_TYPE && g->real)
    r.grid = SP_REALS;
  return r;
}

static struct sp_draws position(struct sp_draws at, enum sp_stream parameter, int worker)
{
  at.parameter = parameter;
  at.worker = (uint32_t)worker;
  return at;
}

static double draw(const struct sp_generator *g, struct sp_range r, struct sp_draws at,
                   enum sp_stream parameter, int worker)
{
  r = typed(g, r);
  return sp_range_draw(&r, position(at, parameter, worker));
}

static int check_range(const char *name, struct sp_range r, bool positive, struct sp_error *error)
{
  char min[SP_NUMBER_TEXT], max[SP_NUMBER_TEXT];
  const char *expected = sp_range_fault(&r, positive);
  if (!expected)
    return SP_OK;
  return sp_bad_input(error, "%s=%s%s%s..%s: expected %s", name, sp_law_word(&r.law),
                      r.law.name == SP_EQUAL ? "" : " in ", sp_double_text(r.min, min),
                      sp_double_text(r.max, max), expected);
}

/* Number of the m workers that have loads. */
static int loaded_of(const struct sp_generator *g, int m)
{
  int most = g->loaded ? g->loaded : (m + 1) / 2;
  return most < m ? most : m;
}

/* Checks that redrawing ends soon: the mean sum reaches the minimum, or all workers draw at least
 * their share of it with a probability of a thousandth or more. */
static int check_minimum(const struct sp_generator *g, int workers, struct sp_error *error)
{
  workers = loaded_of(g, workers);
  double mean = workers * sp_range_mean(&g->load);
  double share = fmax(g->load.min, ceil(g->minimum / workers));
  double favourable = sp_range_tail(&g->load, share);
  if (mean >= g->minimum || (favourable > 0 && pow(favourable, workers) >= 1e-3))
    return SP_OK;
  char min[SP_NUMBER_TEXT], max[SP_NUMBER_TEXT], minimum[SP_NUMBER_TEXT];
  return sp_bad_input(error,
                      "%d load%s of %s..%s rarely sum%s to minimum=%s, expected a lower minimum, "
                      "higher loads or more workers",
                      workers, sp_plural(workers), sp_double_text(g->load.min, min),
                      sp_double_text(g->load.max, max), workers == 1 ? "s" : "",
                      sp_double_text(g->minimum, minimum));
}

static int check_settings(const struct sp_generator *g, int workers, struct sp_error *error)
{
  if (workers < 1 || workers > STAR_MOST_WORKERS)
    return sp_bad_input(error, "%d workers, expected 1..%d", workers, STAR_MOST_WORKERS);
  if (g->correlation.v != 0 && (g->shared_c || g->shared_w))
    return sp_bad_input(error,
                        "correlation with one draw of %s for all workers, expected %s.shared=no",
                        g->shared_c ? "c" : "w", g->shared_c ? "c" : "w");
  if (g->problem != SP_REDISTRIBUTION && g->load_set)
    return sp_bad_input(error, "load and %s, expected one of the two",
                        g->problem == SP_BAG ? "tasks" : "work");
  const struct {
    const char *name;
    struct sp_range range;
    bool positive, checked;
  } drawn[] = {{"c", typed(g, g->c), false, true},
               {"w", typed(g, g->w), true, true},
               {"latency", typed(g, g->latency), false, true},
               {"load", g->load, false, true},
               {"buffer", g->buffer, true, g->buffer.min < INFINITY},
               {"result", g->result, false, g->result.min < g->result.max},
               {"memory", typed(g, g->memory), true, g->memory.min < INFINITY}};
  int code = SP_OK;
  for (size_t k = 0; k < sizeof drawn / sizeof *drawn && !code; k++)
    if (drawn[k].checked)
      code = check_range(drawn[k].name, drawn[k].range, drawn[k].positive, error);
  return code || g->problem != SP_REDISTRIBUTION ? code : check_minimum(g, workers, error);
}

/* c and w of a worker, with a correlation by a Gaussian copula: their ranks are those of two
 * normal variables with the correlation 2 sin(pi rho / 6), whose ranks have the correlation rho
 * (Pearson, On further methods of determining correlation, Drapers' Company Research Memoirs,
 * Biometric Series IV, 1907). Each by itself keeps its law. */
static void draw_pair(const struct sp_generator *g, struct sp_instance *in, struct sp_draws at,
                      int i)
{
  static const double least = 0x1p-54; /* 0 is drawn, too, and has no normal number */
  struct sp_range c = typed(g, g->c), w = typed(g, g->w);
  double u = sp_draws_next(position(at, SP_STREAM_C, i));
  double v = sp_draws_next(position(at, SP_STREAM_W, i));
  double r = 2 * sin(M_PI * g->correlation.v / 6);
  double normal = r * gsl_cdf_ugaussian_Pinv(fmax(u, least)) +
                  sqrt(fmax(0, 1 - r * r)) * gsl_cdf_ugaussian_Pinv(fmax(v, least));
  in->c[i] = sp_double(sp_range_at(&c, u));
  in->w[i] = sp_double(sp_range_at(&w, gsl_cdf_ugaussian_P(normal)));
}

static void draw_costs(const struct sp_generator *g, struct sp_instance *in, struct sp_draws at)
{
  for (int i = 1; i <= in->m; i++) {
    int link = g->shared_c ? 0 : i, cpu = g->shared_w ? 0 : i;
    if (g->correlation.v != 0) {
      draw_pair(g, in, at, i);
    } else {
      in->c[i] = sp_double(draw(g, g->c, at, SP_STREAM_C, link));
      in->w[i] = sp_double(draw(g, g->w, at, SP_STREAM_W, cpu));
    }
    in->latency[i] = sp_double(draw(g, g->latency, at, SP_STREAM_LATENCY, link));
    if (g->buffer.min != INFINITY)
      in->buffer[i] = (long)draw(g, g->buffer, at, SP_STREAM_BUFFER, i);
    if (g->memory.min != INFINITY)
      in->memory[i] = sp_double(draw(g, g->memory, at, SP_STREAM_MEMORY, i));
    if (g->result.max > 0)
      in->result[i] = sp_double(draw(g, g->result, at, SP_STREAM_RESULT, link) * in->c[i].v);
  }
}

static void draw_loads(const struct sp_generator *g, struct sp_instance *in, struct sp_draws at)
{
  double sum;
  int loaded = loaded_of(g, in->m);
  do {
    sum = 0;
    for (int i = 1; i <= loaded; i++) {
      in->load[i] = sp_double(draw(g, g->load, at, SP_STREAM_LOAD, i));
      sum += in->load[i].v;
    }
    at.next++;
  } while (sum < g->minimum);
}

/* ---- Profiles. */

/* Of all profiles of a star: 32 MB. */
static const long MOST_PIECES = 2000000;

static bool is_changing(const struct sp_generator *g)
{
  int kind = 0;
  while (kind < SP_CHANGING && g->change[kind].name == SP_UNCHANGING)
    kind++;
  return kind < SP_CHANGING;
}

/* The date up to which profiles are drawn. */
static double horizon_of(const struct sp_generator *g, const struct sp_instance *in)
{
  double speeds = 0;
  if (!g->horizon_bounds)
    return g->horizon;
  for (int i = 1; i <= in->m; i++)
    speeds += 1 / in->w[i].v;
  return g->horizon * fmin(in->total.v / speeds, in->deadline.v);
}

static int draw_profiles(const struct sp_generator *g, struct sp_instance *in, struct sp_draws at,
                         struct sp_error *error)
{
  double horizon = horizon_of(g, in);
  long left = MOST_PIECES;
  bool good = true;
  for (int kind = 0; kind < SP_CHANGING; kind++)
    for (int i = 1; g->change[kind].name != SP_UNCHANGING && i <= in->m && good; i++) {
      struct sp_profile profile;
      at.parameter = SP_STREAM_SPEED + (uint32_t)kind;
      at.worker = (uint32_t)i;
      good = sp_way_draw(&g->change[kind], at, horizon, &left, &profile);
      sp_set_profile(in, (enum sp_changing)kind, i, &profile);
      sp_profile_clear(&profile);
    }
  if (good)
    return sp_instance_check(in, error);
  char date[SP_NUMBER_TEXT];
  return sp_bad_input(error,
                      "horizon=%s%s: more than %ld changes up to date %s, expected fewer workers, "
                      "fewer changes or a nearer horizon",
                      sp_double_text(g->horizon, date), g->horizon_bounds ? " bounds" : "",
                      MOST_PIECES, sp_double_text(horizon, date));
}

/* Instance `index`; NULL with the error of the instance check. */
static struct sp_instance *make(const struct sp_generator *g, int workers, uint64_t seed,
                                uint32_t index, struct sp_error *error)
{
  struct sp_instance *in = sp_instance_alloc(workers);
  struct sp_draws at = {.seed = seed, .instance = index};
  in->problem = g->problem;
  in->total = g->total;
  in->deadline = g->deadline;
  in->task_bytes = in->task_flops = unit;
  in->free_by_chunk = g->by_chunk;
  in->lost_stay = g->lost_stay;
  in->platform.node[0].ports.recv = g->recv;
  in->platform.node[0].ports.send = g->send;
  in->platform.node[0].ports.recv_send = !g->half_duplex;
  in->hold_result = g->hold_result;
  in->known = g->known;
  in->overhead = g->overhead;
  in->request = g->request;
  draw_costs(g, in, at);
  if (g->problem == SP_REDISTRIBUTION)
    draw_loads(g, in, at);
  int code = SP_OK;
  if (g->release.rate > 0 || g->release.every > 0)
    code = sp_coming_draw(&g->release, at, in, error);
  struct sizes sizes = g->sizes;
  sizes.law.seed = at.seed;
  sizes.law.instance = at.instance;
  sizes.mean = sizes.sd = NAN;
  if (code == SP_OK)
    code = sizes_of_bag(&sizes, in, error);
  if (code == SP_OK)
    code = sp_instance_check(in, error);
  if (code == SP_OK && is_changing(g))
    code = draw_profiles(g, in, at, error);
  if (code == SP_OK)
    return in;
  sp_instance_free(in);
  return NULL;
}

int sp_generator_check(const struct sp_generator *g, int workers, struct sp_error *error)
{
  int code = check_settings(g, workers, error);
  if (code != SP_OK)
    return code;
  struct sp_instance *in = make(g, workers, 0, 0, error);
  sp_instance_free(in);
  return in ? SP_OK : SP_BAD_INPUT;
}

int sp_generator_workers(const struct sp_generator *g, uint64_t seed, uint32_t index)
{
  struct sp_draws at = {.seed = seed, .instance = index};
  return g->workers.max > 0 ? (int)draw(g, g->workers, at, SP_STREAM_WORKERS, 0) : 0;
}

struct sp_instance *sp_generate(const struct sp_generator *g, int workers, uint64_t seed,
                                uint32_t index)
{
  if (check_settings(g, workers, NULL) != SP_OK)
    return NULL;
  return make(g, workers, seed, index, NULL);
}

/* ---- Networks and graphs. */

/* Makes the instance from these words, which it then owns; NULL with the error of the command
 * line's reader. */
static struct sp_instance *read_words(enum sp_problem problem, char *spec, struct sp_error *error)
{
  if (problem == SP_STEADY) {
    struct sp_graph *g = sp_read_graph_spec(spec, error);
    return g ? sp_instance_of_graph(g, spec) : NULL;
  }
  char kind[16];
  size_t length = strcspn(spec, " ");
  snprintf(kind, sizeof kind, "%.*s", (int)length, spec);
  struct sp_network *net = sp_network_parse(sp_network_kind_of(kind), spec + length, error);
  return net ? sp_instance_of_network(net, spec) : NULL;
}

static bool read_time(const struct sp_drawing *d, struct sp_num *time)
{
  const char *text = sp_word(d, "time", "inf");
  return (!sp_num_parse(text, time) && time->v > 0) ||
         sp_word_fault(d, "time", text, "a number > 0");
}

struct sp_instance *sp_generate_graph(enum sp_problem problem, const struct sp_settings *settings,
                                      uint64_t seed, uint32_t index, struct sp_error *error)
{
  struct sp_instance *in = NULL;
  struct sp_error ignored;
  struct sp_drawing d = {settings, seed, index, error ? error : &ignored};
  struct sp_num deadline = {INFINITY, 0, 0};
  char *spec;
  FILE *f = sp_open_string(&spec);
  bool good = problem == SP_NETWORK ? sp_network_words(&d, f)
                                    : sp_steady_words(&d, f) && read_time(&d, &deadline);
  fclose(f);
  if (good)
    in = read_words(problem, spec, d.error);
  if (in)
    in->deadline = deadline;
  else
    free(spec);
  return in;
}
