/* Tests Lemmas 1 to 5 of RR-6005 (the reduction of 3-partition, Theorem 2) on all schedules that
 * end by T of all its small instances, and Lemma 7 (with uniform links no worker need both send and
 * receive): its transformation on random plans, and the least makespans of all lists of transfers.
 *
 * In whole numbers, with S = 8B: P has 4n tasks and c = 2B; P_i has c = a_i + 2B and w = E, Q_j has
 * c = B and w = E + 8Bj, j = 0..n-1; E = 8B(n+1), T = E + 8Bn + 2B; P computes nothing by T. */
#include "redistributions.h"

#include <string.h>

/* ---- Lemmas 1 to 5. */

enum { MOST_N = 3, WORKERS = 4 * MOST_N + 1, MOST_SENT = 2 * WORKERS };

struct reduction {
  int n, B, late; /* schedules may end by T + late */
  int a[3 * MOST_N];
  int c[WORKERS], due[WORKERS]; /* worker 0 is P; then P_i, then Q_j; due: a task must be there */
  /* The transfers so far, and what the workers that are not P hold. */
  int sent, from[MOST_SENT], to[MOST_SENT], kept;
  int held[WORKERS], arrival[WORKERS][MOST_SENT];
  long schedules;
  int broken; /* bit k: a schedule violates Lemma k */
};

static void build_reduction(struct reduction *x)
{
  int n = x->n, B = x->B, E = 8 * B * (n + 1), T = E + 8 * B * n + 2 * B + x->late;
  x->c[0] = 2 * B;
  for (int i = 1; i <= 3 * n; i++) {
    x->c[i] = x->a[i - 1] + 2 * B;
    x->due[i] = T - E;
  }
  for (int j = 0; j < n; j++) {
    x->c[3 * n + 1 + j] = B;
    x->due[3 * n + 1 + j] = T - E - 8 * B * j;
  }
  x->kept = 4 * n;
}

/* What the lemmas say of a schedule that ends by T. */
static void check_schedule(struct reduction *x)
{
  int n = x->n, B = x->B, last_Q = 4 * n, position = 0, first_three = 0;
  x->schedules++;
  for (int k = 0; k < x->sent; k++) {
    x->broken |= x->from[k] != 0 ? 1 << 1 : 0;
    if (x->to[k] == last_Q)
      position = k + 1;
  }
  x->broken |= position > 4 ? 1 << 2 : 0;
  for (int k = 0; k < 3 && k < x->sent; k++) {
    x->broken |= x->to[k] < 1 || x->to[k] > 3 * n ? 1 << 3 : 0;
    first_three += x->c[x->to[k]];
  }
  x->broken |= first_three != 7 * B ? 1 << 4 : 0;
  for (int j = 0; j < n; j++) {
    int sum = 0;
    for (int k = 4 * j; k < 4 * j + 3; k++)
      sum += x->to[k] >= 1 && x->to[k] <= 3 * n ? x->a[x->to[k] - 1] : 2 * B;
    x->broken |= sum != B || x->to[4 * j + 3] != last_Q - j ? 1 << 5 : 0;
  }
}

/* All continuations of the list of transfers: any worker that has a task sends it to any other. The
 * others compute at most a task each by T (2E > T), P none, and there are as many tasks as others:
 * so each must compute one, and who has none must still get one in time. */
