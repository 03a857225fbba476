/* Execution of hops on graphs; the model is at the head of model/hops.h.
 *
 * struct hop_run is what both engines share of a run: the source and the counts that it sees,
 * noise, profiles, what is lost, events, result. The advance of time and the occupation of ports,
 * links and processors are each engine's own. */
#pragma once

#include "base/fifo.h"
#include "base/num.h"
#include "engine/cost.h"
#include "model/hops.h"
#include "model/profile.h"

#include <starport/dates.h>

/* Executes the hops in the native engine. *result: status ok or failed (stuck: no hop can start),
 * makespan (the last end), done (units computed or, if results return, whose results are at a
 * master), messages (transfers). *trace, if not NULL, gets the events, unsorted. */
void sp_native_hops(const struct sp_hop_job *, struct sp_result *, struct sp_trace *trace);
/* The same through SimGrid, in this process, once in its life: call it in a
 * forked child. The platform is the graph's own file if SimGrid executes that as the graph says
 * (sp_graph.runs_on_file), else one that is written for it (io/graph/graph.h). */
void sp_simgrid_hops(const struct sp_hop_job *, struct sp_result *, struct sp_trace *trace);

/* ---- For the engines. */

/* Roles of a node: it receives, sends, computes. */
enum hop_role { HOP_RECV, HOP_SEND, HOP_WORK, HOP_ROLES };

/* A hop that has been added and has not ended; an engine has one for each. */
struct hop_task {
  struct sp_hop hop;
  long number;  /* in the list, from 0 */
  long rank[2]; /* how many hops had started before it at `from` (sent or computed), at `to` */
  double start;
};

/* What an engine does when a node or a link goes down. */
struct hop_loser {
  void *engine;
  /* Loses the hop under way on this lane, if there is one: hop_run_lost. kept: its sender is up and
   * has the task still. */
  void (*lose)(void *engine, int lane, bool kept, double date);
  /* The node has lost what it held: so many places are free. */
  void (*empty)(void *engine, int node, long places);
  /* Does a hop wait that has not started? */
  bool (*waits)(void *engine);
};

struct hop_run {
  const struct sp_hop_job *job;
  struct sp_result *result;
  struct sp_trace *trace;
  struct sp_hops added;     /* by the last call of hop_run_more */
  long taken;               /* hops of the list so far: the last added has the number taken - 1 */
  struct sp_hop_node *node; /* [0..nodes-1] */
  long waiting;             /* hops that have not started */
  long under_way;
  bool closed; /* no more hops will come */
  int buses;   /* different ones */
  int *bus;    /* [link] its bus, 0..buses-1; -1: none */
  /* Of hops.c and hops_states.c alone: */
  struct sp_hops ended, lost; /* since the source was asked */
  long *starts;               /* [node * HOP_ROLES + role] hops started */
  struct hop_states *states;  /* NULL: nothing can go down */
  struct hop_sizes *sizes;    /* NULL: all tasks have size 1 */
  uint64_t order, bits;
};

/* Starts the source; sets *result to ok. hop_run_close ends the run and frees. */
void hop_run_init(struct hop_run *, const struct sp_hop_job *, struct sp_result *,
                  struct sp_trace *);
/* Asks the source; returns how many hops it has added. Checks each: one that makes no sense fails
 * the run. */
long hop_run_more(struct hop_run *, double now);
static inline enum hop_role hop_role_at_from(const struct sp_hop *hop)
{
  return hop->link < 0 ? HOP_WORK : HOP_SEND;
}
/* Direction of the link: 0 from a to b, 1 back. */
static inline int hop_direction(const struct sp_graph *g, const struct sp_hop *hop)
{
  return g->link[hop->link].a != hop->from;
}
/* What carries one hop at a time, a direction of a link or a processor, has a number: its lane.
 * Where results return they have lanes of their own, the last ones; a direction of a link carries
 * one message at a time on both. */
