/* The best chunks of a fixed activation sequence where memory is limited (RR-5196, Definition 7).
 *
 * Message k starts at p_k and brings a_k units to worker i, which begins to compute them at b_k.
 * For message k and an earlier one j to the same worker let A = a_j + .. + a_k (those to i). In a
 * schedule within the memory M_i
 *
 *   A <= M_i   or   p_k >= b_j + w_i (A - M_i)          (free=chunk: p_k >= b_j + w_i a_j)
 *
 * since a worker computes at most 1/w_i units in a time unit: if A > M_i, A - M_i units of chunk j
 * and later ones must have been computed. If this holds for all pairs the schedule is within the
 * memory: let j be the last with A > M_i; without j all fit, and of j so much has been computed.
 * Given which of the two holds, all constraints are linear; so is the rest:
 *
 *   p_k >= p_{k-1} + S + c a_{k-1} ,  b_k >= p_k + S + c a_k ,  b_k >= b_{k'} + w a_{k'} ,
 *   T >= b_k + w a_k ,  a_k <= M_i ,  sum a = W       (k': the message to the worker before k)
 *
 * Branch and bound: in the solution of a node, the pair that holds in neither way is made to hold
 * in one and in the other. The second alternative of j implies those of all before j, the first
 * those of all after j: a node has two numbers a message. The chunks of each node, executed as soon
 * as possible, are a plan. Of the first message to a worker j the second alternative of free=unit
 * always holds, so two messages a worker need one programme.
 *
 * Values are distinguished down to 1e-9 relative. */
#include "model/memory.h"
#include "model/instance.h"
#include "solve/divisible/sequence_lp.h"

#include <string.h>

enum { MOST = 200 }; /* messages of a search */

/* What is decided of a message: of the earlier ones to its worker, numbered from 0, the second
 * alternative holds before `after`, the first from `within` on. */
struct decided {
  long after, within;
};

struct search {
  struct sp_context *cx;
  const struct sp_instance *in;
  struct sp_memory_search *asked;
  long n;
  const int *sequence;
  double load, time;     /* units */
  long *place;           /* [n] its number among the messages to its worker */
  long **to;             /* [0..m][place] the messages to the worker */
  long *sent;            /* [0..m] how many */
  struct decided *state; /* [n] */
  double best, *chunk;   /* the best plan: its cost and its chunks */
  double *trial;         /* [n] */
  bool solved, failed;   /* a programme has a solution; a solver has failed */
};

static double margin(double cost)
{
  return isinf(cost) ? cost : cost - MEMORY_ROUNDING * fabs(cost);
}

static bool by_deadline(const struct search *s)
{
  return s->in->deadline.v < INFINITY;
}

static void set(struct sp_lp *lp, int row, long column, double value)
{
  sp_lp_set(lp, row, (int)column, sp_double(value));
}

/* The rows of the dates of message k. */
static void add_dates(const struct search *s, const struct sp_sequence_programme *lp, long k)
{
  const struct sp_instance *in = s->in;
  long n = s->n, p = n + k, b = 2 * n + k, T = 3 * n;
  int i = s->sequence[k];
  double S = in->latency[i].v, c = in->c[i].v;
  sp_sequence_date(lp, b, p, S, c, k);
  if (k + 1 < n)
    sp_sequence_date(lp, p + 1, p, S, c, k);
  long place = s->place[k] + 1;
  long next = place < s->sent[i] ? 2 * n + s->to[i][place] : T;
  sp_sequence_date(lp, next, b, 0, in->w[i].v, k);
}

/* What is decided of message k. */
static void add_memory(const struct search *s, struct sp_lp *lp, long k)
{
  const struct sp_instance *in = s->in;
  int i = s->sequence[k];
  const struct decided *d = &s->state[k];
  const long *to = s->to[i];
  double w = in->w[i].v * s->load / s->time, M = in->memory[i].v / s->load;
  if (d->within < s->place[k]) {
    int row = sp_lp_row(lp, sp_lp_minus(SP_LP_FREE), sp_double(M));
    for (long j = d->within; j <= s->place[k]; j++)
      set(lp, row, to[j], 1);
  }
  if (d->after > 0) {
    long first = d->after - 1, last = in->free_by_chunk ? first : s->place[k];
    int row = sp_lp_row(lp, sp_double(in->free_by_chunk ? 0 : -w * M), SP_LP_FREE);
    set(lp, row, s->n + k, 1);
    set(lp, row, 2 * s->n + to[first], -1);
    for (long j = first; j <= last; j++)
      set(lp, row, to[j], -w);
  }
}