static void all_schedules(struct reduction *x, int in, int out)
{
  int m = 4 * x->n, latest = x->due[1], needed = 0;
  bool done = x->kept == 0, possible = x->sent < MOST_SENT;
  for (int i = 1; i <= m; i++) {
    bool timely = x->held[i] && x->arrival[i][0] <= x->due[i]; /* the first is the earliest */
    needed += timely ? 0 : x->c[i];
    possible = possible && (timely || out + x->c[i] <= x->due[i]);
    done = done && x->held[i] == 1 && timely;
  }
  if (done)
    check_schedule(x);
  if (!possible || out + needed > latest)
    return;
  for (int s = 0; s <= m; s++)
    for (int h = 0; h < (s ? x->held[s] : x->kept > 0); h++) { /* which task it sends */
      int at = s ? x->arrival[s][h] : 0;
      int received = (at > in ? at : in) + x->c[s];
      if (s) {
        memmove(&x->arrival[s][h], &x->arrival[s][h + 1], (size_t)(--x->held[s] - h) * sizeof(int));
      } else {
        x->kept--;
      }
      for (int r = 0; r <= m; r++) {
        int end = (received > out ? received : out) + x->c[r];
        if (r == s || end > latest)
          continue;
        x->from[x->sent] = s;
        x->to[x->sent++] = r;
        if (r)
          x->arrival[r][x->held[r]++] = end;
        else
          x->kept++;
        all_schedules(x, received, end);
        x->sent--;
        if (r)
          x->held[r]--;
        else
          x->kept--;
      }
      if (s) {
        memmove(&x->arrival[s][h + 1], &x->arrival[s][h], (size_t)(x->held[s]++ - h) * sizeof(int));
        x->arrival[s][h] = at;
      } else {
        x->kept++;
      }
    }
}

static bool has_partition(const int *a, int n, int B, unsigned used)
{
  int i = 0;
  if (used == (1u << 3 * n) - 1)
    return true;
  while (used >> i & 1)
    i++;
  for (int j = i + 1; j < 3 * n; j++)
    for (int k = j + 1; k < 3 * n; k++)
      if (!(used >> j & 1) && !(used >> k & 1) && a[i] + a[j] + a[k] == B &&
          has_partition(a, n, B, used | 1u << i | 1u << j | 1u << k))
        return true;
  return false;
}

struct counts {
  long yes, no, schedules;
  int broken;
};

static void check_instance(const int *a, int n, int B, int late, struct counts *counts)
{
  struct reduction x = {.n = n, .B = B, .late = late};
  memcpy(x.a, a, (size_t)(3 * n) * sizeof *a);
  build_reduction(&x);
  all_schedules(&x, 0, 0);
  bool yes = has_partition(a, n, B, 0);
  counts->yes += yes;
  counts->no += !yes;
  counts->schedules += x.schedules;
  counts->broken |= x.broken;
  if (late == 0 && (x.broken || (x.schedules > 0) != yes))
    fail_msg("a = %d,%d,%d,..: %ld schedules by T, lemmas %x", a[0], a[1], a[2], x.schedules,
             (unsigned)x.broken);
}

/* All a_k <= a_(k+1) <= .. between B/4 and B/2 with the sum nB. */
static void all_instances(int *a, int k, int left, int n, int B, int late, struct counts *counts)
{
  if (k == 3 * n) {
    if (left == 0)
      check_instance(a, n, B, late, counts);
    return;
  }
  for (a[k] = k ? a[k - 1] : B / 4 + 1; 2 * a[k] < B && a[k] <= left; a[k]++)
    all_instances(a, k + 1, left - a[k], n, B, late, counts);
}

/* On all instances of n = 1 and 2 with B <= 20 each schedule that ends by T is as Lemmas 1 to 5
 * say, and there is one if and only if there is a 3-partition. Of schedules that may end a little
 * later each lemma is violated by some. */
static void lemmas_1_to_5(void **state)
{
  (void)state;
  struct counts counts = {0}, late = {0};
  int a[3 * MOST_N];
  for (int n = 1; n <= 2; n++)
    for (int B = 5; B <= 20; B++)
      all_instances(a, 0, n * B, n, B, 0, &counts);
  for (int B = 5; B <= 8; B++)
    all_instances(a, 0, B, 1, B, 2 * B, &late);
  print_message("%ld instances with a 3-partition, %ld without, %ld schedules; later: lemmas %x\n",
                counts.yes, counts.no, counts.schedules, (unsigned)late.broken);
  assert_true(counts.yes > 0 && counts.no > 0);
  assert_int_equal(late.broken, 1 << 1 | 1 << 2 | 1 << 3 | 1 << 4 | 1 << 5);
}

/* ---- Lemma 7. */

static bool sends(const struct sp_schedule *plan, int i)
{
  for (long k = 0; k < plan->n; k++)
    if (plan->msg[k].from == i)
      return true;
  return false;
}

