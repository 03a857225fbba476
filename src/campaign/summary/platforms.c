/* The platforms of a matrix: each is drawn once for all that a report needs of it. Only the last
 * one is kept, of the others a few numbers, so that memory does not grow with their sizes. */
#include "base/memory.h"
#include "campaign/run/run_key.h"
#include "campaign/summary/matrix.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct sp_drawn *sp_drawn_alloc(const struct sp_matrix *m)
{
  struct sp_drawn *drawn = sp_xcalloc(1, sizeof *drawn);
  size_t platforms = (size_t)m->points * (size_t)m->count;
  drawn->platforms.experiment = m->experiment;
  drawn->size = sp_xcalloc(platforms, sizeof *drawn->size);
  drawn->fixed = sp_xcalloc((size_t)m->points, sizeof *drawn->fixed);
  return drawn;
}

void sp_drawn_free(struct sp_drawn *drawn)
{
  sp_platforms_clear(&drawn->platforms);
  free(drawn->size);
  free(drawn->fixed);
  free(drawn);
}

const struct sp_instance *sp_matrix_platform(const struct sp_matrix *m, int point, long index,
                                             struct sp_error *error)
{
  struct sp_drawn *drawn = m->drawn;
  const struct sp_instance *in =
      sp_platform(&drawn->platforms, m->variant, point, (uint32_t)index, error);
  bool star = in && in->kind == SP_INSTANCE_STAR;
  if (index < m->count) /* not the second of a point with one platform */
    drawn->size[point * m->count + index] =
        (struct sp_size){star ? in->m : (double)NAN, star ? in->total.v : (double)NAN};
  return in;
}

struct sp_size sp_matrix_size(const struct sp_matrix *m, int point, long index)
{
  const struct sp_size *size = &m->drawn->size[point * m->count + index];
  if (size->workers == 0)
    sp_matrix_platform(m, point, index, NULL);
  return *size;
}

/* Compares the first two, the first one last: it is the one that is needed next. */
static bool are_equal(const struct sp_matrix *m, int point)
{
  char *text[2];
  for (int k = 1; k >= 0; k--) {
    const struct sp_instance *in = sp_matrix_platform(m, point, k, NULL);
    text[k] = in ? sp_instance_text(in) : NULL;
  }
  bool equal = text[0] && text[1] && !strcmp(text[0], text[1]);
  free(text[0]);
  free(text[1]);
  return equal;
}

bool sp_matrix_fixed(const struct sp_matrix *m, int point)
{
  char *fixed = m->drawn ? &m->drawn->fixed[point] : NULL;
  if (!fixed)
    return false;
  if (!*fixed)
    *fixed = are_equal(m, point) ? 'y' : 'n';
  return *fixed == 'y';
}
