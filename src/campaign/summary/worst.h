/* The worst instances of a campaign: where a method is farthest from the best, and how to run them
 * again. */
#pragma once

#include "campaign/summary/matrix.h"

struct sp_worst {
  int method; /* of the matrix: whose distance it is */
  int point;
  long index;
  double makespan, distance; /* distance: makespan / best of the declared methods */
};
/* The k greatest distances of each declared method over all points, by method, the greatest first;
 * equal distances by point and index. Platforms where a declared method has no result do not count.
 * Returns how many; *worst is in the memory of the experiment. */
int sp_worst_find(const struct sp_matrix *, int k, struct sp_worst **worst);

/* The command that runs all declared methods of the variant on one platform again and draws them,
 * quoted for a shell, in two parts with the platform's index between them:
 *   starport run --from='ID:comm=het,comp=het:   17   ' -H bba,r-bsa --engine=native --gantt=..
 * from: the experiment's name for --from (its id, FILE.ini, or the database). A database has the
 * settings of the command line in it; with another name they follow as --set. Methods
 * that are not built in get the --plugin of the registry or, if they are not loaded, the
 * usual file ./NAME.so.
 * picture: the file to draw. The texts live as long as the experiment. */
char *sp_rerun_head(const struct sp_experiment *, int variant, int point, const char *from);
char *sp_rerun_tail(const struct sp_experiment *, int variant, const struct sp_registry *,
                    const char *from, const char *picture);
/* Both parts and the index. */
char *sp_rerun_command(const struct sp_experiment *, int variant, int point, long index,
                       const struct sp_registry *, const char *from, const char *picture);

/* One cell of a matrix, run again on the native engine (simgrid where it is configured). */
struct sp_replay {
  const struct sp_instance *in; /* of the matrix, until it is asked for another */
  struct sp_result result;
  struct sp_trace trace; /* sorted */
};
/* Performs the run and compares it with the stored one: the decisions (order_hash) must be the same
 * and the makespans agree within 1e-9 relative. SP_OK; SP_BAD_INPUT if the method or the platform
 * cannot be made; SP_NOT_VERIFIED with both results in *error. In any case the caller clears
 * *replay. */
int sp_replay(const struct sp_matrix *, const struct sp_registry *, struct sp_store *, int point,
              long index, int method, struct sp_replay *replay, struct sp_error *);
void sp_replay_clear(struct sp_replay *);
