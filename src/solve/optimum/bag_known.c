/* Equivalent states of the exact search for a bag: workers of equal costs and places are exchanged
 * so that the numbers and dates of each group are sorted. */
#include "solve/optimum/bag_search.h"

static int compare_workers(const struct bb *b, int i, int k)
{
  if (b->n[i] != b->n[k])
    return b->n[i] < b->n[k] ? -1 : 1;
  for (int j = 0; j < b->places[i]; j++) {
    double x = b->state[b->at[i] + j], y = b->state[b->at[k] + j];
    if (x != y)
      return x < y ? -1 : 1;
  }
  return 0;
}

/* The worker of i's group whose rank by numbers and dates is the rank of i by index. */
static int ranked(const struct bb *b, int i)
{
  int rank = 0;
  for (int k = b->group[i]; k < i; k++)
    rank += b->group[k] == b->group[i];
  for (int k = b->group[i]; k <= b->m; k++) {
    int before = 0;
    if (b->group[k] != b->group[i])
      continue;
    for (int l = b->group[i]; l <= b->m; l++) {
      int order = b->group[l] == b->group[i] ? compare_workers(b, l, k) : 1;
      before += order < 0 || (order == 0 && l < k);
    }
    if (before == rank)
      return k;
  }
  return i;
}

/* The state has the numbers and dates with the workers of each group sorted. */
bool bb_known(struct bb *b, double link)
{
  double *number = b->searched.state, *date = number + b->m;
  *date++ = link;
  for (int i = 1; i <= b->m; i++) {
    int k = ranked(b, i);
    *number++ = 1 + b->n[k];
    for (int j = 0; j < b->places[k]; j++)
      *date++ = fmax(b->state[b->at[k] + j], link);
  }
  return dominance_known(&b->searched);
}

bool bb_repeated(const struct bb *b, int i)
{
  for (int k = b->group[i]; k < i; k++)
    if (b->group[k] == b->group[i] && compare_workers(b, k, i) == 0)
      return true;
  return false;
}
