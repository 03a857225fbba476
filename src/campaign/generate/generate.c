/* Draws the instances of a generator, and checks that its settings can be drawn.
 *
 *   whole number in [a, b]:  a + floor(u * (b - a + 1))          u in [0, 1), 53 bits
 *   real in [a, b]:          a + floor(u * (b - a) * 2^20) / 2^20
 *   normal in [a, b]:        sp_normal_draw rounded to the nearest of the same numbers
 *
 * For ranges below 2^32 the first formula changes the probability of a number by less than 2^-21 of
 * it. Reals lie on a grid, so that they are exact in rationals, in XML and when multiplied. */
#include "campaign/generate/generate.h"
#include "base/stream.h"
#include "base/text.h"
#include "campaign/generate/normal.h"
#include "model/star.h"

static const double grid = 0x1p20;
static const double widest = 4294967296.0;
static const double least_share = 1e-3;
/* With 45 * 2^35 bytes (flops) per unit, every whole cost 1..100 equals unit / bandwidth for some
 * double. SimGrid rounds messages down to whole bytes; the large power of two keeps chunks
 * precise. */
static const double unit = 45 * 0x1p35;

/* The arguments of a draw, in addition to its stream. */
struct place {
  uint64_t seed;
  uint32_t instance, worker;
  uint64_t draw;
};

/* Is it a range of reals? type: the setting `type` is real. */
static bool is_real(struct sp_range r, bool type)
{
  return r.grid == SP_AS_TYPE ? type : r.grid == SP_REALS;
}

static double draw(struct sp_range r, bool type, enum sp_stream stream, struct place at)
{
  bool real = is_real(r, type);
  if (r.sd > 0) {
    double scale = real ? grid : 1;
    struct sp_draws draws = {at.seed, stream, at.instance, at.worker, at.draw};
    return round(sp_normal_draw(&draws, r.mean, r.sd, r.min, r.max) * scale) / scale;
  }
  double u = sp_stream_uniform(at.seed, stream, at.instance, at.worker, at.draw);
  double value = real ? r.min + floor(u * (r.max - r.min) * grid) / grid
                      : r.min + floor(u * (r.max - r.min + 1));
  return value < r.max ? value : r.max; /* u * n may round up to n */
}

/* NULL if these numbers can be drawn, else a text that says what was expected. */
static const char *range_fault(struct sp_range r, bool real, bool positive)
{
  double scale = real ? grid : 1;
  if (!(r.max <= widest))
    return "numbers up to 2^32";
  if (r.min * scale != floor(r.min * scale) || r.max * scale != floor(r.max * scale))
    return real ? "multiples of 2^-20" : "whole numbers (or type=real)";
  if (positive && r.min == 0)
    return "a least value > 0";
  if (r.sd > 0 && sp_normal_share(r.mean, r.sd, r.min, r.max) < least_share)
    return "a range with at least a thousandth of the draws";
  return NULL;
}

const char *sp_range_fault(const struct sp_range *r, bool positive)
{
  return range_fault(*r, is_real(*r, false), positive);
}

double sp_range_draw(const struct sp_range *r, enum sp_drawn what, uint64_t seed, uint32_t index,
                     uint32_t who)
{
  static const enum sp_stream stream[] = {SP_STREAM_C,    SP_STREAM_W,       SP_STREAM_LATENCY,
                                          SP_STREAM_LOAD, SP_STREAM_WORKERS, SP_STREAM_TOPOLOGY};
  struct place at = {.seed = seed, .instance = index, .worker = who};
  return draw(*r, false, stream[what], at);
}

