/* Speed of an engine on hops: tasks go down a binary tree of one-port nodes, each to a random
 * node, and are computed there. Prints one line.
 *
 *   hops simgrid|native [NODES [HOPS]] */
#include "engine/hops.h"
#include "base/memory.h"
#include "base/stream.h"
#include "bench.h"
#include "engine/engine.h"
#include <string.h>
#include <unistd.h>

enum { SEED = 1 };

static struct sp_graph *tree(int nodes)
{
  struct sp_graph *g = sp_graph_alloc(nodes);
  for (int i = 1; i < nodes; i++)
    sp_graph_add_link(g, (i - 1) / 2, i, sp_int(1 + i % 7), sp_int(1 + i % 5));
  for (int i = 0; i < nodes; i++)
    g->w[i] = sp_int(nodes + i % 11);
  return g;
}

/* A task from the root to the target, which computes it. Node i > 0 has the link i - 1 above it. */
static void add_task(struct sp_hops *hops, int target, long *received)
{
  int below[32], depth = 0, at = 0;
  for (int i = target; i > 0; i = (i - 1) / 2)
    below[depth++] = i;
  for (; depth > 0; at = below[depth]) {
    int to = below[--depth];
    sp_hops_add(hops,
                &(struct sp_hop){
                    .from = at, .to = to, .link = to - 1, .amount = 1, .arrivals = received[at]});
    received[to]++;
  }
  sp_hops_add(hops, &(struct sp_hop){
                        .from = at, .to = at, .link = -1, .amount = 1, .arrivals = received[at]});
}

int main(int argc, char **argv)
{
  bool simgrid = argc > 1 && strcmp(argv[1], "simgrid") == 0;
  int nodes = argc > 2 ? atoi(argv[2]) : 20;
  long wanted = argc > 3 ? atol(argv[3]) : 100000;
  struct sp_graph *g = tree(nodes);
  struct sp_hops hops = SP_HOPS_EMPTY;
  long *received = sp_xcalloc((size_t)nodes, sizeof *received);
  for (uint64_t task = 0; hops.n < wanted; task++)
    add_task(&hops, (int)(sp_stream_uniform(SEED, 1, 0, 0, task) * nodes), received);
  struct sp_conditions conditions = {.seed = SEED};
  struct sp_hop_job job = {g, sp_hops_source(&hops), INFINITY, &conditions};
  struct sp_result result;
  if (simgrid)
    sp_simgrid_warm(&conditions);
  double start = bench_seconds();
  (simgrid ? sp_simgrid_hops : sp_native_hops)(&job, &result, NULL);
  double seconds = bench_seconds() - start;
  printf("%-10s %6d nodes %9ld hops %9.3f us a hop\n", simgrid ? "simgrid" : "native", nodes,
         hops.n, 1e6 * seconds / (double)hops.n);
  if (result.status != SP_RUN_OK)
    fprintf(stderr, "%s\n", result.reason);
  fflush(NULL);
  _exit(result.status != SP_RUN_OK); /* SimGrid may be in the middle of its run */
}
