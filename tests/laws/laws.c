/* Tests the laws: properties of EVERY heuristic of the registry on random instances. They name no
 * heuristic, so a new file in heuristics/ is tested as soon as it exists. LAWS_COUNT sets the
 * number of instances for each heuristic and problem (default 100), LAWS_METHOD chooses one
 * heuristic. */
#include "method/registry.h"
#include "random_method.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SEED = 60051 };

static uint32_t instances(void)
{
  return (uint32_t)setting("LAWS_COUNT", 100);
}

static struct sp_registry *registry;
static const enum sp_problem PROBLEMS[] = {SP_REDISTRIBUTION, SP_BAG, SP_DIVISIBLE, SP_IMBALANCE};

/* Runs the method, "name" or "name:option=value..", natively. */
static struct sp_result run_method(const char *name, const struct sp_instance *in,
                                   struct sp_trace *trace, struct sp_schedule *decided)
{
  struct sp_conditions nominal = {.seed = 7};
  struct sp_result result;
  struct sp_method method;
  assert_int_equal(sp_method_parse(registry, name, &method, NULL), SP_OK);
  sp_native_run(in, registry, &method, &nominal, &result, trace, decided);
  sp_method_clear(&method);
  return result;
}

/* Runs the heuristic with its presets, a small budget apart. */
static struct sp_result run(const struct sp_heuristic *h, const struct sp_instance *in,
                            struct sp_trace *trace, struct sp_schedule *decided)
{
  char name[256];
  thrifty_method(h, name, sizeof name);
  return run_method(name, in, trace, decided);
}

/* True if an on-line heuristic has let a port wait that it could have used. */
static const struct sp_heuristic *watched;
static bool has_waited;

static struct sp_decision watch(const struct sp_view *view, const void *options, void *state)
{
  struct sp_decision decision = watched->next(view, options, state);
  has_waited |= decision.verb == SP_WAIT;
  return decision;
}

/* The same; *waited: whether it has waited. */
static struct sp_result run_watched(const struct sp_heuristic *h, const struct sp_instance *in,
                                    struct sp_schedule *decided, bool *waited)
{
  struct sp_conditions nominal = {.seed = 7};
  struct sp_heuristic watching = *h;
  struct sp_result result;
  struct sp_method method;
  watched = h;
  has_waited = false;
  watching.next = h->plan ? NULL : watch;
  char name[256];
  thrifty_method(h, name, sizeof name);
  assert_int_equal(sp_method_parse(registry, name, &method, NULL), SP_OK);
  method.heuristic = &watching;
  sp_native_run(in, registry, &method, &nominal, &result, NULL, decided);
  sp_method_clear(&method);
  *waited = has_waited;
  return result;
}

typedef void law(const struct sp_heuristic *, struct sp_instance *);
static const char *only; /* the name of LAWS_METHOD; NULL: all heuristics */
static long checked;

/* The instance with this number: with limited memory, with results that return or with sizes if
 * `what` says so. */
enum what { PLAIN, MEMORY, RESULTS, SIZES, WHATS };
static uint32_t drawn; /* counts the instances that differ */

static struct sp_instance *instance_of(enum sp_problem problem, uint32_t index, enum what what)
{
  struct sp_instance *in = random_instance(SEED, index, problem);
  assert_int_equal(sp_instance_check(in, NULL), SP_OK);
  if (what == MEMORY)
    random_memory(SEED, index, in);
  if (what == RESULTS)
    random_results(SEED, index, in);
  if (what == SIZES)
    random_sizes(SEED, index, in);
  return in;
}

/* Some divisible loads have limited memory, some bags and divisible loads results that return;
 * heuristics that send several tasks in a message have bags with sizes. */
static bool concerns(const struct sp_heuristic *h, const struct sp_instance *in, uint32_t index,
                     enum what what)
{
  bool load = in->problem == SP_DIVISIBLE && in->sizes;
  return what == PLAIN || (what == MEMORY && sp_has_memory(in) && index % 16 == 0) ||
         (what == RESULTS && sp_has_results(in) && index % 4 == 0) ||
         (what == SIZES && (load || (h->chunks && (in->sizes || index % 4 == 0))));
}

/* Applies the law to every heuristic on instances of every problem that it serves. */
static void everywhere(law *holds)
{
  uint32_t first = first_case();
  for (size_t p = 0; p < sizeof PROBLEMS / sizeof PROBLEMS[0]; p++)
    for (uint32_t index = first; index < first + instances(); index++)
      for (enum what what = PLAIN; what < WHATS; what++, drawn++)
        for (int k = 0; k < registry->n; k++) {
          const struct sp_heuristic *h = registry->item[k];
          if (!(h->problems & (unsigned)PROBLEMS[p]) || (only && strcmp(h->name, only) != 0) ||
              !takes_part(h, index))
            continue;
          struct sp_instance *in = instance_of(PROBLEMS[p], index, what);
          if (concerns(h, in, index, what))
            holds(h, in);
          checked += what == PLAIN;
          sp_instance_free(in);
        }
}

