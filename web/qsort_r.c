/* Sorts as glibc's qsort_r does: by merging, so equal elements keep their order. */
#include "qsort_r.h"
#include <string.h>

typedef int compare(const void *, const void *, void *);

static void sort(char *from, char *spare, size_t n, size_t size, compare *order, void *data)
{
  if (n < 2)
    return;
  size_t half = n / 2, i = 0, j = half, k = 0;
  sort(from, spare, half, size, order, data);
  sort(from + half * size, spare, n - half, size, order, data);
  for (; i < half || j < n; k++) {
    int first = j == n || (i < half && order(from + i * size, from + j * size, data) <= 0);
    memcpy(spare + k * size, from + (first ? i++ : j++) * size, size);
  }
  memcpy(from, spare, n * size);
}

void qsort_r(void *array, size_t n, size_t size, compare *order, void *data)
{
  char *spare = malloc(n * size + 1);
  if (!spare)
    abort();
  sort(array, spare, n, size, order, data);
  free(spare);
}
