/* Tests the throughput of stars with places against an enumeration of all periodic sequences that
 * shares no code, and the fewest places against all vectors of places. PLACES_COUNT stars. */
#include "base/num.h"
#include "graphs.h"
#include "method/context.h"
#include "model/instance.h"
#include "solve/bag/bag.h"
#include "solve/bag/places.h"

#include <starport/starport.h>
#include <stdlib.h>

enum { WORKERS = 3, MOST_PLACES = 3, LONGEST = 6, MOST_REPEATS = 400 };

static const struct sp_star_limits no_limit = {0};

struct tiny {
  int m, latency[WORKERS], c[WORKERS], w[WORKERS], places[WORKERS], result[WORKERS];
};

static int stars_wanted(int quick)
{
  const char *count = getenv("PLACES_COUNT");
  return count ? atoi(count) : quick;
}

static struct tiny draw_star(uint64_t *state)
{
  struct tiny t = {.m = draw(state, 1, WORKERS)};
  for (int i = 0; i < t.m; i++) {
    t.latency[i] = draw(state, 0, 3) ? 0 : draw(state, 1, 3);
    t.c[i] = draw(state, t.latency[i] ? 0 : 1, 5);
    t.w[i] = draw(state, 1, 9);
    t.places[i] = draw(state, 1, MOST_PLACES);
  }
  return t;
}

/* All costs times numerator/denominator. */
static struct sp_instance *bag_of(const struct tiny *t, int numerator, int denominator)
{
  char text[5][256] = {"", "", "", "", ""};
  for (int i = 0; i < t->m; i++) {
    const int value[5] = {t->c[i], t->w[i], t->latency[i], t->result[i], t->places[i]};
    for (int k = 0; k < 5; k++) {
      char one[32];
      if (k < 4)
        snprintf(one, sizeof one, "%s%d/%d", i ? "," : "", value[k] * numerator, denominator);
      else
        snprintf(one, sizeof one, "%s%d", i ? "," : "", value[k]);
      strcat(text[k], one);
    }
  }
  char star[1400];
  snprintf(star, sizeof star, "c=%s w=%s latency=%s result=%s buffer=%s tasks=1", text[0], text[1],
           text[2], text[3], text[4]);
  struct sp_error error;
  struct sp_instance *in = sp_star_parse(star, &error);
  if (!in)
    fail_msg("%s: %s", star, error.text);
  in->total = SP_INFINITE;
  return in;
}

/* ---- The enumeration. */

/* Dates of a star that gets tasks: end[i][k] of worker i's last tasks, the latest last. */
struct dates {
  long port, end[WORKERS][MOST_PLACES];
};

static void send_to(const struct tiny *t, struct dates *d, int i)
{
  int b = t->places[i];
  long *end = d->end[i], place = end[MOST_PLACES - b]; /* the b-th last has been computed */
  long arrival = (place > d->port ? place : d->port) + t->latency[i] + t->c[i];
  long begin = end[MOST_PLACES - 1] > arrival ? end[MOST_PLACES - 1] : arrival;
  for (int k = 0; k < MOST_PLACES - 1; k++)
    end[k] = end[k + 1];
  end[MOST_PLACES - 1] = begin + t->w[i];
  d->port = arrival;
}

/* What can still delay a message, seen from the date when the port is free. */
static struct dates seen_from_port(const struct tiny *t, const struct dates *d)
{
  struct dates rest = {0};
  for (int i = 0; i < t->m; i++)
    for (int k = 0; k < MOST_PLACES; k++)
      rest.end[i][k] = d->end[i][k] > d->port ? d->end[i][k] - d->port : 0;
  return rest;
}

/* The time of a repetition of the sequence in the long run, and the repetitions that it spans. */
static void period_of(const struct tiny *t, const int *target, int length, long *time, int *repeats)
{
  struct dates now = {0};
  struct dates *seen = malloc(MOST_REPEATS * sizeof *seen);
  long *port = malloc(MOST_REPEATS * sizeof *port);
  for (int r = 0; r < MOST_REPEATS; r++) {
    seen[r] = seen_from_port(t, &now);
    port[r] = now.port;
    for (int q = 0; q < r; q++)
      if (!memcmp(&seen[q], &seen[r], sizeof *seen)) {
        *time = port[r] - port[q];
        *repeats = r - q;
        free(seen), free(port);
        return;
      }
    for (int k = 0; k < length; k++)
      send_to(t, &now, target[k]);
  }
  fail_msg("no period after %d repetitions", MOST_REPEATS);
}

/* The best rate tasks / time of all sequences of at most so many messages. */
static void enumerate(const struct tiny *t, int longest, long *tasks, long *time)
{
  *tasks = 0, *time = 1;
  for (int length = 1; length <= longest; length++) {
    int target[LONGEST] = {0};
    for (bool more = true; more;) {
      long span = 0;
      int repeats = 1;
      period_of(t, target, length, &span, &repeats);
      if (length * repeats * *time > *tasks * span)
        *tasks = length * repeats, *time = span;
      int k = 0;
      while (k < length && ++target[k] == t->m)
        target[k++] = 0;
      more = k < length;
    }
  }
}

