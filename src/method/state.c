/* A star in the middle of a plan; see include/starport/state.h. */
#include <starport/state.h>

#include <string.h>

struct sp_state sp_state_of(struct sp_context *cx, int m, struct sp_state_worker *worker)
{
  struct sp_state s = {.m = m, .worker = worker};
  for (int i = 1; i <= m; i++) {
    worker[i].first = s.dates;
    s.dates += worker[i].places;
  }
  s.finish = sp_new(cx, s.dates, double);
  sp_state_open(&s);
  return s;
}

struct sp_state sp_state_new(struct sp_context *cx, const struct sp_instance *in, double units,
                             long more)
{
  struct sp_state_worker *worker = sp_new(cx, in->m + 1, struct sp_state_worker);
  for (int i = 1; i <= in->m; i++) {
    worker[i].c = in->c[i].v;
    worker[i].latency = in->latency[i].v;
    worker[i].w = in->w[i].v;
    worker[i].places = (double)in->buffer[i] < units ? in->buffer[i] + more : 0;
  }
  return sp_state_of(cx, in->m, worker);
}

void sp_state_open(struct sp_state *s)
{
  s->port[SP_IN] = s->port[SP_OUT] = s->last = 0;
  for (int i = 1; i <= s->m; i++) {
    struct sp_state_worker *x = &s->worker[i];
    x->idle = 0;
    x->room = x->w < INFINITY ? 0 : INFINITY;
    x->sent = 0;
  }
}

void sp_state_copy(struct sp_state *to, const struct sp_state *from)
{
  memcpy(to->port, from->port, sizeof to->port);
  to->last = from->last;
  memcpy(to->worker, from->worker, ((size_t)from->m + 1) * sizeof *to->worker);
  if (from->dates > 0)
    memcpy(to->finish, from->finish, (size_t)from->dates * sizeof *to->finish);
}

/* The date that the next message to the worker replaces. */
static double *replaced(const struct sp_state *s, const struct sp_state_worker *x)
{
  return x->places > 0 ? &s->finish[x->first + x->sent % x->places] : NULL;
}

struct sp_state_before sp_state_try(struct sp_state *s, int from, int to)
{
  double *finish = replaced(s, &s->worker[to]);
  struct sp_state_before before = {
      {s->port[SP_OUT], s->port[SP_IN]}, s->last, finish ? *finish : 0, s->worker[to]};
  sp_state_send(s, from, to, 1);
  return before;
}

void sp_state_take_back(struct sp_state *s, int to, const struct sp_state_before *before)
{
  memcpy(s->port, before->port, sizeof s->port);
  s->last = before->last;
  s->worker[to] = before->worker;
  double *finish = replaced(s, &s->worker[to]);
  if (finish)
    *finish = before->finish;
}
