/* The bandwidth-centric strategy on a tree; see engine/hops.h.
 *
 * A node that holds a task first keeps its own processor busy, then sends to the child with the
 * least c among those that ask: those that have a free place and free ports. So a child that
 * computes fast over a slow link gets the time that the others leave of the port, which is the
 * order of Proposition 1. A master has tasks without end.
 *
 * The children of a node that wish something are a queue by (c, index), so a decision takes O(log
 * children). A child wishes a task from the moment it can receive. If it no longer can when its
 * turn comes (its ports may exclude each other), it is removed and wishes it again later.
 *
 * Where results return the children that can send one wish to, in queues of the same order. A node
 * whose results have piled up sends them before its parent sends a task, other results leave when
 * tasks do not need the ports: so a child with a small c is not left without tasks because its port
 * takes a result, and no results are left behind. A node with twice as many neither wishes tasks
 * nor sends any: else results whose two ports are never free at one date would wait for ever. The c
 * of a child is then the time of a task and its result, there and back.
 *
 * Where nodes and links go down, a node that comes back holds nothing, and what a lost message
 * carried is its sender's again. */
#include "base/memory.h"
#include "base/min_queue.h"
#include "engine/hops.h"

enum { MANY = 10 };           /* results at a node have piled up */
enum { TOO_MANY = 2 * MANY }; /* its ports carry no tasks */

/* What a node wishes of its parent: a task; to send a result, or one of those that have piled up.
 */
enum wish { TASK, SEND_RESULT, SEND_PILED, WISHES };

struct station {
  int parent, link;                /* link to the parent */
  struct min_queue wished[WISHES]; /* children that wish it, by c */
  bool wishes[WISHES];             /* is it in these queues of its parent? */
  int sending, receiving;
  bool computing;
  bool coming, leaving; /* a task from the parent; a result to it */
  bool touched;         /* its state has changed, or a child wishes something */
  long stock, held;     /* whole tasks not computed or sent on yet; places taken */
  long taken;           /* computations and messages of tasks begun */
  long results, sent;   /* results that are to be sent to the parent; that have begun to be */
};

struct bandwidth_centric {
  const struct sp_graph *g;
  long places;
  double until;
  struct station *at; /* [0..nodes-1] */
  int *touched, n_touched;
  bool begun;
  bool *node_down, *link_down; /* as the engine has said last */
};

/* ---- The wishes of the children */

/* The time that a task for node i takes on the link from its parent, and its result back. */
static double time_on_link(const struct bandwidth_centric *b, int i)
{
  const struct sp_link *link = &b->g->link[b->at[i].link];
  bool way = link->b != i;
  double back = sp_graph_has_results(b->g) ? b->g->result.v * link->c[!way].v : 0;
  return link->c[way].v + back;
}

static void make_wish(struct bandwidth_centric *b, int i, enum wish wish)
{
  struct station *s = &b->at[i];
  min_queue_push(&b->at[s->parent].wished[wish], time_on_link(b, i), i);
  s->wishes[wish] = true;
}

/* Takes the first child that wishes it off the queue. */
static int next_child(struct bandwidth_centric *b, int parent, enum wish wish)
{
  int child = (int)min_queue_pop(&b->at[parent].wished[wish]).number;
  b->at[child].wishes[wish] = false;
  return child;
}

/* ---- Possible actions of a node */

/* The bound of the strategy, or of the node if that is less. */
static long places_of(const struct bandwidth_centric *b, int i)
{
  long places = hop_places(b->g, i);
  return places < b->places ? places : b->places;
}

/* Can the node receive another message, whatever it carries? */
static bool has_reception_port(const struct bandwidth_centric *b, int i)
{
  const struct station *s = &b->at[i];
  const struct sp_ports *ports = &b->g->platform.node[i].ports;
  return s->receiving < ports->recv && (ports->recv_send || !s->sending) &&
         (ports->recv_work || !s->computing);
}

static bool has_emission_port(const struct bandwidth_centric *b, int i)
{
  const struct station *s = &b->at[i];
  const struct sp_ports *ports = &b->g->platform.node[i].ports;
  return s->sending < ports->send && (ports->recv_send || !s->receiving) &&
         (ports->send_work || !s->computing);
}

/* A task from the parent, to which its result can return. */
static bool can_receive(const struct bandwidth_centric *b, int i)
{
  const struct station *s = &b->at[i];
  return s->parent >= 0 && !b->node_down[i] && !b->link_down[s->link] && !s->coming &&
         s->results < TOO_MANY && s->held < places_of(b, i) && has_reception_port(b, i) &&
         isfinite(time_on_link(b, i));
}

/* A task to a child. */
static bool can_send(const struct bandwidth_centric *b, int i)
{
  const struct station *s = &b->at[i];
  return !b->node_down[i] && s->wished[TASK].n && s->results < TOO_MANY &&
         (b->g->master[i] || s->stock) && has_emission_port(b, i);
}

