/* Tests the HTML page without a browser: it is well-formed, escaped, self-contained, the same each
 * time, and its data are those of the matrix. tests/html tests it in a browser. */
#include "small_campaign.h"

#include "campaign/figure/plot.h"
#include "campaign/page/html.h"
#include <jansson.h>
#include <libxml/HTMLparser.h>
#include <libxml/xpath.h>

static char *page_of(const struct small *s, int worst, struct sp_report_counts *counts)
{
  struct sp_error error = {""};
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (sp_report_html(&s->experiment, s->registry, s->store, worst, SP_PAGE_EVENTS, NULL, out,
                     counts, &error))
    fail_msg("%s", error.text);
  fclose(out);
  return text;
}

/* ---- Escaping. */

/* The JSON string that TEXT becomes, read back; it must be ASCII that no element ends in. */
static void string_reads_back(const char *text, const char *expected)
{
  char *json = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&json, &size);
  sp_html_string(text, out);
  fclose(out);
  for (const char *p = json; *p; p++)
    assert_true(*p >= ' ' && *p <= '~' && *p != '<' && *p != '>' && *p != '&');
  json_t *value = json_loads(json, JSON_DECODE_ANY, NULL);
  assert_non_null(value);
  assert_string_equal(json_string_value(value), expected);
  json_decref(value);
  free(json);
}

static void test_string(void **state)
{
  (void)state;
  static const char *const same[] = {"",
                                     "plain",
                                     "</script><!--&amp;",
                                     "a\"b\\c\td\n",
                                     "c\xE2\x89\xA4w \xE2\x80\xA8",
                                     "\xF0\x9F\x9A\x80 \x7F"};
  for (size_t k = 0; k < sizeof same / sizeof *same; k++)
    string_reads_back(same[k], same[k]);
  string_reads_back("a\xFFz", "a\xEF\xBF\xBDz");
  string_reads_back("\xE2\x89", "\xEF\xBF\xBD\xEF\xBF\xBD");   /* cut short */
  string_reads_back("\xC0\xAF.", "\xEF\xBF\xBD\xEF\xBF\xBD."); /* '/' written too long */
  string_reads_back("\xED\xA0\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"); /* half a pair */
}

static void test_text(void **state)
{
  (void)state;
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  sp_html_text("<a b=\"c\" d='e'>&amp;\x01\xFF \xE2\x89\xA4\n", out);
  sp_html_number(0.1, out);
  sp_html_number(INFINITY, out);
  fclose(out);
  assert_string_equal(text, "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;amp;\xEF\xBF\xBD"
                            "\xEF\xBF\xBD \xE2\x89\xA4\n0.10000000000000001null");
  free(text);
}

/* ---- The page. */

/* libxml2 knows HTML 4: newer elements are not errors. */
static void count_fault(void *data, xmlErrorPtr error)
{
  if (error->code == XML_HTML_UNKNOWN_TAG)
    return;
  printf("line %d: %s", error->line, error->message);
  ++*(int *)data;
}

static htmlDocPtr parse(const char *text)
{
  int faults = 0;
  xmlSetStructuredErrorFunc(&faults, count_fault);
  htmlDocPtr document =
      htmlReadMemory(text, (int)strlen(text), "page.html", "UTF-8", HTML_PARSE_NONET);
  xmlSetStructuredErrorFunc(NULL, NULL);
  assert_non_null(document);
  assert_int_equal(faults, 0);
  return document;
}

/* How many nodes the expression finds; *first, if not NULL, becomes the text of the first. */
static int find(htmlDocPtr document, const char *expression, char **first)
{
  xmlXPathContextPtr context = xmlXPathNewContext(document);
  xmlXPathObjectPtr found = xmlXPathEvalExpression(BAD_CAST expression, context);
  int n = found->nodesetval ? found->nodesetval->nodeNr : 0;
  if (first && n)
    *first = (char *)xmlNodeGetContent(found->nodesetval->nodeTab[0]);
  xmlXPathFreeObject(found);
  xmlXPathFreeContext(context);
  return n;
}

static void test_well_formed(void **state)
{
  (void)state;
  struct small s;
  small_open(&s);
  char *text = page_of(&s, 2, NULL), *title = NULL;
  htmlDocPtr document = parse(text);
  assert_int_equal(find(document, "//h1", &title), 1);
  assert_string_equal(title, HOSTILE_TITLE);
  assert_int_equal(find(document, "//script", NULL), 2);
  assert_int_equal(find(document, "//b", NULL), 0); /* no markup but ours */
  assert_int_equal(find(document, "//section[@class='variant']", NULL), 2);
  /* Two tables of the declared methods, two of the others, all points, pairs; the second variant
   * has no other methods. */
  assert_int_equal(find(document, "//table[@class='sortable']", NULL), 6 + 4);
  assert_int_equal(find(document, "//th[@aria-sort='none']/button", NULL),
                   2 * 4 + 2 * 2 + 7 + 4 + 2 * 3 + 7 + 4);
  assert_int_equal(find(document, "//*[@src or @onclick]", NULL), 0);
  assert_int_equal(find(document, "//link[@href!='data:,']", NULL), 0);
  assert_null(strstr(text, "url("));
  assert_null(strstr(text, "@import"));
  xmlFree(title);
  xmlFreeDoc(document);
  free(text);
  small_close(&s);
}

