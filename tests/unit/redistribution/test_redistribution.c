/* Tests the redistribution heuristics on the known cases of tests/data/redistribution.json, and
 * properties that hold on any instance. */
#include "redistributions.h"
#include "share.h"
#include "stars.h"

#include <jansson.h>
#include <string.h>

static struct sp_registry *registry;

static int load_registry(void **state)
{
  (void)state;
  registry = heuristics();
  return 0;
}

static int free_registry(void **state)
{
  (void)state;
  sp_registry_free(registry);
  return 0;
}

static struct sp_instance *instance_of(const json_t *c, const json_t *w, const json_t *load,
                                       enum sp_problem problem)
{
  int m = (int)json_array_size(c);
  struct sp_instance *in = sp_instance_alloc(m);
  struct sp_error error;
  in->problem = problem;
  for (int i = 1; i <= m; i++) {
    size_t k = (size_t)i - 1;
    in->c[i] = sp_int(json_integer_value(json_array_get(c, k)));
    in->w[i] = sp_int(w ? json_integer_value(json_array_get(w, k)) : 0);
    in->load[i] = sp_int(json_integer_value(json_array_get(load, k)));
  }
  if (sp_instance_check(in, &error))
    fail_msg("%s", error.text);
  return in;
}

/* Checks the planned and the executed makespan of a method; an expected plan of NAN allows any. */
static void expect(const char *name, const struct sp_instance *in, const char *method,
                   double planned, double executed)
{
  struct sp_schedule plan = planned_by(registry, method, in);
  double makespan = sp_makespan(in, &plan);
  if (makespan != executed || (!isnan(planned) && plan.planned != planned))
    fail_msg("%s: %s plans %g and takes %g, expected %g and %g", name, method, plan.planned,
             makespan, planned, executed);
  sp_schedule_clear(&plan);
}

static void check_case(const json_t *one)
{
  static const char *const methods[] = {"mbbsa", "r-bsa", "fwd", "bwd"};
  const char *name = json_string_value(json_object_get(one, "name"));
  struct sp_instance *in = instance_of(json_object_get(one, "c"), json_object_get(one, "w"),
                                       json_object_get(one, "load"), SP_REDISTRIBUTION);
  double bba = json_number_value(json_object_get(one, "bba"));
  expect(name, in, "bba", bba, bba);
  for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
    const json_t *known = json_object_get(one, methods[k]);
    expect(name, in, methods[k], json_number_value(json_object_get(known, "planned")),
           json_number_value(json_object_get(known, "executed")));
  }
  const json_t *optimum = json_object_get(one, "optimum");
  struct sp_schedule best = planned_by(registry, "best-of", in);
  double makespan = sp_makespan(in, &best);
  assert_true(makespan == best.planned);
  assert_true(makespan <= bba);
  if (!json_is_null(optimum) && makespan < json_number_value(optimum))
    fail_msg("%s: best-of takes %g, less than the optimum", name, makespan);
  sp_schedule_clear(&best);
  sp_instance_free(in);
}

static json_t *cases(void)
{
  json_error_t error;
  json_t *root = json_load_file("tests/data/redistribution.json", 0, &error);
  if (!root)
    fail_msg("tests/data/redistribution.json:%d: %s", error.line, error.text);
  return root;
}

static void known_cases(void **state)
{
  (void)state;
  json_t *root = cases(), *instances = json_object_get(root, "instances"), *one;
  size_t k;
  assert_int_equal(json_array_size(instances), 26);
  json_array_foreach(instances, k, one) check_case(one);
  json_decref(root);
}

static void theorem_1(void **state)
{
  (void)state;
  json_t *root = cases(), *one;
  size_t k;
  json_array_foreach(json_object_get(root, "theorem1"), k, one)
  {
    struct sp_instance *in =
        instance_of(json_object_get(one, "c"), NULL, json_object_get(one, "delta"), SP_IMBALANCE);
    double best = json_number_value(json_object_get(one, "makespan"));
    double other = json_number_value(json_object_get(one, "makespan_recv_nondecreasing"));
    expect("theorem 1", in, "sorted", best, best);
    expect("theorem 1", in, "sorted:receivers=ascending", other, other);
    sp_instance_free(in);
  }
  json_decref(root);
}

/* Section 4.2: with ties to the largest index the receivers of BBA are those of the report. */
/* The least date at which all transfers of these imbalances are done, of all orders of senders and
 * receivers; the ports are busy until in and out. */
