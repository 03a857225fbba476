/* Tests descriptions of heuristics: what is read is what was written, and any bytes can be read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"
#include "method/plugin/description.h"
#include "method/registry.h"
#include <cmocka.h>
#include <starport/starport.h>
#include <stdlib.h>
#include <string.h>

static int plan(struct sp_context *cx, const struct sp_instance *in, const void *options,
                struct sp_schedule *out)
{
  (void)cx, (void)in, (void)options, (void)out;
  return 0;
}

static struct sp_decision next(const struct sp_view *view, const void *options, void *state)
{
  (void)view, (void)options, (void)state;
  return (struct sp_decision){.verb = SP_DONE};
}

static const struct sp_heuristic functions = {.plan = plan, .next = next};

/* The description, with a zero after it. */
static char *written(const struct sp_heuristic *h, size_t *size)
{
  char *text = NULL;
  FILE *out = open_memstream(&text, size);
  description_write(out, h);
  fclose(out);
  return text;
}

static void same_option(const struct sp_option *a, const struct sp_option *b)
{
  assert_string_equal(a->name, b->name);
  assert_int_equal(a->type, b->type);
  assert_int_equal(a->offset, b->offset);
  assert_string_equal(a->preset, b->preset);
  assert_string_equal(a->choices ? a->choices : "", b->choices);
  assert_true(a->min == b->min && a->max == b->max);
  assert_string_equal(a->help, b->help);
}

static void builtin_heuristics_are_read_as_written(void **state)
{
  struct sp_registry *registry = sp_registry_alloc(NULL);
  int options = 0;
  (void)state;
  for (int i = 0; i < registry->n; i++) {
    size_t size = 0;
    const struct sp_heuristic *h = registry->item[i];
    char *text = written(h, &size);
    struct sp_heuristic read = description_read(text, size, &functions);
    assert_int_equal(sp_heuristic_check(&read, NULL), SP_OK);
    assert_string_equal(read.name, h->name);
    assert_string_equal(read.summary, h->summary);
    assert_string_equal(read.source, h->source);
    assert_int_equal(read.version, h->version);
    assert_int_equal(read.problems, h->problems);
    assert_int_equal(read.options_size, h->options_size);
    assert_ptr_equal(read.plan, h->plan ? plan : NULL);
    assert_ptr_equal(read.next, h->plan ? NULL : next);
    int k = 0;
    for (; h->options && h->options[k].name; k++)
      same_option(&h->options[k], &read.options[k]);
    assert_null(read.options[k].name);
    options += k;
    free((void *)read.options);
    free(text);
  }
  assert_true(options > 20);
  sp_registry_free(registry);
}

/* Each prefix of a description, and some with one byte changed, in memory of exactly that size. */
static void any_bytes_are_read(void **state)
{
  struct sp_error error;
  struct sp_registry *registry = sp_registry_alloc(NULL);
  const struct sp_heuristic *h = sp_registry_find(registry, "r-bsa");
  size_t size = 0;
  long refused = 0;
  char *text = written(h, &size);
  (void)state;
  for (size_t n = 0; n <= size; n++)
    for (int byte = -1; byte < 256; byte += 51) {
      char *copy = sp_xcalloc(n + 1, 1);
      memcpy(copy, text, n);
      if (byte >= 0 && n > 0)
        copy[(size_t)(byte * 7919) % n] = (char)byte;
      struct sp_heuristic read = description_read(copy, n, &functions);
      refused += sp_heuristic_check(&read, &error) != SP_OK;
      free((void *)read.options);
      free(copy);
    }
  assert_true(refused > (long)size);
  free(text);
  sp_registry_free(registry);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(builtin_heuristics_are_read_as_written),
      cmocka_unit_test(any_bytes_are_read),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
