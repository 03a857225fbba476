/* Finds the most tasks that a small graph does by a date T, by a search of its schedules.
 *
 * If every activity starts as early as it can with the same order of activities at each port, none
 * ends later: some best schedule starts activities only at date 0 and when others end. So the
 * search goes from one such date to the next and tries every set of activities that can start then.
 * All costs are multiples of a unit, in which dates are whole numbers.
 *
 * A state is the date, how long each port is still busy and each message still under way, and the
 * tasks at each node; if results return also how long each node still computes, and its results. A
 * task counts as soon as its computation begins, if results return the last message of its result:
 * what begins is in time. One that was seen with as many tasks done is not expanded again, nor one
 * from which no more can be done than by the best schedule so far: a node computes without a pause
 * from the first date at which a task can be there, and no more tasks come than the masters' ports
 * and the nodes give; results that are not counted yet may all come. A processor that shares no
 * port, of a master or of a node that sends no tasks, never waits when it can begin: a task
 * computed earlier makes nothing later. */
#include "base/map.h"
#include "base/memory.h"
#include "base/num.h"
#include "method/context.h"
#include "solve/lp/rational.h"
#include "solve/steady/activity.h"
#include "solve/steady/most_tasks.h"

enum { MOST_NODES = 8, MOST_STARTS = 5000, DEFAULT_STATES = 100000 };
static const int32_t never = INT32_MAX / 2;

struct moment {
  int32_t left;                 /* time until T */
  int32_t busy[3 * MOST_NODES]; /* [vertex] time until it is free */
  int32_t coming[MOST_NODES];   /* time until the message under way to the node has come; 0: none */
  int32_t stock[MOST_NODES];    /* tasks at the node; masters: 0 */
  /* Where results return, not of masters: */
  int32_t computing[MOST_NODES]; /* time until the result exists; 0: none */
  int32_t returning[MOST_NODES]; /* time until a result has come to the node; 0: none */
  int32_t results[MOST_NODES];   /* at the node */
};

struct search {
  const struct sp_graph *g;
  const struct activities *acts;
  int32_t *time, *after;     /* [activity] its time; the least time from its end to a computation */
  bool *eager;               /* [activity] a computation that never waits */
  int *counts;               /* [activity] tasks done with it */
  int32_t home[MOST_NODES];  /* the least time of a result from the node to a master */
  int32_t least[MOST_NODES]; /* of a master: the shortest message that it can send; else never */
  long bound, limit;
  struct map seen;
  long states, cap;
  int *tasks; /* [0..states-1] the most done with which a state was seen */
  struct sp_most_tasks *most;
  bool stopped;
};

/* ---- What can still be done. */

/* The least time until a task that is not begun can be at each node. */
static void find_arrivals(const struct search *s, const struct moment *m, int32_t *arrival)
{
  for (int i = 0; i < s->g->platform.nodes; i++)
    arrival[i] = s->g->master[i] || m->stock[i] ? 0 : m->coming[i] ? m->coming[i] : never;
  for (bool shorter = true; shorter;) {
    shorter = false;
    for (int k = 0; k < s->acts->n; k++) {
      const struct activity *a = &s->acts->activity[k];
      int32_t at = arrival[a->from];
      if (a->flow < 0 || a->results || at >= never)
        continue;
      for (int side = 0; side < 2; side++)
        at = at > m->busy[s->acts->end[k][side]] ? at : m->busy[s->acts->end[k][side]];
      if (at + s->time[k] < arrival[a->to]) {
        arrival[a->to] = at + s->time[k];
        shorter = true;
      }
    }
  }
}

/* No more tasks than these can be done from now on. */
static long most_from(const struct search *s, const struct moment *m)
{
  int32_t arrival[MOST_NODES];
  long own = 0, others = 0, given = 0, computed = 0;
  find_arrivals(s, m, arrival);
  for (int i = 0; i < s->g->platform.nodes; i++) {
    int32_t left = m->left - m->busy[3 * i];
    if (s->g->master[i] && s->least[i] < never && left > 0)
      given += left / s->least[i];
    given += m->stock[i] + (m->coming[i] > 0);
    computed += m->results[i] + (m->returning[i] > 0) + (m->computing[i] > 0);
  }
  for (int k = 0; k < s->acts->n && s->acts->activity[k].flow < 0; k++) {
    int i = s->acts->activity[k].from;
    int32_t busy = m->busy[s->acts->end[k][0]];
    int32_t left = m->left - s->home[i] - (busy > arrival[i] ? busy : arrival[i]);
    if (left > 0)
      *(s->g->master[i] ? &own : &others) += left / s->time[k];
  }
  return own + computed + (others < given ? others : given);
}

/* ---- Steps. */

static bool can_start(const struct search *s, const struct moment *m, int k)
{
  const struct activity *a = &s->acts->activity[k];
  const int *end = s->acts->end[k];
  bool has = a->results ? m->results[a->from] > 0 : s->g->master[a->from] || m->stock[a->from];
  return has && !m->busy[end[0]] && (a->flow < 0 || !m->busy[end[1]]) &&
         s->time[k] + s->after[k] <= m->left;
}

