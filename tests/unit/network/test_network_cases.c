/* Tests solved networks: the exact values of tests/data/networks.json, the data of figures 4 to 7
 * of the 1997 paper in results/, and statements of its text. */
#include "networks.h"

#include <jansson.h>

struct spec {
  char text[8192];
};

static void add(struct spec *spec, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(struct spec *spec, const char *format, ...)
{
  va_list arguments;
  size_t n = strlen(spec->text);
  va_start(arguments, format);
  vsnprintf(spec->text + n, sizeof spec->text - n, format, arguments);
  va_end(arguments);
}

/* "key=v,v,.." from a text or a list of texts; at most `most` values. */
static void add_key(struct spec *spec, const char *key, const json_t *value, size_t most)
{
  if (!value)
    return;
  add(spec, " %s=%s", key, json_is_string(value) ? json_string_value(value) : "");
  for (size_t i = 0; i < json_array_size(value) && i < most; i++)
    add(spec, "%s%s", i ? "," : "", json_string_value(json_array_get(value, i)));
}

static struct spec spec_of(const json_t *input, size_t n)
{
  struct spec spec = {""};
  add_key(&spec, "w", json_object_get(input, "w"), n);
  add_key(&spec, "z", json_object_get(input, "z"), n);
  add_key(&spec, "r", json_object_get(input, "r"), n);
  add_key(&spec, "tcp", json_object_get(input, "Tcp"), 1);
  add_key(&spec, "tcm", json_object_get(input, "Tcm"), 1);
  return spec;
}

static const char *text_at(const json_t *object, const char *name)
{
  return json_string_value(json_object_get(object, name));
}

static void check_alphas(const json_t *expected, char *const *alpha)
{
  for (size_t i = 0; i < json_array_size(expected); i++)
    assert_string_equal(alpha[i], json_string_value(json_array_get(expected, i)));
}

/* Doubles agree with the rationals, and loads sum up to 1. */
static void check_doubles(const struct sp_network_solution *solution)
{
  struct sp_num exact;
  double sum = 0;
  for (long i = 0; i < solution->n; i++) {
    sum += solution->row[i].alpha;
    if (sp_num_parse(solution->alpha_exact[i], &exact) == 0)
      assert_true(fabs(exact.v - solution->row[i].alpha) < 1e-14);
  }
  if (solution->layers == SP_UNUSED)
    assert_near(sum, 1, 1e-14);
  if (sp_num_parse(solution->time_exact, &exact) == 0)
    assert_near(solution->time, exact.v, 1e-14);
}

/* The execution agrees with the solution. */
static void execute(enum sp_network_kind kind, const struct spec *spec)
{
  struct sp_network *net = parsed(kind, spec->text);
  struct sp_network_solution solution = solution_of(net);
  for (enum sp_engine engine = 0; engine < 2; engine++)
    executed(net, &solution, engine, NULL);
  sp_network_solution_clear(&solution);
  sp_network_free(net);
}

static void check(enum sp_network_kind kind, const struct spec *spec, const json_t *expected)
{
  struct sp_network_solution solution = solved(kind, spec->text);
  assert_string_equal(solution.time_exact, text_at(expected, "T"));
  if (kind != SP_BUS)
    check_alphas(json_object_get(expected, "alpha"), solution.alpha_exact);
  if (text_at(expected, "used"))
    assert_int_equal(solution.ordered, atol(text_at(expected, "used")));
  if (text_at(expected, "layers"))
    assert_int_equal(solution.layers, atol(text_at(expected, "layers")));
  const json_t *order = json_object_get(expected, "order");
  for (size_t i = 0; i < json_array_size(order); i++)
    assert_int_equal(solution.order[i] + 1, atol(json_string_value(json_array_get(order, i))));
  check_doubles(&solution);
  sp_network_solution_clear(&solution);
  execute(kind, spec);
}

static void check_chain(const json_t *input, const json_t *expected)
{
  size_t n = (size_t)atol(text_at(input, "N"));
  struct spec spec = spec_of(input, 99);
  add(&spec, " branches=0-%zu", n - 1);
  check(SP_CHAIN, &spec, expected);
}

static void check_inside(const json_t *input, const json_t *expected)
{
  const char *key;
  const json_t *value;
  long cells = 0;
  json_object_foreach((json_t *)(uintptr_t)expected, key, value)
  {
    long left, right;
    struct spec spec = spec_of(input, 99);
    struct sp_network_solution solution;
    struct sp_error error;
    assert_int_equal(sscanf(key, "%ld,%ld", &left, &right), 2);
    add(&spec, " originator=%s branches=%ld-%ld", text_at(input, "originator"), left, right);
    struct sp_network *net = parsed(SP_CHAIN, spec.text);
    int code = sp_network_solve(net, &solution, &error);
    sp_network_free(net);
    if (code == SP_OK)
      execute(SP_CHAIN, &spec);
    assert_int_equal(code, json_is_null(value) ? SP_BAD_INPUT : SP_OK);
    cells++;
    if (code != SP_OK)
      continue;
    assert_string_equal(solution.time_exact, json_string_value(value));
    check_doubles(&solution);
    sp_network_solution_clear(&solution);
  }
  assert_int_equal(cells, 36);
}

static void check_loop(const json_t *input, const json_t *expected)
{
  struct spec spec = spec_of(input, 99);
  const char *key;
  const json_t *value;
  check(SP_LOOP, &spec, expected);
  struct sp_network_solution solution = solved(SP_LOOP, spec.text);
  assert_true((solution.meet != SP_UNUSED) == !strcmp(text_at(expected, "type"), "closed"));
  json_object_foreach(json_object_get(expected, "closed"), key, value)
  {
    const char *text = solution.closed_exact[atol(key) - 1];
    assert_true(isnan(solution.closed[atol(key) - 1]) == !text);
    if (json_is_null(value))
      assert_null(text);
    else
      assert_string_equal(text, json_string_value(value));
  }
  sp_network_solution_clear(&solution);
}

static void check_tree(const json_t *input, const json_t *expected)
{
  const json_t *arcs = json_object_get(input, "arcs");
  const char *parent[99] = {"0"}, *z[99] = {"0"}, *r[99] = {"0"};
  struct spec spec = spec_of(input, 99);
  size_t n = json_array_size(arcs) + 1;
  for (size_t k = 0; k + 1 < n; k++) {
    const json_t *arc = json_array_get(arcs, k);
    long child = atol(json_string_value(json_array_get(arc, 1))) - 1;
    parent[child] = json_string_value(json_array_get(arc, 0));
    z[child] = json_string_value(json_array_get(arc, 2));
    r[child] = json_string_value(json_array_get(arc, 3));
  }
  const struct {
    const char *name, **value;
  } list[] = {{"parent", parent}, {"z", z}, {"r", r}};
  for (size_t k = 0; k < 3; k++)
    for (size_t i = 0; i < n; i++)
      add(&spec, "%s%s%s%s", i ? "," : " ", i ? "" : list[k].name, i ? "" : "=", list[k].value[i]);
  check(SP_TREE, &spec, expected);
}

/* The case lists alphas by increasing w, the solution in the order of the input. */
static void check_bus(const json_t *input, const json_t *expected)
{
  struct spec spec = spec_of(input, 99);
  const json_t *buses = json_object_get(input, "buses_z_r_w");
  add_key(&spec, "w1", json_object_get(input, "w1"), 1);
  for (size_t k = 0; k < json_array_size(buses); k++) {
    const json_t *bus = json_array_get(buses, k), *w = json_array_get(bus, 2);
    add(&spec, " bus%zu=%s:%s:", k + 1, json_string_value(json_array_get(bus, 0)),
        json_string_value(json_array_get(bus, 1)));
    for (size_t i = 0; i < json_array_size(w); i++)
      add(&spec, "%s%s", i ? "," : "", json_string_value(json_array_get(w, i)));
  }
  check(SP_BUS, &spec, expected);
  struct sp_network_solution solution = solved(SP_BUS, spec.text);
  const char *first[] = {"15077/111050", "7029/111050"},
             *second[] = {"4869/111050", "703/111050", "12856/55525"};
  assert_string_equal(solution.alpha_exact[0], text_at(expected, "alpha1"));
  for (int i = 0; i < 2; i++)
    assert_string_equal(solution.alpha_exact[1 + i], first[i]);
  for (int i = 0; i < 3; i++)
    assert_string_equal(solution.alpha_exact[3 + i], second[i]);
  sp_network_solution_clear(&solution);
}

static void check_case(const json_t *one)
{
  const char *kind = text_at(one, "kind");
  const json_t *input = json_object_get(one, "input"), *expected = json_object_get(one, "expected");
  struct spec spec = spec_of(input, 99);
  if (!strcmp(kind, "chain"))
    check_chain(input, expected);
  else if (!strcmp(kind, "chain_inside_table"))
    check_inside(input, expected);
  else if (!strcmp(kind, "loop"))
    check_loop(input, expected);
  else if (!strcmp(kind, "tree"))
    check_tree(input, expected);
  else if (!strcmp(kind, "bus"))
    check_bus(input, expected);
  else if (!strcmp(kind, "star_parallel"))
    check(SP_STAR, &spec, expected);
  else if (!strncmp(kind, "star_", 5)) {
    add(&spec, " mode=sequential");
    check(SP_STAR, &spec, expected);
  } else {
    assert_string_equal(kind, "hypercube");
    add_key(&spec, "d", json_object_get(input, "d"), 1);
    check(SP_HYPERCUBE, &spec, expected);
  }
}

static void known_cases(void **state)
{
  (void)state;
  json_error_t error;
  json_t *all = json_load_file("tests/data/networks.json", 0, &error);
  if (!all)
    fail_msg("line %d: %s", error.line, error.text);
  const json_t *cases = json_object_get(all, "cases");
  assert_int_equal(json_array_size(cases), 15);
  for (size_t i = 0; i < json_array_size(cases); i++)
    check_case(json_array_get(cases, i));
  json_decref(all);
}

/* ---- Statements of the paper. */

static void example_1(void **state)
{
  (void)state;
  static const char *const alpha[] = {"62/107", "144/535", "10/107", "31/535", "0"};
  struct sp_network *net =
      parsed(SP_CHAIN, "w=1,1,1,1/2,1/2 z=1,1,1/2,1/2 r=.2,.2,.1,.1 tcp=2 tcm=1");
  struct sp_network_solution solution = solution_of(net);
  assert_string_equal(solution.time_exact, "124/107");
  for (int i = 0; i < 5; i++)
    assert_string_equal(solution.alpha_exact[i], alpha[i]);
  assert_near(solution.equivalent_speed, 1.7258, 1e-4);
  assert_near(solution.speedup, 1.7258, 1e-4);
  assert_near(solution.utilisation, .4315, 1e-3);
  assert_true(solution.usable == 4 && solution.proven && solution.left == SP_UNUSED);
  /* Figure 3: more processors compute as the load reaches them; the fifth never does. */
  long n;
  struct sp_step *step = sp_network_steps(net, &solution, &n);
  assert_int_equal(n, 4);
  for (long k = 0; k < n; k++) {
    assert_true(step[k].busy == (double)(k + 1));
    assert_near(step[k].start, solution.row[k].ready, 1e-15);
    assert_near(step[k].end, k < 3 ? solution.row[k + 1].ready : 124. / 107, 1e-15);
  }
  free(step);
  sp_network_solution_clear(&solution);
  sp_network_free(net);
}

static void example_2(void **state)
{
  (void)state;
  struct sp_network_solution solution = solved(SP_CHAIN, "w=1 z=.1 r=.05 n=11 originator=6");
  assert_string_equal(solution.time_exact, "33142/122791");
  assert_true(solution.left == 4 && solution.right == 4 && solution.usable == 9);
  sp_network_solution_clear(&solution);
}

static void open_beats_closed(void **state)
{
  (void)state;
  struct sp_network_solution solution = solved(SP_LOOP, "w=2,4,2 z=.9,.6,.2 r=0,0,.4");
  assert_string_equal(solution.time_exact, "1274/1249");
  assert_string_equal(solution.closed_exact[2], "9842/9517");
  assert_true(solution.meet == SP_UNUSED);
  sp_network_solution_clear(&solution);
}

static void hypercubes(void **state)
{
  (void)state;
  struct sp_network_solution solution = solved(SP_HYPERCUBE, "d=10 z=.1 r=.01 w=1");
  assert_int_equal(solution.layers, 3);
  assert_near(solution.time, .0421436, 1e-5);
  assert_true(solution.usable == 1 + 10 + 45 + 120);
  sp_network_solution_clear(&solution);
}

/* alpha = 0 at the boundary counts as usable. */
static void boundary(void **state)
{
  (void)state;
  struct sp_network_solution solution = solved(SP_CHAIN, "w=1,1/3 z=.1 r=1");
  assert_true(solution.usable == 2 && !strcmp(solution.alpha_exact[1], "0"));
  sp_network_solution_clear(&solution);
  /* Beyond the boundary by less than the precision of doubles: rationals decide. */
  solution = solved(SP_STAR, "w=1,1/3 z=.1 r=1000000000000001/1000000000000000 mode=sequential");
  assert_true(solution.usable == 1 && !strcmp(solution.time_exact, "1"));
  sp_network_solution_clear(&solution);
  solution =
      solved(SP_CHAIN, "w=1/3,1,1/3 z=.1 r=1,1000000000000001/1000000000000000 originator=2");
  assert_true(solution.left == 1 && solution.right == 0);
  sp_network_solution_clear(&solution);
  solution =
      solved(SP_CHAIN, "w=1/3,1,1/3 z=.1 r=1000000000000001/1000000000000000,1 originator=2");
  assert_true(solution.left == 0 && solution.right == 1);
  sp_network_solution_clear(&solution);
}

static void returned_results(void **state)
{
  (void)state;
  struct sp_network_solution a =
      solved(SP_TREE, "w=1,2,3,4 z=.1,.2,.3,.4 r=.03 parent=0,1,2,1 beta=.5 return=.01");
  struct sp_network_solution b = solved(SP_TREE, "w=1,2,3,4 z=.15,.3,.45,.6 r=.04 parent=0,1,2,1");
  assert_string_equal(a.time_exact, b.time_exact);
  assert_near(a.time, b.time, 1e-14);
  sp_network_solution_clear(&a);
  sp_network_solution_clear(&b);
}

/* ---- Figures 4 to 7. */

/* Calls row(values) for each line of numbers of results/NAME; returns how many. */
static long each_row(const char *name, void (*row)(const double *value))
{
  char path[64], line[256];
  long rows = 0;
  snprintf(path, sizeof path, "results/%s", name);
  FILE *file = fopen(path, "re");
  assert_non_null(file);
  while (fgets(line, sizeof line, file)) {
    double value[6] = {0};
    char *p = line;
    if (line[0] < '0' || line[0] > '9')
      continue;
    for (int k = 0; k < 6 && *p && *p != '\n'; k++) {
      value[k] = strtod(p, &p);
      p += *p == ',';
    }
    row(value);
    rows++;
  }
  fclose(file);
  return rows;
}

static struct sp_network_solution homogeneous(double n, double r, double z)
{
  char spec[128];
  snprintf(spec, sizeof spec, "w=1 n=%.0f r=%.17g z=%.17g", n, r, z);
  return solved(SP_CHAIN, spec);
}

/* The columns are those of the files. */
static void figure_4(const double *v)
{
  struct sp_network_solution solution = homogeneous(v[2], v[1], v[0]);
  assert_near(solution.time, v[3], 1e-11);
  assert_true(solution.usable == v[2]);
  sp_network_solution_clear(&solution);
}

static void figure_5(const double *v)
{
  struct sp_network_solution solution = homogeneous(1000, v[1], v[0]);
  assert_true(solution.usable == v[2]);
  sp_network_solution_clear(&solution);
}

static void figure_6(const double *v)
{
  struct sp_network_solution solution = homogeneous(v[2], v[1], v[0]);
  assert_near(solution.speedup, v[3], 1e-11);
  sp_network_solution_clear(&solution);
}

static void figure_7(const double *v)
{
  struct sp_network_solution solution = homogeneous(v[1], v[0], v[2]);
  assert_near(solution.speedup, v[3], 1e-11);
  assert_near(solution.time, v[4], 1e-11);
  assert_true(solution.usable == v[5]);
  sp_network_solution_clear(&solution);
}

static void figures(void **state)
{
  (void)state;
  assert_int_equal(each_row("bd97-fig4.csv", figure_4), 82);
  assert_int_equal(each_row("bd97-fig5.csv", figure_5), 39);
  assert_int_equal(each_row("bd97-fig6.csv", figure_6), 82);
  assert_int_equal(each_row("bd97-fig7.csv", figure_7), 164);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(known_cases),      cmocka_unit_test(example_1),
      cmocka_unit_test(example_2),        cmocka_unit_test(open_beats_closed),
      cmocka_unit_test(hypercubes),       cmocka_unit_test(boundary),
      cmocka_unit_test(returned_results), cmocka_unit_test(figures),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
