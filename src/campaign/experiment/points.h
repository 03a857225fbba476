/* The settings and the platforms at a point of an experiment. Private to this folder. */
#pragma once

#include "campaign/experiment/experiment.h"

enum { MOST_AXES = 16 };

/* The settings at a point, each replacing equal ones before it. The caller frees the list. */
struct sp_settings experiment_settings(const struct sp_experiment *, int variant, int point);
/* The name of setting k: those of the problem or, of platforms from files, those that may change
 * them; NULL after the last (platforms.c). */
const char *experiment_setting(const struct sp_experiment *, int k);
/* The digest of a file. SP_OK, or SP_BAD_INPUT. */
int experiment_digest(const char *path, struct sp_key *, struct sp_error *);
/* Has the file that digest? SP_OK, or SP_BAD_INPUT. */
int experiment_check_digest(const char *path, const struct sp_key *, struct sp_error *);
/* The platform of a file; NULL with *error. */
struct sp_instance *experiment_file_instance(const struct sp_experiment *,
                                             const struct sp_settings *, uint32_t index,
                                             struct sp_error *);
/* The generator of a point: all its settings applied in order. *last, if not NULL, is the setting
 * that was refused, or the last one. SP_OK, or SP_BAD_INPUT. */
int experiment_generator(const struct sp_experiment *, int variant, int point,
                         struct sp_generator *, const struct sp_setting **last, struct sp_error *);