static struct sp_lp *programme(const struct search *s)
{
  struct sp_sequence_programme b = {
      sp_lp_alloc(by_deadline(s)), s->in, s->n, s->sequence, s->load, s->time};
  sp_sequence_columns(&b, 2 * s->n, sp_int(0), sp_double(s->in->deadline.v / s->time));
  sp_sequence_total(&b, sp_double(s->in->total.v / s->load));
  for (long k = 0; k < s->n; k++) {
    add_dates(s, &b, k);
    add_memory(s, b.lp, k);
  }
  return b.lp;
}

/* The programme of the node, by GLPK, or exactly if that fails or `exact`; its columns are the
 * chunks, then p, then b, then T. False if it has no solution, or none that is better than what is
 * known; x->value is the cost. */
static bool relax(struct search *s, bool exact, struct sp_lp_solution *x)
{
  struct sp_error error;
  struct sp_lp *lp = programme(s);
  s->asked->programmes++;
  int code = exact ? SP_CANNOT : sp_lp_solve(lp, 0, x, &error);
  if (code != SP_OK || (x->status != SP_LP_OPTIMAL && x->status != SP_LP_INFEASIBLE)) {
    sp_lp_solution_clear(x);
    code = sp_exact_lp_solve(lp, x, &error);
  }
  sp_lp_free(lp);
  if (code != SP_OK) {
    s->failed = true;
    sp_refuse(s->cx, "%.200s", error.text);
    return false;
  }
  if (x->status != SP_LP_OPTIMAL)
    return false;
  s->solved = true;
  x->value *= by_deadline(s) ? -s->load : s->time;
  return x->value < margin(fmin(s->best, s->asked->enough));
}

/* Executes chunks as soon as possible, and keeps them if they are the best; returns their cost. */
static double execute(struct search *s, const double *chunk, double factor)
{
  double load, time, cost;
  for (long k = 0; k < s->n; k++)
    s->trial[k] = chunk[k] * factor;
  time = sp_sequence_fit(s->cx, s->in, s->n, s->sequence, s->trial, &load);
  if (time > s->in->deadline.v * (1 + 1e-12))
    return INFINITY;
  cost = by_deadline(s) ? -load : time;
  if (cost < s->best) {
    s->best = cost;
    memcpy(s->chunk, s->trial, (size_t)s->n * sizeof *s->chunk);
  }
  return cost;
}

/* By how much message k starts before the second alternative allows, for the one of `place` j. */
static double lack(const struct search *s, long j, long k, const double *x)
{
  int i = s->sequence[k];
  const long *to = s->to[i];
  double units = s->in->free_by_chunk ? 0 : -s->in->memory[i].v / s->load;
  for (long l = j; l <= (s->in->free_by_chunk ? j : s->place[k]); l++)
    units += x[to[l]];
  return x[2 * s->n + to[j]] + s->in->w[i].v * s->load / s->time * units - x[s->n + k];
}

/* The last message before k to its worker from which all up to k exceed the memory: its place, or
 * -1. */
static long too_much(const struct search *s, long k, const double *x)
{
  const long *to = s->to[s->sequence[k]];
  double M = s->in->memory[s->sequence[k]].v / s->load * (1 + MEMORY_ROUNDING), sum = x[k];
  long j = s->place[k];
  while (j > 0 && sum <= M)
    sum += x[to[--j]];
  return sum <= M ? -1 : j;
}

/* The pair that lacks most, *j the place of the earlier message; its message, or -1: none. */
static long violated(const struct search *s, const double *x, long *j)
{
  double most = 1e-12 * x[3 * s->n];
  long found = -1;
  for (long k = 0; k < s->n; k++) {
    long last = too_much(s, k, x);
    if (last >= s->state[k].after && last < s->state[k].within && lack(s, last, k, x) > most) {
      most = lack(s, last, k, x);
      found = k;
      *j = last;
    }
  }
  return found;
}

