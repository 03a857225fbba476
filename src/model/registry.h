/* The generated table of built-in heuristics (build/registry.c), closed by a null pointer. */
#ifndef SP_MODEL_REGISTRY_H
#define SP_MODEL_REGISTRY_H

#include <starport/heuristic.h>

extern const struct sp_heuristic *const sp_builtin_heuristics[];

#endif
