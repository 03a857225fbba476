/* Tests keys of runs: every input that decides a run changes its key, and nothing else does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "campaign/run/digests.h"
#include "campaign/run/run_key.h"
#include "simgrid.h"

static struct sp_key instance_key(const struct sp_instance *in)
{
  char *text = sp_instance_text(in);
  struct sp_key key = sp_key_of(text, strlen(text));
  free(text);
  return key;
}

static bool same(const struct sp_key *a, const struct sp_key *b)
{
  return !memcmp(a, b, sizeof *a);
}

/* FIPS 180-2, appendices B.1 and B.2. */
static void test_sha256(void **state)
{
  (void)state;
  static const char two[] = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
  char hex[65];
  struct sp_key key = sp_key_of("abc", 3);
  assert_string_equal(sp_key_text(&key, hex),
                      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  key = sp_key_of(two, strlen(two));
  assert_string_equal(sp_key_text(&key, hex),
                      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

static struct sp_instance *sample(void)
{
  struct sp_error error;
  struct sp_instance *in =
      sp_star_parse("c=2,0.375,7 w=3.25,5,inf load=8,1,0 latency=0.5,0,2", &error);
  assert_non_null(in);
  return in;
}

static void test_instance_text(void **state)
{
  (void)state;
  struct sp_instance *in = sample();
  in->c[2] = (struct sp_num){1.0 / 3, 1, 3};
  in->platform.node[0].ports.send = INT_MAX;
  in->buffer[3] = 4;
  char *text = sp_instance_text(in);
  assert_string_equal(text, "redistribution\ntotal 9\ndeadline inf\n"
                            "unit 1099511627776 1099511627776\nmaster 1 inf 111\n"
                            "# c w latency load buffer recv send overlap\n"
                            "1 2 3.25 0.5 8 inf 1 1 111\n"
                            "2 0.33333333333333331=1/3 5 0 1 inf 1 1 111\n"
                            "3 7 inf 2 0 4 1 1 111\n");
  free(text);
  sp_instance_free(in);
}

/* Changes the k-th number of an instance; false past the last. */
static bool change(struct sp_instance *in, int k)
{
  struct sp_num *const numbers[] = {&in->c[2],  &in->w[2],     &in->latency[2], &in->load[2],
                                    &in->total, &in->deadline, &in->c[3],       &in->w[1]};
  enum { NUMBERS = sizeof numbers / sizeof numbers[0] };
  struct sp_ports *ports = &in->platform.node[k % 2 ? 0 : 2].ports;
  if (k < NUMBERS) {
    *numbers[k] = sp_double(numbers[k]->v == 2.385 ? 3 : 2.385);
    return true;
  }
  switch (k - NUMBERS) {
  case 0:
    in->buffer[1] = 3;
    return true;
  case 1:
    in->task_bytes *= 2;
    return true;
  case 2:
    in->task_flops *= 2;
    return true;
  case 3:
    in->problem = SP_BAG;
    return true;
  case 4:
    in->c[1] = (struct sp_num){in->c[1].v, 0, 0}; /* the same double, not exact any more */
    return true;
  case 5:
  case 6:
    ports->recv = 2;
    return true;
  case 7:
  case 8:
    ports->send = INT_MAX;
    return true;
  case 9:
  case 10:
    ports->recv_send = false;
    return true;
  case 11:
  case 12:
    ports->recv_work = false;
    return true;
  case 13:
  case 14:
    ports->send_work = false;
    return true;
  case 15:
    in->c[1].v = nextafter(in->c[1].v, 3);
    return true;
  default:
    return false;
  }
}

static void test_instance_key(void **state)
{
  (void)state;
  enum { MOST = 64 };
  struct sp_key key[MOST];
  int n = 0;
  bool more = true;
  struct sp_instance *in = sample();
  key[n++] = instance_key(in);
  sp_instance_free(in);
  for (int k = 0; more; k++) {
    in = sample();
    more = change(in, k);
    if (more)
      key[n++] = instance_key(in);
    sp_instance_free(in);
  }
  assert_int_equal(n, 25);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      assert_false(same(&key[i], &key[j]));
}

static void test_names_do_not_count(void **state)
{
  (void)state;
  struct sp_instance *in = sample();
  struct sp_key before = instance_key(in);
  for (int i = 0; i <= in->m; i++) {
    in->platform.node[i].name[0] = (char)('a' + i);
    in->c[0] = in->w[0] = sp_int(17); /* line 0 is unused */
  }
  in->load[3].v = -0.0;
  struct sp_key after = instance_key(in);
  assert_true(same(&before, &after));
  sp_instance_free(in);
}

static void write_file(const char *path, const char *text, size_t length)
{
  FILE *f = fopen(path, "wb");
  assert_int_equal(fwrite(text, 1, length, f), length);
  fclose(f);
}

/* The file that SimGrid loads counts, with the hosts' names in it; its own name does not. */
static void test_file_of_platform(void **state)
{
  (void)state;
  static const char *const text[] = {"routes", "routes", "others", "others"};
  struct sp_instance *in = sample();
  struct sp_key key[4];
  for (int k = 0; k < 4; k++) {
    char path[] = "/tmp/starport-key.XXXXXX";
    close(mkstemp(path));
    write_file(path, text[k], strlen(text[k]));
    free(in->platform.file);
    in->platform.file = strdup(path);
    in->platform.node[1].name[0] = k == 3 ? 'Q' : 'P';
    key[k] = instance_key(in);
    unlink(path);
  }
  assert_true(same(&key[0], &key[1]));
  assert_false(same(&key[1], &key[2]));
  assert_false(same(&key[2], &key[3]));
  sp_instance_free(in);
}

/* ---- Runs. */

struct run {
  struct sp_key instance, source;
  const char *method, *engine;
  struct sp_conditions conditions;
};

static struct sp_key key_of_run(const struct run *run, const struct sp_registry *registry,
                                int version)
{
  struct sp_method method;
  struct sp_error error;
  assert_int_equal(sp_method_parse(registry, run->method, &method, &error), SP_OK);
  struct sp_heuristic edited = *method.heuristic;
  edited.version += version;
  method.heuristic = &edited;
  char *text = sp_run_text(&method, &run->source, run->engine, &run->conditions);
  struct sp_key key = sp_run_key(&run->instance, text, &run->conditions);
  free(text);
  sp_method_clear(&method);
  return key;
}

static void test_run_key(void **state)
{
  (void)state;
  static const char *const cfg[] = {"network/model:LV08", "network/crosstraffic:1"};
  static const char *const other_cfg[] = {"network/crosstraffic:1", "network/model:LV08"};
  const struct run base = {sp_key_of("a", 1), sp_key_of("b", 1), "bba", "simgrid", {.seed = 5}};
  enum { RUNS = 15 };
  struct run changed[RUNS];
  for (int i = 0; i < RUNS; i++)
    changed[i] = base;
  changed[1].instance = sp_key_of("c", 1);
  changed[2].source = sp_key_of("d", 1);
  changed[3].method = "bba:tie=last";
  changed[4].method = "mbbsa";
  changed[5].engine = "native";
  changed[6].conditions.seed = 6;
  changed[7].conditions.noise_link = 0.125;
  changed[8].conditions.noise_cpu = 0.125;
  changed[9].conditions.n_cfg = 1;
  changed[9].conditions.cfg = cfg;
  changed[10].conditions.n_cfg = 2;
  changed[10].conditions.cfg = cfg;
  changed[11].conditions.n_cfg = 2;
  changed[11].conditions.cfg = other_cfg; /* a later item may override an earlier one */
  changed[12].conditions = (struct sp_conditions){.seed = 5, .noise_cpu = 0.125, .platform = 1};
  changed[13].conditions = (struct sp_conditions){.seed = 5, .noise_cpu = 0.125, .platform = 2};
  struct sp_error error;
  struct sp_registry *registry = sp_registry_alloc(&error);
  struct sp_key key[RUNS];
  for (int i = 0; i < RUNS; i++)
    key[i] = key_of_run(&changed[i], registry, i == RUNS - 1);
  for (int i = 0; i < RUNS; i++)
    for (int j = 0; j < i; j++)
      assert_false(same(&key[i], &key[j]));
  /* What does not count: spelling, order and presets of options, log, cfg of the native engine. */
  struct run alike = base;
  alike.method = "BBA:tie=first";
  alike.conditions.platform = 3; /* without noise */
  alike.conditions.n_log = 1;
  alike.conditions.log = cfg;
  struct sp_key again = key_of_run(&alike, registry, 0);
  assert_true(same(&again, &key[0]));
  alike.engine = "native";
  alike.conditions.n_cfg = 2;
  alike.conditions.cfg = cfg;
  again = key_of_run(&alike, registry, 0);
  assert_true(same(&again, &key[5]));
  sp_registry_free(registry);
}

static void test_model(void **state)
{
  (void)state;
  static const char *const cfg[] = {"network/model:LV08"};
  struct sp_conditions conditions = {
      .seed = 17, .noise_link = 0.25, .noise_cpu = 0.125, .n_cfg = 1, .cfg = cfg};
  char *text = sp_run_model("native", &conditions);
  assert_string_equal(text, "native; seed 17; noise link 0.25; noise cpu 0.125");
  free(text);
  need_simgrid();
  text = sp_run_model("simgrid", &conditions);
  assert_int_equal(strncmp(text, "SimGrid ", 8), 0);
  assert_non_null(
      strstr(text, "; seed 17; noise link 0.25; noise cpu 0.125; cfg network/model:LV08"));
  free(text);
}

/* ---- Digests. */

/* Every heuristic of the build has one, and no two are equal. */
static void test_builtin_digests(void **state)
{
  (void)state;
  struct sp_error error;
  struct sp_registry *registry = sp_registry_alloc(&error);
  struct sp_key digest[100];
  for (int i = 0; i < registry->n; i++) {
    struct sp_method method = {registry->item[i], NULL, NULL};
    assert_int_equal(sp_method_digest(&method, &digest[i], &error), SP_OK);
    for (int j = 0; j < i; j++)
      assert_false(same(&digest[i], &digest[j]));
  }
  struct sp_heuristic stranger = *registry->item[0];
  stranger.name = "stranger";
  struct sp_method method = {&stranger, NULL, NULL};
  assert_int_equal(sp_method_digest(&method, &digest[0], &error), SP_BAD_INPUT);
  assert_memory_not_equal(sp_numeric_digest, sp_simgrid_digest, 32);
  sp_registry_free(registry);
}

static void test_plugin_digest(void **state)
{
  (void)state;
  char path[] = "/tmp/starport-key.XXXXXX";
  close(mkstemp(path));
  struct sp_error error;
  struct sp_key digest, expected = sp_key_of("ELF\0one", 7);
  write_file(path, "ELF\0one", 7);
  assert_int_equal(sp_plugin_digest(path, &digest, &error), SP_OK);
  assert_true(same(&digest, &expected));
  /* The digest of one that plans with others depends on them, too. */
  static const char caller[] = "ELF\0sp_plan_with";
  write_file(path, caller, sizeof caller);
  expected = sp_key_of(caller, sizeof caller);
  assert_int_equal(sp_plugin_digest(path, &digest, &error), SP_OK);
  assert_false(same(&digest, &expected));
  unlink(path);
  assert_int_equal(sp_plugin_digest(path, &digest, &error), SP_BAD_INPUT);
  assert_non_null(strstr(error.text, "cannot read"));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sha256),
      cmocka_unit_test(test_instance_text),
      cmocka_unit_test(test_instance_key),
      cmocka_unit_test(test_names_do_not_count),
      cmocka_unit_test(test_file_of_platform),
      cmocka_unit_test(test_run_key),
      cmocka_unit_test(test_model),
      cmocka_unit_test(test_builtin_digests),
      cmocka_unit_test(test_plugin_digest),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