/* Breaks the chain of the first transfer p to a worker that also sends, as the proof says: its
 * sender serves a receiver of that worker. False: there is none. If that receiver is the sender
 * itself, which the proof does not say, both transfers are dropped. */
static bool break_chain(struct sp_schedule *plan)
{
  long p = 0, q = 0;
  while (p < plan->n && !sends(plan, plan->msg[p].to))
    p++;
  if (p == plan->n)
    return false;
  int between = plan->msg[p].to;
  while (q < plan->n && plan->msg[q].from != between) /* before p: case 2, else case 1 */
    q++;
  int from = plan->msg[p].from, to = plan->msg[q].to;
  long first = p < q ? p : q, second = p < q ? q : p;
  struct sp_schedule shorter = SP_SCHEDULE_EMPTY;
  for (long k = 0; k < plan->n; k++)
    if (k == first && from != to)
      sp_schedule_add(&shorter, from, to, 1, -1);
    else if (k != first && k != second)
      sp_schedule_add(&shorter, plan->msg[k].from, plan->msg[k].to, 1, -1);
  sp_schedule_clear(plan);
  *plan = shorter;
  return true;
}

static void lemma_7_transformation(void **state)
{
  (void)state;
  uint64_t seed = 6005;
  long broken = 0;
  for (int trial = 0; trial < 30000; trial++) {
    struct sp_instance *in = random_instance(&seed, UNIFORM | (trial % 2 ? INTEGERS : RATIONALS),
                                             draw(&seed, 2, 5), 5, 9);
    struct sp_schedule plan = SP_SCHEDULE_EMPTY;
    for (int k = draw(&seed, 1, 10); k > 0; k--) {
      int from = draw(&seed, 1, in->m), to = draw(&seed, 1, in->m);
      sp_schedule_add(&plan, from, to, 1, -1);
      if (from == to || isnan(sp_makespan(in, &plan)))
        plan.n--;
    }
    double makespan = sp_makespan(in, &plan);
    while (break_chain(&plan)) {
      double shorter = sp_makespan(in, &plan);
      if (!(shorter <= makespan * (1 + 1e-12)))
        fail_msg("trial %d: %.17g becomes %.17g", trial, makespan, shorter);
      makespan = shorter;
      broken++;
    }
    sp_schedule_clear(&plan);
    sp_instance_free(in);
  }
  print_message("%ld chains broken\n", broken);
  assert_true(broken > 10000);
}

/* The least makespan of all lists of up to `left` more transfers; apart: no worker does both. */
static void least_of_lists(const struct sp_instance *in, struct sp_schedule *list, int left,
                           bool apart, double *least)
{
  *least = fmin(*least, sp_makespan(in, list));
  for (int s = 1; s <= in->m && left > 0; s++)
    for (int r = 1; r <= in->m; r++) {
      bool both = s == r;
      for (long k = 0; k < list->n && apart; k++)
        both = both || list->msg[k].to == s || list->msg[k].from == r;
      if (both)
        continue;
      sp_schedule_add(list, s, r, 1, -1);
      if (!isnan(sp_makespan(in, list)))
        least_of_lists(in, list, left - 1, apart, least);
      list->n--;
    }
}

static void lemma_7_optima(void **state)
{
  (void)state;
  uint64_t seed = 7;
  int better = 0;
  for (int trial = 0; trial < 400; trial++) {
    bool uniform = trial % 2;
    struct sp_instance *in = random_instance(&seed, uniform ? UNIFORM : 0, draw(&seed, 2, 3), 6, 6);
    struct sp_schedule list = SP_SCHEDULE_EMPTY;
    double least = INFINITY, apart = INFINITY;
    least_of_lists(in, &list, 5, false, &least);
    least_of_lists(in, &list, 5, true, &apart);
    assert_true(least <= apart);
    if (uniform && least < apart)
      fail_msg("trial %d: %g with chains, %g without", trial, least, apart);
    better += least < apart;
    sp_schedule_clear(&list);
    sp_instance_free(in);
  }
  print_message("chains are better on %d stars of different links\n", better);
  assert_true(better > 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(lemmas_1_to_5),
                                     cmocka_unit_test(lemma_7_transformation),
                                     cmocka_unit_test(lemma_7_optima)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