/* A result to the parent. */
static bool can_return(const struct bandwidth_centric *b, int i, enum wish wish)
{
  const struct station *s = &b->at[i];
  return s->results >= (wish == SEND_PILED ? MANY : 1) && !b->link_down[s->link] && !s->leaving &&
         has_emission_port(b, i);
}

static bool can_compute(const struct bandwidth_centric *b, int i)
{
  const struct station *s = &b->at[i];
  const struct sp_ports *ports = &b->g->platform.node[i].ports;
  return !b->node_down[i] && !s->computing && isfinite(b->g->w[i].v) &&
         (b->g->master[i] || s->stock) && (ports->recv_work || !s->receiving) &&
         (ports->send_work || !s->sending);
}

/* ---- Decisions */

static void touch(struct bandwidth_centric *b, int i)
{
  if (!b->at[i].touched) {
    b->at[i].touched = true;
    b->touched[b->n_touched++] = i;
  }
}

/* A task leaves the stock for a computation (to = from) or a message. */
static void take(struct bandwidth_centric *b, int from, int to, struct sp_hops *add)
{
  struct station *s = &b->at[from];
  bool master = b->g->master[from];
  struct sp_hop hop = {.from = from, .to = to, .link = to == from ? -1 : b->at[to].link};
  hop.amount = 1;
  if (!master) {
    hop.arrivals = ++s->taken;
    s->stock--;
  }
  sp_hops_add(add, &hop);
}

static void compute(struct bandwidth_centric *b, int i, struct sp_hops *add)
{
  if (can_compute(b, i)) {
    take(b, i, i, add);
    b->at[i].computing = true;
  }
}

static void receive_results(struct bandwidth_centric *b, int i, enum wish wish, struct sp_hops *add)
{
  while (!b->node_down[i] && b->at[i].wished[wish].n && has_reception_port(b, i)) {
    int child = next_child(b, i, wish);
    struct station *s = &b->at[child];
    if (!can_return(b, child, wish))
      continue;
    sp_hops_add(add, &(struct sp_hop){child, i, s->link, true, 1, 0, ++s->sent});
    s->results--;
    s->sending++;
    s->leaving = true;
    b->at[i].receiving++;
  }
}

static void send_tasks(struct bandwidth_centric *b, int i, struct sp_hops *add)
{
  while (can_send(b, i)) {
    int child = next_child(b, i, TASK);
    if (!can_receive(b, child))
      continue;
    take(b, i, child, add);
    b->at[i].sending++;
    b->at[child].receiving++;
    b->at[child].coming = true;
    b->at[child].held++;
  }
}

static void take_note(struct bandwidth_centric *b, const struct sp_hop *hop)
{
  struct station *from = &b->at[hop->from], *to = &b->at[hop->to];
  bool computed = hop->from == hop->to;
  if (computed) {
    from->computing = false;
  } else {
    from->sending--;
    to->receiving--;
    *(hop->result ? &from->leaving : &to->coming) = false;
    to->stock += !hop->result;
    touch(b, hop->to);
  }
  if (sp_graph_has_results(b->g) && !b->g->master[hop->to])
    to->results += computed || hop->result;
  if (!b->g->master[hop->from] && !hop->result)
    from->held--;
  touch(b, hop->from);
}

/* What a lost message carried is its sender's again, if that is up: see empty_node(). */
static void take_note_of_loss(struct bandwidth_centric *b, const struct sp_hop *hop)
{
  struct station *from = &b->at[hop->from], *to = &b->at[hop->to];
  bool computed = hop->from == hop->to;
  from->computing &= !computed;
  from->sending -= !computed;
  to->receiving -= !computed;
  if (hop->result) {
    from->leaving = false;
    from->results++;
    from->sent--;
  } else if (!computed) {
    to->coming = false;
    to->held--;
    from->stock += !b->g->master[hop->from];
    from->taken -= !b->g->master[hop->from];
  }
  touch(b, hop->from);
  touch(b, hop->to);
}

/* The node has gone down, and lost all that it had received and computed. */
static void empty_node(struct bandwidth_centric *b, int i, const struct sp_hop_node *node)
{
  b->at[i].stock = b->at[i].held = b->at[i].results = 0;
  b->at[i].taken = node->received;
  b->at[i].sent = node->results;
}

/* Nodes and links have gone down or up. */
static void take_states(struct bandwidth_centric *b, const struct sp_hop_view *view)
{
  for (int i = 0; i < b->g->platform.nodes; i++) {
    if (view->node_down[i] && !b->node_down[i])
      empty_node(b, i, &view->node[i]);
    if (view->node_down[i] != b->node_down[i] ||
        (b->at[i].parent >= 0 && view->link_down[b->at[i].link] != b->link_down[b->at[i].link]))
      touch(b, i);
    b->node_down[i] = view->node_down[i];
  }
  memcpy(b->link_down, view->link_down, (size_t)b->g->links * sizeof *b->link_down);
}