static int check_range(const char *name, struct sp_range r, bool type, bool positive,
                       struct sp_error *error)
{
  char min[SP_NUMBER_TEXT], max[SP_NUMBER_TEXT];
  const char *expected = range_fault(r, is_real(r, type), positive);
  if (!expected)
    return SP_OK;
  return sp_bad_input(error, "%s=%s%s..%s: expected %s", name, r.sd > 0 ? "normal in " : "",
                      sp_double_text(r.min, min), sp_double_text(r.max, max), expected);
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
  double mean = workers * (g->load.min + g->load.max) / 2;
  double share = fmax(g->load.min, ceil(g->minimum / workers));
  double favourable = (g->load.max - share + 1) / (g->load.max - g->load.min + 1);
  if (mean >= g->minimum || (favourable > 0 && pow(favourable, workers) >= 1e-3))
    return SP_OK;
  char min[SP_NUMBER_TEXT], max[SP_NUMBER_TEXT], minimum[SP_NUMBER_TEXT];
  return sp_bad_input(error,
                      "%d loads of %s..%s rarely sum to minimum=%s, expected a lower minimum, "
                      "higher loads or more workers",
                      workers, sp_double_text(g->load.min, min), sp_double_text(g->load.max, max),
                      sp_double_text(g->minimum, minimum));
}

static int check_settings(const struct sp_generator *g, int workers, struct sp_error *error)
{
  if (workers < 1 || workers > STAR_MOST_WORKERS)
    return sp_bad_input(error, "%d workers, expected 1..%d", workers, STAR_MOST_WORKERS);
  if (g->problem != SP_REDISTRIBUTION && g->load_set)
    return sp_bad_input(error, "load and %s, expected one of the two",
                        g->problem == SP_BAG ? "tasks" : "work");
  int code = check_range("c", g->c, g->real, false, error);
  if (code == SP_OK)
    code = check_range("w", g->w, g->real, true, error);
  if (code == SP_OK)
    code = check_range("latency", g->latency, g->real, false, error);
  if (code == SP_OK)
    code = check_range("load", g->load, false, false, error);
  if (code == SP_OK && g->buffer.min != INFINITY)
    code = check_range("buffer", g->buffer, false, true, error);
  if (code == SP_OK && g->problem == SP_REDISTRIBUTION)
    code = check_minimum(g, workers, error);
  return code;
}

static void draw_costs(const struct sp_generator *g, struct sp_instance *in, struct place at)
{
  for (int i = 1; i <= in->m; i++) {
    struct place own = at, shared = at;
    own.worker = (uint32_t)i;
    in->c[i] = sp_double(draw(g->c, g->real, SP_STREAM_C, g->shared_c ? shared : own));
    in->w[i] = sp_double(draw(g->w, g->real, SP_STREAM_W, g->shared_w ? shared : own));
    in->latency[i] =
        sp_double(draw(g->latency, g->real, SP_STREAM_LATENCY, g->shared_c ? shared : own));
    if (g->buffer.min != INFINITY)
      in->buffer[i] = (long)draw(g->buffer, false, SP_STREAM_BUFFER, own);
  }
}

static void draw_loads(const struct sp_generator *g, struct sp_instance *in, struct place at)
{
  double sum;
  int loaded = loaded_of(g, in->m);
  do {
    sum = 0;
    for (int i = 1; i <= loaded; i++) {
      at.worker = (uint32_t)i;
      in->load[i] = sp_double(draw(g->load, false, SP_STREAM_LOAD, at));
      sum += in->load[i].v;
    }
    at.draw++;
  } while (sum < g->minimum);
}

/* Instance `index`; NULL with the error of the instance check. */
static struct sp_instance *make(const struct sp_generator *g, int workers, uint64_t seed,
                                uint32_t index, struct sp_error *error)
{
  struct sp_instance *in = sp_instance_alloc(workers);
  struct place at = {.seed = seed, .instance = index};
  in->problem = g->problem;
  in->total = g->total;
  in->deadline = g->deadline;
  in->task_bytes = in->task_flops = unit;
  in->platform.node[0].ports.recv = g->recv;
  in->platform.node[0].ports.send = g->send;
  draw_costs(g, in, at);
  if (g->problem == SP_REDISTRIBUTION)
    draw_loads(g, in, at);
  if (sp_instance_check(in, error) == SP_OK)
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
  struct place at = {.seed = seed, .instance = index};
  return g->workers.max > 0 ? (int)draw(g->workers, false, SP_STREAM_WORKERS, at) : 0;
}

struct sp_instance *sp_generate(const struct sp_generator *g, int workers, uint64_t seed,
                                uint32_t index)
{
  if (check_settings(g, workers, NULL) != SP_OK)
    return NULL;
  return make(g, workers, seed, index, NULL);
}
