/* The book of an on-line run; see book.h. Forecasts follow the kernel of RR-5196, Figure 7: a unit
 * engaged to worker i at date t starts at s = max(t, room_at_i), arrives at e = s + S_i + c_i and
 * is computed by max(e, idle_at_i) + w_i. Finish dates are kept, never derived: "idle - (b-1)*w" on
 * floating point would break the comparison room_at <= now. */
#include "model/book.h"
#include "base/memory.h"
#include <stdlib.h>

static inline void mark_for(struct book *b, enum sp_port port, int i)
{
  if (!b->line[i].marked[port]) {
    b->line[i].marked[port] = true;
    b->changed[port][b->view[port].n_changed++] = i;
  }
}

/* Worker i's line of the view has changed: for each port that asks. */
static inline void mark(struct book *b, int i)
{
  mark_for(b, SP_OUT, i);
  if (b->receives)
    mark_for(b, SP_IN, i);
}

void book_init(struct book *b, const struct sp_instance *in, bool deviations)
{
  size_t lines = (size_t)in->m + 1;
  bool redistribution = in->problem == SP_REDISTRIBUTION;
  *b = (struct book){.in = in, .receives = redistribution};
  b->worker = sp_xcalloc(lines, sizeof *b->worker);
  b->line = sp_xcalloc(lines, sizeof *b->line);
  b->remaining = redistribution ? 0 : in->total.v;
  b->queues = deviations || redistribution;
  for (int port = SP_OUT; port <= SP_IN; port++) {
    b->changed[port] = sp_xcalloc(lines, sizeof *b->changed[port]);
    b->view[port] = (struct sp_view){.deadline = in->deadline.v,
                                     .port = (enum sp_port)port,
                                     .m = in->m,
                                     .worker = b->worker,
                                     .changed = b->changed[port]};
  }
  for (int i = 1; i <= in->m; i++) {
    double load = redistribution ? in->load[i].v : 0;
    b->worker[i] = (struct sp_worker_view){.c = in->c[i].v,
                                           .w = in->w[i].v,
                                           .latency = in->latency[i].v,
                                           .idle_at = load > 0 ? load * in->w[i].v : 0,
                                           .assigned = load,
                                           .buffer = sp_places(in, i),
                                           .held = (long)load,
                                           .movable = (long)load};
    b->line[i].own = (long)load;
    b->movable += load;
    b->queues = b->queues || sp_places(in, i) != LONG_MAX;
    mark(b, i);
  }
}

void book_clear(struct book *b)
{
  for (int i = 1; b->line && i <= b->in->m; i++)
    free(b->line[i].queue.entry);
  free(b->worker);
  free(b->line);
  free(b->changed[SP_OUT]);
  free(b->changed[SP_IN]);
  *b = (struct book){0};
}

const struct sp_view *book_view(struct book *b, enum sp_port port, double now)
{
  struct sp_view *view = &b->view[port];
  view->now = now;
  view->remaining = port == SP_OUT ? b->remaining : b->movable;
  view->port_free[SP_OUT] = b->port_free[SP_OUT];
  view->port_free[SP_IN] = b->port_free[SP_IN];
  return view;
}

void book_asked(struct book *b, enum sp_port port)
{
  struct sp_view *view = &b->view[port];
  for (int k = 0; k < view->n_changed; k++)
    b->line[view->changed[k]].marked[port] = false;
  view->n_changed = 0;
}

static struct book_entry *entry(struct book_queue *q, long k)
{
  return &q->entry[(q->first + k) & (q->cap - 1)];
}

static void enlarge(struct book_queue *q)
{
  struct book_queue larger = *q;
  larger.cap = q->cap ? 2 * q->cap : 4;
  larger.entry = sp_xcalloc((size_t)larger.cap, sizeof *larger.entry);
  for (long k = 0; k < q->n; k++)
    *entry(&larger, k) = *entry(q, k);
  free(q->entry);
  *q = larger;
}

static void push(struct book_queue *q, struct book_entry e)
{
  if (q->n == q->cap)
    enlarge(q);
  *entry(q, q->n++) = e;
}

static void pop(struct book_queue *q)
{
  q->first++;
  q->n--;
  q->arrived--;
}

/* Room: unit number n+1 may start arriving when unit number n+1-b is computed. */
static void update_room(struct book *b, int i)
{
  struct sp_worker_view *v = &b->worker[i];
  struct book_queue *q = &b->line[i].queue;
  v->room_at = q->n >= v->buffer ? entry(q, q->n - v->buffer)->finish : 0;
}

/* Forecasts of worker i afresh from what is under way, own units, then the queue. */
static void rebase(struct book *b, int i, double now)
{
  struct sp_worker_view *v = &b->worker[i];
  struct book_line *line = &b->line[i];
  struct book_queue *q = &line->queue;
  double end = line->busy ? line->current_end : now;
  long k = 0;
  if (line->busy && line->on_received)
    entry(q, k++)->finish = end;
  if (line->own > 0)
    end += (double)line->own * v->w;
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
  struct book_line *line = &b->line[i];
  double start = v->room_at > now ? v->room_at : now;
  if (line->link_free > start)
    start = line->link_free;
  double arrival = start + (v->latency + amount * v->c);
  v->idle_at = (arrival > v->idle_at ? arrival : v->idle_at) + amount * v->w;
  v->assigned += amount;
  v->held++;
  line->link_free = b->port_free[SP_OUT] = arrival;
  b->remaining -= amount;
  if (b->queues) {
    push(&line->queue, (struct book_entry){arrival, amount, v->idle_at});
    update_room(b, i);
  }
  mark(b, i);
}

void book_engaged_in(struct book *b, int s, bool received, double now)
{
  struct sp_worker_view *v = &b->worker[s];
  struct book_line *line = &b->line[s];
  struct book_queue *q = &line->queue;
  if (!received) {
    line->own--;
  } else {
    bool skip = line->busy && line->on_received;
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
  struct book_line *line = &b->line[i];
  struct book_queue *q = &line->queue;
  if (!book_same_date(date, b->port_free[SP_OUT]) && line->link_free == b->port_free[SP_OUT])
    b->port_free[SP_OUT] = date;
  if (b->queues) {
    struct book_entry *e = entry(q, q->arrived++);
    if (!book_same_date(date, e->arrival)) {
      e->arrival = date;
      rebase(b, i, date);
      mark(b, i);
    }
  }
  if (b->receives) {
    b->worker[i].movable++;
    b->movable++;
    mark(b, i);
  }
}

void book_begun(struct book *b, int i, bool received, double amount, double date)
{
  struct book_line *line = &b->line[i];
  line->busy = true;
  line->on_received = received;
  line->current_end = date + amount * b->worker[i].w;
  if (!received)
    line->own--;
  if (b->receives) {
    b->worker[i].movable--;
    b->movable--;
    mark(b, i);
  }
}

void book_computed(struct book *b, int i, double amount, double date)
{
  struct sp_worker_view *v = &b->worker[i];
  struct book_line *line = &b->line[i];
  struct book_queue *q = &line->queue;
  double forecast = line->current_end;
  if (line->on_received && b->queues) {
    forecast = entry(q, 0)->finish;
    pop(q);
  }
  line->busy = false;
  v->done += amount;
  v->held--;
  if (book_same_date(date, forecast) || !b->queues)
    update_room(b, i);
  else
    rebase(b, i, date);
  mark(b, i);
}
