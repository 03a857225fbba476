/* A platform that changes, loaded into SimGrid with the files of its profiles; see setup.h. */
#include "base/memory.h"
#include "engine/simgrid/setup.h"
#include "model/instance.h"
#include "model/profile.h"

#include <unistd.h>

/* SimGrid's lazy update aborts where something has the speed 0. */
static const double LEAST_FACTOR = 1e-300;

/* The files, in memory, of the profiles that the platform names. */
struct files {
  const struct platform_source *source;
  int *file; /* descriptors */
  int n, cap;
};

struct one_profile {
  const struct platform_source *of;
  enum sp_changing kind;
  int i;
};

/* SimGrid might change a latency a rounding after the start of a message at the same date; so those
 * are left out. */
static void as_written(struct sp_profile *p, enum sp_changing kind)
{
  for (long k = 0; kind <= SP_BANDWIDTH && k < p->n; k++)
    p->factor[k] = fmax(p->factor[k], LEAST_FACTOR);
  if (kind == SP_LATENCY || (profile_is_state(kind) && profile_least(p) > 0))
    sp_profile_clear(p);
}

static void write_profile(FILE *f, const void *profile)
{
  const struct one_profile *one = profile;
  one->of->write_profile(f, one->of->what, one->kind, one->i);
}

/* SimGrid finds a file first in the current folder, then in the platform's, which is
 * /proc/self/fd. It finds no absolute name. */
static void name_file(const void *files, enum sp_changing kind, int i, char name[SP_PROFILE_NAME])
{
  struct files *f = *(struct files *const *)files;
  const struct one_profile one = {f->source, kind, i};
  sp_grow(f->file, f->n, f->cap);
  f->file[f->n] = simgrid_memory(write_profile, &one);
  snprintf(name, SP_PROFILE_NAME, "../../self/fd/%d", f->file[f->n++]);
}

static void write_platform(FILE *f, const void *files)
{
  const struct platform_source *source = (*(struct files *const *)files)->source;
  source->write(f, source->what, &(struct sp_profile_names){name_file, files, true});
}

void simgrid_load_changing(const struct platform_source *source, struct sp_profile *const *profile,
                           int nodes, int links)
{
  struct files f = {.source = source}, *files = &f;
  for (enum sp_changing kind = SP_SPEED; kind < SP_CHANGING; kind++)
    for (int i = 0; profile[kind] && i < (profile_is_of_node(kind) ? nodes : links); i++)
      as_written(&profile[kind][i], kind);
  simgrid_load_written(write_platform, &files);
  for (int k = 0; k < f.n; k++)
    close(f.file[k]);
  free(f.file);
}
