/* The optimum of a fixed activation sequence by linear programming: see divisible.h.
 *
 * Short sequences are solved by LP (2) and (3) as printed, with n dense rows: if the optimum is not
 * unique the vertex decides which messages stay empty, and the known values belong to the vertices
 * of this form. In longer ones the dates are columns, too, so that the size of the programme is
 * O(n), not O(n^2). Message k carries alpha_k to worker s and ends at p_k; r_k is the time that s
 * still computes from the start of chunk k on, and k' is its next message:
 *
 *   p_k = p_{k-1} + S_s + c_s alpha_k ,  r_k = w_s alpha_k + r_k' ,  p_k + r_k <= T
 *   minimise T with sum alpha = W;  or, for given T, maximise sum alpha <= W
 *
 * Where all chunks end at T, that is, without the signs, is a start from which the dual simplex
 * method has little to change: 10^4 messages take seconds.
 *
 * Solvers have absolute tolerances, so chunks and dates are measured in units near their size. */
#include "solve/divisible/sequence_lp.h"
#include "base/memory.h"
#include "model/instance.h"
#include "solve/divisible/divisible.h"

/* x * num/den of units; exact where both are 1. */
static struct sp_num measured(struct sp_num x, double factor)
{
  return factor == 1 ? x : sp_double(x.v * factor);
}

static void set(struct sp_lp *lp, int row, long column, struct sp_num value)
{
  sp_lp_set(lp, row, (int)column, value);
}

/* The rows of message k to worker i, whose next message is `next` (-1: none). Columns: chunks, then
 * ends p, then remainders r, then T. */
static void add_message(const struct sp_sequence_programme *b, int i, long k, long next)
{
  const struct sp_num one = sp_int(1), zero = sp_int(0), minus_one = sp_int(-1);
  const struct sp_instance *in = b->in;
  long n = b->n;
  double cost = b->load / b->time;
  struct sp_num S = measured(in->latency[i], 1 / b->time);
  int port = sp_lp_row(b->lp, S, S);
  set(b->lp, port, n + k, one);
  if (k > 0)
    set(b->lp, port, n + k - 1, minus_one);
  set(b->lp, port, k, sp_lp_minus(measured(in->c[i], cost)));
  int rest = sp_lp_row(b->lp, zero, zero);
  set(b->lp, rest, 2 * n + k, one);
  set(b->lp, rest, k, sp_lp_minus(measured(in->w[i], cost)));
  if (next >= 0)
    set(b->lp, rest, 2 * n + next, minus_one);
  int end = sp_lp_row(b->lp, sp_lp_minus(SP_LP_FREE), zero);
  set(b->lp, end, n + k, one);
  set(b->lp, end, 2 * n + k, one);
  set(b->lp, end, 3 * n, minus_one);
}

/* For each k: sum_{j<=k} (S + c alpha_j) + w sum_{j>=k, same worker} alpha_j <= T. */
static void add_printed(const struct sp_sequence_programme *b)
{
  const struct sp_num minus_one = sp_int(-1);
  const struct sp_instance *in = b->in;
  double cost = b->load / b->time, started = 0;
  for (long k = 0; k < b->n; k++) {
    started += in->latency[b->sequence[k]].v;
    int row = sp_lp_row(b->lp, sp_lp_minus(SP_LP_FREE),
                        sp_lp_minus(measured(sp_double(started), 1 / b->time)));
    for (long j = 0; j < b->n; j++) {
      int i = b->sequence[j];
      double c = j <= k ? in->c[i].v : 0, w = j >= k && i == b->sequence[k] ? in->w[i].v : 0;
      if (c + w > 0)
        set(b->lp, row, j, measured(sp_double(c + w), cost));
    }
    set(b->lp, row, b->n, minus_one);
  }
}

void sp_sequence_columns(const struct sp_sequence_programme *b, long dates, struct sp_num least,
                         struct sp_num most)
{
  const struct sp_num zero = sp_int(0), one = sp_int(1);
  bool by_deadline = b->in->deadline.v < INFINITY;
  for (long k = 0; k < b->n; k++) {
    double limit = sp_chunk_limit(b->in, b->sequence[k]) / b->load;
    sp_lp_column(b->lp, zero, sp_double(limit), by_deadline ? one : zero, false);
  }
  for (long k = 0; k < dates; k++)
    sp_lp_column(b->lp, zero, SP_LP_FREE, zero, false);
  sp_lp_column(b->lp, least, most, by_deadline ? zero : one, false);
}

