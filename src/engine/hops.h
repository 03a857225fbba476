/* Execution of hops on graphs; the model is at the head of <starport/hops.h>.
 *
 * struct hop_run is what both engines share of a run: the list as it grows, the counts that a
 * source sees, noise, events, result. The advance of time and the occupation of ports, links and
 * processors are each engine's own. */
#pragma once

#include "base/num.h"

#include <starport/hops.h>

/* The same as sp_native_hops through SimGrid, in this process, once in its life: call it in a
 * forked child. The platform is the graph's own file if SimGrid executes that as the graph says
 * (sp_graph.runs_on_file), else one that is written for it (io/graph/graph.h). */
void sp_simgrid_hops(const struct sp_hop_job *, struct sp_result *, struct sp_trace *trace);

/* ---- For the engines. */

/* Roles of a node: it receives, sends, computes. */
enum hop_role { HOP_RECV, HOP_SEND, HOP_WORK, HOP_ROLES };

/* How far a hop has come. */
struct hop_state {
  enum { HOP_WAITING, HOP_UNDER_WAY, HOP_ENDED } progress;
  long rank[2]; /* how many hops had started before it at `from` (sent or computed), at `to` */
};

struct hop_run {
  const struct sp_hop_job *job;
  struct sp_result *result;
  struct sp_trace *trace;
  struct sp_hops list; /* hops from number `first` on: those before it have all ended */
  long first;
  struct sp_hop_node *node; /* [0..nodes-1] */
  long waiting;             /* hops that have not started */
  long under_way;
  bool closed; /* no more hops will come */
  int buses;   /* different ones */
  int *bus;    /* [link] its bus, 0..buses-1; -1: none */
  /* Of hops.c alone: */
  struct hop_state *state; /* [0..list.n-1] */
  long cap;                /* of state */
  long ended;              /* hops at the head of the list that have ended */
  struct sp_hops added;    /* hops that the source adds in one call */
  struct sp_hops news;     /* hops that have ended since it was asked */
  long *starts;            /* [node * HOP_ROLES + role] hops started */
  uint64_t order, bits;
};

/* Starts the source; sets *result to ok. hop_run_close ends the run and frees. */
void hop_run_init(struct hop_run *, const struct sp_hop_job *, struct sp_result *,
                  struct sp_trace *);
/* Asks the source; returns how many hops it has added (numbers first + list.n - added ..). Checks
 * each: one that makes no sense fails the run. */
long hop_run_more(struct hop_run *, double now);
static inline const struct sp_hop *hop_run_hop(const struct hop_run *r, long number)
{
  return &r->list.hop[number - r->first];
}
static inline enum hop_role hop_role_at_from(const struct sp_hop *hop)
{
  return hop->link < 0 ? HOP_WORK : HOP_SEND;
}
/* Direction of the link: 0 from a to b, 1 back. */
static inline int hop_direction(const struct sp_graph *g, const struct sp_hop *hop)
{
  return g->link[hop->link].a != hop->from;
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
/* Does an end at this date count: is it not after the job's date? */
static inline bool hop_run_counts(const struct hop_run *r, double date)
{
  return date <= r->job->until || same_date(date, r->job->until);
}
/* Units that flow or are computed, multiplied by the noise; and the time that they take. */
double hop_run_load(const struct hop_run *, long number);
double hop_run_duration(const struct hop_run *, long number);
/* The hop starts: counts it. */
void hop_run_started(struct hop_run *, long number);
/* The hop has ended: counts it, records the event, reports it to the source when it is asked next,
 * forgets hops that are no longer needed. For the ends of one date, call it in the order of the
 * list. */
void hop_run_ended(struct hop_run *, long number, double start, double end);
/* Nothing is under way any more, or the job's date has come. Hops that wait are stuck, unless one
 * waits for its date `earliest` alone (which is then after the job's date). Fills the result and
 * frees. */
void hop_run_close(struct hop_run *);

/* ---- Between hops.c and hops_refused.c. */

/* Can the hop be executed at all? If not the run fails. */
bool hop_run_accepts(struct hop_run *, long number, const struct sp_hop *);
/* Fails the run if hops, or their source, wait for something that cannot happen; see
 * hop_run_close. */
void hop_run_check_stuck(struct hop_run *);

/* ---- The bandwidth-centric strategy, decided on line (the paper's Section 5.2 and its reference
 * to demand-driven protocols): every node of a tree decides by itself. It knows only its own links
 * and which of its children have a free place. */

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
