/* Containers: the ordered list of messages or hops that was decided, the list of events that
 * happened. */
#include "model/schedule.h"
#include "base/memory.h"
#include "base/num.h"
#include "base/text.h"
#include "model/hops.h"
#include "model/instance.h"

void sp_schedule_add(struct sp_schedule *s, int from, int to, double amount, long after)
{
  sp_grow(s->msg, s->n, s->cap);
  s->msg[s->n++] = (struct sp_message){.from = from, .to = to, .amount = amount, .after = after};
}

void sp_schedule_clear(struct sp_schedule *s)
{
  free(s->msg);
  *s = SP_SCHEDULE_EMPTY;
}

void sp_schedule_copy(struct sp_schedule *to, const struct sp_schedule *from)
{
  if (to == from)
    return;
  sp_schedule_clear(to);
  to->planned = from->planned;
  if (!from->n)
    return;
  to->n = to->cap = from->n;
  to->msg = sp_xmemdup(from->msg, (size_t)from->n, sizeof *to->msg);
}

long *schedule_returns(const struct sp_schedule *s, long *n)
{
  *n = 0;
  for (long k = 0; k < s->n; k++)
    *n += s->msg[k].returns > 0;
  if (*n == 0)
    return NULL;
  long *order = sp_xcalloc((size_t)*n, sizeof *order);
  for (long k = 0; k < s->n; k++)
    if (s->msg[k].returns > 0)
      order[s->msg[k].returns - 1] = k;
  return order;
}

/* A chunk that fills a buffer may exceed it by rounding. */
#define SLACK 1e-9

static int check_dates(const struct sp_message *msg, long k, struct sp_error *error)
{
  char date[SP_NUMBER_TEXT];
  for (int port = 0; port < 2; port++)
    if (!(msg->earliest[port] >= 0 && isfinite(msg->earliest[port])))
      return sp_bad_input(error, "transfer %ld: earliest is %s, expected a finite date >= 0", k + 1,
                          sp_double_text(msg->earliest[port], date));
  return SP_OK;
}

static int check_amount(const struct sp_instance *in, const struct sp_message *msg, long k,
                        struct sp_error *error)
{
  bool divisible = in->problem == SP_DIVISIBLE, bag = in->problem == SP_BAG;
  bool whole = bag && msg->amount >= 1 && msg->amount == floor(msg->amount);
  char amount[SP_NUMBER_TEXT];
  if (divisible ? !(msg->amount >= 0 && isfinite(msg->amount)) : msg->amount != 1 && !whole)
    return sp_bad_input(error, "transfer %ld: amount is %s, expected %s", k + 1,
                        sp_double_text(msg->amount, amount),
                        divisible ? "a finite number >= 0"
                        : bag     ? "a whole number of tasks >= 1"
                                  : "1 task");
  if (bag && msg->amount > (double)in->buffer[msg->to])
    return sp_bad_input(error, "transfer %ld: amount is %s, expected at most %ld, the places",
                        k + 1, sp_double_text(msg->amount, amount), in->buffer[msg->to]);
  if (divisible && msg->amount > (double)in->buffer[msg->to] * (1 + SLACK))
    return sp_bad_input(error, "transfer %ld: amount is %s, expected at most %ld, the buffer",
                        k + 1, sp_double_text(msg->amount, amount), in->buffer[msg->to]);
  if (msg->amount > in->memory[msg->to].v * (1 + SLACK))
    return sp_bad_input(error, "transfer %ld: amount is %s, expected at most %.12g, the memory",
                        k + 1, sp_double_text(msg->amount, amount), in->memory[msg->to].v);
  return SP_OK;
}

/* relayed[0..k-1]: the tasks that messages before k send on. */
static int check_message(const struct sp_instance *in, const struct sp_schedule *s, long k,
                         const bool *relayed, struct sp_error *error)
{
  const struct sp_message *msg = &s->msg[k];
  if (sp_from_master(in) && msg->from != 0)
    return sp_bad_input(error, "transfer %ld: from is %d, expected 0, the master", k + 1,
                        msg->from);
  if (!sp_from_master(in) && (msg->from < 1 || msg->from > in->m))
    return sp_bad_input(error, "transfer %ld: from is %d, expected a worker 1..%d", k + 1,
                        msg->from, in->m);
  if (msg->to < 1 || msg->to > in->m)
    return sp_bad_input(error, "transfer %ld: to is %d, expected a worker 1..%d", k + 1, msg->to,
                        in->m);
  if (check_amount(in, msg, k, error) != SP_OK || check_dates(msg, k, error) != SP_OK)
    return SP_BAD_INPUT;
  if (msg->after < -1 || msg->after >= k ||
      (msg->after >= 0 && (msg->from == 0 || s->msg[msg->after].to != msg->from)))
    return sp_bad_input(error,
                        "transfer %ld: sends on the task of transfer %ld, expected an earlier one "
                        "to worker %d",
                        k + 1, msg->after + 1, msg->from);
  if (msg->after >= 0 && relayed[msg->after])
    return sp_bad_input(error, "transfer %ld: the task of transfer %ld was sent on already", k + 1,
                        msg->after + 1);
  return SP_OK;
}

