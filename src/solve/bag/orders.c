/* Orders of sending of a bag, built task by task: see starport/bag.h. */
#include <starport/bag.h>

#include <string.h>

double *sp_task_costs(struct sp_context *cx, const struct sp_instance *in)
{
  double *c = sp_new(cx, in->m + 1, double);
  for (int i = 1; i <= in->m; i++)
    c[i] = sp_message_time(in, i, 1);
  return c;
}

struct sp_bag sp_bag_new(struct sp_context *cx, const struct sp_instance *in, long more)
{
  size_t nodes = (size_t)in->m + 1;
  struct sp_bag b = {.m = in->m, .N = (long)in->total.v, .c = sp_task_costs(cx, in)};
  b.w = sp_new(cx, nodes, double);
  b.places = sp_new(cx, nodes, long);
  b.at = sp_new(cx, nodes, long);
  b.by_c = sp_order(cx, b.m, b.c);
  b.rank = sp_new(cx, nodes, int);
  for (int rank = 0; rank < b.m; rank++)
    b.rank[b.by_c[rank]] = rank;
  for (int i = 1; i <= b.m; i++) {
    b.w[i] = in->w[i].v;
    b.places[i] = in->buffer[i] < b.N ? in->buffer[i] + more : 0;
    b.at[i] = b.dates;
    b.dates += b.places[i];
  }
  return b;
}

struct sp_bag_state sp_bag_state_new(struct sp_context *cx, const struct sp_bag *b)
{
  size_t nodes = (size_t)b->m + 1;
  struct sp_bag_state s = {.idle = sp_new(cx, nodes, double),
                           .room = sp_new(cx, nodes, double),
                           .finish = sp_new(cx, b->dates, double),
                           .sent = sp_new(cx, nodes, long),
                           .full = sp_heap_new(cx, b->m + 1),
                           .ready = sp_heap_new(cx, b->m)};
  sp_bag_open(b, &s);
  return s;
}

void sp_bag_open(const struct sp_bag *b, struct sp_bag_state *s)
{
  s->link = s->last = 0;
  for (int i = 1; i <= b->m; i++) {
    s->idle[i] = 0;
    s->room[i] = b->w[i] < INFINITY ? 0 : INFINITY;
    s->sent[i] = 0;
  }
}

void sp_bag_copy(const struct sp_bag *b, struct sp_bag_state *to, const struct sp_bag_state *from)
{
  size_t nodes = (size_t)b->m + 1;
  to->link = from->link;
  to->last = from->last;
  memcpy(to->idle, from->idle, nodes * sizeof *to->idle);
  memcpy(to->room, from->room, nodes * sizeof *to->room);
  memcpy(to->sent, from->sent, nodes * sizeof *to->sent);
  memcpy(to->finish, from->finish, (size_t)b->dates * sizeof *to->finish);
}

static double later(double a, double b)
{
  return a > b ? a : b;
}

/* The date at which worker i would end a task sent at `start`. */
static double end_of(const struct sp_bag *b, const struct sp_bag_state *s, int i, double start)
{
  return later(start + b->c[i], s->idle[i]) + b->w[i];
}

void sp_bag_send(const struct sp_bag *b, struct sp_bag_state *s, int i)
{
  double start = later(s->link, s->room[i]), end = end_of(b, s, i, start);
  long places = b->places[i], sent = s->sent[i]++;
  s->link = start + b->c[i];
  s->idle[i] = end;
  s->last = later(s->last, end);
  if (places == 0)
    return;
  double *finish = s->finish + b->at[i];
  finish[sent % places] = end;
  if (sent + 1 >= places)
    s->room[i] = finish[(sent + 1) % places];
}

static int cheapest_link(const struct sp_bag *b, const struct sp_bag_state *s, double T)
{
  double t = INFINITY;
  for (int i = 1; i <= b->m; i++) {
    double start = later(s->room[i], s->link);
    if (start < t && end_of(b, s, i, start) <= T)
      t = start;
  }
  for (int j = 0; j < b->m && t < INFINITY; j++)
    if (s->room[b->by_c[j]] <= t && end_of(b, s, b->by_c[j], t) <= T)
      return b->by_c[j];
  return 0;
}

static int first_end(const struct sp_bag *b, const struct sp_bag_state *s, double T)
{
  double earliest = INFINITY;
  int first = 0;
  for (int i = 1; i <= b->m; i++) {
    double end = end_of(b, s, i, later(s->room[i], s->link));
    if (end <= T && end < earliest) {
      earliest = end;
      first = i;
    }
  }
  return first;
}

int sp_bag_choose(const struct sp_bag *b, const struct sp_bag_state *s, enum sp_bag_rule rule,
                  double T)
{
  return (rule == SP_CHEAPEST_LINK ? cheapest_link : first_end)(b, s, T);
}

/* The choices of cheapest_link, in O(log m) each. A worker that cannot end one more task by T never
 * can again, since the dates of a state only grow; so it is left out. */
static int next_cheapest_link(const struct sp_bag *b, struct sp_bag_state *s, double T)
{
  for (double t = s->link;;) {
    int i, rank;
    while ((i = sp_heap_top(&s->full)) >= 0 && s->room[i] <= t) {
      sp_heap_remove(&s->full, i);
      sp_heap_set(&s->ready, b->rank[i], 0);
    }
    while ((rank = sp_heap_top(&s->ready)) >= 0) {
      sp_heap_remove(&s->ready, rank);
      if (end_of(b, s, b->by_c[rank], t) <= T)
        return b->by_c[rank];
    }
    if (i < 0)
      return 0;
    if (end_of(b, s, i, s->room[i]) <= T)
      t = s->room[i];
    else
      sp_heap_remove(&s->full, i);
  }
}

static bool complete_cheapest_link(const struct sp_bag *b, struct sp_bag_state *s, long k, double T,
                                   int *order)
{
  sp_heap_clear(&s->full);
  sp_heap_clear(&s->ready);
  for (int i = 1; i <= b->m; i++)
    if (s->room[i] < INFINITY)
      sp_heap_set(&s->full, i, s->room[i]);
  for (; k < b->N; k++) {
    order[k] = next_cheapest_link(b, s, T);
    if (order[k] == 0)
      return false;
    sp_bag_send(b, s, order[k]);
    sp_heap_set(&s->full, order[k], s->room[order[k]]);
  }
  return true;
}

bool sp_bag_complete(const struct sp_bag *b, struct sp_bag_state *s, long k, enum sp_bag_rule rule,
                     double T, int *order)
{
  if (rule == SP_CHEAPEST_LINK)
    return complete_cheapest_link(b, s, k, T, order);
  for (; k < b->N; k++) {
    order[k] = sp_bag_choose(b, s, rule, T);
    if (order[k] == 0)
      return false;
    sp_bag_send(b, s, order[k]);
  }
  return true;
}
