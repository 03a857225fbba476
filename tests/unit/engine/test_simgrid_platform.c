/* Tests that SimGrid reads a platform that starport has written with the same values, to the bit.
 */
#include "io/instance.h"
#include "model/instance.h"
#include <math.h>
#include <setjmp.h>
#include <simgrid/engine.h>
#include <simgrid/host.h>
#include <simgrid/link.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

enum { WORKERS = 3000 };

/* A value with 20 bits after the point. */
static struct sp_num draw(uint64_t *seed)
{
  *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return sp_double(ldexp((double)((*seed >> 33) % (100 << 20) + 1), -20));
}

static void same_values(void **state)
{
  (void)state;
  uint64_t seed = 332;
  struct sp_instance *in = sp_instance_alloc(WORKERS);
  for (int i = 1; i <= WORKERS; i++) {
    in->c[i] = i % 9 ? draw(&seed) : sp_int(0);
    in->w[i] = i % 10 ? draw(&seed) : (struct sp_num){INFINITY, 0, 0};
    if (i % 11 == 0)
      sp_num_parse("1/3", &in->c[i]);
    in->latency[i] = sp_double(i % 2 ? draw(&seed).v / 7 : 0);
  }
  char path[] = "/tmp/starport-platform-XXXXXX", name[32];
  FILE *f = fdopen(mkstemp(path), "w");
  sp_write_platform(f, in, "for SimGrid", NULL);
  fclose(f);
  char program[] = "test_simgrid_platform", quiet[] = "--log=root.thresh:critical";
  char *arguments[] = {program, quiet, NULL};
  int n = 2;
  simgrid_init(&n, arguments);
  simgrid_load_platform(path);
  unlink(path);
  simgrid_run(); /* zones are sealed */
  sg_host_t master = sg_host_by_name("P0");
  for (int i = 1; i <= in->m; i++) {
    snprintf(name, sizeof name, "P%d", i);
    sg_host_t worker = sg_host_by_name(name);
    assert_true(sg_host_get_speed(worker) == sp_speed(in, i));
    assert_true(sg_host_get_route_bandwidth(master, worker) == sp_bandwidth(in, i));
    assert_true(sg_host_get_route_bandwidth(worker, master) == sp_bandwidth(in, i));
    assert_true(sg_host_get_route_latency(master, worker) == in->latency[i].v);
  }
  sp_instance_free(in);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(same_values)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
