/* Writes a solved network as a graph and hops; solve/network/hops.h describes both. */
#include "solve/network/hops.h"
#include "base/memory.h"
#include "base/min_queue.h"
#include "solve/network/form.h"

struct writing {
  const struct sp_network *net;
  const struct sp_network_solution *solution;
  struct sp_graph *g;
  struct sp_hops *hops;
  bool split;  /* node n + k is the processor of row k, to which a link leads */
  bool *heard; /* [group] its message is written */
};

static struct sp_num real(double v)
{
  return (struct sp_num){v, 0, 0};
}

static void create_graph(struct writing *w, long nodes)
{
  struct sp_graph *g = w->g = sp_graph_alloc((int)nodes);
  for (long i = 0; i < nodes; i++) {
    bool computes = w->net->kind == SP_HYPERCUBE || (w->split ? i >= w->net->n : i < w->net->n);
    long row = w->net->kind == SP_HYPERCUBE ? 0 : w->split ? i - w->net->n : i;
    g->w[i] = real(computes ? w->net->w[row].v * w->net->tcp.v : INFINITY);
    g->platform.node[i].ports = sp_model_ports(SP_MODEL_MULTIPORT);
  }
  g->master[w->net->originator] = true;
}

/* Adds a link to the graph, and a message over it. */
static void send_over(struct writing *w, const struct sp_link *link, double carried, long arrivals)
{
  int from = link->a, to = link->b;
  sp_graph_add_link(w->g, from, to, link->c[0], link->c[0]);
  w->g->link[w->g->links - 1].latency = link->latency;
  w->g->link[w->g->links - 1].bus = link->bus;
  sp_hops_add(w->hops, &(struct sp_hop){.from = from,
                                        .to = to,
                                        .link = w->g->links - 1,
                                        .amount = carried,
                                        .arrivals = arrivals});
}

/* Adds a message over a link of the network, which serves so many processors. */
static void send(struct writing *w, long from, long to, long link, double carried, double below,
                 long arrivals)
{
  bool one = w->net->sequential && w->split; /* the port of the originator, but for its own part */
  struct sp_link over = {.a = (int)from,
                         .b = (int)to,
                         .c = {real(network_z(w->net, link) + network_merge(w->net, below))},
                         .latency =
                             real(network_r(w->net, link) + network_info(w->net, link, below)),
                         .bus = w->net->kind == SP_BUS ? (int)link + 1 : one};
  send_over(w, &over, carried, arrivals);
}

static void compute(struct writing *w, long node, double alpha, long arrivals)
{
  const struct sp_network *net = w->net;
  if (w->split) {
    struct sp_link own = {.a = (int)node,
                          .b = (int)(node + net->n),
                          .c = {real(net->intercept ? net->intercept[node].v * net->tcm.v : 0)},
                          .latency = real(network_start(net, node))};
    send_over(w, &own, alpha, arrivals);
    node += net->n;
    arrivals = 1;
  }
  sp_hops_add(
      w->hops,
      &(struct sp_hop){
          .from = (int)node, .to = (int)node, .link = -1, .amount = alpha, .arrivals = arrivals});
}

/* ---- One processor a row. */

/* True for a closed loop of two processors, which has a second link between them. */
static bool is_double(const struct writing *w)
{
  return w->net->kind == SP_LOOP && w->net->n == 2 && w->solution->meet != SP_UNUSED;
}

/* The message over the second link goes through a node that represents the link. */
static void send_around(struct writing *w)
{
  double carried = w->solution->second_carried;
  struct sp_link last = {.a = 2, .b = 1, .c = {sp_int(0)}, .latency = sp_int(0)};
  send(w, 0, 2, 1, carried, 1, 0);
  send_over(w, &last, carried, 1);
}

/* A message that several processors hear goes to node n + group, and at once from there its parts
 * to them. */
static void write_listener(struct writing *w, long i)
{
  const struct sp_network_row *row = &w->solution->row[i];
  long group = w->solution->group[i], heard = w->net->n + group;
  struct sp_link part = {.a = (int)heard, .b = (int)i, .c = {sp_int(0)}, .latency = sp_int(0)};
  if (!w->heard[group])
    send(w, 0, heard, w->solution->bus[i], row->carried, 1, 0);
  w->heard[group] = true;
  send_over(w, &part, row->alpha, 1);
  compute(w, i, row->alpha, 1);
}

static void write_row(struct writing *w, long i)
{
  if (w->solution->group && i != w->net->originator) {
    write_listener(w, i);
    return;
  }
  const struct sp_network_solution *s = w->solution;
  const struct sp_network_row *row = &s->row[i];
  long received = row->parent == SP_UNUSED ? 0 : i == s->meet ? 2 : 1;
  bool second_first = received == 2 && s->second_start < row->start;
  for (int k = 0; k < received; k++) {
    bool second = received == 2 && (k == 0) == second_first;
    long from = second ? s->second_parent : row->parent;
    long link = second ? i : row->link; /* of a loop: it leads to the row after i */
    if (second && is_double(w))
      send_around(w);
    else
      send(w, from, i, link, second ? s->second_carried : row->carried, row->below,
           from == w->net->originator ? 0 : 1);
  }
  if (w->net->w[i].v < INFINITY)
    compute(w, i, row->alpha, received);
}

