/* Makes, copies and frees instances: stars with their workload, graphs, networks. */
#include "model/instance.h"
#include "base/memory.h"
#include "base/num.h"
#include "model/graph.h"
#include "model/network.h"
#include "model/profile.h"

#include <limits.h>
#include <math.h>

const char *sp_problem_name(enum sp_problem problem)
{
  static const char *const name[] = {"redistribution", "bag",    "divisible",
                                     "imbalance",      "steady", "network"};
  for (int k = 0; k < 6; k++)
    if ((unsigned)problem == 1u << k)
      return name[k];
  return "unknown";
}

/* "P%d"; printf takes as long as all the rest of a small instance. */
static char *node_name(int i)
{
  char text[16], *p = text + sizeof text;
  *--p = '\0';
  do
    *--p = (char)('0' + i % 10);
  while (i /= 10);
  *--p = 'P';
  return sp_xstrdup(p);
}

struct sp_instance *sp_instance_alloc(int m)
{
  struct sp_instance *in = sp_xcalloc(1, sizeof *in);
  in->m = m;
  in->problem = SP_REDISTRIBUTION;
  in->total = sp_int(0);
  in->deadline = SP_INFINITE;
  in->timeout = in->overhead = in->request = sp_int(0);
  in->size_mean = 1;
  in->c = sp_nums(m + 1, 0);
  in->w = sp_nums(m + 1, 0);
  in->latency = sp_nums(m + 1, 0);
  in->load = sp_nums(m + 1, 0);
  in->buffer = sp_xcalloc((size_t)m + 1, sizeof *in->buffer);
  in->memory = sp_nums(m + 1, 0);
  in->result = sp_nums(m + 1, 0);
  in->task_bytes = in->task_flops = 1;
  in->platform.nodes = m + 1;
  in->platform.node = sp_xcalloc((size_t)m + 1, sizeof *in->platform.node);
  for (int i = 0; i <= m; i++) {
    in->buffer[i] = LONG_MAX;
    in->memory[i] = SP_INFINITE;
    in->platform.node[i] = (struct sp_node){node_name(i), {1, 1, true, true, true}};
  }
  return in;
}

static struct sp_instance *alloc_kind(enum sp_instance_kind kind, enum sp_problem problem,
                                      char *spec)
{
  struct sp_instance *in = sp_instance_alloc(1);
  in->kind = kind;
  in->problem = problem;
  in->total = in->deadline;
  in->spec = spec;
  return in;
}

struct sp_instance *sp_instance_of_graph(struct sp_graph *g, char *spec)
{
  struct sp_instance *in = alloc_kind(SP_INSTANCE_GRAPH, SP_STEADY, spec);
  in->graph = g;
  return in;
}

struct sp_instance *sp_instance_of_network(struct sp_network *net, char *spec)
{
  struct sp_instance *in = alloc_kind(SP_INSTANCE_NETWORK, SP_NETWORK, spec);
  in->network = net;
  return in;
}

void sp_instance_free(struct sp_instance *in)
{
  if (!in)
    return;
  for (int i = 0; i < in->platform.nodes; i++)
    free(in->platform.node[i].name);
  free(in->platform.node);
  free(in->platform.file);
  free(in->c);
  free(in->w);
  free(in->latency);
  free(in->load);
  free(in->buffer);
  free(in->memory);
  free(in->result);
  free(in->release);
  free(in->weights);
  free(in->sizes);
  for (int kind = 0; kind < SP_CHANGING; kind++) {
    for (int i = 0; in->profile[kind] && i <= in->m; i++)
      sp_profile_clear(&in->profile[kind][i]);
    free(in->profile[kind]);
  }
  sp_graph_free(in->graph);
  sp_network_free(in->network);
  free(in->spec);
  free(in);
}

struct sp_instance *sp_instance_copy(const struct sp_instance *in)
{
  size_t n = (size_t)in->m + 1;
  struct sp_instance *copy = sp_xmemdup(in, 1, sizeof *in);
  copy->c = sp_xmemdup(in->c, n, sizeof *in->c);
  copy->w = sp_xmemdup(in->w, n, sizeof *in->w);
  copy->latency = sp_xmemdup(in->latency, n, sizeof *in->latency);
  copy->load = sp_xmemdup(in->load, n, sizeof *in->load);
  copy->buffer = sp_xmemdup(in->buffer, n, sizeof *in->buffer);
  copy->memory = sp_xmemdup(in->memory, n, sizeof *in->memory);
  copy->result = sp_xmemdup(in->result, n, sizeof *in->result);
  if (in->release) /* else there may be any number of tasks */
    copy->release = sp_xmemdup(in->release, (size_t)in->total.v, sizeof *in->release);
  if (in->weights)
    copy->weights = sp_xmemdup(in->weights, (size_t)in->total.v, sizeof *in->weights);
  if (in->sizes)
    copy->sizes = sp_xmemdup(in->sizes, (size_t)sp_size_count(in), sizeof *in->sizes);
  copy->platform.node = sp_xmemdup(in->platform.node, n, sizeof *in->platform.node);
  for (int i = 0; i <= in->m; i++)
    copy->platform.node[i].name = sp_xstrdup(in->platform.node[i].name);
  copy->platform.file = sp_xstrdup(in->platform.file);
  for (int kind = 0; kind < SP_CHANGING; kind++) {
    copy->profile[kind] = sp_xmemdup(in->profile[kind], n, sizeof *in->profile[kind]);
    for (int i = 0; copy->profile[kind] && i <= in->m; i++)
      copy->profile[kind][i] = sp_profile_copy(&in->profile[kind][i]);
  }
  copy->graph = sp_graph_copy(in->graph);
  copy->network = sp_network_copy(in->network);
  copy->spec = sp_xstrdup(in->spec);
  return copy;
}

