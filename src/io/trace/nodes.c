/* The nodes of a trace: how many its platform has, and their names. */
#include "io/trace/trace.h"
#include "model/graph.h"
#include "model/network.h"
#include <stdio.h>

int sp_trace_nodes(const struct sp_instance *in)
{
  if (!in)
    return 0;
  if (in->kind == SP_INSTANCE_STAR)
    return in->m;
  if (in->kind == SP_INSTANCE_GRAPH)
    return in->graph->platform.nodes;
  const struct sp_network *net = in->network;
  long n = net->kind != SP_HYPERCUBE ? net->n : net->n > 31 ? INT_MAX : 1L << (net->n - 1);
  return n < INT_MAX ? (int)n : INT_MAX;
}

const char *sp_trace_name(const struct sp_instance *in, int node, struct sp_node_text *number)
{
  const struct sp_platform *platform = !in                             ? NULL
                                       : in->kind == SP_INSTANCE_STAR  ? &in->platform
                                       : in->kind == SP_INSTANCE_GRAPH ? &in->graph->platform
                                                                       : NULL;
  int k = in && in->kind == SP_INSTANCE_STAR ? node : node - 1;
  if (platform && k >= 0 && k < platform->nodes && platform->node[k].name)
    return platform->node[k].name;
  snprintf(number->text, sizeof number->text, "P%d", node);
  return number->text;
}
