/* Tests Lemma 2 of RR-5196, which checks that a periodic schedule fits into the port and the
 * places, against its execution, on random schedules in whole numbers; and with the corrected check
 * the best cycles of stars. LEMMA2_COUNT schedules.
 *
 * Worker i with b places gets K_i of the K tasks of a period of length T, the j-th at t_j; t_(j +
 * K_i) = t_j + T. As printed, a schedule fits if t_k + c + w <= t_(k+b) for all k, with K in place
 * of K_i and T added once for k + b >= K. Corrected: K_i w <= T, and the (k+b)-th task of a worker
 * is sent when the k-th has been computed, which may have waited for j others,
 *
 *   t_(k-j) + c + (j + 1) w <= t_(k+b)   for 0 <= k, j < K_i:
 *
 * b is compared with what is held, so the index k + b may be several periods ahead, and a task may
 * begin after it has come. More than K_i - 1 waits say no more, since K_i w <= T. */
#include "redistributions.h"

#include "solve/bag/places.h"
#include "solve/lp/rational.h"

#include <stdio.h>
#include <string.h>

enum { WORKERS = 3, MOST_TASKS = 7, UNROLLED = 120, LONGEST = 512 };

struct periodic {
  int m, K;
  long T, c[WORKERS], w[WORKERS], b[WORKERS];
  int target[LONGEST];
  long date[LONGEST]; /* when task k is sent */
};

/* ---- The conditions. */

static bool port_fits(const struct periodic *s)
{
  for (int k = 0; k < s->K; k++) {
    long next = k + 1 < s->K ? s->date[k + 1] : s->date[0] + s->T;
    if (next < s->date[k] + s->c[s->target[k]])
      return false;
  }
  return true;
}

/* Lists t_0, t_1, .. of a worker; returns K_i. */
static int dates_of(const struct periodic *s, int i, long t[LONGEST])
{
  int n = 0;
  for (int k = 0; k < s->K; k++)
    if (s->target[k] == i)
      t[n++] = s->date[k];
  return n;
}

/* As printed, with K_i for K. */
static bool places_fit_as_printed(const struct periodic *s)
{
  long t[LONGEST];
  for (int i = 0; i < s->m; i++) {
    int K = dates_of(s, i, t);
    for (int k = 0; k < K; k++) {
      long later = k <= K - 1 - s->b[i] ? t[k + s->b[i]] : s->T + t[(k + s->b[i]) % K];
      if (t[k] + s->c[i] + s->w[i] > later)
        return false;
    }
  }
  return true;
}

static long date_of(const long *t, int K, long T, long k)
{
  long period = k >= 0 ? k / K : -((K - 1 - k) / K);
  return t[k - period * K] + period * T;
}

static bool places_fit(const struct periodic *s)
{
  long t[LONGEST];
  for (int i = 0; i < s->m; i++) {
    int K = dates_of(s, i, t);
    if (K * s->w[i] > s->T)
      return false;
    for (int k = 0; k < K; k++)
      for (int j = 0; j < K; j++)
        if (date_of(t, K, s->T, k - j) + s->c[i] + (j + 1) * s->w[i] >
            date_of(t, K, s->T, k + s->b[i]))
          return false;
  }
  return true;
}

/* ---- The execution: sent at its dates for UNROLLED periods, no worker holds more than its places.
 */
static bool executes(const struct periodic *s)
{
  static long end[WORKERS][LONGEST * UNROLLED];
  int sent[WORKERS] = {0}, computed[WORKERS] = {0};
  long port = 0;
  for (int n = 0; n < s->K * UNROLLED; n++) {
    int i = s->target[n % s->K];
    long start = s->date[n % s->K] + n / s->K * s->T, arrival = start + s->c[i];
    while (computed[i] < sent[i] && end[i][computed[i]] <= start)
      computed[i]++;
    if (start < port || sent[i] - computed[i] == s->b[i])
      return false;
    long idle = sent[i] ? end[i][sent[i] - 1] : 0;
    end[i][sent[i]++] = (idle > arrival ? idle : arrival) + s->w[i];
    port = arrival;
  }
  return true;
}

/* ---- Random schedules. */

static struct periodic draw_periodic(uint64_t *seed)
{
  struct periodic s = {.m = draw(seed, 1, WORKERS), .K = draw(seed, 1, MOST_TASKS)};
  for (int i = 0; i < s.m; i++) {
    s.c[i] = draw(seed, 1, 4);
    s.w[i] = draw(seed, 1, 12);
    s.b[i] = draw(seed, 1, 4);
  }
  long now = 0;
  int idle = draw(seed, 0, 8);
  for (int k = 0; k < s.K; k++) {
    s.target[k] = draw(seed, 0, s.m - 1);
    s.date[k] = now;
    now += s.c[s.target[k]] + draw(seed, 0, idle) - (draw(seed, 0, 60) == 0);
  }
  s.T = now + draw(seed, 0, idle);
  return s;
}

static bool bounded_by_tasks(const struct periodic *s)
{
  long t[LONGEST];
  for (int i = 0; i < s->m; i++) {
    int K = dates_of(s, i, t);
    if (K > 0 && s->b[i] > K)
      return false;
  }
  return true;
}

