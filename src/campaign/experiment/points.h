/* The settings at a point of an experiment. Private to this folder. */
#ifndef SP_CAMPAIGN_EXPERIMENT_POINTS_H
#define SP_CAMPAIGN_EXPERIMENT_POINTS_H

#include "campaign/experiment/experiment.h"

enum { MOST_AXES = 16, MOST_LAYERS = MOST_AXES + 3 };

/* The layers of settings at a point, the lowest first; returns how many. */
int experiment_layers(const struct sp_experiment *, int variant, int point,
                      const struct sp_overlay *layer[MOST_LAYERS]);
/* The generator of a point: all layers applied in order. *last, if not NULL, is the setting that
 * was refused, or the last one. SP_OK, or SP_BAD_INPUT. */
int experiment_generator(const struct sp_experiment *, int variant, int point,
                         struct sp_generator *, const struct sp_setting **last, struct sp_error *);

#endif
