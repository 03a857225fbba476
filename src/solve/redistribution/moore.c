/* Moore's algorithm (Moore 1968; RR-6005, Algorithm 2): the most jobs that can meet their deadlines
 * on one machine that works from date 0.
 *
 *   sigma = {} ; t = 0
 *   for each job j by (deadline, index):
 *     append j to sigma ; t += duration_j
 *     if t > deadline_j: remove from sigma the longest job (ties: latest added) ; t -= its duration
 *
 * Proof idea: after each job, sigma has as many of the jobs seen so far as can be on time, and
 * among such sets it is one that ends first. Cost O(n log n), by a max-heap on the durations.
 * Example: durations 4, 3, 2, 5, 6 with deadlines 6, 7, 8, 9, 11. The third job would end at 9, so
 * the first is removed; the fourth would end at 10 and is removed itself; the jobs of durations 3,
 * 2 and 6 are on time, and end at 3, 5 and 11. */
#include <starport/heap.h>
#include <starport/starport.h>

#include "base/memory.h"

#include <stdlib.h>

struct job {
  double deadline;
  int index;
};

static int by_deadline(const void *a, const void *b)
{
  const struct job *x = a, *y = b;
  if (x->deadline != y->deadline)
    return x->deadline < y->deadline ? -1 : 1;
  return (x->index > y->index) - (x->index < y->index);
}

/* Runs the algorithm on sorted jobs; sigma holds ranks, the longest and latest on top. */
static void run(int n, const struct job *job, const double *duration, struct sp_heap *sigma)
{
  double t = 0;
  for (int rank = 0; rank < n; rank++) {
    sp_heap_set2(sigma, rank, -duration[job[rank].index], -rank);
    t += duration[job[rank].index];
    if (t > job[rank].deadline) {
      int longest = sp_heap_top(sigma);
      sp_heap_remove(sigma, longest);
      t -= duration[job[longest].index];
    }
  }
}

int sp_moore(int n, const double *duration, const double *deadline, int *chosen)
{
  if (n <= 0)
    return 0;
  size_t size = (size_t)n;
  struct job *job = sp_xcalloc(size, sizeof *job);
  struct sp_heap sigma = sp_heap_alloc(n);
  for (int j = 0; j < n; j++)
    job[j] = (struct job){deadline[j], j};
  qsort(job, size, sizeof *job, by_deadline);
  run(n, job, duration, &sigma);
  int count = 0;
  for (int rank = 0; rank < n; rank++)
    if (sp_heap_has(&sigma, rank))
      chosen[count++] = job[rank].index;
  free(job);
  sp_heap_free(&sigma);
  return count;
}