static void start_activity(const struct search *s, struct moment *m, int k)
{
  const struct activity *a = &s->acts->activity[k];
  if (a->results)
    m->results[a->from]--;
  else
    m->stock[a->from] -= !s->g->master[a->from];
  m->busy[s->acts->end[k][0]] = s->time[k];
  if (a->flow >= 0)
    m->busy[s->acts->end[k][1]] = s->time[k];
  if (s->counts[k])
    return;
  int32_t *until = a->flow < 0 ? m->computing : a->results ? m->returning : m->coming;
  until[a->to] = s->time[k];
}

/* The step passes: does what ends at `until` end with it? */
static int end_of(int32_t *until, int32_t step)
{
  bool ends = *until == step;
  *until -= *until ? step : 0;
  return ends;
}

/* Goes to the next date at which something ends; false: nothing is under way. */
static bool go_on(const struct search *s, struct moment *m)
{
  int32_t step = never;
  int nodes = s->g->platform.nodes;
  for (int v = 0; v < 3 * nodes; v++)
    step = m->busy[v] && m->busy[v] < step ? m->busy[v] : step;
  if (step == never)
    return false;
  m->left -= step;
  for (int v = 0; v < 3 * nodes; v++)
    m->busy[v] -= m->busy[v] ? step : 0;
  for (int i = 0; i < nodes; i++) {
    m->stock[i] += end_of(&m->coming[i], step);
    m->results[i] += end_of(&m->computing[i], step) + end_of(&m->returning[i], step);
  }
  return true;
}

/* Has the state been seen with as many tasks done? Else it is seen now. */
static bool is_seen(struct search *s, const struct moment *m, int done)
{
  int at = map_find(&s->seen, m, sizeof *m);
  if (at >= 0 && s->tasks[at] >= done)
    return true;
  if (at >= 0) {
    s->tasks[at] = done;
    return false;
  }
  map_add(&s->seen, m, sizeof *m, (int)s->states);
  sp_grow(s->tasks, s->states, s->cap);
  s->tasks[s->states++] = done;
  return false;
}

static bool is_over(const struct search *s)
{
  return s->stopped || s->most->tasks >= (double)s->bound;
}

static void visit(struct search *s, const struct moment *m, int first, int done);

/* A new date. */
static void visit_date(struct search *s, const struct moment *m, int done)
{
  s->most->tasks = fmax(s->most->tasks, done);
  if (is_over(s) || (double)(done + most_from(s, m)) <= s->most->tasks || is_seen(s, m, done))
    return;
  s->stopped = ++s->most->expanded > s->limit;
  if (!s->stopped)
    visit(s, m, 0, done);
}

/* Tries all sets of the activities from `first` on that can start now. */
static void visit(struct search *s, const struct moment *m, int first, int done)
{
  struct moment now = *m;
  for (int k = first; k < s->acts->n && !is_over(s); k++) {
    if (!can_start(s, &now, k))
      continue;
    struct moment next = now;
    start_activity(s, &next, k);
    if (s->eager[k]) {
      now = next;
      done += s->counts[k];
    } else {
      visit(s, &next, k + 1, done + s->counts[k]);
    }
  }
  if (!is_over(s) && go_on(s, &now))
    visit_date(s, &now, done);
}

/* ---- The graph in whole numbers. */

static int check_small(const struct sp_graph *g, struct sp_error *error)
{
  if (g->platform.nodes > MOST_NODES)
    return sp_failure(error, SP_CANNOT, "%d nodes: expected at most %d for the optimum",
                      g->platform.nodes, MOST_NODES);
  if (sp_graph_is_changing(g) || g->places)
    return sp_bad_input(error, "the graph has %s, expected none for the optimum",
                        g->places ? "places" : "profiles");
  for (int i = 0; i < g->platform.nodes; i++)
    if (g->platform.node[i].ports.send != 1 || g->platform.node[i].ports.recv != 1)
      return sp_bad_input(error, "%s has several ports, expected one each way for the optimum",
                          g->platform.node[i].name);
  for (int l = 0; l < g->links; l++)
    if (g->link[l].bus > 0 || g->link[l].latency.v > 0)
      return sp_bad_input(error, "a bus or a latency, expected none for the optimum");
  return SP_OK;
}

