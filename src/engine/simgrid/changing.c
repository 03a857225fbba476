/* Stars and graphs that change, loaded into SimGrid with their profiles; see changing.h. */
#include "engine/simgrid/changing.h"
#include "base/memory.h"
#include "engine/simgrid/setup.h"
#include "io/graph/graph.h"
#include "io/star/star.h"
#include "model/profile.h"

#include <stdlib.h>
#include <unistd.h>

/* SimGrid's lazy update aborts where something has the speed 0. */
static const double LEAST_FACTOR = 1e-300;

/* A star or graph that is written, and the files of its profiles. */
struct changing {
  const void *what;
  struct sp_profile **profile; /* [SP_CHANGING] its own */
  int n[SP_CHANGING];          /* profiles of each kind, if there are any */
  int ways[SP_CHANGING];       /* files of each of them: the directions of a link have one each */
  void (*write)(FILE *, const struct changing *, enum sp_changing, int i);
  int *file[SP_CHANGING]; /* [0..n*ways-1] descriptors, -1: none; or NULL */
};

/* SimGrid might change a latency a rounding after the start of a message at the same date; so those
 * are left out. */
static void as_written(const struct changing *c)
{
  for (int kind = SP_SPEED; kind <= SP_BANDWIDTH; kind++)
    for (int i = 0; c->profile[kind] && i < c->n[kind]; i++)
      for (long k = 0; k < c->profile[kind][i].n; k++)
        c->profile[kind][i].factor[k] = fmax(c->profile[kind][i].factor[k], LEAST_FACTOR);
  for (int kind = SP_HOST_STATE; kind <= SP_LINK_STATE; kind++)
    for (int i = 0; c->profile[kind] && i < c->n[kind]; i++)
      if (profile_least(&c->profile[kind][i]) > 0)
        sp_profile_clear(&c->profile[kind][i]);
  for (int i = 0; c->profile[SP_LATENCY] && i < c->n[SP_LATENCY]; i++)
    sp_profile_clear(&c->profile[SP_LATENCY][i]);
}

struct one_profile {
  const struct changing *of;
  enum sp_changing kind;
  int i;
};

static void write_profile(FILE *stream, const void *profile)
{
  const struct one_profile *one = profile;
  one->of->write(stream, one->of, one->kind, one->i);
}

static void open_files(struct changing *c)
{
  for (enum sp_changing kind = SP_SPEED; kind < SP_CHANGING; kind++) {
    if (!c->profile[kind])
      continue;
    int files = c->n[kind] * c->ways[kind];
    c->file[kind] = sp_xcalloc((size_t)files, sizeof(int));
    for (int i = 0; i < files; i++) {
      struct one_profile one = {c, kind, i};
      bool changes = c->profile[kind][i / c->ways[kind]].n > 0;
      c->file[kind][i] = changes ? simgrid_memory(write_profile, &one) : -1;
    }
  }
}

static void close_files(struct changing *c)
{
  for (int kind = 0; kind < SP_CHANGING; kind++) {
    for (int i = 0; c->file[kind] && i < c->n[kind] * c->ways[kind]; i++)
      if (c->file[kind][i] >= 0)
        close(c->file[kind][i]);
    free(c->file[kind]);
  }
}

/* SimGrid finds a file first in the current folder, then in the platform's, which is
 * /proc/self/fd. It finds no absolute name. */
static void name_file(const void *changing, enum sp_changing kind, int i,
                      char name[SP_PROFILE_NAME])
{
  const struct changing *c = changing;
  snprintf(name, SP_PROFILE_NAME, "../../self/fd/%d", c->file[kind][i]);
}

static void load(struct changing *c, void (*write)(FILE *, const void *changing))
{
  as_written(c);
  open_files(c);
  simgrid_load_written(write, c);
  close_files(c);
}

/* ---- Stars. */

static void write_star_profile(FILE *f, const struct changing *c, enum sp_changing kind, int i)
{
  sp_write_profile(f, c->what, kind, i);
}

static void write_star(FILE *stream, const void *changing)
{
  const struct changing *c = changing;
  sp_write_platform(stream, c->what, NULL, &(struct sp_profile_names){name_file, c, true});
}

void simgrid_load_changing_star(const struct sp_instance *in)
{
  struct sp_instance *written = sp_instance_copy(in);
  struct changing c = {.what = written, .profile = written->profile, .write = write_star_profile};
  for (int kind = 0; kind < SP_CHANGING; kind++) {
    c.n[kind] = in->m + 1;
    c.ways[kind] = 1;
  }
  load(&c, write_star);
  sp_instance_free(written);
}

/* ---- Graphs. */

static void write_graph_profile(FILE *f, const struct changing *c, enum sp_changing kind, int i)
{
  sp_write_graph_profile(f, c->what, kind, i);
}

static void write_graph(FILE *stream, const void *changing)
{
  const struct changing *c = changing;
  sp_write_graph_platform(stream, c->what, &(struct sp_profile_names){name_file, c, false});
}

void simgrid_load_changing_graph(const struct sp_graph *g)
{
  struct sp_graph *written = sp_graph_copy(g);
  struct changing c = {.what = written, .profile = written->profile, .write = write_graph_profile};
  for (enum sp_changing kind = SP_SPEED; kind < SP_CHANGING; kind++) {
    bool of_nodes = profile_is_of_node(kind);
    c.n[kind] = of_nodes ? g->platform.nodes : g->links;
    c.ways[kind] = of_nodes ? 1 : 2;
  }
  load(&c, write_graph);
  sp_graph_free(written);
}