static json_t *data_of(const char *text)
{
  htmlDocPtr document = parse(text);
  char *data = NULL;
  json_error_t error;
  assert_int_equal(find(document, "//script[@type='application/json']", &data), 1);
  json_t *json = json_loads(data, 0, &error);
  if (!json)
    fail_msg("%d:%d: %s", error.line, error.column, error.text);
  xmlFree(data);
  xmlFreeDoc(document);
  return json;
}

/* The events of a run, 7 numbers each, end at the run's makespan. */
static void check_run(const json_t *run, const struct sp_matrix *m, int point, long index)
{
  const json_t *events = json_object_get(run, "events");
  int method = (int)json_integer_value(json_object_get(run, "method"));
  double last = 0;
  assert_true(json_array_size(events) > 0 && json_array_size(events) % 7 == 0);
  for (size_t k = 4; k < json_array_size(events); k += 7)
    last = fmax(last, json_number_value(json_array_get(events, k)));
  near(last, m->value[SP_FIELD_MAKESPAN][(point * m->count + index) * m->methods + method],
       1e-9 * last);
}

static void test_data(void **state)
{
  (void)state;
  struct small s;
  struct sp_matrix *all, m;
  struct sp_error error;
  small_open(&s);
  char *text = page_of(&s, 2, NULL);
  json_t *data = data_of(text), *variants = json_object_get(data, "variants");
  assert_int_equal(json_array_size(variants), 2);
  json_t *variant = json_array_get(variants, 0), *point;
  point = json_array_get(json_object_get(variant, "points"), 1);
  assert_string_equal(json_string_value(json_array_get(json_object_get(point, "labels"), 0)),
                      HOSTILE_LABEL);
  assert_int_equal(sp_matrices_read(&s.experiment, s.store, &all, &error), SP_OK);
  m = all[0];
  json_t *makespan = json_object_get(json_object_get(variant, "instances"), "makespan");
  assert_int_equal(json_array_size(makespan), 2 * 5 * 4);
  for (size_t k = 0; k < 2 * 5 * 4; k++)
    near(json_number_value(json_array_get(makespan, k)), m.value[SP_FIELD_MAKESPAN][k], 0);
  json_t *one, *run;
  size_t i, k;
  json_array_foreach(json_object_get(variant, "worst"), i, one)
  {
    assert_int_equal(json_array_size(json_object_get(one, "runs")), 4);
    json_array_foreach(json_object_get(one, "runs"), k, run)
        check_run(run, &m, (int)json_integer_value(json_object_get(one, "point")),
                  (long)json_integer_value(json_object_get(one, "index")));
  }
  assert_true(i >= 2 && i <= 6);
  sp_matrices_free(all);
  json_decref(data);
  free(text);
  small_close(&s);
}

/* Share of the last step of every curve is 1 where nothing is missing. */
static void test_curves(void **state)
{
  (void)state;
  struct small s;
  small_open(&s);
  char *text = page_of(&s, 0, NULL);
  json_t *data = data_of(text), *variant, *curve;
  size_t i, k;
  json_array_foreach(json_object_get(data, "variants"), i, variant)
  {
    json_t *profile = json_object_get(variant, "profile");
    assert_int_equal(json_array_size(json_object_get(variant, "worst")), 0);
    json_array_foreach(json_object_get(profile, "curves"), k, curve)
    {
      size_t n = json_array_size(curve);
      assert_true(n >= 2 && n % 2 == 0);
      near(json_number_value(json_array_get(curve, n - 1)), 1, 0);
      assert_true(json_number_value(json_array_get(curve, 0)) >= 1);
      assert_true(json_number_value(json_array_get(curve, n - 2)) <=
                  json_number_value(json_object_get(profile, "reach")) * (1 + 1e-6));
    }
  }
  json_decref(data);
  free(text);
  small_close(&s);
}

static void test_same_bytes(void **state)
{
  (void)state;
  struct small s;
  struct sp_report_counts counts;
  memset(&counts, 9, sizeof counts);
  small_open(&s);
  char *first = page_of(&s, 2, &counts), *second = page_of(&s, 2, &counts);
  assert_int_equal(counts.tag[SP_PRINTED].differ + counts.tag[SP_OURS].differ, 0);
  assert_string_equal(first, second);
  free(second);
  free(first);
  small_close(&s);
}

/* Without the heuristic of a method the page shows the reason instead of its chart. */
static void test_fault(void **state)
{
  (void)state;
  struct small s;
  struct sp_error error;
  struct sp_registry nothing = {0};
  small_open(&s);
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  assert_int_equal(
      sp_report_html(&s.experiment, &nothing, s.store, 1, SP_PAGE_EVENTS, NULL, out, NULL, &error),
      SP_OK);
  fclose(out);
  assert_non_null(strstr(text, "\"fault\":\""));
  assert_null(strstr(text, "\"events\":["));
  free(text);
  small_close(&s);
}