/* By start; among messages without duration on a bus, the faster processor's is first. */
static void write_rows(struct writing *w)
{
  const struct sp_network_solution *s = w->solution;
  struct min_entry *turn = sp_xcalloc((size_t)s->n, sizeof *turn);
  long used = 0;
  write_row(w, w->net->originator);
  for (long i = 0; i < s->n; i++)
    if (s->row[i].used && i != w->net->originator)
      turn[used++] = (struct min_entry){s->row[i].start, w->net->w[i].v, i};
  if (s->order)
    for (used = 0; used < s->ordered; used++)
      turn[used].number = s->order[used];
  else
    qsort(turn, (size_t)used, sizeof *turn, min_compare);
  for (long k = 0; k < used; k++)
    write_row(w, turn[k].number);
  free(turn);
}

/* ---- Hypercubes. Processor b has a neighbour for each bit; its layer is the number of bits set,
 * and it receives from the neighbours with one bit less. */

/* The next greater number with as many bits set (Gosper). */
static uint64_t next_alike(uint64_t b)
{
  uint64_t lowest = b & -b, ripple = b + lowest;
  return ripple | ((b ^ ripple) / lowest >> 2);
}

static void write_layers(struct writing *w, long layers)
{
  uint64_t *number = sp_xcalloc(SP_UNROLLED, sizeof *number);
  long begin = 0, before = 0; /* of this layer's nodes and of those one layer before */
  for (long k = 0, size; k <= layers; k++, before = begin, begin += size) {
    const struct sp_network_row *row = &w->solution->row[k];
    size = (long)sp_network_row_size(w->net, k);
    for (long i = 0; i < size; i++)
      number[begin + i] = i ? next_alike(number[begin + i - 1]) : (UINT64_C(1) << k) - 1;
    for (long i = begin; i < begin + size; i++) {
      for (uint64_t bits = number[i]; bits; bits &= bits - 1) {
        long from = before;
        while (number[from] != (number[i] ^ (bits & -bits)))
          from++;
        send(w, from, i, 0, row->carried, 1, k - 1);
      }
      compute(w, i, row->alpha, k);
    }
  }
  free(number);
}

/* ---- Layers of a mesh. */

static void write_streams(struct writing *w)
{
  const struct sp_network_solution *s = w->solution;
  long *received = sp_xcalloc((size_t)w->net->n, sizeof *received);
  struct min_entry *turn = sp_xcalloc((size_t)s->streams + 1, sizeof *turn);
  for (long k = 0; k < s->streams; k++) {
    received[s->stream[k].to]++;
    turn[k] = (struct min_entry){s->row[s->stream[k].from].ready, 0, k};
  }
  qsort(turn, (size_t)s->streams, sizeof *turn, min_compare);
  for (long k = 0; k < s->streams; k++) {
    const struct sp_switch_stream *stream = &s->stream[turn[k].number];
    send(w, stream->from, stream->to, 0, stream->amount, 1, received[stream->from]);
  }
  free(turn);
  for (long i = 0; i < w->net->n; i++)
    if (s->row[i].used)
      compute(w, i, s->row[i].alpha, received[i]);
  free(received);
}

/* ---- */

int network_hops(const struct sp_network *net, const struct sp_network_solution *solution,
                 struct sp_graph **graph, struct sp_hops *hops, struct sp_error *error)
{
  struct writing w = {net, solution, NULL, hops, net->start || net->intercept, NULL};
  bool cube = net->kind == SP_HYPERCUBE;
  if (cube && solution->usable > SP_UNROLLED)
    return sp_failure(error, SP_CANNOT,
                      "%.0f usable processors of a hypercube, expected at most %d to execute it",
                      solution->usable, SP_UNROLLED);
  if (net->n > INT_MAX / 2) {
    return sp_failure(error, SP_CANNOT, "%ld processors, expected at most %d to execute them",
                      net->n, INT_MAX / 2);
  }
  *hops = SP_HOPS_EMPTY;
  create_graph(&w, cube                         ? (long)solution->usable
                   : w.split || solution->group ? 2 * net->n
                                                : net->n + is_double(&w));
  w.heard = sp_xcalloc((size_t)net->n, sizeof *w.heard);
  if (net->sequential && !w.split)
    w.g->platform.node[0].ports.send = 1;
  if (cube)
    write_layers(&w, solution->layers);
  else if (net->layered)
    write_streams(&w);
  else
    write_rows(&w);
  free(w.heard);
  *graph = w.g;
  return SP_OK;
}