/* Sets all times in the common unit; *left: T. */
static int set_times(struct search *s, struct sp_num date, int32_t *left, struct sp_error *error)
{
  const struct activities *acts = s->acts;
  struct sp_num *time = sp_new(acts->cx, acts->n, struct sp_num);
  for (int k = 0; k < acts->n; k++)
    time[k] = activity_time(s->g, &acts->activity[k]);
  int64_t unit = sp_num_common(time, acts->n), share = s->g->result.den;
  if (sp_graph_has_results(s->g)) /* their times are c z */
    unit = share > 0 && unit <= (INT64_MAX >> 1) / share ? unit * share : 0;
  struct sp_q_pool pool = {0};
  double T = sp_q_double(
      sp_q_floor(&pool, sp_q_of(&pool, sp_q_new(&pool, date), '*', sp_q_int(&pool, unit))));
  double starts = 0;
  sp_q_clear(&pool);
  for (int k = 0; k < acts->n && unit; k++)
    starts +=
        floor(T / ((double)unit * time[k].v * (acts->activity[k].results ? s->g->result.v : 1)));
  int code = SP_OK;
  if (!unit || T >= never || starts > MOST_STARTS)
    code = sp_failure(error, SP_CANNOT,
                      "the optimum is searched for up to %d activities of fractions as costs; here "
                      "up to %.12g fit until that date",
                      MOST_STARTS, unit ? starts : NAN);
  for (int k = 0; k < acts->n && code == SP_OK; k++) {
    double units = (double)time[k].num * (double)(unit / time[k].den);
    if (acts->activity[k].results)
      units *= (double)s->g->result.num / (double)share;
    s->time[k] = units < T + 1 ? (int32_t)units : (int32_t)T + 1;
  }
  *left = (int32_t)T;
  return code;
}

/* Sets home, and in finish[] the least time until a task at a node is done. */
static void find_ways(struct search *s, int32_t *finish)
{
  const struct activities *acts = s->acts;
  for (int i = 0; i < MOST_NODES; i++) {
    bool master = i >= s->g->platform.nodes || s->g->master[i];
    s->home[i] = master || !sp_graph_has_results(s->g) ? 0 : never;
    finish[i] = never;
  }
  for (bool shorter = true; shorter;) {
    shorter = false;
    for (int k = 0; k < acts->n; k++) {
      const struct activity *a = &acts->activity[k];
      int32_t *least = a->results ? s->home : finish;
      int32_t rest = a->results || a->flow < 0 ? s->home[a->to] : finish[a->to];
      if (rest < never && s->time[k] + rest < least[a->from]) {
        least[a->from] = s->time[k] + rest;
        shorter = true;
      }
    }
  }
}

/* Does a node send tasks on, or compute at a port that something else uses? */
static bool can_wait(const struct search *s, int k)
{
  const struct activities *acts = s->acts;
  const struct activity *a = &acts->activity[k];
  bool waits = false;
  for (int j = 0; j < acts->n; j++) {
    const struct activity *b = &acts->activity[j];
    bool shares =
        acts->end[j][0] == acts->end[k][0] || (b->flow >= 0 && acts->end[j][1] == acts->end[k][0]);
    bool sends = b->flow >= 0 && b->tasks && b->from == a->from;
    waits = waits || (j != k && shares) || (sends && !s->g->master[a->from]);
  }
  return waits;
}

/* Sets what follows from the times: after, counts, least, eager, home. */
static void set_limits(struct search *s)
{
  const struct activities *acts = s->acts;
  bool results = sp_graph_has_results(s->g);
  int32_t finish[MOST_NODES];
  find_ways(s, finish);
  for (int i = 0; i < MOST_NODES; i++)
    s->least[i] = never;
  for (int k = 0; k < acts->n; k++) {
    const struct activity *a = &acts->activity[k];
    bool transfer = a->flow >= 0, home = s->g->master[a->to];
    s->after[k] = transfer && a->tasks ? finish[a->to] : s->home[a->to];
    s->counts[k] = transfer ? a->results && home : home || !results;
    s->eager[k] = !transfer && !can_wait(s, k);
    if (transfer && a->tasks && s->g->master[a->from] && s->time[k] < s->least[a->from])
      s->least[a->from] = s->time[k];
  }
}

int sp_most_tasks_search(const struct sp_graph *g, struct sp_num date, double bound, long limit,
                         struct sp_most_tasks *most, struct sp_error *error)
{
  int code = check_small(g, error);
  if (code != SP_OK)
    return code;
  struct activities *acts = activities_apart(g);
  struct sp_context *cx = acts->cx;
  struct search s = {.g = g,
                     .acts = acts,
                     .time = sp_new(cx, acts->n, int32_t),
                     .after = sp_new(cx, acts->n, int32_t),
                     .eager = sp_new(cx, acts->n, bool),
                     .counts = sp_new(cx, acts->n, int),
                     .bound = (long)fmin(bound, 1e15),
                     .limit = limit ? limit : DEFAULT_STATES,
                     .most = most};
  struct moment begin = {0};
  *most = (struct sp_most_tasks){0};
  code = set_times(&s, date, &begin.left, error);
  if (code == SP_OK) {
    set_limits(&s);
    visit_date(&s, &begin, 0);
    most->proven = !s.stopped;
  }
  map_clear(&s.seen);
  free(s.tasks);
  activities_free(acts);
  return code;
}
