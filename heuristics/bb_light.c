/* bb-light: the best activation sequence, by branch and bound without linear programmes.
 *
 * Some optimal schedule sends no empty message, keeps the port busy until the last message and all
 * its workers busy until T. Then the chunks follow from the sequence by a linear system, and only
 * sequences are searched. A sequence is built from its end, as the system runs from the last
 * message to the first, so a node costs O(p) at any length. Subtrees are cut where the load that
 * the messages must carry exceeds W, or where no continuation can be better than the best known
 * sequence, at first that of sa. Workers of equal costs are used in the order of their numbers.
 *
 *   alpha = (D - next)/w ; D += S + alpha c ; at x = 0: d, U, n_i (0: no message yet)
 *   cost >= d + max(0, W - U - E_y)/rho_y,  rho_y = y + sum z_i/w_i,  z_i = max(0, 1 - y c_i)
 *   E_y = sum z_i/w_i max(0, d - n_i - S_i) - y min S,  for y = 0 and each 1/c_i
 *   with a deadline: W <= U + E_y + rho_y (T - d)
 *
 * depth=bounded searches the sequences of at most actmax messages (by default the longest n <= 12
 * with p^n <= 100000), depth=unbounded all of them. These are finitely many if each S > 0; else it
 * refuses, and also if start-ups are so short against T that sequences of over 4096 messages are
 * possible. depth=once searches the schedules of one round, DLS{1Round}: each worker gets at most
 * one message (activation_search.c has its bound and an exchange argument). A master that computes
 * is a worker with c = 0 and S = 0.
 *
 * The search ends after `nodes` nodes: the best sequence found is planned without a proof;
 * unproven=refuse refuses instead and reports the proven bound. If a buffer limits a message, or
 * memory what a worker holds, the linear system does not hold: then each node is solved by linear
 * programmes (each counts as 100 nodes), and depth=unbounded is refused. In one round, where a
 * worker holds one message, a memory is such a limit of its message.
 *
 * Source: RR-6096, BB-LIGHT, which builds from the front with the bound
 * T1 + max(min c, 1/sum(1/w)) (W - W1). Cost: exponential; O(p) a node and price.
 * Example: "c=10,1 w=1,1 latency=1,2 deadline=19" with bb-light:depth=unbounded: 249/22 units by
 * the sequence 2,2,2,1 with 23/4, 15/4, 7/4, 3/44 units; makespan 19. */
#include "solve/divisible/activation.h"

struct options {
  int depth, unproven;
  long actmax, nodes;
};
enum depth { BOUNDED, UNBOUNDED, ONCE };
enum unproven { KEEP, REFUSE };

/* Refuses a tree that is infinite, too deep or of another problem. `best` is the cost of the best
 * known sequence: no sequence of more than best/min S messages is better. */
static int check_depth(struct sp_context *cx, const struct sp_activation *a, enum depth depth,
                       double best)
{
  double room = sp_activation_room(a, best);
  if (depth != UNBOUNDED)
    return 0;
  if (a->limited)
    return sp_refuse(cx,
                     "a buffer or the memory limits messages: take depth=bounded or depth=once");
  if (room == INFINITY)
    return sp_refuse(cx, "with a latency of 0 there is no longest sequence: take depth=bounded");
  if (room >= SP_ACTIVATION_LONGEST)
    return sp_refuse(cx,
                     "the latencies are so short that sequences of up to %.0f messages may be "
                     "best: take depth=bounded",
                     room);
  return 0;
}

/* Keeps the first message to each worker; returns how many. */
static long keep_first(struct sp_context *cx, const struct sp_activation *a, long n, int *sequence)
{
  bool *seen = sp_new(cx, a->in->m + 1, bool);
  long kept = 0;
  for (long k = 0; k < n; k++)
    if (!seen[sequence[k]]) {
      seen[sequence[k]] = true;
      sequence[kept++] = sequence[k];
    }
  return kept;
}

static int bb_light_plan(struct sp_context *cx, const struct sp_instance *in, const void *data,
                         struct sp_schedule *out)
{
  const struct options *options = data;
  struct sp_activation *a = sp_activation_new(cx, in);
  if (!a)
    return -1;
  if (a->p == 0)
    return sp_activation_plan(cx, a, 0, NULL, out);
  enum depth depth = (enum depth)options->depth;
  long most = depth != BOUNDED      ? SP_ACTIVATION_LONGEST
              : options->actmax > 0 ? options->actmax
                                    : sp_activation_messages(a->p);
  long n = 0, first;
  int *sequence = sp_new(cx, most > a->p ? most : a->p, int);
  n = sp_activation_start(cx, a, true, most, sequence);
  if (depth != BOUNDED && check_depth(cx, a, depth, sp_activation_cost(a, n, sequence, &first)))
    return -1;
  struct sp_activation_search search = {.most = depth == BOUNDED ? most
                                                : depth == ONCE  ? a->p
                                                                 : 0,
                                        .once = depth == ONCE,
                                        .limit = options->nodes};
  if (depth == ONCE)
    n = keep_first(cx, a, n, sequence);
  if (sp_activation_search(cx, a, &search, sequence, &n))
    return -1;
  if (!search.proven && options->unproven == REFUSE)
    return sp_activation_unproven(cx, a, &search);
  return sp_activation_plan(cx, a, n, sequence, out);
}

static const struct sp_option options[] = {
    {"depth", SP_CHOICE, offsetof(struct options, depth), "bounded", "bounded|unbounded|once", 0, 0,
     "sequences of at most actmax messages, all, or one round: each worker at most once"},
    {"actmax", SP_INTEGER, offsetof(struct options, actmax), "0", NULL, 0, 1000,
     "most messages; 0: the longest n <= 12 with p^n <= 100000"},
    {"nodes", SP_INTEGER, offsetof(struct options, nodes), "10000000", NULL, 1, 1e12,
     "most nodes visited"},
    {"unproven", SP_CHOICE, offsetof(struct options, unproven), "keep", "keep|refuse", 0, 0,
     "if the nodes do not suffice for a proof: plan the best found, or refuse"},
    SP_OPTIONS_END};

const struct sp_heuristic sp_heuristic_bb_light = {
    .abi = SP_ABI,
    .name = "bb-light",
    .summary = "the best sequence, by branch and bound on the linear system",
    .source = "RR-6096, BB-LIGHT",
    .version = 2,
    .problems = SP_DIVISIBLE,
    .options = options,
    .options_size = sizeof(struct options),
    .plan = bb_light_plan,
    .memory = true,
};
