/* The schedule of a sequence, also with results of several rounds: see divisible.h.
 *
 * With results in a given order s2 = q_1, q_2, .. the best chunks follow from a linear programme in
 * the dates: message k ends at p_k, its chunk is computed by e_k, and its result has come at b_k;
 * k' is the message before to the same worker.
 *
 *   p_k = p_{k-1} + S + c alpha_k
 *   e_k >= p_k + w alpha_k ,  e_k >= e_k' + w alpha_k
 *   b_k >= e_k + S + d alpha_k ,  b_k >= (b of the result before) + S + d alpha_k
 *   half duplex: the first result comes after the last message, b >= p_n + S + d alpha
 *   T >= e_k, b_k ; sum alpha = W, minimise T, or by a deadline T: maximise sum alpha <= W
 *
 * The order is that in which chunks are computed; new chunks may have another, so the programme is
 * solved again while the executed plan gets better. By a deadline chunks are scaled until their
 * execution ends by it: its end is convex in their size. */
#include "base/min_queue.h"
#include "model/instance.h"
#include "solve/divisible/divisible.h"
#include "solve/divisible/sequence_lp.h"

#include <starport/state.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PASSES = 8, MOST_MESSAGES = 1000, MOST_THINNED = 200, MOST_SEARCHED = 8 };

/* A sequence with its chunks, and the messages that return by the end of their computation. */
struct answer {
  long n, n_back, *back, *place; /* place: scratch */
  int *sequence;
  double *chunk, cost; /* cost: the executed makespan, or minus the load by the deadline */
};

/* The order of results: first computed, first returned; at a tie the first worker. */
static void order_results(struct sp_context *cx, const struct sp_instance *in, struct answer *a)
{
  const void *mark = sp_mark(cx);
  struct min_entry *computed = sp_new(cx, a->n, struct min_entry);
  double *idle = sp_new(cx, in->m + 1, double), port = 0;
  a->n_back = 0;
  for (long k = 0; k < a->n; k++) {
    int i = a->sequence[k];
    port += sp_message_time(in, i, a->chunk[k]);
    idle[i] = sp_state_later(idle[i], port) + a->chunk[k] * in->w[i].v;
    if (sp_returns(in, i))
      computed[a->n_back++] = (struct min_entry){idle[i], i, k};
  }
  qsort(computed, (size_t)a->n_back, sizeof *computed, min_compare);
  for (long q = 0; q < a->n_back; q++)
    a->back[q] = computed[q].number;
  sp_release(cx, mark);
}

/* The schedule of the chunks times `factor`, with the order of results, and its executed makespan.
 */
static double write_plan(const struct sp_instance *in, const struct answer *a, double factor,
                         struct sp_schedule *out)
{
  sp_schedule_clear(out);
  for (long k = 0; k < a->n; k++)
    sp_schedule_add(out, 0, a->sequence[k], a->chunk[k] * factor, -1);
  for (long q = 0; q < a->n_back; q++)
    out->msg[a->back[q]].returns = q + 1;
  return out->planned = sp_makespan(in, out);
}

static double load_of(const struct answer *a)
{
  double load = 0;
  for (long k = 0; k < a->n; k++)
    load += a->chunk[k];
  return load;
}

/* The greatest factor of the chunks that their limits and the load allow. */
static double most_factor(const struct sp_instance *in, const struct answer *a)
{
  double most = fmin(in->total.v / load_of(a), 0x1p20);
  for (long k = 0; k < a->n; k++)
    if (a->chunk[k] > 0)
      most = fmin(most, sp_chunk_limit(in, a->sequence[k]) / a->chunk[k]);
  return most;
}

/* Multiplies the chunks by the greatest factor with which all results come by the deadline, 0 if
 * there is none. A secant of the convex makespan is in time. */
static void fill_deadline(const struct sp_instance *in, struct answer *a)
{
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  double T = in->deadline.v, low = 0, high = most_factor(in, a);
  double early = write_plan(in, a, 0, &plan), late = write_plan(in, a, high, &plan);
  if (late <= T)
    low = high;
  for (int step = 0; high - low > 0x1p-51 * high && early < T * (1 - 0x1p-50); step++) {
    double share = step % 2 ? 0.5 : (T - early) / (late - early);
    double factor = low + share * (high - low);
    if (!(factor > low && factor < high))
      break;
    double date = write_plan(in, a, factor, &plan);
    *(date <= T ? &low : &high) = factor;
    *(date <= T ? &early : &late) = date;
  }
  for (long k = 0; k < a->n; k++)
    a->chunk[k] *= low;
  sp_schedule_clear(&plan);
}