static double least_of_orders(const struct sp_instance *star, int *left, double in, double out)
{
  double least = INFINITY;
  bool done = true;
  for (int s = 1; s <= star->m; s++)
    for (int r = 1; left[s] > 0 && r <= star->m; r++) {
      if (left[r] >= 0)
        continue;
      double received = in + star->c[s].v;
      done = false;
      left[s]--;
      left[r]++;
      least =
          fmin(least, least_of_orders(star, left, received, fmax(received, out) + star->c[r].v));
      left[s]++;
      left[r]--;
    }
  return done ? out : least;
}

/* Theorem 1: senders by c from the least, receivers from the greatest. */
static void theorem_1_against_all_orders(void **state)
{
  (void)state;
  uint64_t seed = 60051;
  int other_is_worse = 0;
  for (int trial = 0; trial < 1000; trial++) {
    struct sp_instance *in = sp_instance_alloc(draw(&seed, 2, 5));
    int left[6] = {0};
    in->problem = SP_IMBALANCE;
    for (int k = draw(&seed, 1, 4); k > 0; k--) {
      int s = draw(&seed, 1, in->m / 2), r = draw(&seed, in->m / 2 + 1, in->m);
      left[s]++;
      left[r]--;
    }
    for (int i = 1; i <= in->m; i++) {
      in->c[i] = sp_int(draw(&seed, 1, 9));
      in->load[i] = sp_int(left[i]);
    }
    struct sp_schedule plan = planned_by(registry, "sorted", in);
    struct sp_schedule other = planned_by(registry, "sorted:receivers=ascending", in);
    double least = least_of_orders(in, left, 0, 0);
    if (sp_makespan(in, &plan) != least)
      fail_msg("trial %d: %g, of all orders %g", trial, sp_makespan(in, &plan), least);
    other_is_worse += sp_makespan(in, &other) > least;
    sp_schedule_clear(&plan);
    sp_schedule_clear(&other);
    sp_instance_free(in);
  }
  assert_true(other_is_worse > 100);
}

/* The date at which worker k has computed what it holds after the first n transfers of the plan,
 * with c and w the same everywhere: task j arrives at (j + 2) c. */
static double end_after(const struct sp_instance *in, const struct sp_schedule *plan, long n, int k)
{
  double c = in->c[1].v, w = in->w[1].v, end = in->load[k].v * w;
  for (long j = 0; j < n; j++)
    end -= plan->msg[j].from == k ? w : 0;
  for (long j = 0; j < n; j++)
    if (plan->msg[j].to == k)
      end = fmax(end, (double)(j + 2) * c) + w;
  return end;
}

/* Lemma 6: on a homogeneous star BBA's next receiver is a worker that ends first without it. */
static void lemma_6(void **state)
{
  (void)state;
  uint64_t seed = 60056;
  long transfers = 0;
  for (int trial = 0; trial < 1000; trial++) {
    struct sp_instance *in = random_instance(&seed, INTEGERS | UNIFORM, draw(&seed, 2, 7), 25, 9);
    for (int i = 2; i <= in->m; i++)
      in->w[i] = in->w[1];
    struct sp_schedule plan = planned_by(registry, "bba", in);
    for (long n = 0; n < plan.n; n++, transfers++)
      for (int k = 1; k <= in->m; k++)
        if (end_after(in, &plan, n, k) < end_after(in, &plan, n, plan.msg[n].to))
          fail_msg("trial %d: transfer %ld to %d, but %d ends first", trial, n, plan.msg[n].to, k);
    sp_schedule_clear(&plan);
    sp_instance_free(in);
  }
  assert_true(transfers > 5000);
}

static void trace_of_section_4_2(void **state)
{
  (void)state;
  static const int printed[] = {2, 4, 2, 4};
  struct sp_instance *in = parse("c=2,2,2,2 w=3,3,4,4 load=8,1,1,0");
  struct sp_schedule plan = planned_by(registry, "bba:tie=last", in);
  assert_int_equal(plan.n, 4);
  for (int k = 0; k < 4; k++) {
    assert_int_equal(plan.msg[k].from, 1);
    assert_int_equal(plan.msg[k].to, printed[k]);
  }
  assert_true(plan.planned == 14 && sp_makespan(in, &plan) == 14);
  sp_schedule_clear(&plan);
  expect("section 4.2", in, "r-bsa:order=forward:tie=begin", 13, 13);
  sp_instance_free(in);
}

