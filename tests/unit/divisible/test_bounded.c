/* Tests the reduction of RR-5196, Theorem 5 (BOUNDED-DIVISIBLE) in whole numbers: the most load by
 * T, times 1/epsilon, over all orders of one message to each P_i and Q_i, which by Lemma 5 are all
 * that matter. As printed W_tot lacks a factor B in both terms with epsilon, w_i = epsilon a_i of
 * the Q_i must be 1/(epsilon a_i), and N < n(n+1) must be N > n(n+1). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 3 };

/* All loads are multiples of epsilon / 2, in which they are counted. */
struct reduction {
  int n;
  const int *a; /* [0..3n-1] */
  int64_t B, N, T;
  int64_t unit;    /* 2 / epsilon */
  int64_t squares; /* of the a_i */
  int64_t b[MOST + 1];
  int64_t hole[MOST + 2]; /* time of the Q_i before each P_i of the order, and after all */
  int64_t best;
};

static int64_t least(int64_t a, int64_t b)
{
  return a < b ? a : b;
}

/* In a hole of length s that begins at t the order of the Q_i does not matter: they compute
 * epsilon (s (T - t) - (s^2 + sum of their a^2) / 2). */
static void order_all(struct reduction *r, int at, bool *used, int64_t t, int64_t load)
{
  int64_t s = r->hole[at];
  load += 2 * s * (r->T - t) - s * s;
  t += s;
  if (at == r->n + 1)
    r->best = load - r->squares > r->best ? load - r->squares : r->best;
  t += r->N * r->B;
  for (int i = 0; at <= r->n && i <= r->n; i++)
    if (!used[i] && t <= r->T) {
      used[i] = true;
      order_all(r, at + 1, used, t, load + r->unit * least(r->b[i], r->T - t));
      used[i] = false;
    }
}

/* Of equal a_i the first goes to the first hole. */
static void fill_holes(struct reduction *r, int q, int first)
{
  bool used[MOST + 1] = {false};
  if (q == 3 * r->n) {
    order_all(r, 0, used, 0, 0);
    return;
  }
  for (int at = q > 0 && r->a[q] == r->a[q - 1] ? first : 0; at < r->n + 2; at++) {
    r->hole[at] += r->a[q];
    fill_holes(r, q + 1, at);
    r->hole[at] -= r->a[q];
  }
}

static bool has_partition(const int *a, int n, const int64_t *left, int q)
{
  for (int g = 0; q < 3 * n && g < n; g++) {
    int64_t next[MOST];
    memcpy(next, left, sizeof next);
    next[g] -= a[q];
    if (next[g] >= 0 && has_partition(a, n, next, q + 1))
      return true;
  }
  return q == 3 * n;
}

static void check_instance(int n, const int *a, bool yes)
{
  struct reduction r = {.n = n, .a = a, .best = -1};
  int64_t left[MOST], e;
  for (int q = 0; q < 3 * n; q++) {
    r.B += a[q];
    r.squares += (int64_t)a[q] * a[q];
  }
  r.B /= n;
  r.N = (n + 1) * (n + 1) * (n + 1);
  r.T = n * (r.N + 1) * r.B + r.N * r.B + n * n * r.B;
  e = 2 * r.B * r.B * (n + 2) * (n + 2) * (n + 2) * (n + 2) * (n + 3) * (n + 3);
  r.unit = 2 * e;
  for (int i = 0; i <= n; i++)
    r.b[i] = (n - i) * (r.N + 1) * r.B + n * n * r.B;
  for (int g = 0; g < MOST; g++)
    left[g] = r.B;
  assert_int_equal(has_partition(a, n, left, 0), yes);
  fill_holes(&r, 0, 0);
  int64_t half = n * (n + 1) / 2, of_q = half * (r.N + 1) * r.B + n * (n * n - 1) * r.B;
  int64_t of_p = half * (r.N + 1) * r.B + n * n * (n + 1) * r.B;
  assert_int_equal(r.best >= r.unit * of_p + 2 * r.B * of_q, yes);
  assert_true(r.best >= r.unit * of_p + 2 * of_q); /* as printed all are answered yes */
  /* Lemma 5: without one of the P_i less is done; and no P_i gets a second message. */
  assert_true(r.unit * (n * r.T - half * r.N * r.B) + 2 * r.B * n * r.T <
              r.unit * of_p + 2 * r.B * of_q);
  assert_true(r.N > n * (n + 1) && r.T < (n + 2) * r.N * r.B);
}

static void theorem_5(void **state)
{
  (void)state;
  check_instance(2, (int[]){6, 6, 6, 7, 7, 8}, true);
  check_instance(2, (int[]){6, 6, 6, 8, 8, 8}, false);
  check_instance(2, (int[]){7, 7, 7, 7, 9, 9}, true);
  check_instance(3, (int[]){10, 10, 10, 11, 11, 11, 12, 12, 12}, true);
  check_instance(3, (int[]){26, 26, 26, 27, 27, 27, 27, 27, 36}, false);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(theorem_5)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