/* Sets the order of results and the cost. */
static void execute(struct sp_context *cx, const struct sp_instance *in, struct answer *a)
{
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  order_results(cx, in, a);
  if (in->deadline.v < INFINITY)
    fill_deadline(in, a);
  a->cost = in->deadline.v < INFINITY ? -load_of(a) : write_plan(in, a, 1, &plan);
  sp_schedule_clear(&plan);
}

/* ---- The programme, in units of load and time. Columns: chunks, p, e, b, T. */

static void add_rows(const struct sp_sequence_programme *b, const struct answer *a, long *last)
{
  const struct sp_instance *in = b->in;
  long n = a->n, T = 4 * n;
  for (long k = 0; k < n; k++) {
    int i = a->sequence[k];
    sp_sequence_date(b, n + k, k > 0 ? n + k - 1 : -1, in->latency[i].v, in->c[i].v, k);
    sp_sequence_date(b, 2 * n + k, n + k, 0, in->w[i].v, k);
    if (last[i])
      sp_sequence_date(b, 2 * n + k, 2 * n + last[i] - 1, 0, in->w[i].v, k);
    last[i] = k + 1;
    sp_sequence_date(b, T, 2 * n + k, 0, 0, k);
  }
  for (long q = 0; q < a->n_back; q++) {
    long k = a->back[q];
    double S = in->latency[a->sequence[k]].v, d = in->result[a->sequence[k]].v;
    sp_sequence_date(b, 3 * n + k, 2 * n + k, S, d, k);
    if (q > 0)
      sp_sequence_date(b, 3 * n + k, 3 * n + a->back[q - 1], S, d, k);
    else if (!in->platform.node[0].ports.recv_send)
      sp_sequence_date(b, 3 * n + k, 2 * n - 1, S, d, k);
    sp_sequence_date(b, T, 3 * n + k, 0, 0, k);
  }
}

/* The best chunks for the order of results; false: not solved. */
static bool solve(struct sp_context *cx, const struct sp_instance *in, struct answer *a)
{
  bool by_deadline = in->deadline.v < INFINITY;
  struct sp_sequence_programme b = {sp_lp_alloc(by_deadline), in, a->n, a->sequence, 0, 0};
  struct sp_lp_solution s;
  sp_sequence_units(cx, in, a->n, a->sequence, &b.load, &b.time);
  struct sp_num T = sp_double(in->deadline.v / b.time);
  sp_sequence_columns(&b, 3 * a->n, by_deadline ? T : sp_int(0), T);
  add_rows(&b, a, sp_new(cx, in->m + 1, long));
  sp_sequence_total(&b, sp_double(in->total.v / b.load));
  bool solved = sp_lp_solve(b.lp, 0, &s, NULL) == SP_OK && s.status == SP_LP_OPTIMAL;
  for (long k = 0; solved && k < a->n; k++)
    a->chunk[k] = fmax(s.primal[k], 0) * b.load;
  double sum = load_of(a);
  for (long k = 0; solved && !by_deadline && k < a->n; k++)
    a->chunk[k] *= in->total.v / sum;
  sp_lp_solution_clear(&s);
  sp_lp_free(b.lp);
  return solved;
}

/* ---- The search. */

static struct answer answer_new(struct sp_context *cx, long n)
{
  return (struct answer){.n = n,
                         .back = sp_new(cx, n, long),
                         .place = sp_new(cx, n, long),
                         .sequence = sp_new(cx, n, int),
                         .chunk = sp_new(cx, n, double)};
}

static void copy(struct answer *to, const struct answer *from)
{
  memcpy(to->sequence, from->sequence, (size_t)from->n * sizeof(int));
  memcpy(to->chunk, from->chunk, (size_t)from->n * sizeof(double));
  memcpy(to->back, from->back, (size_t)from->n_back * sizeof(long));
  to->n = from->n;
  to->n_back = from->n_back;
  to->cost = from->cost;
}

/* Replaces the answer by `next` with the best chunks for its order of results, if that is better.
 */
static bool replace(struct sp_context *cx, const struct sp_instance *in, struct answer *a,
                    struct answer *next)
{
  if (!solve(cx, in, next))
    return false;
  if (next->n > MOST_SEARCHED)
    next->n = sp_sequence_drop(next->n, next->sequence, next->chunk);
  execute(cx, in, next);
  if (!(next->cost < a->cost - 1e-9 * fabs(a->cost)))
    return false;
  copy(a, next);
  return true;
}

