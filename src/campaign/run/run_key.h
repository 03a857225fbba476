/* The key of a run: the digest of everything that decides its result. */
#pragma once

#include "campaign/store/key.h"

#include <starport/starport.h>

/* The canonical text of an instance: its numbers as %.17g, without names; of a platform that the
 * simgrid engine loads from a file also the file's digest, and the hosts. Two texts are equal
 * exactly when neither the engines nor the exact solvers can distinguish the instances. The caller
 * frees it. */
char *sp_instance_text(const struct sp_instance *);
/* The digest of a plug-in's file. If its heuristic plans with others, it covers theirs. SP_OK, or
 * SP_BAD_INPUT: the file cannot be read. */
int sp_plugin_digest(const char *file, struct sp_key *digest, struct sp_error *);
/* The digest of the source of a method's heuristic: of its file in heuristics/ or of the plug-in,
 * and of both if an option names a plug-in. SP_OK, or SP_BAD_INPUT: neither a built-in heuristic
 * nor a plug-in, or its file cannot be read. */
int sp_method_digest(const struct sp_method *, struct sp_key *digest, struct sp_error *);
/* Column `model` of a run: the engine's version ("simgrid": with its pinned configuration;
 * "native"), then seed, noise and cfg of the conditions, if given. Conditions that cannot change a
 * result (log; cfg of a native run) are left out. The caller frees it. */
char *sp_run_model(const char *engine, const struct sp_conditions *);
/* All that decides the result of a run beside the instance: method in normal form, version of its
 * heuristic and `source`, the digest of its source (sp_method_digest), digest of the numeric
 * sources, engine with its version, conditions (sp_run_model). The caller frees it. */
char *sp_run_text(const struct sp_method *, const struct sp_key *source, const char *engine,
                  const struct sp_conditions *);
/* The key of a run: of its instance, that text and, with noise, the platform's number. */
struct sp_key sp_run_key(const struct sp_key *instance, const char *text,
                         const struct sp_conditions *);
