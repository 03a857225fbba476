/* All deadlines in order, where they are few: counted from M backwards they are k w_r for all
 * targets, so they are sorted once. Of a target M those before f_r do not count. */
#include <starport/redistribution.h>

#include <stdlib.h>

static const double most_entries = 8e6;

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

/* Sorts n entries, most of which are few. */
static void sort(struct sp_deadline *entry, long n)
{
  if (n > 16) {
    qsort(entry, (size_t)n, sizeof *entry, in_order);
    return;
  }
  for (long j = 1; j < n; j++) {
    struct sp_deadline moved = entry[j];
    long k = j;
    for (; k > 0 && in_order(&entry[k - 1], &moved) > 0; k--)
      entry[k] = entry[k - 1];
    entry[k] = moved;
  }
}

/* The bucket of an entry k w_r before M, of `buckets` that divide the dates up to M. */
static long bucket_of(double back, double M, long buckets)
{
  long b = (long)((M - back) / M * (double)buckets);
  return b < buckets ? b : buckets - 1;
}

/* Sorts the deadlines of all targets up to M, by buckets and in each of them. */
static void fill(struct sp_context *cx, struct sp_deadline_list *list,
                 const struct sp_redistribution *p, double M)
{
  long buckets = (long)count(p, M) / 4 + 1;
  list->greatest = M;
  list->n = 0;
  list->entry = sp_new(cx, (long)count(p, M), struct sp_deadline);
  const void *mark = sp_mark(cx);
  long *end = sp_new(cx, buckets + 1, long);
  for (int r = 1; r <= p->m; r++)
    for (double k = 1; receives(p, r, M) && p->f[r] <= M - k * p->w[r]; k++)
      end[bucket_of(k * p->w[r], M, buckets) + 1]++;
  for (long b = 0; b < buckets; b++)
    end[b + 1] += end[b];
  list->n = end[buckets];
  for (int r = 1; r <= p->m; r++)
    for (double k = 1; receives(p, r, M) && p->f[r] <= M - k * p->w[r]; k++)
      list->entry[end[bucket_of(k * p->w[r], M, buckets)]++] = (struct sp_deadline){k * p->w[r], r};
  for (long b = 0, from = 0; b < buckets; from = end[b++])
    sort(&list->entry[from], end[b] - from);
  sp_release(cx, mark);
  /* Where rounding may make two deadlines equal, their order depends on M. */
  for (long j = 1; j < list->n && !p->exact; j++) {
    double gap = list->entry[j - 1].back - list->entry[j].back;
    list->ambiguous = list->ambiguous || (gap > 0 && gap < 0x1p-48 * M);
  }
}

bool sp_deadline_list_serves(struct sp_deadline_list *list, const struct sp_target *t)
{
  double few = fmin(8 * (double)t->Lsend, most_entries), later = 1.25 * t->M;
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