static void lemma_2_against_executions(void **state)
{
  (void)state;
  const char *count = getenv("LEMMA2_COUNT");
  uint64_t seed = 5196;
  int schedules = count ? atoi(count) : 20000, fitting = 0, taken = 0, refused = 0;
  for (int n = 0; n < schedules; n++) {
    struct periodic s = draw_periodic(&seed);
    bool one_place = true, fits = executes(&s);
    assert_int_equal(port_fits(&s) && places_fit(&s), fits);
    bool printed = port_fits(&s) && places_fit_as_printed(&s);
    for (int i = 0; i < s.m; i++)
      one_place = one_place && s.b[i] == 1;
    if (one_place)
      assert_int_equal(printed, fits);
    if (bounded_by_tasks(&s))
      assert_true(printed || !fits);
    fitting += fits;
    taken += printed && !fits;
    refused += !printed && fits;
  }
  print_message("%d of %d schedules fit; as printed %d others are taken, %d of them refused\n",
                fitting, schedules, taken, refused);
  assert_true(fitting > schedules / 10 && taken > 0 && refused > 0);
}

/* The examples of docs/errata.md. */
static void lemma_2_as_printed_is_wrong(void **state)
{
  (void)state;
  struct periodic three_held = {.m = 1, .K = 4, .T = 40, .c = {1}, .w = {10}, .b = {2}};
  memcpy(three_held.date, (long[]){0, 1, 11, 12}, 4 * sizeof(long));
  assert_true(port_fits(&three_held) && places_fit_as_printed(&three_held));
  assert_false(places_fit(&three_held) || executes(&three_held));
  struct periodic fits = {.m = 1, .K = 1, .T = 10, .c = {1}, .w = {10}, .b = {2}};
  assert_false(places_fit_as_printed(&fits));
  assert_true(port_fits(&fits) && places_fit(&fits) && executes(&fits));
}

/* ---- The cycles of `steady --star`. */

/* Sends the targets over and over, each as soon as the port and a place are free; s becomes a
 * period of what that comes to. */
static void send_as_soon_as_possible(struct periodic *s, const struct sp_star_cycle *cycle)
{
  enum { REPEATS = 200, MOST_PERIODS = 20 };
  static long start[REPEATS * LONGEST], end[WORKERS][REPEATS * LONGEST];
  int sent[WORKERS] = {0}, K = (int)cycle->length, all = REPEATS * K, q = 0;
  long port = 0;
  bool periodic = false;
  for (int n = 0; n < all; n++) {
    int i = cycle->target[n % K] - 1, k = sent[i];
    long place = k >= s->b[i] ? end[i][k - s->b[i]] : 0;
    start[n] = place > port ? place : port;
    port = start[n] + s->c[i];
    end[i][sent[i]++] = (k && end[i][k - 1] > port ? end[i][k - 1] : port) + s->w[i];
  }
  while (!periodic) { /* over twice so many messages at the end */
    assert_true(++q <= MOST_PERIODS && q * K <= LONGEST);
    periodic = true;
    for (int n = all - 2 * MOST_PERIODS * K; n < all; n++)
      periodic = periodic && start[n] - start[n - q * K] == start[all - 1] - start[all - 1 - q * K];
  }
  s->K = q * K;
  s->T = start[all - 1] - start[all - 1 - s->K];
  for (int k = 0; k < s->K; k++) {
    s->target[k] = cycle->target[k % K] - 1;
    s->date[k] = start[all - s->K + k] - start[all - s->K];
  }
}

static void lemma_2_of_best_cycles(void **state)
{
  (void)state;
  uint64_t seed = 2;
  for (int n = 0; n < 500; n++) {
    struct periodic s = {.m = WORKERS};
    char star[200];
    int used = snprintf(star, sizeof star, "tasks=1");
    for (int i = 0; i < s.m; i++)
      s.c[i] = draw(&seed, 1, 5), s.w[i] = draw(&seed, 1, 9), s.b[i] = draw(&seed, 1, 3);
    snprintf(star + used, sizeof star - (size_t)used,
             " c=%ld,%ld,%ld w=%ld,%ld,%ld buffer=%ld,%ld,%ld", s.c[0], s.c[1], s.c[2], s.w[0],
             s.w[1], s.w[2], s.b[0], s.b[1], s.b[2]);
    struct sp_error error;
    struct sp_instance *in = sp_star_parse(star, &error);
    struct sp_star_cycle cycle;
    assert_non_null(in);
    assert_int_equal(sp_star_cycle_solve(in, (struct sp_star_limits){0}, &cycle, &error), SP_OK);
    send_as_soon_as_possible(&s, &cycle);
    struct sp_q_pool *pool = &cycle.pool;
    assert_int_equal(sp_q_compare(cycle.throughput,
                                  sp_q_of(pool, sp_q_int(pool, s.K), '/', sp_q_int(pool, s.T))),
                     0);
    assert_true(port_fits(&s) && places_fit(&s));
    s.T--; /* no cycle is shorter: not with these dates, nor with the later ones brought forward */
    for (int k = s.K - 1; k >= 0; k--) {
      assert_false(port_fits(&s) && places_fit(&s));
      s.date[k]--;
    }
    sp_star_cycle_clear(&cycle);
    sp_instance_free(in);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(lemma_2_as_printed_is_wrong),
                                     cmocka_unit_test(lemma_2_against_executions),
                                     cmocka_unit_test(lemma_2_of_best_cycles)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