/* The places of the results in the order of returns: none is given, or each of 1..n once. */
static int check_returns(const struct sp_instance *in, const struct sp_schedule *s,
                         struct sp_error *error)
{
  long n = 0, given = 0, bad = -1;
  for (long k = 0; k < s->n; k++) {
    n += sp_returns(in, s->msg[k].to);
    given += s->msg[k].returns != 0;
  }
  if (given == 0)
    return SP_OK;
  bool *taken = sp_xcalloc((size_t)n + 1, sizeof *taken);
  for (long k = 0; k < s->n && bad < 0; k++) {
    long place = s->msg[k].returns;
    if (sp_returns(in, s->msg[k].to) ? place < 1 || place > n || taken[place] : place != 0)
      bad = k;
    else
      taken[place] = true;
  }
  free(taken);
  if (bad < 0)
    return SP_OK;
  if (!sp_returns(in, s->msg[bad].to))
    return sp_bad_input(error,
                        "transfer %ld: returns is %ld, expected none: no result of worker %d "
                        "returns",
                        bad + 1, s->msg[bad].returns, s->msg[bad].to);
  return sp_bad_input(error, "transfer %ld: returns is %ld, expected each of 1..%ld once, or none",
                      bad + 1, s->msg[bad].returns, n);
}

int sp_schedule_check(const struct sp_instance *in, const struct sp_schedule *s,
                      struct sp_error *error)
{
  bool *relayed = sp_xcalloc((size_t)s->n, sizeof *relayed);
  int code = SP_OK;
  if (in->problem == SP_REDISTRIBUTION && sp_can_fail(in))
    code = sp_bad_input(error, "a plan, expected a heuristic that decides on line where hosts or "
                               "links can go down in a redistribution");
  for (long k = 0; k < s->n && code == SP_OK; k++) {
    code = check_message(in, s, k, relayed, error);
    if (code == SP_OK && s->msg[k].after >= 0)
      relayed[s->msg[k].after] = true;
  }
  free(relayed);
  return code == SP_OK ? check_returns(in, s, error) : code;
}

void sp_trace_add(struct sp_trace *t, const struct sp_event *event)
{
  sp_grow(t->event, t->n, t->cap);
  t->event[t->n++] = *event;
}

/* Orders all events that differ, so the result does not depend on the sorting algorithm. */
static int compare_events(const void *left, const void *right)
{
  const struct sp_event *a = left, *b = right;
  int order = SP_COMPARE(a->start, b->start);
  order = order ? order : SP_COMPARE(a->end, b->end);
  order = order ? order : SP_COMPARE(a->kind, b->kind);
  order = order ? order : SP_COMPARE(a->from, b->from);
  order = order ? order : SP_COMPARE(a->to, b->to);
  order = order ? order : SP_COMPARE(a->message, b->message);
  return order ? order : SP_COMPARE(a->amount, b->amount);
}

void sp_trace_sort(struct sp_trace *t)
{
  sp_sort(t->event, t->n, sizeof *t->event, compare_events);
}

void sp_trace_clear(struct sp_trace *t)
{
  free(t->event);
  *t = SP_TRACE_EMPTY;
}

void sp_decisions_clear(struct sp_decisions *decisions)
{
  free(decisions->row);
  *decisions = (struct sp_decisions){0};
}

void sp_hops_add(struct sp_hops *hops, const struct sp_hop *hop)
{
  sp_grow(hops->hop, hops->n, hops->cap);
  hops->hop[hops->n++] = *hop;
}

void sp_hops_clear(struct sp_hops *hops)
{
  free(hops->hop);
  *hops = SP_HOPS_EMPTY;
}

static bool add_all(void *state, const struct sp_hop_view *view, struct sp_hops *add)
{
  const struct sp_hops *hops = state;
  (void)view;
  for (long k = 0; k < hops->n; k++)
    sp_hops_add(add, &hops->hop[k]);
  return false;
}

struct sp_hop_source sp_hops_source(const struct sp_hops *hops)
{
  return (struct sp_hop_source){.more = add_all, .state = (void *)hops};
}
