/* All deadlines in order, where they are few: counted from M backwards they are k w_r for all
 * targets, so they are sorted once. Of a target M those before f_r do not count. */
#include <starport/redistribution.h>

#include <stdlib.h>
#include <string.h>

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

/* Sorts n entries between `low` and `high` into `to`, by buckets and in each of them. */
static void sort_slice(const struct sp_deadline *entry, long n, double low, double high, long *end,
                       struct sp_deadline *to)
{
  long buckets = n / 4 + 1;
  double scale = (double)buckets / (high - low), last = (double)buckets - 1;
  memset(end, 0, (size_t)(buckets + 1) * sizeof *end);
  for (long k = 0; k < n; k++)
    end[(long)fmin((high - entry[k].back) * scale, last) + 1]++;
  for (long b = 0; b < buckets; b++)
    end[b + 1] += end[b];
  for (long k = 0; k < n; k++)
    to[end[(long)fmin((high - entry[k].back) * scale, last)]++] = entry[k];
  for (long b = 0, from = 0; b < buckets; from = end[b++])
    sort(&to[from], end[b] - from);
}

/* The greatest k with f_r <= M - k w_r; 0: none. */
static double greatest(const struct sp_redistribution *p, int r, double M)
{
  if (!receives(p, r, M))
    return 0;
  double k = floor((M - p->f[r]) / p->w[r]) + 1;
  while (k > 0 && !(p->f[r] <= M - k * p->w[r]))
    k--;
  return k;
}

/* Sorts the deadlines of all targets up to M: a slice of the time after another, in which there are
 * some twice as many as workers, so that memory is read and written in order. */
static void fill(struct sp_context *cx, struct sp_deadline_list *list,
                 const struct sp_redistribution *p, double M)
{
  double n = count(p, M), slices = floor(n / (2 * p->m + 1000)) + 1, most = 1;
  list->greatest = M;
  list->n = 0;
  list->entry = sp_new(cx, (long)n, struct sp_deadline);
  const void *mark = sp_mark(cx);
  double *k = sp_new(cx, p->m + 1, double); /* [r] the next deadline is k w_r before M; 0: none */
  for (int r = 1; r <= p->m; r++)
    if ((k[r] = greatest(p, r, M)) > 0)
      most += M / slices / p->w[r] + 2;
  struct sp_deadline *entry = sp_new(cx, (long)most, struct sp_deadline);
  long *end = sp_new(cx, (long)most + 1, long);
  for (double high = M, left = slices - 1; left >= 0; left--) {
    double low = M * (left / slices);
    long found = 0;
    for (int r = 1; r <= p->m; r++)
      for (; k[r] > 0 && k[r] * p->w[r] > low; k[r]--)
        entry[found++] = (struct sp_deadline){k[r] * p->w[r], r};
    sort_slice(entry, found, low, high, end, &list->entry[list->n]);
    list->n += found;
    high = low;
  }
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