/* Each of the five is the only best one somewhere; the empty plan counts, too. */
static void best_of_takes_the_best(void **state)
{
  (void)state;
  static const struct {
    const char *star;
    double makespan;
  } known[] = {{"c=1,3,6 w=8,7,4 load=1,5,0", 20},
               {"c=3,5,2 w=7,1,3 load=5,1,3", 15},
               {"c=1,8,1,1 w=1,1,9,10 load=13,13,0,0", 13}};
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    struct sp_instance *in = parse(known[k].star);
    expect(known[k].star, in, "best-of", known[k].makespan, known[k].makespan);
    sp_instance_free(in);
  }
}

static void workers_that_only_relay(void **state)
{
  (void)state;
  static const char *const methods[] = {"bba",
                                        "bba:cost=median",
                                        "bba:cost=in-first:tie=last",
                                        "mbbsa",
                                        "r-bsa",
                                        "r-bsa:order=forward:tie=begin",
                                        "fwd",
                                        "bwd",
                                        "best-of"};
  struct sp_instance *in = parse("c=3,2,5 w=inf,7,4 load=3,1,0");
  struct sp_instance *idle = parse("c=3,2 w=inf,7 load=0,0");
  for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
    struct sp_schedule plan = planned_by(registry, methods[k], in);
    if (!(sp_makespan(in, &plan) <= 22))
      fail_msg("%s takes %g", methods[k], sp_makespan(in, &plan));
    sp_schedule_clear(&plan);
    expect("nothing to do", idle, methods[k], 0, 0);
  }
  sp_instance_free(in);
  sp_instance_free(idle);
}

/* The plan can be executed, and for BBA, fwd and bwd the makespan is at most `planned`. */
static void promises_are_kept(void **state)
{
  (void)state;
  static const char *const methods[] = {"bba",
                                        "fwd",
                                        "bwd",
                                        "mbbsa",
                                        "r-bsa",
                                        "bba:cost=mean:tie=last",
                                        "bba:cost=in-first",
                                        "r-bsa:order=forward:tie=begin:senders=cumulative"};
  uint64_t seed = 20240611;
  for (int trial = 0; trial < 6000; trial++) {
    unsigned kind = (unsigned)(trial % 3) | (trial & 4 ? LATENCY : 0) | (trial % 7 ? 0 : RELAY);
    struct sp_instance *in =
        random_instance(&seed, kind, draw(&seed, 1, 6), 12, draw(&seed, 0, 1) ? 4 : 37);
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
      struct sp_schedule plan = planned_by(registry, methods[k], in);
      double makespan = sp_makespan(in, &plan), rounding = 1e-9 * makespan;
      bool kept = k == 0 ? fabs(makespan - plan.planned) <= rounding
                         : k > 2 || makespan <= plan.planned + rounding;
      if (isnan(makespan) || !kept)
        fail_msg("trial %d: %s plans %.17g and takes %.17g", trial, methods[k], plan.planned,
                 makespan);
      sp_schedule_clear(&plan);
    }
    sp_instance_free(in);
  }
}

/* On uniform links MBBSA and R-BSA are both optimal: they agree and no method is better. */
static void uniform_links(void **state)
{
  (void)state;
  static const char *const methods[] = {"r-bsa", "fwd", "bwd", "bba", "best-of"};
  uint64_t seed = 77003;
  for (int trial = 0; trial < 5000; trial++) {
    unsigned kind = UNIFORM | (trial & 1 ? LATENCY : 0) | (trial % 3 ? INTEGERS : RATIONALS);
    struct sp_instance *in =
        random_instance(&seed, kind, draw(&seed, 1, 7), 9, draw(&seed, 0, 1) ? 4 : 23);
    struct sp_schedule plan = planned_by(registry, "mbbsa", in);
    double optimum = sp_makespan(in, &plan), rounding = 1e-12 * optimum;
    assert_true(near(plan.planned, optimum, 1e-12));
    sp_schedule_clear(&plan);
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
      plan = planned_by(registry, methods[k], in);
      double makespan = sp_makespan(in, &plan);
      if (makespan < optimum - rounding || (k < 3 && makespan > optimum + rounding))
        fail_msg("trial %d: %s takes %g, mbbsa %g", trial, methods[k], makespan, optimum);
      sp_schedule_clear(&plan);
    }
    sp_instance_free(in);
  }
}