/* ---- The experiment's own figures. */

static const char figured_text[] = "id = figured\n"
                                   "problem = redistribution\n"
                                   "seed = 77\n"
                                   "count = 4\n"
                                   "[platform]\n"
                                   "workers = 3\n"
                                   "c = int 1..9\n"
                                   "w = int 1..9\n"
                                   "[axis load]\n"
                                   "load = 20, 80, 40\n"
                                   "[run]\n"
                                   "methods = bba, r-bsa\n"
                                   "engine = native\n"
                                   "[figure]\n"
                                   "x = load log\n"
                                   "y = mean(makespan) ci95 log\n"
                                   "claim = \"too good\": bba <= 1\n"
                                   "claim = \"modest\": bba >= 1\n";

static void figured_open(struct small *s)
{
  struct sp_overrides overrides = {.engine = -1};
  small_compute(s, figured_text, &overrides, 77);
}

static json_t *figure_of(json_t *data)
{
  json_t *figures =
      json_object_get(json_array_get(json_object_get(data, "variants"), 0), "figures");
  assert_int_equal(json_array_size(figures), 1);
  return json_array_get(figures, 0);
}

static void test_figures(void **state)
{
  (void)state;
  struct small s;
  struct sp_matrix *all, m;
  struct sp_error error;
  struct sp_report_counts counts;
  figured_open(&s);
  char *text = page_of(&s, SP_PAGE_WORST, &counts);
  assert_int_equal(counts.tag[SP_CLAIMED].differ, 1);
  char colour[32];
  for (int k = 0; k < SP_PLOT_COLOURS; k++) { /* those of gnuplot's pictures */
    snprintf(colour, sizeof colour, " --s%d: %s;", k, sp_plot_colour[k]);
    assert_non_null(strstr(text, colour));
  }
  htmlDocPtr document = parse(text);
  assert_int_equal(find(document, "//figure[@class='series']", NULL), 1);
  assert_int_equal(find(document, "//details[@class='values']//tbody/tr", NULL), 3);
  xmlFreeDoc(document);
  json_t *data = data_of(text), *figure = figure_of(data);
  assert_true(json_is_true(json_object_get(figure, "logX")));
  assert_true(json_is_false(json_object_get(figure, "scatter")));
  json_t *picture = json_array_get(json_object_get(figure, "pictures"), 0);
  json_t *marks = json_array_get(json_object_get(picture, "own"), 1); /* x, y, low, high of each */
  assert_int_equal(json_array_size(marks), 3 * 4);
  assert_int_equal(sp_matrices_read(&s.experiment, s.store, &all, &error), SP_OK);
  m = all[0];
  static const int point[] = {0, 2, 1}; /* in the order of x */
  for (size_t k = 0; k < 3; k++) {
    struct sp_cell cell = sp_quantity_cell(&m, &s.experiment.plot[0].y, point[k], 1);
    near(json_number_value(json_array_get(marks, 4 * k)), 20 << k, 0);
    near(json_number_value(json_array_get(marks, 4 * k + 1)), cell.value, 0);
    near(json_number_value(json_array_get(marks, 4 * k + 3)),
         cell.value + 3.1824463052837 * cell.se, 1e-9 * cell.value);
  }
  sp_matrices_free(all);
  json_decref(data);
  free(text);
  small_close(&s);
}

/* Against planning times: one mark a method, and a warning. */
static void test_timed_figure(void **state)
{
  (void)state;
  struct small s;
  struct sp_report_counts counts;
  char x[] = "median(planning)";
  figured_open(&s);
  struct sp_plot *plot = &s.experiment.plot[0], kept = *plot;
  plot->x = x;
  assert_int_equal(sp_quantity_read(x, &plot->x_value, NULL), SP_OK);
  char *text = page_of(&s, SP_PAGE_WORST, &counts);
  json_t *data = data_of(text), *figure = figure_of(data);
  assert_non_null(strstr(text, SP_TIMED_NOTE));
  assert_true(json_is_true(json_object_get(figure, "scatter")));
  json_t *picture = json_array_get(json_object_get(figure, "pictures"), 0);
  for (size_t k = 0; k < 2; k++) {
    json_t *mark = json_array_get(json_object_get(picture, "own"), k);
    assert_int_equal(json_array_size(mark), 4);
    double seconds = json_number_value(json_array_get(mark, 0));
    assert_true(seconds > 0 && seconds < 1);
  }
  *plot = kept;
  json_decref(data);
  free(text);
  small_close(&s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_string),       cmocka_unit_test(test_text),
      cmocka_unit_test(test_well_formed),  cmocka_unit_test(test_data),
      cmocka_unit_test(test_curves),       cmocka_unit_test(test_same_bytes),
      cmocka_unit_test(test_fault),        cmocka_unit_test(test_figures),
      cmocka_unit_test(test_timed_figure),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
