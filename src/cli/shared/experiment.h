/* Reads experiments that a command line names, and single platforms of them:
 * EXPERIMENT:AXES:INDEX. */
#pragma once

#include "campaign/experiment/experiment.h"

/* The file of an experiment: EXPERIMENT itself if it is a path, else experiments/ID.ini of the data
 * directory; NULL if there is no such file. The caller frees it. */
char *cli_experiment_path(const char *experiment);
/* Reads an experiment. NAME is a results database, which holds the experiment with the settings of
 * its campaign (FILE.db#ID if it holds several); or a path, with a '/' or the end ".ini"; or the
 * file experiments/NAME.ini of the data directory. Returns as sp_experiment_read. */
int cli_experiment_read(const char *name, const struct sp_overrides *, struct sp_experiment *,
                        struct sp_error *);
/* The sorted paths of experiments/?*.ini in the data directory; sets *n. The caller frees each path
 * and the array. */
char **cli_experiment_paths(int *n);

/* If a published table (e->compare) is not found from the current directory, its path in the data
 * directory is used. */
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
/* Reads and checks the instance at that place; NULL with *error. */
struct sp_instance *cli_place_instance(const struct cli_place *, struct sp_error *);
/* The same, but only for a star. Otherwise NULL, and *error names the command for the network or
 * graph. */
struct sp_instance *cli_place_star(const struct cli_place *, struct sp_error *);
