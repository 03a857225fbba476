/* Records the decisions of a run on a star (sp_conditions.decisions): those of an on-line heuristic
 * by a heuristic that asks it, those of a plan when the controller engages its messages. */
#pragma once

#include "engine/controller.h"

/* The job's on-line heuristic, started, becomes one that asks it and records its answers. */
void decisions_watch(struct sp_context *, struct sp_job *);
/* The port engages a message of the plan: records it with the worker views, and keeps these. */
void decisions_of_plan(struct controller *, enum sp_port, double now, const struct hop *);
