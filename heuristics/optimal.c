/* optimal: the proven optimum, or a refusal.
 *
 * A branch and bound over plans starts from the best plan of a few heuristics, so most of its work
 * is the proof. If the nodes do not suffice for the proof it refuses, and reports the best makespan
 * found and the bound. So each result in a campaign is a proven optimum. On a star that changes
 * over time nothing is proven: it refuses.
 *
 *   redistribution  lists of transfers (s_k, r_k), senders sorted by c, which makes all arrivals at
 *                   the master earliest; workers may both send and receive
 *   bag             orders of sending; workers compute in order of arrival, places as given; where
 *                   tasks arrive, or for an option objective of flows, one task after the other
 *   divisible       activation sequences, with their best chunks, from the last message on; a load
 * in the least time or the most by a deadline
 *
 * A partial plan is cut off if a relaxation proves that it cannot be completed to a better plan, or
 * if one at least as good has been searched. Of equal workers one is tried.
 *
 * Sequences have any number of messages where each latency is > 0; with a latency of 0, or chunks
 * that buffers or memory limit, at most `messages`, and then the bound of the search must exclude
 * that longer ones are better. Without any latency there is no best sequence, only an infimum.
 *
 * Source: for redistributions and bags ours, not in the papers (RR-5196 proves NP-completeness);
 * for divisible loads BB-LIGHT of RR-6096. The searches and their proofs are in src/solve:
 * optimum/, divisible/activation_search.c.
 * Cost: exponential; O(m^2) and a few steps of a relaxation a node.
 * Example (Figure 2): "c=1,8,1,1 w=1,1,9,10 load=13,13,0,0": 12, with one task sent to a worker
 * that itself sends two. */
#include <starport/optimal.h>

struct options {
  long nodes, messages;
  int objective;
};

static int optimal_plan(struct sp_context *cx, const struct sp_instance *in, const void *data,
                        struct sp_schedule *out)
{
  const struct options *options = data;
  struct sp_optimal asked = {.objective = (enum sp_objective)options->objective,
                             .nodes = options->nodes,
                             .messages = options->messages};
  if (sp_optimal(cx, in, &asked, out))
    return -1;
  bool one = asked.messages == 1;
  if (asked.infimum)
    return sp_refuse(
        cx,
        "without latencies more messages are always better: there is no best plan, %.12g "
        "is approached but not reached; %ld message%s give%s %.12g",
        asked.bound, asked.messages, one ? "" : "s", one ? "s" : "", asked.value);
  if (!asked.proven && asked.searched)
    return sp_refuse(
        cx,
        "found %.12g, the best of sequences of at most %ld message%s; longer ones are not "
        "excluded, the bound is %.12g; raise messages",
        asked.value, asked.messages, one ? "" : "s", asked.bound);
  if (!asked.proven)
    return sp_refuse(cx,
                     "not proven after %ld node%s: found %.12g, the bound is %.12g; raise nodes",
                     asked.nodes, asked.nodes == 1 ? "" : "s", asked.value, asked.bound);
  return 0;
}

static const struct sp_option options[] = {
    {"nodes", SP_INTEGER, offsetof(struct options, nodes), "100000", NULL, 1, 1e12,
     "most nodes visited; then it refuses"},
    {"messages", SP_INTEGER, offsetof(struct options, messages), "0", NULL, 0, 1000,
     "divisible load: most messages; 0: any number, if each latency is > 0"},
    {"objective", SP_CHOICE, offsetof(struct options, objective), "makespan",
     "makespan|max_flow|sum_flow|max_weighted_flow|sum_weighted_flow", 0, 0, "bag: what is least"},
    SP_OPTIONS_END};

const struct sp_heuristic sp_heuristic_optimal = {
    .abi = SP_ABI,
    .name = "optimal",
    .summary = "the proven optimum, by branch and bound, or a refusal",
    .source = "starport; divisible load: RR-6096, BB-LIGHT",
    .version = 2,
    .problems = SP_REDISTRIBUTION | SP_BAG | SP_DIVISIBLE,
    .options = options,
    .options_size = sizeof(struct options),
    .plan = optimal_plan,
    .memory = true,
    .results = true,
    .arrivals = true,
};
