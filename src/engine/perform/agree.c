/* Compares the runs of two engines. */
#include "base/memory.h"
#include "base/text.h"
#include "engine/perform/perform.h"
#include "method/fields.h"

#include <math.h>

/* The order in which the events of two traces are paired: by kind and place, then by date. */
static int by_subject(const void *left, const void *right)
{
  const struct sp_event *a = left, *b = right;
  long keys[][2] = {
      {a->kind, b->kind}, {a->from, b->from}, {a->to, b->to}, {a->message, b->message}};
  for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++)
    if (keys[k][0] != keys[k][1])
      return keys[k][0] < keys[k][1] ? -1 : 1;
  return (a->start > b->start) - (a->start < b->start);
}

static struct sp_event *paired(const struct sp_trace *trace)
{
  struct sp_event *event = sp_xcalloc((size_t)trace->n, sizeof *event);
  if (trace->n)
    memcpy(event, trace->event, (size_t)trace->n * sizeof *event);
  qsort(event, (size_t)trace->n, sizeof *event, by_subject);
  return event;
}

/* Same decisions, message by message. */
static int same_decisions(const struct sp_schedule *a, const struct sp_schedule *b,
                          struct sp_error *error)
{
  for (long k = 0; k < a->n && k < b->n; k++) {
    const struct sp_message *p = &a->msg[k], *q = &b->msg[k];
    if (p->from == q->from && p->to == q->to && p->amount == q->amount && p->after == q->after)
      continue;
    return sp_failure(error, SP_NOT_VERIFIED,
                      "decision %ld: %d -> %d of %.17g against %d -> %d of %.17g", k + 1, p->from,
                      p->to, p->amount, q->from, q->to, q->amount);
  }
  return a->n == b->n ? SP_OK
                      : sp_failure(error, SP_NOT_VERIFIED, "%ld decisions against %ld", a->n, b->n);
}

static bool near(double a, double b)
{
  return fabs(a - b) <= 1e-9 * fmax(a, b);
}

/* Same events at the same dates. */
static int same_dates(const struct sp_trace *a, const struct sp_trace *b, struct sp_error *error)
{
  if (a->n != b->n)
    return sp_failure(error, SP_NOT_VERIFIED, "%ld event%s against %ld", a->n,
                      sp_plural((double)a->n), b->n);
  struct sp_event *p = paired(a), *q = paired(b);
  int code = SP_OK;
  for (long k = 0; k < a->n && code == SP_OK; k++) {
    if (p[k].kind == q[k].kind && p[k].lost == q[k].lost && p[k].from == q[k].from &&
        p[k].to == q[k].to && p[k].message == q[k].message && near(p[k].start, q[k].start) &&
        near(p[k].end, q[k].end))
      continue;
    code = sp_failure(
        error, SP_NOT_VERIFIED,
        "%s %d -> %d of message %ld in [%.17g, %.17g] against %d -> %d of %ld in [%.17g, %.17g]",
        p[k].kind == SP_COMPUTE  ? "computation"
        : p[k].kind == SP_RESULT ? "result"
                                 : "transfer",
        p[k].from, p[k].to, p[k].message + 1, p[k].start, p[k].end, q[k].from, q[k].to,
        q[k].message + 1, q[k].start, q[k].end);
  }
  free(p);
  free(q);
  return code;
}

/* Has the run come to an end by itself? */
static bool is_executed(const struct sp_result *r)
{
  return r->status != SP_CRASHED && r->status != SP_TIMEOUT;
}

/* The statuses differ, which is the engines' if both have executed the run. */
static int other_status(const struct sp_result *a, const struct sp_result *b,
                        struct sp_error *error)
{
  bool both = is_executed(a) && is_executed(b);
  return sp_failure(error, both ? SP_NOT_VERIFIED : SP_CANNOT, "status %s against %s: %.200s",
                    sp_status_name(a->status), sp_status_name(b->status),
                    is_executed(a) && b->reason[0] ? b->reason : a->reason);
}

/* All numbers of the results but hashes. */
static int same_numbers(const struct sp_result *a, const struct sp_result *b,
                        struct sp_error *error)
{
  const struct sp_field *f;
  for (int k = 0; (f = sp_result_field(k)); k++) {
    double x = sp_field_number(f, a), y = sp_field_number(f, b);
    if (!near(x, y) && !(isnan(x) && isnan(y)))
      return sp_failure(error, SP_NOT_VERIFIED, "%s %.17g against %.17g", f->name, x, y);
  }
  return SP_OK;
}

int sp_engines_agree(const struct sp_result *a, const struct sp_trace *ta,
                     const struct sp_schedule *da, const struct sp_result *b,
                     const struct sp_trace *tb, const struct sp_schedule *db,
                     struct sp_error *error)
{
  if (a->status != b->status)
    return other_status(a, b, error);
  if (a->status != SP_RUN_OK)
    return SP_OK;
  int code = same_decisions(da, db, error);
  if (code == SP_OK && a->order_hash != b->order_hash)
    code = sp_failure(error, SP_NOT_VERIFIED, "the ports' decisions differ in order");
  if (code == SP_OK)
    code = same_dates(ta, tb, error);
  return code == SP_OK ? same_numbers(a, b, error) : code;
}
