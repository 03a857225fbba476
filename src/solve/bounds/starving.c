/* A relaxation of a bag that counts how long workers starve, that is, are idle without a task.
 *
 * Let the port send one task at a time. From the beginning of its reception to the end of its
 * computation a task holds one of its worker's b places. So while the port serves another worker,
 * for c_j, worker k computes its tasks, at most b, and is idle for at least f(c_j) = max(0, c_j -
 * b w_k). During a reception of its own it computes at most b - 1 tasks, and is idle for at least
 * max(0, c_k - (b - 1) w_k). These intervals do not overlap. With n_j tasks to worker j by M
 *
 *   port:      sum n_j c_j <= M - min w
 *   worker k:  n_k (w_k + max(0, c_k - (b - 1) w_k)) + sum over j != k of n_j f(c_j) <= M
 *
 * since after the last emission the port waits for a computation.
 *
 * With one place a stronger row holds, since no fraction of a message is sent. After each reception
 * worker k (w = w_k) is not served for a time g >= w, while an integer number of others are, so g
 * >= max(w, C), C the sum of their c_j. Let r >= 1 steps of length q, w/(r+1) <= q <= w/r, leave a
 * = w - r q <= q. Let f(x), x <= w, increase from 0 with slope 1 where x mod q > a, and be constant
 * elsewhere; so f(w) = r (q - a) = h; beyond w f(x) = h + x - w. Up to w it is the superadditive
 * function of a mixed integer rounding cut: the sum of f over the parts is at most f(C) <= h +
 * max(0, C - w) <= h - w + g; if a part is longer than w, slopes <= 1 give the same. The time
 * before the first reception is at least C >= sum f. Hence
 *
 *   worker k:  n_k (c_k + w_k - h) + sum over j != k of n_j f(c_j) <= M     for each such q and r
 *
 * The greatest sum of rates n_j/M is a linear programme. Rows of the last kind are added where its
 * solution violates them, those with the greatest violation. Only its dual solution y >= 0 is used:
 * divided by the cost of the cheapest task at these prices, the sum of the rows gives N <= sum over
 * the rows of y (M - lost time), for any y. So the proof of the bound does not rely on the solver.
 * The first rows imply `bounded-throughput` (for b >= 2 it is `steady`).
 *
 * The start. Let i be served before k for the first time. During that emission worker k loses all
 * of c_i, since it has no task: c_i - f(c_i) more than each of its rows counts; let l_ki be the
 * value of this loss. So each pair of workers that are used loses at least min(l_ki, l_ik), in
 * different emissions for each worker. A worker that is not used loses l_ki in each of N emissions;
 * if the least of these is at least the loss counted for all its pairs, these may be counted though
 * it is not used. Otherwise its pairs are omitted.
 *
 * During a search worker k computes its tasks from `link` until idle_k, for a time R in total, and
 * the rows hold from there on with M - link - max(0, R - h): the first gap is max(R, C) >= sum f +
 * R - h. */
#include "solve/bounds/bounds.h"
#include "solve/lp/lp.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_WORKERS = 64, MOST_STEPS = 6, ROUNDS = 10 };

static double held(const struct sp_redistribution *p, int k)
{
  return (double)p->in->buffer[k] * p->w[k];
}

/* h of a row. */
static double level(const struct sp_redistribution *p, const struct starving_row *row)
{
  return row->steps > 0 ? row->steps * ((row->steps + 1) * row->step - p->w[row->worker]) : 0;
}

/* f(x), x the length of a message to another worker. */
static double idle_in(const struct sp_redistribution *p, const struct starving_row *row, double x)
{
  double w = p->w[row->worker], flat = w - row->steps * row->step;
  if (row->steps == 0)
    return fmax(0, x - held(p, row->worker));
  if (x >= w)
    return level(p, row) + x - w;
  double n = floor(x / row->step);
  return fmax(0, n * (row->step - flat) + fmax(0, x - n * row->step - flat));
}

/* The time that a task to worker j takes in the row. */
static double taken(const struct sp_redistribution *p, const struct starving_row *row, int j)
{
  int k = row->worker;
  if (k == 0)
    return p->c[j];
  if (k != j)
    return idle_in(p, row, p->c[j]);
  if (row->steps > 0)
    return p->c[k] + p->w[k] - level(p, row);
  return p->w[k] + fmax(0, p->c[k] - (held(p, k) - p->w[k]));
}

