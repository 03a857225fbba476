/* Draws the figures of a report: the cumulative frequency of the distance at each point, then, for
 * each variant, its profiles and the figures of the experiment. */
#include "campaign/figure/plot.h"
#include <errno.h>
#include <sys/stat.h>

static int draw_all(const struct sp_matrix *matrix, int n, bool points, struct sp_album *album,
                    struct sp_error *error)
{
  int code = SP_OK;
  bool distances =
      !sp_of_graphs(matrix[0].experiment->problem); /* methods of graphs do not compete */
  for (int variant = 0; points && distances && variant < n && !code; variant++)
    for (int point = 0; point < matrix[variant].points && !code; point++)
      code = sp_draw_frequency(album, &matrix[variant], point, error);
  for (int variant = 0; distances && variant < n && !code; variant++)
    code = sp_draw_profiles(album, &matrix[variant], error);
  for (int variant = 0; variant < n && !code; variant++)
    code = sp_draw_series(album, &matrix[variant], error);
  return code;
}

int sp_report_figures(const struct sp_experiment *e, struct sp_store *store, const char *directory,
                      bool points, int *figures, struct sp_error *error)
{
  if (mkdir(directory, 0777) && errno != EEXIST)
    return sp_failure(error, SP_CANNOT, "%s: cannot make the directory: %s", directory,
                      strerror(errno));
  struct sp_album album = {.memory = e->memory, .directory = directory};
  struct sp_matrix *matrix;
  int code = sp_matrices_read(e, store, &matrix, error);
  if (!code)
    code = draw_all(matrix, e->n_variants, points, &album, error);
  sp_matrices_free(matrix);
  *figures += code && album.n ? album.n - 1 : album.n; /* the last one failed */
  return code;
}
