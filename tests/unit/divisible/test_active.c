/* Tests the best chunks of a sequence by its active messages against linear programming, on stars
 * of several kinds: the same optimum, and proven; and that chunk limits are not overlooked. */
#include "method/context.h"
#include "multi_round.h"
#include "solve/divisible/chunks.h"

static double real(uint64_t *seed, double min, double max)
{
  return min + (max - min) * draw(seed, 0, 1 << 20) / (1 << 20);
}

/* Hosts that differ by orders of magnitude, as volunteers do; start-ups alike, or none. */
static struct sp_instance *hosts(uint64_t *seed, int most)
{
  struct sp_instance *in = divisible(draw(seed, 1, most), sp_int(1), sp_double(NAN));
  double S = draw(seed, 0, 3) ? exp(real(seed, -6, 0)) : 0, slow = exp(real(seed, 0, 5));
  bool alike = draw(seed, 0, 3) == 0;
  for (int i = 1; i <= in->m; i++) {
    in->c[i] = sp_double(alike ? 0.1 : exp(real(seed, -2, 2)));
    in->w[i] = sp_double(slow * exp(real(seed, -2, 2)));
    in->latency[i] = sp_double(S);
  }
  return in;
}

/* A load, or a deadline, of any size against the start-ups of the sequence. */
static void ask(uint64_t *seed, struct sp_instance *in, long n, const int *sequence)
{
  double startups = 0, size = exp(real(seed, -5, 6));
  for (long k = 0; k < n; k++)
    startups += in->latency[sequence[k]].v;
  in->total = sp_double(size * (startups > 0 ? startups : 1));
  if (draw(seed, 0, 2) == 0) {
    in->deadline = sp_double((startups > 0 ? startups : 1) * (1 + size));
    in->total = draw(seed, 0, 1) ? (struct sp_num){INFINITY, 0, 0} : in->total;
  }
}

/* Compares with the linear programme; true if some messages stay empty. */
static bool compare(const struct sp_instance *in, long n, const int *sequence, int trial)
{
  struct bench b;
  double value, load = 0;
  long empty = 0;
  bench_open(&b, in);
  struct sp_division d = sp_division_new(b.cx, n, (int)n, sequence);
  const void *mark = sp_mark(b.cx);
  bool proven = sp_active_chunks(b.cx, in, &d);
  assert_ptr_equal(sp_mark(b.cx), mark);
  if (sp_lp_sequence(b.cx, in, n, sequence, NULL, &value))
    fail_msg("trial %d: %s", trial, sp_context_reason(b.cx));
  if (!proven || !close_to(d.value, value, 1e-9))
    fail_msg("trial %d: %s %.15g, LP %.15g", trial, proven ? "proven" : "unproven", d.value, value);
  for (long k = 0; k < n; k++) {
    empty += d.chunk[k] == 0;
    load += d.chunk[k];
  }
  double time = sp_sequence_makespan(b.cx, in, n, sequence, d.chunk);
  bool by_deadline = in->deadline.v < INFINITY;
  assert_true(close_to(by_deadline ? load : time, d.value, 1e-13));
  assert_true(by_deadline ? time <= in->deadline.v * (1 + 1e-12)
                          : close_to(load, in->total.v, 1e-13));
  sp_context_free(b.cx);
  return empty > 0;
}

static void programmes(void **state)
{
  (void)state;
  uint64_t seed = 41;
  int sparse = 0, trials = 4000;
  for (int trial = 0; trial < trials; trial++) {
    int sequence[40], rounds = draw(&seed, 1, 8);
    struct sp_instance *in =
        trial % 2 ? hosts(&seed, 5) : random_star(&seed, (unsigned)trial / 2 % 3, 5);
    long n = (long)in->m * rounds;
    for (long k = 0; k < n; k++) /* an order that is repeated, or any sequence */
      sequence[k] = trial % 8 < 6 ? (int)(k % in->m) + 1 : draw(&seed, 1, in->m);
    ask(&seed, in, n, sequence);
    sparse += compare(in, n, sequence, trial);
    sp_instance_free(in);
  }
  assert_true(sparse > trials / 4 && sparse < 3 * trials / 4);
}

