/* The beginning of a sequence of receivers that the cheapest links decide, for targets where no
 * sender's link is cheaper than the cheapest of the receivers, c. Then the port is free at each
 * arrival if all entries cost c, and an entry of cost c is never refused while the sequence has a
 * dearer one: in place of that it is on time, since all later entries become earlier by c at least.
 * So after each entry of cost c the sequence has one more of them, unless all that could be on time
 * are of cost c already. This count needs no other entries; where it is the number of tasks that
 * can be at a receiver by that date, it is the whole sequence, and what follows does not depend on
 * the past.
 *
 * The count can also be begun in the middle, from less than it is there. Of the entries of an idle
 * worker at most one less than length/w is in any interval, and the number of arrivals up to a date
 * is concave in the date: so the count at date x is at least min(arrivals, sum x/w) less one for
 * each worker. It grows to the true one where the workers ask for more than what arrives. */
#include <starport/redistribution.h>

struct sp_demand sp_demand_of(const struct sp_deadlines *D)
{
  const struct sp_redistribution *p = D->p;
  struct sp_demand demand = {0, 0};
  for (int j = 0; j < p->m && p->c[p->by_c[j]] <= D->cheapest; j++) {
    int r = p->by_c[j];
    if (p->c[r] < D->cheapest || p->f[r] > 0 || p->w[r] == INFINITY)
      continue;
    demand.workers++;
    demand.rate += 1 / p->w[r];
  }
  return demand;
}

/* The tasks that can be at a receiver of cost c by date x. */
static long on_time(const struct sp_target *t, double c, double x)
{
  long low = 0, high = t->Lsend;
  while (low < high) {
    long k = low + (high - low) / 2;
    if (t->arrival[k] + c <= x)
      low = k + 1;
    else
      high = k;
  }
  return low;
}

/* Counts from n on, after the date where D is. A whole sequence is none of which the receivers are
 * known: fwd may have had enough before, with dearer ones. */
static struct sp_prefix count(struct sp_deadlines *D, const struct sp_target *t, long n,
                              int *receiver)
{
  struct sp_prefix known = SP_PREFIX_EMPTY;
  int r;
  while (n < t->Lsend && (r = sp_deadlines_cheapest(D, t->arrival[n] + D->cheapest)) != 0) {
    if (receiver)
      receiver[n] = r;
    n++;
    if (n == t->Lsend ? !receiver : t->arrival[n] + D->cheapest > D->date)
      known = (struct sp_prefix){n, D->date, r};
  }
  return known;
}

struct sp_prefix sp_prefix_longest(struct sp_deadlines *D, const struct sp_target *t, int *receiver)
{
  sp_deadlines_open(D, t);
  return D->cheapest <= t->first ? count(D, t, 0, receiver) : SP_PREFIX_EMPTY;
}

struct sp_prefix sp_prefix_late(struct sp_deadlines *D, const struct sp_target *t)
{
  const double rounding = 8;
  struct sp_prefix known = SP_PREFIX_EMPTY;
  sp_deadlines_open(D, t);
  struct sp_demand demand = sp_demand_of(D);
  if (D->cheapest > t->first || demand.rate * t->p->c[t->sender[t->Lsend - 1]] <= 1)
    return known;
  for (double length = 4 * demand.workers / demand.rate; known.n == 0 && length < t->M;
       length *= 4) {
    double x = t->M - length, least = fmin((double)on_time(t, D->cheapest, x), demand.rate * x);
    sp_deadlines_open_after(D, t, (struct sp_prefix){0, x, t->p->m});
    known = count(D, t, (long)fmax(0, least - demand.workers - rounding), NULL);
  }
  return known;
}