static bool have_changed(const struct bandwidth_centric *b, const struct sp_hop_view *view)
{
  return view->node_down && (memcmp(b->node_down, view->node_down, (size_t)b->g->platform.nodes) ||
                             memcmp(b->link_down, view->link_down, (size_t)b->g->links));
}

/* The node wishes what it can have and does not wish yet. */
static void turn_to_parent(struct bandwidth_centric *b, int i)
{
  const struct station *s = &b->at[i];
  for (enum wish wish = TASK; wish < WISHES; wish++)
    if (!s->wishes[wish] && (wish == TASK ? can_receive(b, i) : can_return(b, i, wish))) {
      make_wish(b, i, wish);
      touch(b, s->parent);
    }
}

/* The touched nodes turn to their parents; then each of them decides, results that have piled up
 * first and other results last. */
static void decide_touched(struct bandwidth_centric *b, struct sp_hops *add)
{
  bool results = sp_graph_has_results(b->g);
  for (int k = 0; k < b->n_touched; k++) /* grows by parents, which turn to their own */
    turn_to_parent(b, b->touched[k]);
  for (int k = 0; k < b->n_touched && results; k++)
    compute(b, b->touched[k], add);
  for (int k = 0; k < b->n_touched && results; k++)
    receive_results(b, b->touched[k], SEND_PILED, add);
  for (int k = 0; k < b->n_touched; k++) {
    compute(b, b->touched[k], add);
    send_tasks(b, b->touched[k], add);
  }
  for (int k = 0; k < b->n_touched && results; k++)
    receive_results(b, b->touched[k], SEND_RESULT, add);
  for (int k = 0; k < b->n_touched; k++)
    b->at[b->touched[k]].touched = false;
  b->n_touched = 0;
}

static void free_queues(struct station *s)
{
  for (enum wish wish = TASK; wish < WISHES; wish++)
    free(s->wished[wish].entry);
}

static void start(void *state)
{
  struct bandwidth_centric *b = state;
  b->begun = false;
  b->n_touched = 0;
  memset(b->node_down, 0, (size_t)b->g->platform.nodes);
  memset(b->link_down, 0, (size_t)b->g->links);
  for (int i = 0; i < b->g->platform.nodes; i++) {
    struct station *s = &b->at[i];
    free_queues(s);
    *s = (struct station){.parent = s->parent, .link = s->link};
  }
}

static bool more(void *state, const struct sp_hop_view *view, struct sp_hops *add)
{
  struct bandwidth_centric *b = state;
  if (view->now >= b->until)
    return false;
  for (int i = 0; !b->begun && i < b->g->platform.nodes; i++)
    touch(b, i);
  b->begun = true;
  for (long k = 0; k < view->n_ended; k++)
    take_note(b, &view->ended[k]);
  for (long k = 0; k < view->n_lost; k++)
    take_note_of_loss(b, &view->lost[k]);
  if (have_changed(b, view))
    take_states(b, view);
  decide_touched(b, add);
  return true;
}

struct sp_hop_source bandwidth_centric_source(struct bandwidth_centric *b)
{
  return (struct sp_hop_source){start, more, b};
}

/* ---- The tree */

static void find_links(struct bandwidth_centric *b)
{
  for (int l = 0; l < b->g->links; l++) {
    const struct sp_link *link = &b->g->link[l];
    if (b->at[link->b].parent == link->a)
      b->at[link->b].link = l;
    if (b->at[link->a].parent == link->b)
      b->at[link->a].link = l;
  }
}

struct bandwidth_centric *bandwidth_centric_alloc(const struct sp_graph *g, const int *parent,
                                                  long places, double until)
{
  size_t nodes = (size_t)g->platform.nodes + 1;
  struct bandwidth_centric *b = sp_xcalloc(1, sizeof *b);
  *b = (struct bandwidth_centric){.g = g,
                                  .places = places,
                                  .until = until,
                                  .at = sp_xcalloc(nodes, sizeof *b->at),
                                  .touched = sp_xcalloc(nodes, sizeof *b->touched),
                                  .node_down = sp_xcalloc(nodes, sizeof *b->node_down),
                                  .link_down = sp_xcalloc(nodes, sizeof *b->link_down)};
  for (int i = 0; i < g->platform.nodes; i++)
    b->at[i].parent = parent[i];
  find_links(b);
  return b;
}

void bandwidth_centric_free(struct bandwidth_centric *b)
{
  if (!b)
    return;
  for (int i = 0; i < b->g->platform.nodes; i++)
    free_queues(&b->at[i]);
  free(b->at);
  free(b->touched);
  free(b->node_down);
  free(b->link_down);
  free(b);
}
