/* Prints the text output of starport steady: rates, the rounds of a period, the best tree, the
 * runs. */
#include "base/memory.h"
#include "base/text_table.h"
#include "cli/parts/steady.h"
#include "cli/shared/files.h"
#include "solve/lp/rational.h"

#include <stdlib.h>
#include <string.h>

/* Prints "LABEL a/b = decimal UNIT", without the decimal for whole numbers. */
static void print_rational(const char *label, const struct sp_rational *q, const char *unit)
{
  struct sp_number_text decimal;
  char *text = sp_q_text(q);
  printf("%s %s", label, text);
  if (!sp_q_is_whole(q))
    printf(" = %s", sp_rounded_text(sp_q_double(q), &decimal));
  printf("%s\n", unit);
  free(text);
}

static void set_rational(struct sp_table *table, int column, const struct sp_rational *q)
{
  char *text = sp_q_text(q);
  sp_table_set(table, column, "%s", text);
  free(text);
}

static void set_share(struct sp_table *table, int column, const struct sp_rational *rate,
                      struct sp_num time)
{
  struct sp_rational *share = sp_q_alloc();
  sp_q_set_num(share, time);
  sp_q_mul(share, share, rate);
  set_rational(table, column, share);
  sp_q_free(share);
}

static void print_rates(const struct steady_answer *a)
{
  static const char *const heads[] = {"from", "to", "busy", "tasks a period"};
  const struct sp_steady *s = &a->steady;
  const struct sp_steady_period *p = &a->period;
  struct sp_table *table = sp_table_alloc(4, heads, "llrr");
  for (int i = 0; i < s->nodes; i++) {
    if (!sp_q_sign(p->work[i]))
      continue;
    sp_table_row(table);
    sp_table_set(table, 0, "%s", a->g->platform.node[i].name);
    sp_table_set(table, 1, "computes");
    set_share(table, 2, s->work_exact[i], a->g->w[i]);
    set_rational(table, 3, p->work[i]);
  }
  for (int k = 0; k < p->flows; k++) {
    const struct sp_flow *f = &p->flow[k];
    int way = a->g->link[f->link].a != f->from;
    sp_table_row(table);
    sp_table_set(table, 0, "%s", a->g->platform.node[f->from].name);
    sp_table_set(table, 1, "%s", a->g->platform.node[f->to].name);
    set_share(table, 2, s->flow_exact[2 * f->link + way], a->g->link[f->link].c[way]);
    set_rational(table, 3, f->tasks);
  }
  putchar('\n');
  sp_table_print(table, stdout);
  sp_table_free(table);
}

static void print_rounds(const struct steady_answer *a)
{
  static const char *const heads[] = {"round", "start", "length", "at once"};
  const struct sp_steady_period *p = &a->period;
  struct sp_table *table = sp_table_alloc(4, heads, "rrrl");
  for (int r = 0; r < p->rounds; r++) {
    char *text = NULL;
    size_t size = 0;
    FILE *stream = sp_open_text(&text, &size);
    for (int k = 0; k < p->round[r].n; k++) {
      const int *pair = p->round[r].pair[k];
      const char *from = a->g->platform.node[pair[0]].name;
      fprintf(stream, pair[0] == pair[1] ? "%s%s computes" : "%s%s -> ", k ? ", " : "", from);
      if (pair[0] != pair[1])
        fputs(a->g->platform.node[pair[1]].name, stream);
    }
    fclose(stream);
    sp_table_row(table);
    sp_table_set(table, 0, "%d", r + 1);
    set_rational(table, 1, p->round[r].start);
    set_rational(table, 2, p->round[r].length);
    sp_table_set(table, 3, "%s", text);
    free(text);
  }
  putchar('\n');
  if (p->rounds)
    sp_table_print(table, stdout);
  else
    puts("no activity shares a port: there are no rounds");
  sp_table_free(table);
  putchar('\n');
  print_rational("start-up", p->startup, "");
  print_rational("clean-up", p->drain, "");
  char *whole = sp_q_text(p->whole);
  if (strcmp(whole, "1"))
    printf("rounds carry whole tasks over %s periods\n", whole);
  else
    puts("rounds carry whole tasks");
  free(whole);
}

