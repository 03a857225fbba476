/* Lists the hops of one period. */
#include "solve/steady/steps.h"
#include "base/memory.h"
#include "base/num.h"
#include "solve/lp/rational.h"
#include "solve/steady/activity.h"

struct moment moment_of(const struct sp_rational *q)
{
  double high = sp_q_double(q);
  return (struct moment){high, sp_q_less(q, high)};
}

/* Adds tasks one after another, the first at `start`: as many as fit in `time`, each takes `each`.
 */
static void add_run(struct steady_steps *s, struct step step, const struct sp_rational *start,
                    const struct sp_rational *time, const struct sp_rational *each)
{
  double n = sp_q_double(sp_q_of(&s->pool, time, '/', each));
  struct sp_rational *at = sp_q_copy(&s->pool, start);
  for (double k = 0; k < n && (step.at = moment_of(at)).high < s->before; k++) {
    sp_grow(s->step, s->n, s->cap);
    s->step[s->n++] = step;
    sp_q_add(at, each);
  }
}

/* Adds the tasks of an activity in each run of rounds that hold it; false if no round does. */
static bool add_activity(struct steady_steps *s, struct step step, const struct sp_rational *each)
{
  const struct sp_rational *whole = s->p->whole;
  struct steady_run run = {0};
  while (steady_next_run(s->p, step.from, step.to, step.result, &run)) {
    struct sp_rational *time = sp_q_of(&s->pool, run.end, '-', run.start);
    add_run(s, step, sp_q_of(&s->pool, run.start, '*', whole), sp_q_of(&s->pool, time, '*', whole),
            each);
  }
  return run.next > 0;
}

static int by_date(const void *left, const void *right)
{
  const struct step *a = left, *b = right;
  if (a->at.high != b->at.high)
    return SP_COMPARE(a->at.high, b->at.high);
  if (a->at.low != b->at.low)
    return SP_COMPARE(a->at.low, b->at.low);
  if (a->from != b->from)
    return a->from - b->from;
  if (a->to != b->to)
    return a->to - b->to;
  return a->result - b->result;
}

struct steady_steps steady_steps_find(const struct sp_graph *g, const struct sp_steady_period *p,
                                      double before)
{
  struct steady_steps s = {.g = g, .p = p, .before = before};
  for (int k = 0; k < p->flows; k++) {
    const struct sp_flow *f = &p->flow[k];
    add_activity(&s,
                 (struct step){.from = f->from, .to = f->to, .link = f->link, .result = f->result},
                 flow_time(&s.pool, g, f));
  }
  for (int i = 0; i < p->nodes; i++) {
    struct step step = {.from = i, .to = i, .link = -1};
    if (!sp_q_sign(p->work[i]))
      continue;
    struct sp_rational *each = sp_q_new(&s.pool, g->w[i]);
    if (add_activity(&s, step, each))
      continue;
    struct sp_rational *tasks = sp_q_of(&s.pool, p->work[i], '*', p->whole);
    /* it does not depend on the rounds */
    add_run(&s, step, sp_q_int(&s.pool, 0), sp_q_of(&s.pool, tasks, '*', each), each);
  }
  if (s.n > 1)
    qsort(s.step, (size_t)s.n, sizeof *s.step, by_date);
  sp_q_clear(&s.pool);
  return s;
}
