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

/* Notes the runs of entries each less than `gap` from the next one, of which not all are equal. */
static void note_runs(struct sp_context *cx, struct sp_deadline_list *list, double gap)
{
  const struct sp_deadline *entry = list->entry;
  long in_runs = 0, room = list->n / 32 + 1;
  list->runs = 0;
  list->run = sp_new(cx, room, struct sp_deadline_run);
  for (long first = 0, last; first < list->n && !list->ambiguous; first = last + 1) {
    for (last = first; last + 1 < list->n && entry[last].back - entry[last + 1].back < gap;)
      last++;
    if (entry[first].back == entry[last].back)
      continue;
    in_runs += last - first + 1;
    list->run[list->runs++] = (struct sp_deadline_run){first, last};
    list->ambiguous = in_runs > list->n / 16;
  }
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
  note_runs(cx, list, p->exact ? 0 : 0x1p-48 * M);
}

/* True if x is after y in D for the target M. */
static bool is_after(const struct sp_deadline *x, const struct sp_deadline *y, double M)
{
  double dx = M - x->back, dy = M - y->back;
  return dx > dy || (dx == dy && x->worker > y->worker);
}

/* Sorts the entries of a run for the target M: rounding can give them the same date. */
static void sort_run(struct sp_deadline *entry, struct sp_deadline_run run, double M)
{
  for (long j = run.first + 1; j <= run.last; j++) {
    struct sp_deadline moved = entry[j];
    long k = j;
    for (; k > run.first && is_after(&entry[k - 1], &moved, M); k--)
      entry[k] = entry[k - 1];
    entry[k] = moved;
  }
}

bool sp_deadline_list_serves(struct sp_deadline_list *list, const struct sp_target *t)
{
  double few = fmin(8 * (double)t->Lsend, most_entries), later = (1 + 0x1p-6) * t->M;
  if (list->ambiguous || count(t->p, t->M) > few)
    return false;
  if (t->M > list->greatest)
    fill(t->cx, list, t->p, count(t->p, later) > most_entries ? t->M : later);
  for (long k = 0; k < list->runs && !list->ambiguous; k++)
    sort_run(list->entry, list->run[k], t->M);
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
