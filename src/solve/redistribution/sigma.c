/* A sequence of receivers whose most expensive entry is found at once. Entries of one c form a
 * stack linked through the sequence. The next lower c present is found in a set of bits, one for
 * each c, and that in a set with a bit for each of its words: dear entries come and go all the
 * time. A removed entry leaves a gap; a full sequence with more gaps than entries is compacted
 * instead of enlarged. */
#include <starport/redistribution.h>

#include <string.h>

struct sp_sigma sp_sigma_new(struct sp_context *cx, const struct sp_redistribution *p)
{
  long words = p->ranks / 64 + 1;
  struct sp_sigma sigma = {.cx = cx,
                           .p = p,
                           .top = sp_new(cx, p->ranks, long),
                           .present = sp_new(cx, words, uint64_t),
                           .words = sp_new(cx, words / 64 + 1, uint64_t)};
  sp_sigma_clear(&sigma);
  return sigma;
}

void sp_sigma_clear(struct sp_sigma *sigma)
{
  sigma->n = sigma->used = 0;
  sigma->largest = -1;
  for (int k = 0; k < sigma->p->ranks; k++) {
    sigma->top[k] = -1;
    sigma->present[k / 64] = 0;
    sigma->words[k / 4096] = 0;
  }
}

static int last_bit(uint64_t bits)
{
  return 63 - __builtin_clzll(bits);
}

static void insert(struct sp_sigma *sigma, int rank)
{
  sigma->present[rank / 64] |= UINT64_C(1) << rank % 64;
  sigma->words[rank / 4096] |= UINT64_C(1) << rank / 64 % 64;
  if (rank > sigma->largest)
    sigma->largest = rank;
}

/* Removes the largest, which has no entry. */
static void remove_largest(struct sp_sigma *sigma)
{
  int rank = sigma->largest, word = rank / 64;
  sigma->present[word] &= ~(UINT64_C(1) << rank % 64);
  if (sigma->present[word] == 0) {
    int group = word / 64;
    sigma->words[group] &= ~(UINT64_C(1) << word % 64);
    while (group > 0 && sigma->words[group] == 0)
      group--;
    word = sigma->words[group] == 0 ? -1 : group * 64 + last_bit(sigma->words[group]);
  }
  sigma->largest = word < 0 ? -1 : word * 64 + last_bit(sigma->present[word]);
}

static void allocate(struct sp_sigma *sigma, long cap)
{
  sigma->room = sigma->cap = cap;
  sigma->worker = sp_new(sigma->cx, cap, int);
  sigma->below = sp_new(sigma->cx, cap, long);
}

/* Appends all entries again, without the gaps; `worker` are they, with the gaps. */
static void append_all(struct sp_sigma *sigma, const int *worker)
{
  long used = sigma->used;
  sp_sigma_clear(sigma);
  for (long k = 0; k < used; k++)
    if (worker[k] != 0)
      sp_sigma_append(sigma, worker[k]);
}

void sp_sigma_compact(struct sp_sigma *sigma)
{
  append_all(sigma, sigma->worker);
}

/* Makes room in place, without the gaps, or in twice the memory. */
static void make_room(struct sp_sigma *sigma)
{
  const int *worker = sigma->worker;
  if (sigma->n > sigma->used / 2 || sigma->cap == 0)
    allocate(sigma, sigma->cap ? 2 * sigma->cap : 128);
  append_all(sigma, worker);
}

void sp_sigma_reserve(struct sp_sigma *sigma, long n)
{
  if (sigma->cap < 2 * n)
    allocate(sigma, 2 * n);
}

void sp_sigma_copy(struct sp_sigma *to, const struct sp_sigma *from)
{
  int ranks = from->p->ranks, words = ranks / 64 + 1;
  if (to->room < from->cap)
    allocate(to, from->cap);
  to->cap = from->cap;
  to->n = from->n;
  to->used = from->used;
  to->largest = from->largest;
  memcpy(to->worker, from->worker, (size_t)from->used * sizeof *to->worker);
  memcpy(to->below, from->below, (size_t)from->used * sizeof *to->below);
  memcpy(to->top, from->top, (size_t)ranks * sizeof *to->top);
  memcpy(to->present, from->present, (size_t)words * sizeof *to->present);
  memcpy(to->words, from->words, (size_t)(words / 64 + 1) * sizeof *to->words);
}

void sp_sigma_append(struct sp_sigma *sigma, int r)
{
  if (sigma->used == sigma->cap)
    make_room(sigma);
  int rank = sigma->p->rank[r];
  if (sigma->top[rank] < 0)
    insert(sigma, rank);
  sigma->worker[sigma->used] = r;
  sigma->below[sigma->used] = sigma->top[rank];
  sigma->top[rank] = sigma->used++;
  sigma->n++;
}

double sp_sigma_remove_largest(struct sp_sigma *sigma)
{
  int rank = sigma->largest;
  long position = sigma->top[rank];
  sigma->worker[position] = 0;
  sigma->top[rank] = sigma->below[position];
  if (sigma->top[rank] < 0)
    remove_largest(sigma);
  sigma->n--;
  return sigma->p->cost[rank];
}

double sp_sigma_largest(const struct sp_sigma *sigma)
{
  return sigma->largest < 0 ? -INFINITY : sigma->p->cost[sigma->largest];
}

void sp_sigma_first(const struct sp_sigma *sigma, long n, int *receiver)
{
  for (long k = 0, taken = 0; taken < n; k++)
    if (sigma->worker[k] != 0)
      receiver[taken++] = sigma->worker[k];
}

void sp_sigma_count(const struct sp_sigma *sigma, long *count)
{
  memset(count, 0, (size_t)sigma->p->ranks * sizeof *count);
  for (long k = 0; k < sigma->used; k++)
    if (sigma->worker[k] != 0)
      count[sigma->p->rank[sigma->worker[k]]]++;
}