/* a against tasks / time: < 0, 0, > 0. */
static int against(const struct sp_rational *a, long tasks, long time, struct sp_q_pool *pool)
{
  return sp_q_compare(a, sp_q_of(pool, sp_q_int(pool, tasks), '/', sp_q_int(pool, time)));
}

static void best_of_all_sequences(void **state)
{
  (void)state;
  uint64_t seed = 4;
  int equal = 0, longer = 0, count = stars_wanted(300);
  for (int n = 0; n < count; n++) {
    struct tiny t = draw_star(&seed);
    long tasks, time;
    int longest = draw(&seed, 1, LONGEST);
    enumerate(&t, longest, &tasks, &time);
    struct sp_instance *in = bag_of(&t, 1, 1), *third = bag_of(&t, 2, 3);
    struct sp_star_cycle cycle, scaled;
    struct sp_error error;
    assert_int_equal(sp_star_cycle_solve(in, no_limit, &cycle, &error), SP_OK);
    assert_true(cycle.proven);
    int order = against(cycle.throughput, tasks, time, &cycle.pool);
    assert_true(order >= 0);
    if (cycle.length <= longest)
      assert_int_equal(order, 0);
    equal += order == 0;
    longer += order > 0;
    sp_star_cycle_clear(&cycle);
    assert_int_equal(
        sp_star_cycle_solve(in, (struct sp_star_limits){.messages = longest}, &cycle, &error),
        SP_OK);
    assert_int_equal(against(cycle.throughput, tasks, time, &cycle.pool), 0);
    assert_true(cycle.length <= longest);
    assert_int_equal(sp_star_cycle_solve(third, no_limit, &scaled, &error), SP_OK);
    assert_int_equal(against(scaled.throughput, 3 * tasks, 2 * time, &scaled.pool), order);
    sp_star_cycle_clear(&cycle), sp_star_cycle_clear(&scaled);
    sp_instance_free(in), sp_instance_free(third);
  }
  print_message("%d stars equal, %d with a longer cycle that is better\n", equal, longer);
  assert_true(equal > count / 2);
}

/* ---- Results. */

/* What a sequence does in the long run: tasks and time of their results in each unit of time. */
struct point {
  double tasks, results;
};

/* The best mixture of two of the points, or of one and idle time, with at most 1 of results. */
static double best_mixture(const struct point *p, int n)
{
  double best = 0;
  for (int i = 0; i < n; i++)
    for (int j = -1; j < n; j++) {
      struct point low = j < 0 ? (struct point){0} : p[j], high = p[i];
      double part = high.results > 1 ? (1 - low.results) / (high.results - low.results) : 1;
      if (low.results <= 1)
        best = fmax(best, part * high.tasks + (1 - part) * low.tasks);
    }
  return best;
}

/* The points of all sequences of at most so many messages; the caller frees them. */
static struct point *all_points(const struct tiny *t, int longest, int *n)
{
  struct point *points = malloc(2000 * sizeof *points);
  *n = 0;
  for (int length = 1; length <= longest; length++) {
    int target[LONGEST] = {0};
    for (bool more = true; more;) {
      long span = 0, results = 0;
      int repeats = 1, k = 0;
      period_of(t, target, length, &span, &repeats);
      for (int j = 0; j < length; j++)
        results += t->result[target[j]] ? t->result[target[j]] + t->latency[target[j]] : 0;
      double each = (double)repeats / (double)span;
      points[(*n)++] = (struct point){each * length, each * (double)results};
      while (k < length && ++target[k] == t->m)
        target[k++] = 0;
      more = k < length;
    }
  }
  return points;
}

static void best_of_all_mixtures(void **state)
{
  (void)state;
  uint64_t seed = 6;
  int equal = 0, mixed = 0, count = stars_wanted(300);
  for (int n = 0; n < count; n++) {
    struct tiny t = draw_star(&seed);
    struct sp_star_mixture m;
    struct sp_error error;
    int longest = draw(&seed, 1, LONGEST - 1), points, length = 0;
    for (int i = 0; i < t.m; i++)
      t.result[i] = t.c[i] > 0 ? draw(&seed, i > 0 ? 0 : 1, 9) : 0;
    struct sp_instance *in = bag_of(&t, 1, 1);
    if (sp_has_results(in)) {
      struct point *p = all_points(&t, longest, &points);
      double best = best_mixture(p, points);
      free(p);
      if (sp_star_mixture_solve(in, &m, &error) != SP_OK)
        fail_msg("%s", error.text);
      double rate = sp_q_double(m.throughput);
      for (int k = 0; k < m.n; k++)
        length = m.cycle[k].length > length ? (int)m.cycle[k].length : length;
      assert_true(m.proven && rate >= best * (1 - 1e-12));
      if (length <= longest)
        assert_true(rate <= best * (1 + 1e-12));
      equal += rate <= best * (1 + 1e-12);
      mixed += m.n == 2;
      sp_star_mixture_clear(&m);
    }
    sp_instance_free(in);
  }
  print_message("%d mixtures equal, %d of two cycles\n", equal, mixed);
  assert_true(equal > count / 2 && mixed > count / 20);
}