static void complain_of(const char *method, const struct sp_instance *in, const char *what)
{
  fprintf(stderr, "%s: %s\n  starport run --engine=native -H %s ", method, what, method);
  print_star(stderr, in);
  fail();
}

static void complain(const struct sp_heuristic *h, const struct sp_instance *in, const char *what)
{
  complain_of(h->name, in, what);
}

static void valid_method(const char *name, const struct sp_instance *in)
{
  struct sp_trace trace = SP_TRACE_EMPTY;
  struct sp_error error;
  struct sp_result r = run_method(name, in, &trace, NULL);
  if (r.status == SP_REFUSED && r.reason[0])
    return;
  if (r.status != SP_RUN_OK)
    complain_of(name, in, r.reason);
  if (sp_validate(in, &trace, SP_ENGINE_TOLERANCE, SP_DURATIONS_EXACT, &error) != SP_OK)
    complain_of(name, in, error.text);
  double slack = in->problem == SP_DIVISIBLE ? 1e-12 * in->total.v : 0;
  bool everything = in->problem != SP_IMBALANCE && in->deadline.v == INFINITY;
  if (everything && !(fabs(r.done - in->total.v) <= slack))
    complain_of(name, in, "load is not conserved");
  if (in->deadline.v < INFINITY && r.makespan > in->deadline.v * (1 + 1e-12))
    complain_of(name, in, "the deadline is missed");
  sp_trace_clear(&trace);
}

static void valid(const struct sp_heuristic *h, struct sp_instance *in)
{
  valid_method(h->name, in);
}

/* A number that other instances seldom have. */
static uint32_t number_of(const struct sp_instance *in)
{
  return (uint32_t)in->m * 64 + (in->total.v < 64 ? (uint32_t)in->total.v : 0);
}

/* Whatever its options choose. */
static void valid_options(const struct sp_heuristic *h, struct sp_instance *in)
{
  char name[256];
  for (uint32_t k = 0; h->options && k < 3; k++) {
    random_method(SEED, 3 * number_of(in) + k, h, name, sizeof name);
    valid_method(name, in);
  }
}

/* The bounds of the instance that was drawn last, which all heuristics have in common. */
static const struct sp_bound *bounds_of(struct sp_instance *in, bool chunks, int *n)
{
  static struct {
    struct sp_bound bound[SP_MAX_BOUNDS];
    int n;
    uint32_t of; /* 1 more than the number of the instance */
  } known[2];
  in->chunks = chunks;
  if (known[chunks].of != drawn + 1) {
    known[chunks].n = sp_bounds(in, known[chunks].bound);
    known[chunks].of = drawn + 1;
  }
  *n = known[chunks].n;
  return known[chunks].bound;
}

static void bounded(const struct sp_heuristic *h, struct sp_instance *in)
{
  int n;
  const struct sp_bound *bound = bounds_of(in, h->chunks, &n);
  struct sp_result r = run(h, in, NULL, NULL);
  bool by_deadline = in->deadline.v < INFINITY;
  for (int k = 0; k < n && r.status == SP_RUN_OK; k++)
    if (by_deadline ? r.done * (1 - 1e-12) > bound[k].value
                    : r.makespan < bound[k].value * (1 - 1e-12)) {
      fprintf(stderr, "%s bound %.17g, makespan %.17g, done %.17g\n", bound[k].name, bound[k].value,
              r.makespan, r.done);
      complain(h, in, "beats a bound");
    }
}

static void bounded_over_time(const struct sp_heuristic *h, struct sp_instance *in)
{
  random_profiles(SEED, number_of(in), in);
  bounded(h, in);
}

/* The decisions, executed as soon as possible, take the same time, or less if it has waited. */
static void evaluated(const struct sp_heuristic *h, struct sp_instance *in)
{
  struct sp_schedule decided = SP_SCHEDULE_EMPTY;
  bool waited;
  struct sp_result r = run_watched(h, in, &decided, &waited);
  if (r.status != SP_RUN_OK)
    return;
  double makespan = sp_makespan(in, &decided), excess = r.makespan - makespan;
  if (!((waited || excess <= 1e-12 * r.makespan) && excess >= -1e-12 * r.makespan)) {
    fprintf(stderr, "evaluated %.17g, executed %.17g\n", makespan, r.makespan);
    complain(h, in, "the recurrence and the engine disagree");
  }
  sp_schedule_clear(&decided);
}

static void repeatable(const struct sp_heuristic *h, struct sp_instance *in)
{
  struct sp_result first = run(h, in, NULL, NULL), second = run(h, in, NULL, NULL);
  if (memcmp(&first.makespan, &second.makespan, sizeof first.makespan) != 0 ||
      first.bits_hash != second.bits_hash || first.order_hash != second.order_hash)
    complain(h, in, "two runs differ");
}