/* What is to be done with a node. */
enum verdict {
  CLOSED,   /* its solution can be executed, or is no better than what is known */
  OPEN,     /* there is a pair that holds in neither way */
  UNSETTLED /* rounding */
};

/* *cost is that of the solution, unless it is closed. */
static enum verdict settle(struct search *s, bool exact, double *cost, long *j, long *k)
{
  struct sp_lp_solution x = {.status = SP_LP_STOPPED};
  enum verdict verdict = CLOSED;
  if (relax(s, exact, &x)) {
    if (by_deadline(s) && s->best == INFINITY)
      execute(s, x.primal, 0);
    *cost = x.value;
    if (execute(s, x.primal, s->load) > *cost + MEMORY_ROUNDING * fabs(*cost)) {
      *k = violated(s, x.primal, j);
      verdict = *k < 0 ? UNSETTLED : OPEN;
    }
  }
  sp_lp_solution_clear(&x);
  return verdict;
}

static void visit(struct search *s, double above)
{
  if (s->failed)
    return;
  if (s->asked->programmes >= s->asked->limit || sp_stopped(s->cx)) {
    s->asked->bound = fmin(s->asked->bound, above);
    return;
  }
  double cost;
  long j, k;
  enum verdict verdict = settle(s, false, &cost, &j, &k);
  if (verdict == UNSETTLED)
    verdict = settle(s, true, &cost, &j, &k);
  if (verdict == UNSETTLED)
    s->asked->bound = fmin(s->asked->bound, cost);
  if (verdict != OPEN)
    return;
  struct decided *d = &s->state[k], before = *d;
  d->within = j;
  visit(s, cost);
  *d = before;
  d->after = j + 1;
  visit(s, cost);
  *d = before;
}

static void number_messages(struct search *s)
{
  int m = s->in->m;
  s->place = sp_new(s->cx, s->n, long);
  s->sent = sp_new(s->cx, m + 1, long);
  s->to = sp_new(s->cx, m + 1, long *);
  s->state = sp_new(s->cx, s->n, struct decided);
  for (long k = 0; k < s->n; k++)
    s->place[k] = s->sent[s->sequence[k]]++;
  for (int i = 1; i <= m; i++)
    s->to[i] = sp_new(s->cx, s->sent[i], long);
  for (long k = 0; k < s->n; k++) {
    int i = s->sequence[k];
    s->to[i][s->place[k]] = k;
    bool limited = s->in->memory[i].v < INFINITY;
    s->state[k].after = limited && !s->in->free_by_chunk && s->place[k] > 0;
    s->state[k].within = s->place[k];
  }
}

int sp_memory_sequence(struct sp_context *cx, const struct sp_instance *in, long n,
                       const int *sequence, struct sp_memory_search *asked, double *chunk,
                       double *value)
{
  double *best = chunk ? chunk : sp_new(cx, n, double);
  const void *mark = sp_mark(cx);
  struct search s = {.cx = cx, .in = in, .asked = asked, .n = n, .sequence = sequence};
  bool searched = sp_has_memory(in) && n <= MOST;
  s.best = asked->bound = INFINITY;
  asked->programmes = 0;
  s.chunk = best;
  s.trial = sp_new(cx, n, double);
  if (searched) {
    sp_sequence_units(cx, in, n, sequence, &s.load, &s.time);
    number_messages(&s);
    visit(&s, -INFINITY);
  }
  if (!s.solved && (s.failed || sp_lp_sequence(cx, in, n, sequence, best, value)))
    return -1; /* the programme without memory has no solution, either */
  if (!s.solved && execute(&s, best, 1) == INFINITY)
    execute(&s, best, 0);
  asked->bound = searched || !sp_has_memory(in) ? fmin(asked->bound, s.best) : -INFINITY;
  *value = by_deadline(&s) ? -s.best : s.best;
  sp_release(cx, mark);
  return s.failed ? -1 : 0;
}