void sp_sequence_total(const struct sp_sequence_programme *b, struct sp_num W)
{
  bool by_deadline = b->in->deadline.v < INFINITY;
  int all = sp_lp_row(b->lp, by_deadline ? sp_lp_minus(SP_LP_FREE) : W, W);
  for (long k = 0; k < b->n; k++)
    set(b->lp, all, k, sp_int(1));
}

void sp_sequence_date(const struct sp_sequence_programme *b, long column, long before,
                      double start_up, double cost, long k)
{
  int row = sp_lp_row(b->lp, sp_double(start_up / b->time), SP_LP_FREE);
  set(b->lp, row, column, sp_int(1));
  if (before >= 0)
    set(b->lp, row, before, sp_int(-1));
  if (cost != 0)
    set(b->lp, row, k, sp_double(-cost * b->load / b->time));
}

/* The rows of the longer form. */
static void add_messages(const struct sp_sequence_programme *b)
{
  long *next = sp_xcalloc((size_t)b->in->m + 1, sizeof *next); /* message + 1 */
  for (long k = b->n - 1; k >= 0; k--) {
    add_message(b, b->sequence[k], k, next[b->sequence[k]] - 1);
    next[b->sequence[k]] = k + 1;
  }
  free(next);
}

/* The start of the longer form: all chunks end at T; dates, and T unless it is given, are
 * determined. */
static enum sp_lp_start *start_of(const struct sp_lp *lp, long n, bool by_deadline)
{
  enum sp_lp_start *start = sp_xcalloc((size_t)lp->columns + (size_t)lp->rows, sizeof *start);
  enum sp_lp_start *row = start + lp->columns;
  start[3 * n] = by_deadline ? SP_LP_LOWER : SP_LP_DETERMINED;
  row[0] = by_deadline ? SP_LP_DETERMINED : SP_LP_LOWER;
  for (long k = 0; k < n; k++) {
    long first = 3 * (n - 1 - k) + 1; /* of the rows of add_message */
    row[first] = row[first + 1] = SP_LP_LOWER;
    row[first + 2] = SP_LP_UPPER;
  }
  return start;
}

struct sp_lp *sp_sequence_lp(const struct sp_instance *in, long n, const int *sequence, double load,
                             double time)
{
  bool by_deadline = in->deadline.v < INFINITY, printed = n <= SP_LP_PRINTED;
  struct sp_sequence_programme b = {sp_lp_alloc(by_deadline), in, n, sequence, load, time};
  struct sp_num T = measured(in->deadline, 1 / time);
  sp_sequence_columns(&b, printed ? 0 : 2 * n, by_deadline ? T : sp_int(0), T);
  if (printed)
    add_printed(&b);
  sp_sequence_total(&b, measured(in->total, 1 / load));
  if (!printed)
    add_messages(&b);
  return b.lp;
}

/* The power of two that is the last binary digit of x. */
static double last_digit(double x)
{
  int exponent;
  int64_t digits = (int64_t)ldexp(frexp(x, &exponent), 53);
  return ldexp((double)(digits & -digits), exponent - 53);
}

/* The last digit of all times, and the greatest of them. */
struct digits {
  double last, greatest;
};

static struct digits digits_of(const struct sp_instance *in, long n, const int *sequence)
{
  struct digits digits = {INFINITY, 0};
  for (long k = 0; k < n; k++) {
    int i = sequence[k];
    double times[] = {in->c[i].v, in->w[i].v, in->latency[i].v, in->deadline.v};
    for (int t = 0; t < 4; t++)
      if (times[t] > 0 && isfinite(times[t])) {
        digits.last = fmin(digits.last, last_digit(times[t]));
        digits.greatest = fmax(digits.greatest, times[t]);
      }
  }
  return digits;
}

/* The greatest power of two that divides all times; 0 if the quotients are too long. In this unit
 * integers stay integers, so the vertex is that of the given data in any unit of time. */
static double common_digit(const struct sp_instance *in, long n, const int *sequence)
{
  struct digits digits = digits_of(in, n, sequence);
  return digits.greatest < digits.last * 0x1p20 ? digits.last : 0;
}