/* The unit of time has no influence: all times by 2^k, makespan by 2^k, same messages. */
static void unit_of_time(void **state)
{
  (void)state;
  static const char *const methods[] = {"bba", "mbbsa", "r-bsa", "fwd", "bwd", "bba:cost=mean"};
  uint64_t seed = 4242;
  for (int trial = 0; trial < 1500; trial++) {
    struct sp_instance *in = random_instance(&seed, (unsigned)trial % 3, draw(&seed, 1, 6), 12, 37);
    struct sp_instance *scaled = sp_instance_copy(in);
    double factor = trial & 8 ? 0x1p-3 : 0x1p5;
    for (int i = 1; i <= in->m; i++)
      for (int what = 0; what < 2; what++) {
        struct sp_num *x = what ? &scaled->w[i] : &scaled->c[i];
        double v = x->v * factor;
        *x = x->den == 0  ? inexact(v)
             : factor > 1 ? ratio((int)x->num * 32, (int)x->den)
                          : ratio((int)x->num, (int)x->den * 8);
        x->v = v;
      }
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
      struct sp_schedule a = planned_by(registry, methods[k], in);
      struct sp_schedule b = planned_by(registry, methods[k], scaled);
      assert_int_equal(a.n, b.n);
      for (long j = 0; j < a.n; j++)
        assert_true(a.msg[j].from == b.msg[j].from && a.msg[j].to == b.msg[j].to);
      assert_true(sp_makespan(in, &a) * factor == sp_makespan(scaled, &b));
      sp_schedule_clear(&a);
      sp_schedule_clear(&b);
    }
    sp_instance_free(in);
    sp_instance_free(scaled);
  }
}

/* ---- The probes as the heads of the heuristics define them, without anything that makes them
 * fast. Integer costs. */

struct late {
  double d;
  int r;
};

static int by_deadline(const void *a, const void *b)
{
  const struct late *x = a, *y = b;
  return x->d != y->d ? (x->d > y->d) - (x->d < y->d) : x->r - y->r;
}

/* The dates of the arrivals at the master for the target M; -1: a sender is too slow. */
static long arrivals(const struct sp_instance *in, double M, double *A)
{
  long n = 0;
  double date = 0;
  for (int c = 1; c <= 100; c++)
    for (int i = 1; i <= in->m; i++) {
      double sent = ceil((in->load[i].v * in->w[i].v - M) / in->w[i].v);
      if (in->c[i].v != c || sent <= 0)
        continue;
      if (floor(M / c) < sent)
        return -1;
      for (; sent > 0; sent--)
        A[n++] = date += c;
    }
  return n;
}

/* fwd and mbbsa: the deadlines in order. */
static bool forward(const struct sp_instance *in, bool fwd, double M, const double *A, long Lsend,
                    int *receiver)
{
  long n = 0, entries = 0;
  struct late *D = calloc((size_t)(M * in->m) + 1, sizeof *D);
  for (int r = 1; r <= in->m; r++)
    for (double d = M - in->w[r].v; in->load[r].v * in->w[r].v <= d; d -= in->w[r].v)
      D[entries++] = (struct late){d, r};
  qsort(D, (size_t)entries, sizeof *D, by_deadline);
  for (long k = 0; k < entries && !(fwd && n == Lsend); k++) {
    double out = fwd ? 0 : A[0];
    long e = -1;
    receiver[n++] = D[k].r;
    for (long j = 0; j < n; j++) {
      out = (fwd ? fmax(A[j], out) : out) + in->c[receiver[j]].v;
      if (e < 0 || in->c[receiver[j]].v >= in->c[receiver[e]].v)
        e = j;
    }
    if (out <= D[k].d)
      continue;
    if (in->c[receiver[e]].v == in->c[D[k].r].v)
      e = n - 1;
    int removed = receiver[e];
    memmove(&receiver[e], &receiver[e + 1], (size_t)(--n - e) * sizeof *receiver);
    out = 0;
    for (long j = 0; j < n; j++)
      out = fmax(A[j], out) + in->c[receiver[j]].v;
    if (!fwd || out <= D[k].d)
      continue;
    memmove(&receiver[e + 1], &receiver[e], (size_t)(n - 1 - e) * sizeof *receiver);
    receiver[e] = removed;
  }
  free(D);
  return n >= Lsend;
}

