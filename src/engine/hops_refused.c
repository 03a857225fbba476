/* Why hops cannot be executed, in words: hops that are not possible on their graph, and hops that
 * wait for a transfer or a place that does not come. See hops.h. */
#include "engine/hops.h"

#include <stdio.h>

/* A hop in words: "hop 3 (1 -> 2)", "hop 4 (on node 2)". */
struct hop_text {
  char text[80];
};
static const char *hop_words(long number, const struct sp_hop *hop, struct hop_text *words)
{
  if (hop->link < 0 && hop->from == hop->to)
    snprintf(words->text, sizeof words->text, "hop %ld (on node %ld)", number + 1, hop->from + 1L);
  else
    snprintf(words->text, sizeof words->text, "hop %ld (%ld -> %ld)", number + 1, hop->from + 1L,
             hop->to + 1L);
  return words->text;
}

/* Why a message cannot go over its link; NULL: it can. */
static const char *wrong_link(const struct sp_graph *g, const struct sp_hop *hop)
{
  const struct sp_link *link = &g->link[hop->link];
  if (!(link->a == hop->from && link->b == hop->to) &&
      !(link->b == hop->from && link->a == hop->to))
    return "its link does not join the two nodes";
  if (!isfinite(link->c[hop_direction(g, hop)].v))
    return "nothing can be sent that way";
  if (hop_capacity(g, hop->from, HOP_SEND) < 1 || hop_capacity(g, hop->to, HOP_RECV) < 1)
    return "there is no port for it";
  return NULL;
}

/* Why a hop is not possible on the graph; NULL: it is. */
static const char *wrong(const struct sp_graph *g, const struct sp_hop *hop)
{
  if (hop->result && !sp_graph_has_results(g))
    return "no results return on this graph";
  if (hop->from < 0 || hop->from >= g->platform.nodes || hop->to < 0 ||
      hop->to >= g->platform.nodes)
    return "there is no such node";
  if (!(hop->amount >= 0) || isinf(hop->amount))
    return "its amount is not a number >= 0";
  if (g->sizes && !hop->result && hop->amount != 1)
    return "it carries not one task, and tasks have sizes";
  if (!(hop->earliest >= 0) || isinf(hop->earliest))
    return "its earliest date is not a number >= 0";
  if (hop->arrivals < 0)
    return "it waits for less than no transfer";
  if (hop->link < -1 || hop->link >= g->links)
    return "there is no such link";
  if (hop->from != hop->to)
    return hop->link < 0 ? "a message needs a link" : wrong_link(g, hop);
  if (hop->link >= 0)
    return "a computation needs no link";
  if (hop->result)
    return "a computation carries no results";
  return isfinite(g->w[hop->from].v) ? NULL : "the node does not compute";
}

static bool is_down(const struct hop_states *states, const struct sp_hop *hop)
{
  return states && (states->node_down[hop->from] || states->node_down[hop->to] ||
                    (hop->link >= 0 && states->link_down[hop->link]));
}

bool hop_run_accepts(struct hop_run *r, long number, const struct sp_hop *hop)
{
  struct hop_text words;
  const char *why = wrong(r->job->g, hop);
  if (!why && is_down(r->states, hop))
    why = "it needs what is down";
  if (why)
    sp_run_fails(r->result, "%s: %s", hop_words(number, hop, &words), why);
  return !why;
}

void hop_run_check_stuck(struct hop_run *r, const struct hop_task *first, bool comes)
{
  struct hop_text words;
  comes |= r->states && hop_run_next_change(r) < INFINITY; /* after the job's date */
  if (comes || r->under_way > 0 || (r->closed && r->waiting == 0))
    return;
  if (!first) {
    sp_run_fails(r->result,
                 "stuck at date %.17g: the source of hops waits and nothing happens any more",
                 r->result->makespan);
    return;
  }
  const struct sp_hop *hop = &first->hop;
  const char *node = hop_words(first->number, hop, &words);
  if (hop->result && r->node[hop->from].results < hop->arrivals)
    sp_run_fails(
        r->result, "stuck at date %.17g: %s waits for result %ld at node %d, %ld are there",
        r->result->makespan, node, hop->arrivals, hop->from + 1, r->node[hop->from].results);
  else if (!hop->result && r->node[hop->from].received < hop->arrivals)
    sp_run_fails(
        r->result, "stuck at date %.17g: %s waits for transfer %ld into node %d, %ld have come",
        r->result->makespan, node, hop->arrivals, hop->from + 1, r->node[hop->from].received);
  else
    sp_run_fails(r->result, "stuck at date %.17g: %s waits for a place at node %d",
                 r->result->makespan, node, hop->to + 1);
}
