/* The memory of a worker of a divisible load: units are held from the start of the reception of
 * their message until they are computed, each until it is itself (or all until the end of their
 * chunk: free_by_chunk of an instance). A message starts when all its units fit beside those that
 * are held. Since a worker computes in the order of its messages, that is when so many units of one
 * chunk of them have been computed. */
#pragma once

#include "base/fifo.h"

#include <starport/instance.h>

/* A message or its chunk: sent, and not known to be computed. */
struct held {
  double arrival; /* the end of its transfer */
  double amount;
  double begun, finish; /* its computation */
};

/* Amounts that differ by so much of the memory are equal. */
#define MEMORY_ROUNDING 1e-9

/* The place, among the chunks in the queue (struct held), of the one on which a message of so many
 * units has to wait, and in *part the units of it that are computed before; all: until its end. -1:
 * the message fits at once. */
static inline long memory_awaited(const struct sp_instance *in, int i, const struct fifo *chunks,
                                  double amount, double *part)
{
  double size = in->memory[i].v, rounding = size * MEMORY_ROUNDING, lack = amount - size;
  long k = 0;
  for (long j = 0; j < chunks->n; j++)
    lack += fifo_at(chunks, j, struct held)->amount;
  if (chunks->n == 0 || !(lack > rounding))
    return -1;
  for (; k < chunks->n - 1 && lack > fifo_at(chunks, k, struct held)->amount + rounding; k++)
    lack -= fifo_at(chunks, k, struct held)->amount;
  double whole = fifo_at(chunks, k, struct held)->amount;
  *part = in->free_by_chunk || lack >= whole - rounding ? whole : lack;
  return k;
}

/* The date from which the message fits, if all dates are known and nothing changes; 0: at once. */
static inline double memory_free_at(const struct sp_instance *in, int i, const struct fifo *chunks,
                                    double amount)
{
  double part;
  long k = memory_awaited(in, i, chunks, amount, &part);
  if (k < 0)
    return 0;
  const struct held *chunk = fifo_at(chunks, k, struct held);
  return part < chunk->amount ? chunk->begun + part / chunk->amount * (chunk->amount * in->w[i].v)
                              : chunk->finish;
}

/* For plans, whose dates are all known: takes the message that starts at `start`, and drops what
 * has been computed by then. */
static inline void memory_take(struct fifo *chunks, double start, const struct held *chunk)
{
  struct held first;
  while (chunks->n > 0 && fifo_at(chunks, 0, struct held)->finish <= start)
    fifo_pop(chunks, &first);
  fifo_push(chunks, chunk);
}
