/* The contents of a run's context, for the drivers of heuristics (plan.c and the callers of the
 * engines). Heuristics see only <starport/heuristic.h>. */
#pragma once

#include <starport/starport.h>
#include <stdio.h>

/* The plan of an on-line method: its decisions in the nominal model, when the native engine
 * executes it (engine/native/execute_method.c). Returns as sp_plan. */
typedef int sp_planner(struct sp_context *, const struct sp_method *, const struct sp_instance *,
                       struct sp_schedule *out);

/* The flag, or one that is never set in place of NULL; is it set? */
static inline const int *stop_flag(const int *flag)
{
  static const int never = 0;
  return flag ? flag : &never;
}
static inline bool is_stopped(const int *flag)
{
  return __atomic_load_n(flag, __ATOMIC_RELAXED);
}

struct sp_context {
  sp_planner *on_line; /* NULL: a context that only provides memory */
  const struct sp_registry *registry;
  const struct sp_heuristic *heuristic; /* of the run; NULL: none */
  uint64_t seed;
  uint64_t stream; /* hash of the instance's numbers and the method */
  uint64_t draws;  /* taken so far */
  int depth;       /* number of calls of sp_plan_with around this one */
  const int *stop; /* not NULL: of sp_context_stop_when */
  bool changing;   /* the run is on a star that changes, the method sees one that does not */
  bool sized;      /* the units of the divisible load have sizes, which the method does not see */
  struct arena_block *blocks;
  char reason[256];
  /* Called now and then by a search of sp_optimal, with the nodes that it has visited; NULL: not
   * wanted. */
  void (*visited)(void *data, long nodes);
  void *visited_data;
  /* Called before another method plans for this one (sp_plan_with); NULL: not wanted. */
  void (*asks)(void *data, const char *method);
  void *asks_data;
};
/* Calls cx->visited, if it is wanted. */
static inline void sp_context_visited(struct sp_context *cx, long nodes)
{
  if (cx->visited)
    cx->visited(cx->visited_data, nodes);
}

/* A context for a run of the method (NULL: none, nothing is drawn) on the instance; its random
 * stream is a hash of both. Neither pointer is kept, but that to the heuristic. The caller frees it
 * with sp_context_free(). */
struct sp_context *sp_context_with(sp_planner *, const struct sp_registry *, uint64_t seed,
                                   const struct sp_instance *, const struct sp_method *);
/* A context that only provides memory and keeps a reason; free it with sp_context_free(). */
struct sp_context *sp_context_plain(void);
/* In its memory: a copy of a text; one by printf's format; what was written to a stream of
 * sp_open_string(text), which is closed. */
char *sp_context_copy(struct sp_context *, const char *text);
char *sp_context_text(struct sp_context *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
char *sp_context_end(struct sp_context *, FILE *, char **text);
/* Makes room there for one more element of `size` bytes in an array of n; returns the array. */
void *sp_context_grow(struct sp_context *, void *array, long n, size_t size);

/* Refuses an instance whose problem the heuristic does not solve: returns 0, or -1 with the reason
 * in the context. Call it before plan() or start(). */
int sp_check_problem(struct sp_context *, const struct sp_heuristic *, const struct sp_instance *);
/* Limits of sp_most_tasks: to be searched (sp_optimal), shown, recorded (a task of a trace takes
 * 210 bytes with its validator), planned (45 bytes a task, in the portfolio 150), and decided on
 * line, where nothing is kept. */
#define SP_TASKS_SEARCHED 1e6
#define SP_TASKS_SHOWN    5e6
#define SP_TASKS_RECORDED 1e7
#define SP_TASKS_PLANNED  2e7
#define SP_TASKS_ON_LINE  1e9
/* 0, or -1: refused, as of more tasks than `most`. */
int sp_check_tasks(struct sp_context *, const struct sp_instance *, double most);
