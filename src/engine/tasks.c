/* Tasks of messages: see tasks.h. */
#include "engine/tasks.h"
#include "base/memory.h"
#include "model/instance.h"

void tasks_open(struct controller *c)
{
  if (c->failures && (c->in->release || c->in->sizes))
    c->tasks = sp_xcalloc(1, sizeof *c->tasks);
}

void tasks_close(struct controller *c)
{
  if (!c->tasks)
    return;
  free(c->tasks->again.entry);
  free(c->tasks->engaged.item);
  free(c->tasks);
}

void tasks_choose(struct tasks *t, long n)
{
  for (long k = 0; k < n; k++) {
    long task = t->again.n > 0 ? min_queue_pop(&t->again).number : t->sent++;
    fifo_push(&t->engaged, &task);
  }
}

long tasks_next(const struct controller *c)
{
  const struct tasks *t = c->tasks;
  return !t ? c->units : t->again.n > 0 ? t->again.entry[0].number : t->sent;
}

void tasks_again(struct controller *c, long first, long n)
{
  struct tasks *t = c->tasks;
  for (long k = first; k < first + n; k++) {
    long task = *fifo_at(&t->engaged, k, long);
    min_queue_push(&t->again, (double)task, task);
  }
}

double tasks_size(const struct controller *c, const struct hop *hop, double *squares)
{
  double sum = 0, of_squares = 0;
  if (c->in->problem == SP_DIVISIBLE && c->in->sizes) {
    sum = sp_size_of_part(c->in, hop->from, hop->amount, &of_squares);
  } else if (c->in->problem == SP_DIVISIBLE) {
    sum = of_squares = hop->amount;
  }
  for (long k = 0; c->in->problem == SP_BAG && k < (long)hop->amount; k++) {
    double size = c->in->sizes ? c->in->sizes[tasks_number(c, hop, k)] : 1;
    sum += size;
    of_squares += size * size;
  }
  if (squares)
    *squares = of_squares;
  return sum;
}
