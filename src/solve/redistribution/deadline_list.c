/* All deadlines in order, where they are few: counted from M backwards they are k w_r for all
 * targets, so they are sorted once. Of a target M those before f_r do not count. */
#include <starport/redistribution.h>

#include <stdlib.h>

static const double most_entries = 4e6;

/* The latest k w_r first; ties by index. */
static int in_order(const void *a, const void *b)
{
  const struct sp_deadline *x = a, *y = b;
  if (x->back != y->back)
    return x->back > y->back ? -1 : 1;
  return x->worker - y->worker;
}

/* True if r can receive at a target M. */
static bool receives(const struct sp_redistribution *p, int r, double M)
{
  return p->f[r] < M && p->w[r] < INFINITY;
}

static double count(const struct sp_redistribution *p, double M)
{
  double n = 0;
  for (int r = 1; r <= p->m; r++)
    n += receives(p, r, M) ? floor((M - p->f[r]) / p->w[r]) + 1 : 0;
  return n;
}

/* Sorts the deadlines of all targets up to M. */
static void fill(struct sp_context *cx, struct sp_deadline_list *list,
                 const struct sp_redistribution *p, double M)
{
  list->greatest = M;
  list->n = 0;
  list->entry = sp_new(cx, (long)count(p, M), struct sp_deadline);
  for (int r = 1; r <= p->m; r++)
    for (double k = 1; receives(p, r, M) && p->f[r] <= M - k * p->w[r]; k++)
      list->entry[list->n++] = (struct sp_deadline){k * p->w[r], r};
  qsort(list->entry, (size_t)list->n, sizeof *list->entry, in_order);
  /* Where rounding may make two deadlines equal, their order depends on M. */
  for (long j = 1; j < list->n && !p->exact; j++) {
    double gap = list->entry[j - 1].back - list->entry[j].back;
    list->ambiguous = list->ambiguous || (gap > 0 && gap < 0x1p-48 * M);
  }
}

bool sp_deadline_list_serves(struct sp_deadline_list *list, const struct sp_target *t)
{
  double few = fmin(4 * (double)t->Lsend, most_entries), later = 1.25 * t->M;
  if (list->ambiguous || count(t->p, t->M) > few)
    return false;
  if (t->M > list->greatest)
    fill(t->cx, list, t->p, count(t->p, later) > most_entries ? t->M : later);
  return !list->ambiguous;
}

long sp_deadline_list_after(const struct sp_deadline_list *list, double M, double date, int worker)
{
  long low = 0, high = list->n;
  while (low < high) {
    long k = low + (high - low) / 2;
    double d = M - list->entry[k].back;
    if (d < date || (d == date && list->entry[k].worker <= worker))
      low = k + 1;
    else
      high = k;
  }
  return low;
}
