/* The instance: a star platform and its workload. */
#include "base/memory.h"

#include <starport/graph.h>
#include <starport/network.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *sp_problem_name(enum sp_problem problem)
{
  switch (problem) {
  case SP_REDISTRIBUTION:
    return "redistribution";
  case SP_BAG:
    return "bag";
  case SP_DIVISIBLE:
    return "divisible";
  case SP_IMBALANCE:
    return "imbalance";
  case SP_STEADY:
    return "steady";
  case SP_NETWORK:
    return "network";
  }
  return "unknown";
}

static struct sp_num *zeros(int n)
{
  struct sp_num *x = sp_xcalloc((size_t)n, sizeof *x);
  for (int i = 0; i < n; i++)
    x[i] = sp_int(0);
  return x;
}

/* An instance with its arrays and without names. */
static struct sp_instance *alloc_unnamed(int m)
{
  struct sp_instance *in = sp_xcalloc(1, sizeof *in);
  in->m = m;
  in->problem = SP_REDISTRIBUTION;
  in->total = sp_int(0);
  in->deadline = (struct sp_num){INFINITY, 0, 0};
  in->c = zeros(m + 1);
  in->w = zeros(m + 1);
  in->latency = zeros(m + 1);
  in->load = zeros(m + 1);
  in->buffer = sp_xcalloc((size_t)m + 1, sizeof *in->buffer);
  in->task_bytes = in->task_flops = 1;
  in->platform.nodes = m + 1;
  in->platform.node = sp_xcalloc((size_t)m + 1, sizeof *in->platform.node);
  for (int i = 0; i <= m; i++) {
    in->buffer[i] = LONG_MAX;
    in->platform.node[i].ports = (struct sp_ports){1, 1, true, true, true};
  }
  return in;
}

struct sp_instance *sp_instance_alloc(int m)
{
  struct sp_instance *in = alloc_unnamed(m);
  for (int i = 0; i <= m; i++) {
    char name[16];
    snprintf(name, sizeof name, "P%d", i);
    in->platform.node[i].name = sp_xstrdup(name);
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
  sp_graph_free(in->graph);
  sp_network_free(in->network);
  free(in->spec);
  free(in);
}

struct sp_instance *sp_instance_copy(const struct sp_instance *in)
{
  struct sp_instance *copy = alloc_unnamed(in->m);
  size_t numbers = ((size_t)in->m + 1) * sizeof *in->c;
  memcpy(copy->c, in->c, numbers);
  memcpy(copy->w, in->w, numbers);
  memcpy(copy->latency, in->latency, numbers);
  memcpy(copy->load, in->load, numbers);
  memcpy(copy->buffer, in->buffer, ((size_t)in->m + 1) * sizeof *in->buffer);
  for (int i = 0; i <= in->m; i++) {
    copy->platform.node[i].ports = in->platform.node[i].ports;
    copy->platform.node[i].name = sp_xstrdup(in->platform.node[i].name);
  }
  copy->platform.file = sp_xstrdup(in->platform.file);
  copy->problem = in->problem;
  copy->total = in->total;
  copy->deadline = in->deadline;
  copy->task_bytes = in->task_bytes;
  copy->task_flops = in->task_flops;
  copy->kind = in->kind;
  copy->graph = sp_graph_copy(in->graph);
  copy->network = sp_network_copy(in->network);
  copy->spec = sp_xstrdup(in->spec);
  return copy;
}

bool sp_uniform_links(const struct sp_instance *in)
{
  for (int i = 2; i <= in->m; i++)
    if (in->c[i].v != in->c[1].v || in->latency[i].v != in->latency[1].v)
      return false;
  return true;
}
