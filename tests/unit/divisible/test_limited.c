/* Tests the best chunks of a sequence whose chunk limits bind against linear programming, on stars
 * of several kinds: proven optima are optima, and the starts of the others lead to them. */
#include "method/context.h"
#include "multi_round.h"
#include "solve/divisible/chunks.h"

static double real(uint64_t *seed, double min, double max)
{
  return min + (max - min) * draw(seed, 0, 1 << 20) / (1 << 20);
}

/* Hosts that differ by orders of magnitude, some alike, start-ups or none, limits of any size, some
 * of 0 and some none. */
static struct sp_instance *hosts(uint64_t *seed, int most)
{
  struct sp_instance *in = divisible(draw(seed, 1, most), sp_int(1), sp_double(NAN));
  double S = draw(seed, 0, 3) ? exp(real(seed, -6, 0)) : 0, slow = exp(real(seed, 0, 5));
  bool alike = draw(seed, 0, 3) == 0, integers = draw(seed, 0, 3) == 0;
  long limit = draw(seed, 1, 20);
  for (int i = 1; i <= in->m; i++) {
    in->c[i] = sp_double(alike ? 0.1 : exp(real(seed, -2, 2)));
    in->w[i] = sp_double(slow * exp(real(seed, -2, 2)));
    in->latency[i] = sp_double(S);
    if (integers) { /* ties */
      in->c[i] = sp_int(draw(seed, 0, 3));
      in->w[i] = sp_int(draw(seed, 1, 10));
      in->latency[i] = sp_int(draw(seed, 0, 2));
    }
    in->buffer[i] = draw(seed, 0, 2) ? limit : draw(seed, 0, 20);
    if (draw(seed, 0, 9) == 0)
      in->buffer[i] = LONG_MAX;
  }
  return in;
}

/* A load of any part of what the limits allow, all of it included, or a deadline. */
static void ask(uint64_t *seed, struct sp_instance *in, long n, const int *sequence)
{
  double startups = 0, room = 0, part = draw(seed, 0, 9) ? real(seed, 0, 1) : 1;
  for (long k = 0; k < n; k++) {
    startups += in->latency[sequence[k]].v;
    room += fmin(sp_chunk_limit(in, sequence[k]), 40);
  }
  in->total = sp_double(room > 0 ? part * room : 1);
  if (draw(seed, 0, 2) == 0) {
    in->deadline = sp_double((startups > 0 ? startups : 1) * (1 + exp(real(seed, -3, 6))));
    in->total = draw(seed, 0, 1) ? (struct sp_num){INFINITY, 0, 0} : in->total;
  }
}

/* True if the optimum is proven. */
static bool compare(const struct sp_instance *in, long n, const int *sequence, int trial)
{
  double best, value, load = 0;
  struct sp_context *cx = sp_context_plain();
  struct sp_division d = sp_division_new(cx, n, (int)n, sequence);
  struct sp_lp_message *start = sp_new(cx, n, struct sp_lp_message);
  const void *mark = sp_mark(cx);
  bool proven = sp_limited_chunks(cx, in, &d, start);
  assert_ptr_equal(sp_mark(cx), mark);
  if (sp_lp_sequence(cx, in, n, sequence, NULL, &best)) {
    assert_false(proven); /* the limits do not allow the load */
    sp_context_free(cx);
    return false;
  }
  assert_int_equal(sp_lp_sequence_from(cx, in, n, sequence, start, NULL, &value), 0);
  if (!close_to(value, best, 1e-9) || (proven && !close_to(d.value, best, 1e-9)))
    fail_msg("trial %d: %s %.15g, LP %.15g, from the start %.15g", trial,
             proven ? "proven" : "unproven", d.value, best, value);
  for (long k = 0; k < n; k++) {
    assert_true(d.chunk[k] >= 0 && d.chunk[k] <= sp_chunk_limit(in, sequence[k]));
    load += d.chunk[k];
  }
  double time = sp_sequence_makespan(cx, in, n, sequence, d.chunk);
  bool by_deadline = in->deadline.v < INFINITY;
  if (proven) {
    assert_true(close_to(by_deadline ? load : time, d.value, 1e-12));
    assert_true(by_deadline ? time <= in->deadline.v * (1 + 1e-12)
                            : close_to(load, in->total.v, 1e-12));
  }
  sp_context_free(cx);
  return proven;
}

static void programmes(void **state)
{
  (void)state;
  uint64_t seed = 59;
  int proven = 0, trials = 4000;
  for (int trial = 0; trial < trials; trial++) {
    int sequence[100], rounds = draw(&seed, 1, trial % 8 ? 8 : 20);
    struct sp_instance *in = hosts(&seed, 5);
    long n = (long)in->m * rounds;
    for (long k = 0; k < n; k++) /* an order that is repeated, or any sequence */
      sequence[k] = trial % 4 < 3 ? (int)(k % in->m) + 1 : draw(&seed, 1, in->m);
    ask(&seed, in, n, sequence);
    proven += compare(in, n, sequence, trial);
    sp_instance_free(in);
  }
  assert_true(proven > trials * 2 / 3);
}

/* Many messages, most of them full: the greater part is proven, the starts of all serve. */
static void many(void **state)
{
  (void)state;
  uint64_t seed = 61;
  enum { WORKERS = 150, ROUNDS = 4 };
  int proven = 0, trials = 24, sequence[WORKERS * ROUNDS];
  for (long k = 0; k < WORKERS * ROUNDS; k++)
    sequence[k] = (int)(k % WORKERS) + 1;
  for (int trial = 0; trial < trials; trial++) {
    struct sp_instance *in = divisible(WORKERS, sp_int(1), sp_double(NAN));
    double S = trial % 3 ? 0.1 : 0;
    for (int i = 1; i <= WORKERS; i++) {
      in->c[i] = sp_double(trial % 2 ? 0.08 : exp(real(&seed, -3, 1)));
      in->w[i] = sp_double(exp(real(&seed, 1, 4)));
      in->latency[i] = sp_double(S);
      in->buffer[i] = trial % 4 < 2 ? 2 : draw(&seed, 1, 9);
    }
    ask(&seed, in, WORKERS * ROUNDS, sequence);
    proven += compare(in, WORKERS * ROUNDS, sequence, trial);
    sp_instance_free(in);
  }
  assert_true(proven > trials / 2);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(programmes), cmocka_unit_test(many)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