static void add_row(const struct starving *s, struct sp_lp *lp, double unit, int r)
{
  const struct sp_redistribution *p = s->p;
  sp_lp_row(lp, sp_lp_minus(SP_LP_FREE), sp_int(1));
  for (int j = 1; j <= p->m; j++) {
    double a = p->w[j] < INFINITY ? taken(p, &s->row[r], j) / unit : 0;
    if (a > 0)
      sp_lp_set(lp, r, j - 1, sp_double(a));
  }
}

/* The violation of the row by the rates. */
static double violation(const struct starving *s, const struct starving_row *row,
                        const double *rate)
{
  double sum = 0;
  for (int j = 1; j <= s->p->m; j++)
    if (rate[j] > 0)
      sum += rate[j] * taken(s->p, row, j);
  return sum - 1;
}

/* The row of worker k with the greatest violation, among those with a corner of f at some c_j. */
static double most_violated(const struct starving *s, int k, const double *rate,
                            struct starving_row *most)
{
  const struct sp_redistribution *p = s->p;
  double worst = 0, w = p->w[k];
  for (int r = 1; r <= MOST_STEPS; r++)
    for (int j = 1; j <= p->m; j++)
      for (int corner = 1; corner <= 2 * r && rate[j] > 0 && p->c[j] < w; corner++) {
        double q = corner <= r ? p->c[j] / corner : (w - p->c[j]) / (corner - r);
        struct starving_row row = {k, q, r, 0};
        if (!(q * (r + 1) > w && q * r < w))
          continue;
        double by = violation(s, &row, rate);
        if (by > worst) {
          worst = by;
          *most = row;
        }
      }
  return worst;
}

/* Adds the rows that the solution violates; returns how many. */
static int cut(struct starving *s, struct sp_lp *lp, double unit, const double *primal)
{
  const struct sp_redistribution *p = s->p;
  double rate[MOST_WORKERS + 1] = {0};
  int first = s->rows;
  for (int i = 1; i <= p->m; i++)
    rate[i] = primal[i - 1] > 1e-9 ? primal[i - 1] / unit : 0;
  for (int k = 1; k <= p->m; k++) {
    struct starving_row row;
    if (rate[k] > 0 && p->in->buffer[k] == 1 && most_violated(s, k, rate, &row) > 1e-5) {
      s->row[s->rows] = row;
      add_row(s, lp, unit, s->rows++);
    }
  }
  return s->rows - first;
}

/* Keeps the rows with a price, divided by the cost of the cheapest task; false if that is 0. */
static bool settle(struct starving *s)
{
  const struct sp_redistribution *p = s->p;
  double least = INFINITY;
  s->sum = 0;
  int rows = 0;
  for (int r = 0; r < s->rows; r++)
    if (s->row[r].price > 0)
      s->row[rows++] = s->row[r];
  s->rows = rows;
  for (int j = 1; j <= p->m; j++) {
    double cost = 0;
    for (int r = 0; r < rows && p->w[j] < INFINITY; r++)
      cost += s->row[r].price * taken(p, &s->row[r], j);
    if (p->w[j] < INFINITY)
      least = fmin(least, cost);
  }
  for (int r = 0; r < rows; r++)
    s->sum += s->row[r].price /= least;
  return least > 0 && s->sum > 0 && isfinite(s->sum);
}

static double lost_at_start(struct sp_context *cx, const struct starving *s, double N)
{
  const struct sp_redistribution *p = s->p;
  int m = p->m, line = m + 1;
  double *l = sp_new(cx, line * line, double), lost = 0; /* l_ki */
  bool counted[MOST_WORKERS + 1];
  for (int r = 0; r < s->rows; r++)
    for (int i = 1; i <= m && s->row[r].worker > 0; i++)
      l[s->row[r].worker * line + i] +=
          s->row[r].price * fmax(0, p->c[i] - idle_in(p, &s->row[r], p->c[i]));
  for (int k = 1; k <= m; k++) {
    double pairs = 0, least = INFINITY;
    for (int i = 1; i <= m; i++) {
      if (i != k)
        pairs += fmin(l[k * line + i], l[i * line + k]);
      if (i != k && p->w[i] < INFINITY)
        least = fmin(least, l[k * line + i]);
    }
    counted[k] = pairs > 0 && pairs <= N * least;
    for (int i = 1; i < k && counted[k]; i++)
      lost += counted[i] ? fmin(l[k * line + i], l[i * line + k]) : 0;
  }
  return lost;
}

