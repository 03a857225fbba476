/* The book of an on-line run; see book.h. Forecasts follow the kernel of RR-5196, Figure 7: a unit
 * engaged to worker i at date t starts at s = max(t, room_at_i), arrives at e = s + S_i + c_i and
 * is computed by max(e, idle_at_i) + w_i. Finish dates are kept, never derived: "idle - (b-1)*w" on
 * floating point would break the comparison room_at <= now. */
#include "model/book.h"
#include "model/memory.h"
#include <stdlib.h>

void book_init(struct book *b, const struct sp_instance *in, bool deviations)
{
  size_t lines = (size_t)in->m + 1;
  bool redistribution = in->problem == SP_REDISTRIBUTION;
  *b = (struct book){.in = in};
  b->worker = sp_xcalloc(lines, sizeof *b->worker);
  b->queue = sp_xcalloc(lines, sizeof *b->queue);
  b->current_end = sp_xcalloc(lines, sizeof *b->current_end);
  b->link_free = sp_xcalloc(lines, sizeof *b->link_free);
  b->own = sp_xcalloc(lines, sizeof *b->own);
  b->busy = sp_xcalloc(lines, sizeof *b->busy);
  b->on_received = sp_xcalloc(lines, sizeof *b->on_received);
  for (int port = SP_OUT; port <= SP_IN; port++) {
    b->changed[port] = sp_xcalloc(lines, sizeof *b->changed[port]);
    b->marked[port] = sp_xcalloc(lines, sizeof *b->marked[port]);
  }
  b->remaining = redistribution ? 0 : in->total.v;
  b->queues = deviations || redistribution;
  for (int i = 1; i <= in->m; i++) {
    double load = redistribution ? in->load[i].v : 0;
    b->worker[i] = (struct sp_worker_view){.c = in->c[i].v,
                                           .w = in->w[i].v,
                                           .latency = in->latency[i].v,
                                           .idle_at = load > 0 ? load * in->w[i].v : 0,
                                           .assigned = load,
                                           .buffer = in->buffer[i],
                                           .held = (long)load,
                                           .movable = (long)load};
    b->own[i] = (long)load;
    b->movable += load;
    b->queues = b->queues || in->buffer[i] != LONG_MAX;
    for (int port = SP_OUT; port <= SP_IN; port++) {
      b->changed[port][b->n_changed[port]++] = i;
      b->marked[port][i] = true;
    }
  }
}

void book_clear(struct book *b)
{
  for (int i = 1; b->queue && i <= b->in->m; i++)
    free(b->queue[i].entry);
  free(b->worker);
  free(b->queue);
  free(b->current_end);
  free(b->link_free);
  free(b->own);
  free(b->busy);
  free(b->on_received);
  for (int port = SP_OUT; port <= SP_IN; port++) {
    free(b->changed[port]);
    free(b->marked[port]);
  }
  *b = (struct book){0};
}

struct sp_view book_view(const struct book *b, enum sp_port port, double now)
{
  return (struct sp_view){.now = now,
                          .deadline = b->in->deadline.v,
                          .port = port,
                          .remaining = port == SP_OUT ? b->remaining : b->movable,
                          .port_free = {b->port_free[SP_OUT], b->port_free[SP_IN]},
                          .m = b->in->m,
                          .worker = b->worker,
                          .n_changed = b->n_changed[port],
                          .changed = b->changed[port]};
}

void book_asked(struct book *b, enum sp_port port)
{
  for (int k = 0; k < b->n_changed[port]; k++)
    b->marked[port][b->changed[port][k]] = false;
  b->n_changed[port] = 0;
}

static void mark(struct book *b, int i)
{
  for (int port = SP_OUT; port <= SP_IN; port++)
    if (!b->marked[port][i]) {
      b->marked[port][i] = true;
      b->changed[port][b->n_changed[port]++] = i;
    }
}

static struct book_entry *entry(struct book_queue *q, long k)
{
  long at = q->first + k;
  return &q->entry[at < q->cap ? at : at - q->cap];
}

static void push(struct book_queue *q, struct book_entry e)
{
  if (q->n == q->cap) {
    long cap = q->cap ? 2 * q->cap : 4;
    struct book_entry *larger = sp_xcalloc((size_t)cap, sizeof *larger);
    for (long k = 0; k < q->n; k++)
      larger[k] = *entry(q, k);
    free(q->entry);
    *q = (struct book_queue){larger, 0, q->n, cap, q->arrived};
  }
  q->n++;
  *entry(q, q->n - 1) = e;
}

