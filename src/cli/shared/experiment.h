/* Experiments that a command line names, and single platforms of them: EXPERIMENT:AXES:INDEX. */
#ifndef SP_CLI_FROM_H
#define SP_CLI_FROM_H

#include "campaign/experiment/experiment.h"

/* The file of an experiment: EXPERIMENT itself if it is a path, else experiments/ID.ini of the data
 * directory; NULL if there is no such file. The caller frees it. */
char *cli_experiment_path(const char *experiment);
/* Reads an experiment. NAME is a results database, which keeps the experiment with the settings of
 * its campaign (FILE.db#ID if it keeps several); a path, if it has a '/' or ends in ".ini"; or the
 * file experiments/NAME.ini of the data directory. Returns as sp_experiment_read. */
int cli_experiment_read(const char *name, const struct sp_overrides *, struct sp_experiment *,
                        struct sp_error *);
/* The paths of experiments/?*.ini of the data directory, sorted, *n of them; the caller frees each
 * and the array. */
char **cli_experiment_paths(int *n);

/* A published table (e->compare) that is not at its path from the current directory is replaced by
 * that of the data directory. */
void cli_find_published(struct sp_experiment *e);

/* A platform of an experiment. */
struct cli_place {
  struct sp_experiment experiment;
  int variant, point;
  uint32_t index;
};
/* Reads "EXPERIMENT:AXES:INDEX", AXES as sp_place_find; set: n settings "key=value" that
 * replace the file's. SP_OK, or SP_BAD_INPUT with nothing to clear. */
int cli_place_read(const char *text, int n_set, const char *const *set, struct cli_place *,
                   struct sp_error *);
void cli_place_clear(struct cli_place *);
/* The instance at that place, checked; NULL with *error. */
struct sp_instance *cli_place_instance(const struct cli_place *, struct sp_error *);
/* The same, if it is a star. Otherwise NULL, and *error names the command that takes the network or
 * graph. */
struct sp_instance *cli_place_star(const struct cli_place *, struct sp_error *);

#endif