static void nameless(const struct sp_heuristic *h, struct sp_instance *in)
{
  struct sp_result before = run(h, in, NULL, NULL);
  for (int i = 0; i <= in->m; i++) {
    char name[32];
    snprintf(name, sizeof name, "host-%d.example", 97 * i % 31);
    free(in->platform.node[i].name);
    in->platform.node[i].name = strdup(name);
  }
  if (run(h, in, NULL, NULL).bits_hash != before.bits_hash)
    complain(h, in, "renaming the hosts changes the result");
}

static struct sp_num scaled(struct sp_num x, int factor)
{
  return x.den ? (struct sp_num){x.v * factor, x.num * factor, x.den}
               : (struct sp_num){x.v * factor, 0, 0};
}

static void homogeneous(const struct sp_heuristic *h, struct sp_instance *in)
{
  struct sp_result before = run(h, in, NULL, NULL);
  for (int i = 1; i <= in->m; i++) {
    in->c[i] = scaled(in->c[i], 32);
    in->w[i] = scaled(in->w[i], 32);
    in->latency[i] = scaled(in->latency[i], 32);
    in->result[i] = scaled(in->result[i], 32);
  }
  in->overhead = scaled(in->overhead, 32);
  in->request = scaled(in->request, 32);
  in->deadline = scaled(in->deadline, 32);
  struct sp_result after = run(h, in, NULL, NULL);
  if (before.status != after.status ||
      (before.status == SP_RUN_OK &&
       (after.makespan != 32 * before.makespan || after.done != before.done)))
    complain(h, in, "times 32, the makespan is not times 32");
}

/* One worker: it computes its own load; or takes tasks through its b places, one after another, and
 * returns their results in the same order; one task in each message. */
static void closed_form(const struct sp_heuristic *h, struct sp_instance *in)
{
  if (in->m != 1 || h->chunks || !(in->problem & (SP_REDISTRIBUTION | SP_BAG)))
    return;
  bool waited;
  struct sp_result r = run_watched(h, in, NULL, &waited);
  if (r.status != SP_RUN_OK)
    return;
  long n = (long)in->total.v, b = in->buffer[1];
  double back = sp_returns(in, 1) ? sp_result_time(in, 1, 1) : 0;
  double expected = in->total.v * in->w[1].v, link = 0, idle = 0, home = 0;
  double *finish = calloc((size_t)n + 1, sizeof *finish); /* dates at which places are free */
  assert_non_null(finish);
  for (long k = 0; in->problem == SP_BAG && k < n; k++) {
    double room = k >= b ? finish[k - b] : 0;
    link = (room > link ? room : link) + in->latency[1].v + in->c[1].v;
    idle = (link > idle ? link : idle) + in->w[1].v;
    home = (idle > home ? idle : home) + back;
    finish[k] = in->hold_result ? home : idle;
    expected = home;
  }
  free(finish);
  double most =
      waited ? in->total.v * (in->latency[1].v + in->c[1].v + in->w[1].v + back) : expected;
  if (r.makespan < expected * (1 - 1e-12) || r.makespan > most * (1 + 1e-12))
    complain(h, in, "one worker does not give the closed form");
}

static void refused(const struct sp_heuristic *h, struct sp_instance *in)
{
  (void)in;
  for (size_t p = 0; p < sizeof PROBLEMS / sizeof PROBLEMS[0]; p++) {
    if (h->problems & (unsigned)PROBLEMS[p])
      continue;
    struct sp_instance *other = random_instance(SEED, 3, PROBLEMS[p]);
    struct sp_result r = run(h, other, NULL, NULL);
    if (r.status != SP_REFUSED || !r.reason[0])
      complain(h, other, "mis-solves a problem that it does not serve");
    sp_instance_free(other);
  }
}

#define LAW(name)                      \
  static void law_##name(void **state) \
  {                                    \
    (void)state;                       \
    everywhere(name);                  \
  }
LAW(valid)
LAW(valid_options)
LAW(bounded)
LAW(bounded_over_time)
LAW(evaluated)
LAW(repeatable)
LAW(nameless)
LAW(homogeneous)
LAW(closed_form)
LAW(refused)

int main(void)
{
  registry = all_heuristics();
  only = getenv("LAWS_METHOD");
  if (only && !sp_registry_find(registry, only)) {
    fprintf(stderr, "LAWS_METHOD: there is no heuristic '%s'\n", only);
    return 1;
  }
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(law_valid),       cmocka_unit_test(law_valid_options),
      cmocka_unit_test(law_bounded),     cmocka_unit_test(law_bounded_over_time),
      cmocka_unit_test(law_evaluated),   cmocka_unit_test(law_repeatable),
      cmocka_unit_test(law_nameless),    cmocka_unit_test(law_homogeneous),
      cmocka_unit_test(law_closed_form), cmocka_unit_test(law_refused),
  };
  int failures = cmocka_run_group_tests_name("laws", tests, NULL, NULL);
  printf("laws: %ld instances\n", checked);
  sp_registry_free(registry);
  return failures;
}