/* Weights that grow by many orders of magnitude from round to round, and equal links, for which the
 * greatest lambda is next to c: proven for every load. */
static void many_rounds(void **state)
{
  (void)state;
  uint64_t seed = 43;
  enum { WORKERS = 20, ROUNDS = 50 };
  struct sp_context *cx = sp_context_plain();
  for (int trial = 0; trial < 96; trial++) {
    struct sp_instance *in = divisible(WORKERS, sp_int(1), sp_double(NAN));
    int order[WORKERS];
    for (int i = 1; i <= WORKERS; i++) {
      in->c[i] = sp_double(trial % 2 ? 0.1 : 0.5 + 4 * i / (double)WORKERS);
      in->w[i] = sp_double(trial % 3 ? real(&seed, 5, 50) : real(&seed, 30, 200));
      in->latency[i] = sp_double(real(&seed, 0.005, 0.05));
      if (trial % 4 == 3) { /* ties */
        in->c[i] = sp_int(draw(&seed, 1, 10));
        in->w[i] = sp_int(draw(&seed, 1, trial % 8 == 3 ? 10 : 1000));
        in->latency[i] = sp_int(draw(&seed, 1, 10));
      }
      order[i - 1] = i;
    }
    in->total = sp_double(exp(trial / 6 - 4.0));
    struct sp_division d = sp_division_new(cx, WORKERS * ROUNDS, WORKERS, order);
    if (!sp_active_chunks(cx, in, &d))
      fail_msg("trial %d: unproven", trial);
    sp_instance_free(in);
  }
  sp_context_free(cx);
}

/* Costs of any size: it ends, and what it claims carries the load. */
static void extremes(void **state)
{
  (void)state;
  uint64_t seed = 53;
  for (int trial = 0; trial < 2000; trial++) {
    struct sp_instance *in = divisible(5, sp_int(1), sp_double(NAN));
    int sequence[30];
    struct bench b;
    for (int i = 1; i <= in->m; i++) {
      in->c[i] = sp_double(pow(10, real(&seed, -300, 300)) * draw(&seed, 0, 1));
      in->w[i] = sp_double(pow(10, real(&seed, -300, 300)));
      in->latency[i] = sp_double(pow(10, real(&seed, -300, 300)) * draw(&seed, 0, 1));
    }
    for (long k = 0; k < 30; k++)
      sequence[k] = (int)(k % in->m) + 1;
    bench_open(&b, in);
    struct sp_division d = sp_division_new(b.cx, 30, 30, sequence);
    double load = 0;
    bool proven = sp_active_chunks(b.cx, in, &d);
    for (long k = 0; k < 30; k++)
      load += d.chunk[k];
    assert_true(!proven || close_to(load, 1, 1e-13));
    sp_context_free(b.cx);
    sp_instance_free(in);
  }
}

/* The optimum without limits serves if it keeps them, and is refused otherwise. */
static void limits(void **state)
{
  (void)state;
  uint64_t seed = 47;
  int kept = 0, trials = 300;
  for (int trial = 0; trial < trials; trial++) {
    struct sp_instance *in = hosts(&seed, 4);
    int sequence[12];
    long n = 3L * in->m;
    struct bench b;
    double value;
    for (long k = 0; k < n; k++)
      sequence[k] = (int)(k % in->m) + 1;
    in->total = sp_int(n);
    for (int i = 1; i <= in->m; i++)
      in->buffer[i] = draw(&seed, 1, 12);
    bench_open(&b, in);
    struct sp_division d = sp_division_new(b.cx, n, (int)n, sequence);
    bool proven = sp_active_chunks(b.cx, in, &d);
    if (proven && !sp_lp_sequence(b.cx, in, n, sequence, NULL, &value))
      assert_true(close_to(d.value, value, 1e-9));
    for (long k = 0; k < n; k++)
      assert_true(d.chunk[k] <= (double)in->buffer[sequence[k]]);
    kept += proven;
    sp_context_free(b.cx);
    sp_instance_free(in);
  }
  assert_true(kept > trials / 3 && kept < 2 * trials / 3);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(programmes), cmocka_unit_test(many_rounds),
                                     cmocka_unit_test(limits), cmocka_unit_test(extremes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
