/* The platforms of a matrix: each is drawn when it is needed, and only the last one is kept, so
 * that memory does not grow with their sizes. */
#include "campaign/run/run_key.h"
#include "campaign/summary/matrix.h"
#include <stdlib.h>
#include <string.h>

const struct sp_instance *sp_matrix_platform(const struct sp_matrix *m, int point, long index,
                                             struct sp_error *error)
{
  return sp_platform(m->platforms, m->variant, point, (uint32_t)index, error);
}

/* Compares the first two. */
static bool are_equal(const struct sp_matrix *m, int point)
{
  char *text[2];
  for (int k = 0; k < 2; k++) {
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
  if (!m->fixed)
    return false;
  if (!m->fixed[point])
    m->fixed[point] = are_equal(m, point) ? 'y' : 'n';
  return m->fixed[point] == 'y';
}
