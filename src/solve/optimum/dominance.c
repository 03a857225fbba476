/* A hash table of buckets: states of equal keys are in one bucket, which keeps the best of them.
 * Cost: O(DOMINANCE_WAYS) comparisons, most of which end at the first key. */
#include "base/hash.h"
#include "solve/optimum/optimum.h"

#include <string.h>

enum { TABLE = 1 << 23 };

struct dominance dominance_new(struct sp_context *cx, size_t keys, size_t dates, long nodes)
{
  size_t bucket = DOMINANCE_WAYS * (keys + dates), most = (size_t)nodes / 4 + 1;
  struct dominance d = {.keys = keys, .dates = dates, .buckets = TABLE / bucket + 1};
  if (d.buckets > most)
    d.buckets = most;
  d.state = sp_new(cx, keys + dates, double);
  d.line = sp_new(cx, d.buckets * bucket, double);
  return d;
}

static size_t bucket_of(const struct dominance *d)
{
  uint64_t hash = SP_HASH_START;
  for (size_t k = 0; k < d->keys; k++)
    hash = hash_word(hash, (uint64_t)d->state[k]);
  return (hash ^ hash >> 29) % d->buckets;
}

static bool no_later(size_t dates, const double *a, const double *b)
{
  for (size_t k = 0; k < dates; k++)
    if (a[k] > b[k])
      return false;
  return true;
}

bool dominance_known(struct dominance *d)
{
  size_t size = d->keys + d->dates;
  double *bucket = d->line + bucket_of(d) * DOMINANCE_WAYS * size, *chosen = NULL;
  const double *dates = d->state + d->keys;
  for (size_t way = 0; way < DOMINANCE_WAYS; way++) {
    double *line = bucket + way * size;
    if (line[0] == 0) {
      chosen = chosen ? chosen : line;
      break;
    }
    if (memcmp(line, d->state, d->keys * sizeof *line) != 0)
      continue;
    if (no_later(d->dates, line + d->keys, dates))
      return true;
    if (!chosen && no_later(d->dates, dates, line + d->keys))
      chosen = line;
  }
  if (!chosen)
    chosen = bucket + d->next++ % DOMINANCE_WAYS * size;
  memcpy(chosen, d->state, size * sizeof *chosen);
  return false;
}