/* r-bsa and bwd: from M backwards. */
static bool backward(const struct sp_instance *in, bool bwd, double M, const double *A, long Lsend,
                     int *receiver)
{
  double T = M, begin[64];
  for (int r = 1; r <= in->m; r++)
    begin[r] = M;
  for (long k = Lsend; k-- > 0;) {
    double latest = -INFINITY;
    for (int r = 1; r <= in->m; r++) {
      double date = begin[r] - in->w[r].v, st = fmin(date, T) - in->c[r].v;
      if (date >= in->load[r].v * in->w[r].v && st > latest) {
        latest = st;
        receiver[k] = r;
      }
    }
    if (latest < A[bwd ? k : 0])
      return false;
    begin[receiver[k]] -= in->w[receiver[k]].v;
    T = latest;
  }
  return true;
}

static bool accepted(const struct sp_instance *in, const char *method, double M, int *receiver)
{
  static double A[32768];
  long Lsend = arrivals(in, M, A);
  bool arrives = !strcmp(method, "fwd") || !strcmp(method, "bwd");
  if (Lsend <= 0)
    return Lsend == 0;
  return !strcmp(method, "fwd") || !strcmp(method, "mbbsa")
             ? forward(in, arrives, M, A, Lsend, receiver)
             : backward(in, arrives, M, A, Lsend, receiver);
}

/* Each plan is that of the plain probe at the planned makespan, and one unit less is refused: what
 * is known of targets without a plan or from their last deadlines, entries that are skipped and the
 * records of earlier targets change nothing. In most
 * trials one worker has most of the tasks. */
static void plans_are_those_of_the_plain_probes(void **state)
{
  (void)state;
  static const char *const methods[] = {"mbbsa", "r-bsa", "fwd", "bwd"};
  static int receiver[100000];
  uint64_t seed = 130507;
  for (int trial = 0; trial < share(600); trial++) {
    bool dear = trial % 10 == 7; /* many entries replace others, some far behind */
    struct sp_instance *in = sp_instance_alloc(dear ? draw(&seed, 20, 60) : draw(&seed, 2, 9));
    bool many = trial % 30 == 0;  /* more than a block of fwd */
    bool ahead = trial % 10 == 3; /* the cheapest links ask for more than what arrives */
    int c = many || ahead ? 3 : draw(&seed, 1, 12), w = many ? 40 : ahead ? 9 : draw(&seed, 2, 60);
    int tasks = many ? 4000 : trial % 10 && !ahead ? 60 : 400;
    in->problem = SP_REDISTRIBUTION;
    for (int i = 1; i <= in->m; i++) {
      in->c[i] = sp_int(draw(&seed, 1, c));
      in->w[i] = sp_int(draw(&seed, many ? 2 : 1, w));
      in->load[i] = sp_int(i == 1            ? tasks
                           : trial % 60 == 0 ? i % 2 * tasks / 4
                           : trial % 3       ? 0
                                             : draw(&seed, 0, 9));
    }
    if (ahead)
      in->c[1] = sp_int(draw(&seed, 2, 3));
    for (int i = 1; dear && i <= in->m; i++) {
      in->c[i] = sp_int(draw(&seed, 1, 100));
      in->w[i] = sp_int(draw(&seed, 1, 1000));
      in->load[i] = sp_int(trial % 40 == 7 ? (i == 1 ? 800 : 0) : draw(&seed, 0, 60));
    }
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
      struct sp_schedule plan = planned_by(registry, methods[k], in);
      if (!accepted(in, methods[k], plan.planned, receiver) ||
          accepted(in, methods[k], plan.planned - 1, &receiver[50000]))
        fail_msg("trial %d: %s plans %g", trial, methods[k], plan.planned);
      for (long j = 0; j < plan.n; j++)
        if (plan.msg[j].to != receiver[j])
          fail_msg("trial %d: %s sends task %ld to %d instead of %d", trial, methods[k], j + 1,
                   plan.msg[j].to, receiver[j]);
      sp_schedule_clear(&plan);
    }
    sp_instance_free(in);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(known_cases),
      cmocka_unit_test(theorem_1),
      cmocka_unit_test(theorem_1_against_all_orders),
      cmocka_unit_test(lemma_6),
      cmocka_unit_test(trace_of_section_4_2),
      cmocka_unit_test(best_of_takes_the_best),
      cmocka_unit_test(workers_that_only_relay),
      cmocka_unit_test(promises_are_kept),
      cmocka_unit_test(uniform_links),
      cmocka_unit_test(unit_of_time),
      cmocka_unit_test(plans_are_those_of_the_plain_probes),
  };
  return cmocka_run_group_tests(tests, load_registry, free_registry);
}