/* Drops the messages whose place is -1. */
static void drop(struct answer *a)
{
  long n = 0, kept = 0, *place = a->place;
  for (long k = 0; k < a->n; k++) {
    if (place[k] < 0)
      continue;
    a->sequence[n] = a->sequence[k];
    a->chunk[n] = a->chunk[k];
    place[k] = n++;
  }
  for (long q = 0; q < a->n_back; q++)
    if (place[a->back[q]] >= 0)
      a->back[kept++] = place[a->back[q]];
  a->n = n;
  a->n_back = kept;
}

/* Those of a worker from `first` to `last`. */
static void drop_of(struct answer *a, int worker, long first, long last)
{
  for (long k = 0; k < a->n; k++)
    a->place[k] = k >= first && k <= last && a->sequence[k] == worker ? -1 : 0;
  drop(a);
}

/* The `count` smallest ones. */
static void drop_smallest(struct sp_context *cx, struct answer *a, long count)
{
  const void *mark = sp_mark(cx);
  struct min_entry *chunk = sp_new(cx, a->n, struct min_entry);
  for (long k = 0; k < a->n; k++)
    chunk[k] = (struct min_entry){a->chunk[k], 0, k};
  qsort(chunk, (size_t)a->n, sizeof *chunk, min_compare);
  for (long k = 0; k < a->n; k++)
    a->place[chunk[k].number] = k < count ? -1 : 0;
  drop(a);
  sp_release(cx, mark);
}

/* Makes the best of these changes, if it helps: a result moved; of the worker of a message that
 * one, all up to it, or all from it on dropped. */
static bool change(struct sp_context *cx, const struct sp_instance *in, struct answer *a,
                   struct answer *best, struct answer *next)
{
  bool improved = false;
  copy(best, a);
  for (long from = 0; from < a->n_back; from++)
    for (long to = 0; to < a->n_back; to++) {
      copy(next, a);
      sp_move_to(next->back, sizeof *next->back, from, to);
      improved |= from != to && replace(cx, in, best, next);
    }
  for (long k = 0; k < a->n; k++)
    for (int part = 0; part < 3; part++) {
      copy(next, a);
      drop_of(next, a->sequence[k], part == 1 ? 0 : k, part == 2 ? a->n : k);
      improved |= next->n > 0 && replace(cx, in, best, next);
    }
  copy(a, best);
  return improved;
}

/* Drops half of the messages, the smallest ones, or a quarter, and so on, as long as that helps. */
static void thin(struct sp_context *cx, const struct sp_instance *in, struct answer *a,
                 struct answer *next)
{
  for (long count = a->n / 2; count > 0;) {
    copy(next, a);
    drop_smallest(cx, next, count);
    count = replace(cx, in, a, next) && count < a->n ? count : count / 2;
  }
}

/* Improves the answer: short sequences until no change helps, of which empty messages are dropped
 * at the end, since with other orders they carry something. */
static void search(struct sp_context *cx, const struct sp_instance *in, struct answer *a)
{
  struct answer next = answer_new(cx, a->n), best = answer_new(cx, a->n);
  bool improved = true;
  for (int pass = 0; pass < MOST_PASSES && improved; pass++) {
    copy(&next, a);
    improved = replace(cx, in, a, &next);
  }
  if (a->n > MOST_SEARCHED && a->n <= MOST_THINNED)
    thin(cx, in, a, &next);
  while (a->n <= MOST_SEARCHED && change(cx, in, a, &best, &next))
    ;
  a->n = sp_sequence_drop(a->n, a->sequence, a->chunk);
  execute(cx, in, a);
}

/* The schedule of the sequence with results: of the given chunks, or of better ones. */
static void plan_results(struct sp_context *cx, const struct sp_instance *in, long n,
                         const int *sequence, const double *chunk, struct sp_schedule *out)
{
  struct answer a = answer_new(cx, n);
  memcpy(a.sequence, sequence, (size_t)n * sizeof(int));
  memcpy(a.chunk, chunk, (size_t)n * sizeof(double));
  execute(cx, in, &a);
  if (n <= MOST_MESSAGES && in->platform.node[0].ports.recv == 1 && !sp_has_memory(in))
    search(cx, in, &a);
  out->planned = 0;
  if (load_of(&a) > 0)
    write_plan(in, &a, 1, out);
}

void sp_sequence_plan(struct sp_context *cx, const struct sp_instance *in, long n,
                      const int *sequence, double *chunk, struct sp_schedule *out)
{
  double load;
  out->planned = sp_sequence_fit(cx, in, n, sequence, chunk, &load);
  if (sp_has_results(in)) {
    plan_results(cx, in, n, sequence, chunk, out);
    return;
  }
  for (long k = 0; k < n; k++)
    sp_schedule_add(out, 0, sequence[k], chunk[k], -1);
}
