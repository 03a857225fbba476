/* Experiments that a command line names, and single platforms of them. */
#pragma once

#include "base/text.h"
#include "campaign/experiment/experiment.h"
#include "cli/shared/options.h"

/* The file of an experiment: EXPERIMENT itself if it is a path, else experiments/ID.ini of the data
 * directory; NULL if there is no such file. */
const char *cli_experiment_path(const char *experiment);
/* Reads an experiment. NAME is a results database, which holds the experiment with the settings of
 * its campaign (FILE.db#ID if it holds several); or a path, with a '/' or the end ".ini"; or the
 * file experiments/NAME.ini of the data directory. Returns as sp_experiment_read. */
int cli_experiment_read(const char *name, const struct sp_overrides *, struct sp_experiment *,
                        struct sp_error *);
/* SP_BAD_INPUT, with the nearest experiment of the data directory, or of those that were offered
 * before. */
int cli_unknown_experiment(struct sp_nearest *, struct sp_error *);
/* The text of the experiment `wanted` (NULL: those of all) of an open database, which live until
 * the process ends. */
struct sp_store;
struct cli_strings cli_stored_texts(struct sp_store *, const char *wanted);
/* The same; ends the process after a message if there is none. */
struct cli_strings cli_find_stored(struct sp_store *, const char *path, const char *wanted);
/* Opens a database to be read, or ends the process after a message. */
struct sp_store *cli_read_store(const char *path);
/* The sorted paths of experiments/?*.ini in the data directory; sets *n. NULL: there are none. */
char **cli_experiment_paths(int *n);
/* If a published table (e->compare) is not found from the current directory, its path in the data
 * directory is used. */
void cli_find_published(struct sp_experiment *e);
/* The same for an experiment of a database; SP_BAD_INPUT after a message if it names others. */
int cli_find_stored_published(struct sp_experiment *e, const char *database);

/* A platform of an experiment, which the caller clears. */
struct cli_place {
  struct sp_experiment experiment;
  int variant, point;
  uint32_t index;
};
/* Reads "EXPERIMENT:AXES:INDEX", AXES as sp_place_find; set: settings "key=value" that replace the
 * file's. SP_OK, or SP_BAD_INPUT with nothing to clear. */
int cli_place_read(const char *text, const struct cli_strings *set, struct cli_place *,
                   struct sp_error *);
/* Reads and checks the instance at that place; NULL with *error. star: networks and graphs are
 * refused, *error names the command for them. */
struct sp_instance *cli_place_instance(const struct cli_place *, bool star, struct sp_error *);