static void pop(struct book_queue *q)
{
  q->first = q->first + 1 < q->cap ? q->first + 1 : 0;
  q->n--;
  q->arrived--;
}

/* Room: unit number n+1 may start arriving when unit number n+1-b is computed. */
static void update_room(struct book *b, int i)
{
  struct sp_worker_view *v = &b->worker[i];
  struct book_queue *q = &b->queue[i];
  v->room_at = q->n >= v->buffer ? entry(q, q->n - v->buffer)->finish : 0;
}

/* Forecasts of worker i afresh from what is under way, own units, then the queue. */
static void rebase(struct book *b, int i, double now)
{
  struct sp_worker_view *v = &b->worker[i];
  struct book_queue *q = &b->queue[i];
  double end = b->busy[i] ? b->current_end[i] : now;
  long k = 0;
  if (b->busy[i] && b->on_received[i])
    entry(q, k++)->finish = end;
  if (b->own[i] > 0)
    end += (double)b->own[i] * v->w;
  for (; k < q->n; k++) {
    struct book_entry *e = entry(q, k);
    end = (e->arrival > end ? e->arrival : end) + e->amount * v->w;
    e->finish = end;
  }
  v->idle_at = end;
  update_room(b, i);
}

void book_engaged_out(struct book *b, int i, double amount, double now)
{
  struct sp_worker_view *v = &b->worker[i];
  double start = v->room_at > now ? v->room_at : now;
  if (b->link_free[i] > start)
    start = b->link_free[i];
  double arrival = start + (v->latency + amount * v->c);
  v->idle_at = (arrival > v->idle_at ? arrival : v->idle_at) + amount * v->w;
  v->assigned += amount;
  v->held++;
  b->link_free[i] = b->port_free[SP_OUT] = arrival;
  b->remaining -= amount;
  if (b->queues) {
    push(&b->queue[i], (struct book_entry){arrival, amount, v->idle_at});
    update_room(b, i);
  }
  mark(b, i);
}

void book_engaged_in(struct book *b, int s, bool received, double now)
{
  struct sp_worker_view *v = &b->worker[s];
  struct book_queue *q = &b->queue[s];
  if (!received) {
    b->own[s]--;
  } else {
    bool skip = b->busy[s] && b->on_received[s];
    if (skip) /* the second: close the gap by moving the first one up */
      *entry(q, 1) = *entry(q, 0);
    pop(q);
  }
  v->movable--;
  v->assigned--;
  v->held--;
  b->movable--;
  b->port_free[SP_IN] = now + (v->latency + v->c);
  rebase(b, s, now);
  mark(b, s);
}

void book_received(struct book *b, int s, double date)
{
  (void)s;
  b->remaining++;
  b->port_free[SP_IN] = date;
}

void book_arrived(struct book *b, int i, double date)
{
  struct book_queue *q = &b->queue[i];
  if (!book_same_date(date, b->port_free[SP_OUT]) && b->link_free[i] == b->port_free[SP_OUT])
    b->port_free[SP_OUT] = date;
  if (b->queues) {
    struct book_entry *e = entry(q, q->arrived++);
    if (!book_same_date(date, e->arrival)) {
      e->arrival = date;
      rebase(b, i, date);
    }
  }
  if (b->in->problem == SP_REDISTRIBUTION) {
    b->worker[i].movable++;
    b->movable++;
  }
  mark(b, i);
}

void book_begun(struct book *b, int i, bool received, double amount, double date)
{
  b->busy[i] = true;
  b->on_received[i] = received;
  b->current_end[i] = date + amount * b->worker[i].w;
  if (!received)
    b->own[i]--;
  if (b->in->problem == SP_REDISTRIBUTION) {
    b->worker[i].movable--;
    b->movable--;
    mark(b, i);
  }
}

void book_computed(struct book *b, int i, double amount, double date)
{
  struct sp_worker_view *v = &b->worker[i];
  struct book_queue *q = &b->queue[i];
  double forecast = b->current_end[i];
  if (b->on_received[i] && b->queues) {
    forecast = entry(q, 0)->finish;
    pop(q);
  }
  b->busy[i] = false;
  v->done += amount;
  v->held--;
  if (book_same_date(date, forecast) || !b->queues)
    update_room(b, i);
  else
    rebase(b, i, date);
  mark(b, i);
}
