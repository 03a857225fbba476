/* Heuristics in JavaScript: in the page a plug-in (--plugin=NAME.js) is a text that defines
 * next(view). plugin.c loads plug-ins with dlopen() and dlsym(), which web/rule.h makes these; the
 * rule itself runs in web/rule_run.js, which is given each view as numbers and answers with
 * numbers. */
#include "rule.h"
#include "base/memory.h"
#include <starport/heuristic.h>
#include <string.h>

/* Of web/library.js. Each reads the text of the file; rule_next fills answer[0..3]: verb, worker,
 * amount, until. */
int rule_start(const char *file);
void rule_next(const double *view, int m, double answer[4]);

enum { VIEW = 8, WORKER = 13 }; /* numbers, in the order of web/rule_run.js */

struct rule {
  struct sp_heuristic heuristic;
  struct rule *next;
  char *file, *name;
};
static struct rule *rules;

struct rule_state {
  double *view;
};

static int start(struct sp_context *cx, const struct sp_instance *in, const void *options,
                 void **state)
{
  struct rule_state *s = *state = sp_new(cx, 1, struct rule_state);
  (void)options;
  s->view = sp_new(cx, VIEW + WORKER * in->m, double);
  return rule_start(rules->file) ? sp_refuse(cx, "the rule cannot begin") : 0;
}

static double *put_worker(double *to, const struct sp_worker_view *p)
{
  const double number[WORKER] = {p->c,
                                 p->w,
                                 p->latency,
                                 p->room_at,
                                 p->idle_at,
                                 p->memory,
                                 p->assigned,
                                 p->done,
                                 p->buffer == LONG_MAX ? INFINITY : (double)p->buffer,
                                 (double)p->held,
                                 (double)p->movable,
                                 p->result,
                                 p->owed};
  return mempcpy(to, number, sizeof number);
}

static struct sp_decision next(const struct sp_view *view, const void *options, void *state)
{
  const struct rule_state *s = state;
  const double head[VIEW] = {view->now,
                             view->deadline,
                             view->port,
                             view->remaining,
                             view->coming,
                             view->port_free[SP_OUT],
                             view->port_free[SP_IN],
                             view->weight};
  double answer[4], *to = mempcpy(s->view, head, sizeof head);
  (void)options;
  for (int i = 1; i <= view->m; i++)
    to = put_worker(to, &view->worker[i]);
  rule_next(s->view, view->m, answer);
  return (struct sp_decision){(enum sp_verb)answer[0], (int)answer[1], answer[2], answer[3]};
}

/* "/my-rule.js": a rule of the name my-rule. One rule runs in a call of the page. */
void *rule_open(const char *file, int mode)
{
  const char *slash = strrchr(file, '/'), *base = slash ? slash + 1 : file;
  struct rule *rule = sp_xcalloc(1, sizeof *rule);
  (void)mode;
  rule->file = sp_xstrdup(file);
  rule->name = sp_xstrdup(base);
  rule->name[strcspn(rule->name, ".")] = '\0';
  rule->heuristic = (struct sp_heuristic){.abi = SP_ABI,
                                          .name = rule->name,
                                          .summary = "a rule written in the page",
                                          .source = "the explorer",
                                          .version = 1,
                                          .problems = SP_BAG | SP_REDISTRIBUTION | SP_DIVISIBLE,
                                          .start = start,
                                          .next = next};
  rule->next = rules;
  return rules = rule;
}

void *rule_symbol(void *rule, const char *symbol)
{
  (void)symbol;
  return &((struct rule *)rule)->heuristic;
}