/* A time at the factor of the profile of worker i that makes it least. */
static double least_time(const struct sp_instance *in, enum sp_changing kind, int i, double time)
{
  const struct sp_profile *profile = in->profile[kind] ? &in->profile[kind][i] : NULL;
  if (!profile)
    return time;
  return kind == SP_LATENCY ? time * profile_least(profile) : time / profile_best(profile);
}

double sp_most_tasks(const struct sp_instance *in)
{
  double sent = 0, port = INFINITY, taken = 0, T = in->deadline.v;
  int ports = in->platform.node[0].ports.send;
  if (!(in->problem & (SP_REDISTRIBUTION | SP_IMBALANCE | SP_BAG)))
    return 0;
  if (in->problem == SP_IMBALANCE)
    for (int i = 1; i <= in->m; i++)
      sent += fmax(0, in->load[i].v);
  else
    sent = in->total.v;
  if (in->problem != SP_BAG || isinf(T) || ports == INT_MAX)
    return sent;
  for (int i = 1; i <= in->m; i++) {
    double cost = least_time(in, SP_LATENCY, i, in->latency[i].v) +
                  least_time(in, SP_BANDWIDTH, i, in->c[i].v);
    double w = least_time(in, SP_SPEED, i, in->w[i].v);
    double places = in->buffer[i] == LONG_MAX ? INFINITY : (double)in->buffer[i];
    port = fmin(port, cost);
    taken += fmin(T / cost, T / w + places);
  }
  return fmin(sent, fmin(ports * (T / port), taken));
}

void sp_set_profile(struct sp_instance *in, enum sp_changing kind, int i,
                    const struct sp_profile *profile)
{
  if (!in->profile[kind])
    in->profile[kind] = sp_xcalloc((size_t)in->m + 1, sizeof *in->profile[kind]);
  sp_profile_clear(&in->profile[kind][i]);
  in->profile[kind][i] = sp_profile_copy(profile);
}

double sp_size_of_part(const struct sp_instance *in, double from, double amount, double *squares)
{
  long last = sp_size_count(in) - 1, k = from < (double)last ? (long)from : last;
  double to = from + amount, sum = 0;
  for (*squares = 0; from < to; k++) {
    double end = k < last ? fmin(to, (double)(k + 1)) : to, size = in->sizes[k];
    sum += size * (end - from);
    *squares += size * size * (end - from);
    from = end;
  }
  return sum;
}

double sp_time_alone(const struct sp_instance *in)
{
  double least = INFINITY;
  for (int i = 1; i <= in->m; i++) {
    double back = sp_returns(in, i) ? sp_result_time(in, i, 1) : 0;
    least = fmin(least, sp_message_time(in, i, 1) + in->w[i].v + back);
  }
  return least;
}

/* Have two stars of so many tasks the same dates of arrival, or weights? */
static bool same_of_tasks(const double *a, const double *b, struct sp_num tasks)
{
  return a && b ? !memcmp(a, b, (size_t)tasks.v * sizeof *a) : a == b;
}

bool sp_instance_same(const struct sp_instance *copy, const struct sp_instance *in)
{
  size_t n = (size_t)in->m + 1;
  if (copy->m != in->m || copy->problem != in->problem || copy->task_bytes != in->task_bytes ||
      copy->task_flops != in->task_flops || !sp_num_same(copy->total, in->total) ||
      !sp_num_same(copy->deadline, in->deadline) || copy->free_by_chunk != in->free_by_chunk ||
      copy->lost_stay != in->lost_stay || copy->hold_result != in->hold_result ||
      copy->known != in->known || copy->told != in->told ||
      !sp_num_same(copy->overhead, in->overhead) || !sp_num_same(copy->request, in->request) ||
      !same_of_tasks(copy->release, in->release, in->total) ||
      !same_of_tasks(copy->weights, in->weights, in->total))
    return false;
  for (int i = 0; i <= in->m; i++)
    if (memcmp(&copy->platform.node[i].ports, &in->platform.node[i].ports, sizeof(struct sp_ports)))
      return false;
  return !memcmp(copy->c, in->c, n * sizeof *in->c) && !memcmp(copy->w, in->w, n * sizeof *in->w) &&
         !memcmp(copy->latency, in->latency, n * sizeof *in->latency) &&
         !memcmp(copy->load, in->load, n * sizeof *in->load) &&
         !memcmp(copy->memory, in->memory, n * sizeof *in->memory) &&
         !memcmp(copy->result, in->result, n * sizeof *in->result) &&
         !memcmp(copy->buffer, in->buffer, n * sizeof *in->buffer);
}