/* ---- The fewest places. */

/* The least sum of places 0..MOST_PLACES + 1 of a star whose rate is that without limits. */
static void all_vectors(const struct sp_instance *given, const struct sp_rational *rate,
                        long *least)
{
  enum { MOST = MOST_PLACES + 1 };
  struct sp_instance *in = sp_instance_copy(given);
  long vectors = 1;
  for (int i = 0; i < in->m; i++)
    vectors *= MOST + 1;
  *least = LONG_MAX;
  for (long v = 1; v < vectors; v++) {
    long sum = 0, rest = v;
    for (int i = 1; i <= in->m; i++, rest /= MOST + 1) {
      long places = rest % (MOST + 1);
      in->buffer[i] = places ? places : 1;
      in->w[i] = places ? given->w[i] : (struct sp_num){INFINITY, 0, 0};
      sum += places;
    }
    struct sp_star_cycle cycle;
    struct sp_error error;
    if (sum < *least && sp_star_cycle_solve(in, no_limit, &cycle, &error) == SP_OK) {
      if (sp_q_compare(cycle.throughput, rate) == 0)
        *least = sum;
      sp_star_cycle_clear(&cycle);
    }
  }
  sp_instance_free(in);
}

static void fewest_of_all_vectors(void **state)
{
  (void)state;
  uint64_t seed = 5;
  struct sp_context *cx = sp_context_plain();
  int compared = 0, count = stars_wanted(300);
  for (int n = 0; n < count; n++) {
    struct tiny t = draw_star(&seed);
    struct sp_instance *in = bag_of(&t, 1, 1);
    struct sp_fewest_places fewest;
    struct sp_star_cycle cycle;
    struct sp_error error;
    int code = sp_star_fewest_places(cx, in, &fewest, &cycle, &error);
    assert_int_equal(code, SP_OK);
    struct sp_rational *rate = sp_exact_rate(cx, in, SP_RATE_TASKS, &cycle.pool);
    assert_int_equal(sp_q_compare(cycle.throughput, rate), 0);
    long sum = 0, least;
    for (int i = 1; i <= in->m; i++)
      sum += fewest.places[i];
    all_vectors(in, rate, &least);
    if (least <= MOST_PLACES + 1 ||
        sum <= MOST_PLACES + 1) { /* else a vector of all was left out */
      assert_int_equal(sum, least);
      compared++;
    } else {
      assert_true(sum <= least);
    }
    free(fewest.places);
    sp_star_cycle_clear(&cycle);
    sp_instance_free(in);
  }
  sp_context_free(cx);
  print_message("%d of %d compared\n", compared, count);
  assert_true(compared > count / 2);
}

/* ---- The stars of the paper. */

static void check_star(const char *star, long tasks, long time)
{
  struct sp_error error;
  struct sp_instance *in = sp_star_parse(star, &error);
  struct sp_star_cycle cycle;
  assert_non_null(in);
  assert_int_equal(sp_star_cycle_solve(in, no_limit, &cycle, &error), SP_OK);
  assert_true(cycle.proven);
  assert_int_equal(against(cycle.throughput, tasks, time, &cycle.pool), 0);
  sp_star_cycle_clear(&cycle);
  sp_instance_free(in);
}

static void refuses(const char *star, const char *reason)
{
  struct sp_error error;
  struct sp_instance *in = sp_star_parse(star, &error);
  struct sp_star_cycle cycle;
  if (!in)
    fail_msg("%s: %s", star, error.text);
  assert_int_not_equal(sp_star_cycle_solve(in, no_limit, &cycle, &error), SP_OK);
  if (!strstr(error.text, reason))
    fail_msg("%s: %s", star, error.text);
  sp_star_cycle_clear(&cycle);
  sp_instance_free(in);
}

static void stars_of_the_paper(void **state)
{
  (void)state;
  /* Theorems 2 to 4, B = 20, n = 2: two messages in B only if a can be cut into triples of B. */
  check_star("c=6,7,7,6,6,8,20 w=74,73,73,74,74,72,20 buffer=1 tasks=1", 2, 20);
  check_star("c=6,6,6,8,8,8,20 w=74,74,74,72,72,72,20 buffer=1 tasks=1", 4, 41);
  check_star("c=1,10 w=2,20 buffer=1,1 tasks=1", 1, 3); /* Figure 8 */
}

static void refusals(void **state)
{
  (void)state;
  refuses("c=1 w=1 tasks=1", "buffer is inf");
  refuses("c=1 w=1 buffer=1 tasks=1 deadline=4", "a deadline, expected none");
  refuses("c=1000003/999983 w=999979/1000033 buffer=9 tasks=1", "too large");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(stars_of_the_paper), cmocka_unit_test(refusals),
      cmocka_unit_test(best_of_all_sequences), cmocka_unit_test(best_of_all_mixtures),
      cmocka_unit_test(fewest_of_all_vectors)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
