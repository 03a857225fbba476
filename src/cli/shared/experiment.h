/* Experiment files on the command line, and single platforms of them: EXPERIMENT:AXES:INDEX. */
#ifndef SP_CLI_FROM_H
#define SP_CLI_FROM_H

#include "campaign/experiment/experiment.h"

/* The file of an experiment: EXPERIMENT itself if it is a path, else experiments/ID.ini of the data
 * directory; NULL if there is none. The caller frees it. */
char *cli_experiment_path(const char *experiment);
/* Reads an experiment: the one that a results database keeps, with the command line's settings of
 * its campaign (sp_is_database; #ID where it keeps several); a path where NAME has a '/' or ends
 * in ".ini", else experiments/NAME.ini of the data directory. As sp_experiment_read. */
int cli_experiment_read(const char *name, const struct sp_overrides *, struct sp_experiment *,
                        struct sp_error *);
/* The paths of experiments/?*.ini of the data directory, sorted, *n of them; the caller frees each
 * and the array. */
char **cli_experiment_paths(int *n);

/* A published table (e->compare) that is not at its path from here is looked for among the
 * project's data. */
void cli_find_print(struct sp_experiment *e);

/* A platform of an experiment. */
struct cli_place {
  struct sp_experiment experiment;
  int variant, point;
  uint32_t index;
};
/* Reads "EXPERIMENT:AXES:INDEX", AXES as sp_place_find; set: n settings "key=value" over the
 * file's. SP_OK, or SP_BAD_INPUT with nothing to clear. */
int cli_place_read(const char *text, int n_set, const char *const *set, struct cli_place *,
                   struct sp_error *);
void cli_place_clear(struct cli_place *);
/* What is there, checked; NULL with *error. */
struct sp_instance *cli_place_instance(const struct cli_place *, struct sp_error *);
/* The star there; NULL with *error, which tells the command that takes it where it is a network or
 * a graph. */
struct sp_instance *cli_place_star(const struct cli_place *, struct sp_error *);

#endif