/* The value of the time at the end. */
static double lost_at_end(const struct starving *s)
{
  double lost = 0;
  for (int r = 0; r < s->rows; r++)
    if (s->row[r].worker == 0)
      lost += s->row[r].price * s->tail;
  return lost;
}

double starving_bound(const struct starving *s, double N)
{
  double M = bound_below((N + s->start + lost_at_end(s)) / s->sum, false);
  return s->p->exact ? ceil(M) : M;
}

double starving_lost(struct sp_context *cx, const struct starving *s)
{
  return lost_at_start(cx, s, 1) + lost_at_end(s);
}

static struct sp_lp *first_rows(struct starving *s, double unit)
{
  const struct sp_redistribution *p = s->p;
  struct sp_lp *lp = sp_lp_alloc(true);
  for (int i = 1; i <= p->m; i++) {
    struct sp_num most = p->w[i] < INFINITY ? SP_LP_FREE : sp_int(0);
    sp_lp_column(lp, sp_int(0), most, sp_int(1), false);
  }
  for (int i = 0; i <= p->m; i++)
    if (i == 0 || p->w[i] < INFINITY) {
      s->row[s->rows] = (struct starving_row){.worker = i};
      add_row(s, lp, unit, s->rows++);
    }
  return lp;
}

/* Replaces *best by the prices of `all` if these give a greater bound. */
static void keep_better(struct sp_context *cx, const struct starving *all, double N,
                        struct starving *best)
{
  struct starving s = *all;
  s.row = sp_new(cx, all->rows, struct starving_row);
  memcpy(s.row, all->row, (size_t)all->rows * sizeof *s.row);
  if (!settle(&s))
    return;
  s.start = lost_at_start(cx, &s, N);
  if (best->rows == 0 || starving_bound(&s, N) > starving_bound(best, N))
    *best = s;
}

/* The best prices of all rounds of cuts. The bound for N tasks depends also on the loss at the
 * start, so the last round need not be the best. */
static struct starving best_prices(struct sp_context *cx, struct starving *s, double N, double unit)
{
  struct starving best = {.rows = 0};
  struct sp_lp *lp = first_rows(s, unit);
  for (int round = 1, more = 1; more > 0; round++) {
    struct sp_lp_solution solution;
    struct sp_error error;
    if (sp_lp_solve(lp, 0, &solution, &error) != SP_OK)
      break;
    bool optimal = solution.status == SP_LP_OPTIMAL;
    for (int r = 0; r < s->rows && optimal; r++)
      s->row[r].price = fmax(0, solution.dual[r]);
    if (optimal)
      keep_better(cx, s, N, &best);
    more = optimal && round < ROUNDS ? cut(s, lp, unit, solution.primal) : 0;
    sp_lp_solution_clear(&solution);
  }
  sp_lp_free(lp);
  return best;
}

bool starving_new(struct sp_context *cx, const struct sp_redistribution *p, double N,
                  struct starving *s)
{
  double unit = 0;
  *s = (struct starving){.p = p, .tail = INFINITY};
  if (p->m > MOST_WORKERS)
    return false;
  for (int i = 1; i <= p->m; i++)
    if (p->w[i] < INFINITY) {
      unit = fmax(unit, fmax(p->c[i], p->w[i]));
      s->tail = fmin(s->tail, p->w[i]);
    }
  s->row = sp_new(cx, p->m * ROUNDS + 1, struct starving_row);
  if (!(unit > 0))
    return false;
  *s = best_prices(cx, s, N, unit);
  return s->rows > 0;
}

bool starving_in_time(const struct starving *s, double left, double link, const double *idle,
                      double M)
{
  double free = 0;
  for (int r = 0; r < s->rows; r++) {
    const struct starving_row *row = &s->row[r];
    double lost = s->tail;
    if (row->worker > 0)
      lost = fmax(0, idle[row->worker] - link - level(s->p, row));
    free += row->price * (M - link - lost);
  }
  return left <= free + 1e-9 * (1 + s->sum * M);
}
