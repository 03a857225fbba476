/* Tests that a graph's profiles come back from the files that are written beside its platform. */
#include "base/memory.h"
#include "graphs.h"

#include <stdio.h>
#include <unistd.h>

static char folder[] = "/tmp/starport-graph-profiles-XXXXXX";

static void name_file(const void *what, enum sp_changing kind, int i, char name[SP_PROFILE_NAME])
{
  snprintf(name, SP_PROFILE_NAME, "%s%d-%d", (const char *)what, (int)kind, i);
}

static FILE *open_file(const char *name, char path[SP_PROFILE_NAME])
{
  snprintf(path, SP_PROFILE_NAME, "%s/%.200s", folder, name);
  return fopen(path, "w");
}

/* Writes the platform and the files of its profiles; path: of the platform. */
static void write_all(const struct sp_graph *g, char path[SP_PROFILE_NAME])
{
  char name[SP_PROFILE_NAME];
  for (enum sp_changing kind = SP_SPEED; kind < SP_LATENCY; kind++) {
    bool of_link = kind == SP_BANDWIDTH || kind == SP_LINK_STATE;
    for (int i = 0; g->profile[kind] && i < (of_link ? 2 * g->links : g->platform.nodes); i++) {
      name_file("p", kind, i, name);
      FILE *f = open_file(name, path);
      sp_write_graph_profile(f, g, kind, i);
      fclose(f);
    }
  }
  FILE *f = open_file("g.xml", path);
  sp_write_graph_platform(f, g, &(struct sp_profile_names){name_file, "p", false});
  fclose(f);
}

static void clear_folder(void)
{
  char command[100];
  snprintf(command, sizeof command, "rm -r %s", folder);
  assert_int_equal(system(command), 0);
}

/* One profile; an array that is missing has the factor 1 everywhere. */
static const struct sp_profile *profile_of(const struct sp_graph *g, enum sp_changing kind, int at)
{
  static const struct sp_profile constant = {.period = INFINITY};
  return g->profile[kind] ? &g->profile[kind][at] : &constant;
}

static void round_trip(void **state)
{
  char path[SP_PROFILE_NAME];
  struct sp_error error = {""};
  (void)state;
  assert_non_null(mkdtemp(folder));
  struct sp_graph *g =
      graph_of("w=1,3,inf,4 edges=1-2:2:3,1-3:1/3,3-4:5:inf profile=w2:10*0.5,20*2,every:30,"
               "from:10;w4:0*0.25,7*3;c1-2:5*0.5,6*0.25;c3-4:1*4,2*1,every:8;host2:3*0,5*1;"
               "link1-3:1*0,2*1,every:4;link4-3:2*0,9*1",
               "1", NULL);
  g->link[0].latency = sp_double(0.5);
  write_all(g, path);
  struct sp_graph *again = sp_read_graph(&(struct sp_graph_source){.platform = path}, &error);
  if (!again)
    fail_msg("%s", error.text);
  assert_false(again->runs_on_file);
  for (int i = 0; i < 4; i++) {
    assert_true(again->w[i].v == g->w[i].v);
    for (enum sp_changing kind = SP_SPEED; kind <= SP_HOST_STATE; kind += SP_HOST_STATE)
      if (!sp_profile_same(profile_of(g, kind, i), profile_of(again, kind, i)))
        fail_msg("profile %d of node %d", (int)kind, i + 1);
  }
  for (int l = 0; l < 3; l++)
    for (enum sp_changing kind = SP_BANDWIDTH; kind < SP_CHANGING; kind++)
      if (kind != SP_HOST_STATE &&
          !sp_profile_same(profile_of(g, kind, l), profile_of(again, kind, l)))
        fail_msg("profile %d of link %d", (int)kind, l);
  sp_graph_free(again);
  sp_graph_free(g);
  clear_folder();
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(round_trip)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