/* The time of equal chunks is at most about n + 1 times the optimum. */
void sp_sequence_units(struct sp_context *cx, const struct sp_instance *in, long n,
                       const int *sequence, double *load, double *time)
{
  const void *mark = sp_mark(cx);
  double *chunk = sp_new(cx, n, double);
  double total = in->total.v;
  if (in->deadline.v < INFINITY) {
    double fastest = INFINITY;
    for (long k = 0; k < n; k++)
      fastest = fmin(fastest, fmax(in->c[sequence[k]].v, in->w[sequence[k]].v));
    total = fmin(total, in->deadline.v / fastest);
  }
  for (long k = 0; k < n; k++)
    chunk[k] = total / (double)n;
  *load = sp_lp_unit(total);
  *time = sp_lp_unit(in->deadline.v < INFINITY ? in->deadline.v
                                               : sp_sequence_makespan(cx, in, n, sequence, chunk));
  sp_release(cx, mark);
  double digit = common_digit(in, n, sequence);
  if (n <= SP_LP_PRINTED && digit > 0 && total == floor(total) && total < 0x1p20) {
    *load = 1;
    *time = digit;
  }
}

static double room_of(const struct sp_instance *in, long n, const int *sequence)
{
  double room = 0;
  for (long k = 0; k < n; k++)
    room += sp_chunk_limit(in, sequence[k]);
  return room;
}

static int refuse_room(struct sp_context *cx, const struct sp_instance *in)
{
  return sp_refuse(cx, "the sequence cannot carry the load %.12g: its chunks are limited by the %s",
                   in->total.v, sp_has_memory(in) ? "memory" : "buffers");
}

static int refuse_status(struct sp_context *cx, const struct sp_instance *in, long n,
                         const int *sequence, enum sp_lp_status status)
{
  bool wrong = in->deadline.v == INFINITY &&
               room_of(in, n, sequence) >= in->total.v; /* costs of too different sizes */
  if (status != SP_LP_INFEASIBLE || wrong)
    return sp_refuse(cx, "GLPK reports the linear programme of the sequence as %s, which is wrong",
                     sp_lp_status_name(status));
  if (in->deadline.v < INFINITY)
    return sp_refuse(cx, "the start-ups of the sequence take longer than the deadline %.12g",
                     in->deadline.v);
  return refuse_room(cx, in);
}

/* Exact solutions of more messages, or of times with more digits, would take seconds. */
static bool exactly_solvable(const struct sp_instance *in, long n, const int *sequence)
{
  struct digits digits = digits_of(in, n, sequence);
  return n <= 300 && digits.greatest / digits.last < 0x1p160;
}

/* Solves the programme of a sequence; SP_OK: *status is its, and the chunks if it is optimal. */
static int solve(struct sp_context *cx, const struct sp_instance *in, long n, const int *sequence,
                 enum sp_lp_status *status, double *chunk, struct sp_error *error)
{
  double load, time;
  sp_sequence_units(cx, in, n, sequence, &load, &time);
  struct sp_lp *lp = sp_sequence_lp(in, n, sequence, load, time);
  if (n > SP_LP_PRINTED)
    lp->start = start_of(lp, n, in->deadline.v < INFINITY);
  struct sp_lp_solution x = {.status = SP_LP_STOPPED};
  int code = sp_lp_solve(lp, 0, &x, error);
  if ((code != SP_OK || x.status != SP_LP_OPTIMAL) && exactly_solvable(in, n, sequence)) {
    sp_lp_solution_clear(&x);
    code = sp_exact_lp_solve(lp, &x, error);
  }
  for (long k = 0; k < n && x.status == SP_LP_OPTIMAL; k++)
    chunk[k] = x.primal[k] * load;
  *status = x.status;
  sp_lp_solution_clear(&x);
  sp_lp_free(lp);
  return code;
}

int sp_lp_sequence(struct sp_context *cx, const struct sp_instance *in, long n, const int *sequence,
                   double *chunk, double *value)
{
  enum sp_lp_status status;
  struct sp_error error;
  double load, *alpha = chunk ? chunk : sp_new(cx, n, double);
  for (long k = 0; k < n; k++)
    if (isinf(in->w[sequence[k]].v))
      return sp_refuse(cx, "worker %d only relays (w = inf)", sequence[k]);
  if (in->deadline.v == INFINITY && room_of(in, n, sequence) < in->total.v * (1 - 1e-9))
    return refuse_room(cx, in); /* GLPK would take seconds */
  if (solve(cx, in, n, sequence, &status, alpha, &error) != SP_OK)
    return sp_refuse(cx, "%.200s", error.text);
  if (status != SP_LP_OPTIMAL)
    return refuse_status(cx, in, n, sequence, status);
  double makespan = sp_sequence_fit(cx, in, n, sequence, alpha, &load);
  *value = in->deadline.v < INFINITY ? load : makespan;
  return 0;
}
