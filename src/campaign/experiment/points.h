/* The settings at a point of an experiment. Private to this folder. */
#pragma once

#include "campaign/experiment/experiment.h"

enum { MOST_AXES = 16 };

/* The settings at a point, each replacing equal ones before it. The caller frees the list. */
struct sp_settings experiment_settings(const struct sp_experiment *, int variant, int point);
/* Applies one setting. SP_OK, or SP_BAD_INPUT. */
int experiment_apply(struct sp_generator *, const char *key, const char *value, struct sp_error *);
/* The generator of a point: all its settings applied in order. *last, if not NULL, is the setting
 * that was refused, or the last one. SP_OK, or SP_BAD_INPUT. */
int experiment_generator(const struct sp_experiment *, int variant, int point,
                         struct sp_generator *, const struct sp_setting **last, struct sp_error *);