static void print_tree(const struct steady_answer *a)
{
  const struct sp_tree *t = &a->tree;
  struct sp_number_text decimal;
  printf("\n%s", t->best ? "best spanning tree" : "spanning tree (the best found)");
  if (t->throughput_text)
    printf(" %s", t->throughput_text);
  if (!t->throughput_text || strchr(t->throughput_text, '/'))
    printf(" = %s", sp_rounded_text(t->throughput, &decimal));
  puts(" tasks per unit of time");
  for (int i = 0; i < t->nodes; i++)
    if (t->parent[i] >= 0)
      printf("%s -> %s\n", a->g->platform.node[t->parent[i]].name, a->g->platform.node[i].name);
}

static void print_simulation(const struct steady_simulation *s)
{
  static const char *const heads[] = {"engine",  "tasks",    "ratio",  "formula",
                                      "periods", "messages", "status", "reason"};
  struct sp_table *table = sp_table_alloc(8, heads, "lrrrrrll");
  struct sp_number_text date;
  printf("\n%s until date %s", s->run.strategy == SP_ON_LINE ? "decided on line" : "periods",
         sp_rounded_text(s->run.time, &date));
  if (s->run.strategy == SP_ON_LINE)
    printf(", %ld place%s a node", s->run.places, s->run.places == 1 ? "" : "s");
  fputs("\n\n", stdout);
  for (int k = 0; k < s->runs.n; k++) {
    const struct sp_steady_executed *x = &s->executed[k];
    sp_table_row(table);
    sp_table_set(table, 0, "%s", sp_engine_name(s->runs.engine[k]));
    sp_table_number(table, 3, x->formula);
    if (s->run.strategy == SP_PERIODIC)
      sp_table_set(table, 4, "%ld", x->periods);
    if (x->result.status != SP_RUN_OK) {
      sp_table_set(table, 6, "%s", sp_status_name(x->result.status));
      sp_table_set(table, 7, "%s", x->result.reason);
      continue;
    }
    sp_table_number(table, 1, x->result.done);
    sp_table_number(table, 2, x->ratio);
    sp_table_set(table, 5, "%ld", x->result.messages);
  }
  sp_table_print(table, stdout);
  sp_table_free(table);
  if (s->runs.n == 2 && !s->runs.difference.text[0])
    puts("\nengines agree: same hops in the same order, dates within 1e-9");
  cli_files_print(&s->written);
}

void cli_steady_text(const struct steady_answer *a, bool schedule, bool tree)
{
  const struct sp_steady *s = &a->steady;
  struct sp_number_text decimal;
  printf("graph, %d nodes, %d edges\n\n", a->g->platform.nodes, a->g->links);
  if (s->exact) {
    print_rational(s->upper_bound_only ? "throughput at most" : "throughput", s->throughput_exact,
                   " tasks per unit of time");
    if (s->upper_bound_only)
      print_rational("achieved", a->period.achieved, " tasks per unit of time");
    if (s->odd_sets)
      printf("odd sets %d\n", s->odd_sets);
    print_rational("period", a->period.length, "");
    print_rational("tasks", a->period.tasks, " a period");
    print_rates(a);
    if (schedule)
      print_rounds(a);
  } else {
    printf("throughput %s tasks per unit of time, in doubles\n",
           sp_rounded_text(s->throughput, &decimal));
    if (schedule)
      puts("no schedule: exact rates are computed for up to 500 nodes and 1500 edges");
  }
  if (tree)
    print_tree(a);
  if (a->simulation)
    print_simulation(a->simulation);
}