static inline int hop_lanes_of_results(const struct sp_graph *g)
{
  return 2 * g->links + g->platform.nodes;
}
static inline int hop_lanes(const struct sp_graph *g)
{
  return hop_lanes_of_results(g) + (sp_graph_has_results(g) ? 2 * g->links : 0);
}
static inline int hop_lane(const struct sp_graph *g, const struct sp_hop *hop)
{
  if (hop->link < 0)
    return 2 * g->links + hop->from;
  int first = hop->result ? hop_lanes_of_results(g) : 0;
  return first + 2 * hop->link + hop_direction(g, hop);
}
/* Is what the hop does, once it ends, a task done? */
static inline bool hop_is_done(const struct sp_graph *g, const struct sp_hop *hop)
{
  bool computed = hop->link < 0;
  return sp_graph_has_results(g) ? g->master[hop->to] && (computed || hop->result) : computed;
}
/* How many activities of a role can go on at node i at once. */
static inline int hop_capacity(const struct sp_graph *g, int i, enum hop_role role)
{
  const struct sp_ports *ports = &g->platform.node[i].ports;
  return role == HOP_RECV ? ports->recv : role == HOP_SEND ? ports->send : 1;
}
/* Can activities of role a not go on at node i while those of role b do? */
static inline bool hop_excludes(const struct sp_graph *g, int i, enum hop_role a, enum hop_role b)
{
  const struct sp_ports *ports = &g->platform.node[i].ports;
  return a != b && !(a + b == HOP_RECV + HOP_SEND   ? ports->recv_send
                     : a + b == HOP_RECV + HOP_WORK ? ports->recv_work
                                                    : ports->send_work);
}
/* Messages whose tasks node i can hold; LONG_MAX: any number. */
static inline long hop_places(const struct sp_graph *g, int i)
{
  return g->places && !g->master[i] ? g->places[i] : LONG_MAX;
}
/* Does an end at this date count: is it not after the job's date? */
static inline bool hop_run_counts(const struct hop_run *r, double date)
{
  return date <= r->job->until || same_date(date, r->job->until);
}
/* The hop starts now: counts it. Its cost; noise changes the units. */
struct cost hop_run_start(struct hop_run *, struct hop_task *, double now);
/* The hop has ended: counts it, records the event, reports it to the source when it is asked next.
 * For the ends of one date, call it in the order of the list. */
void hop_run_ended(struct hop_run *, const struct hop_task *, double end);
/* The hop is lost; kept: as in struct hop_loser. */
void hop_run_lost(struct hop_run *, const struct hop_task *, bool kept, double date);
/* Nothing is under way any more, or the job's date has come. Hops that wait are stuck, unless one
 * waits for its date `earliest` alone (which is then after the job's date). first: the first that
 * waits, NULL: none; comes: one waits for its date alone. Fills the result and frees. */
void hop_run_close(struct hop_run *, const struct hop_task *first, bool comes);

/* ---- Nodes and links that go down (hops_states.c). */

/* The engine that loses hops; once, before the run. */
void hop_run_set_loser(struct hop_run *, const struct hop_loser *);
/* The date at which a state changes next; INFINITY: none, or nothing is left to wait for. */
double hop_run_next_change(const struct hop_run *);
/* All changes due at date now, once the ends of that date are known. The run fails if a hop waits,
 * or if too many pass without a computation. */
void hop_run_change_states(struct hop_run *, double now);

/* ---- Between the files of a run of hops. */

struct hop_states {
  struct hop_loser loser;
  struct sp_dates change; /* by node, then by link: the next change of its state */
  bool *node_down, *link_down;
  double *stock;   /* [node] units that it has received and not begun; 0 at masters */
  long *held;      /* [node] messages of those */
  double *results; /* [node] that wait there; 0 at masters */
  long pieces;     /* of states that have passed since the last computation */
};
void hop_states_open(struct hop_run *);
void hop_states_close(struct hop_run *);

/* ---- Tasks that have sizes (hop_sizes.c): which one each hop has.
 *
 * Task k is the k-th that hops of masters take, in the order of the list. At another node tasks
 * come as their messages end, and its hops take them, in the order of the list, in this order. What
 * comes to a master is taken no more. Each hop of tasks has one. */
struct hop_sizes {
  long sent;         /* tasks that hops of masters have taken */
  long *taken;       /* [node] that its hops have taken, if it is no master */
  struct fifo *come; /* [node] struct come: those that have come, but for the first `gone` */
  long *gone;        /* [node] */
  struct fifo place; /* long: of each hop from number `first` on, its task, or which of those that
                        come to its node it takes */
  long first;
};
void hop_sizes_open(struct hop_run *);
void hop_sizes_close(struct hop_run *);
/* The hop is added. */
void hop_sizes_added(struct hop_run *, const struct sp_hop *);
/* The size of the task that the hop computes; fails the run if that has not come. */
double hop_sizes_of(struct hop_run *, const struct hop_task *);
void hop_sizes_ended(struct hop_run *, const struct hop_task *);

/* Can the hop be executed at all? If not the run fails. */
bool hop_run_accepts(struct hop_run *, long number, const struct sp_hop *);
/* Fails the run if hops, or their source, wait for something that cannot happen; see
 * hop_run_close. */
void hop_run_check_stuck(struct hop_run *, const struct hop_task *first, bool comes);

/* ---- The bandwidth-centric strategy, decided on line (the paper's Section 5.2 and its reference
 * to demand-driven protocols): every node of a tree decides by itself. It knows only its own links
 * and which of its children have a free place, or a result for it. */

struct bandwidth_centric;

/* On a tree (a forest), parent[0..nodes-1] as sp_graph_as_tree returns it. places: tasks that a
 * node other than a master can hold, from the start of the reception to the end of the computation
 * or message that takes it. Nothing is decided from date `until` on. The caller frees it; the graph
 * must live as long. */
struct bandwidth_centric *bandwidth_centric_alloc(const struct sp_graph *, const int *parent,
                                                  long places, double until);
void bandwidth_centric_free(struct bandwidth_centric *);
/* The strategy as a source of hops for an engine. */
struct sp_hop_source bandwidth_centric_source(struct bandwidth_centric *);
