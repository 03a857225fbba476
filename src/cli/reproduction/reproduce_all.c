/* Runs the experiments of all papers, and prints a line for each. */
#include "cli/reproduction/reproduce_all.h"
#include "base/child.h"
#include "base/file.h"
#include "campaign/run/progress.h"
#include "cli/shared/experiment.h"
#include "cli/shared/paths.h"
#include <unistd.h>

static const struct cli_paper papers[] = {
    {"rr6005-", "RR-6005", "2006, redistribution on stars",
     "L. Marchal, V. Rehn, Y. Robert, F. Vivien: Scheduling and data redistribution strategies on "
     "star platforms (INRIA RR-6005, 2006)"},
    {"rr5196-", "RR-5196", "2004, limited memory of workers",
     "O. Beaumont, A. Legrand, L. Marchal, Y. Robert: Independent and divisible task scheduling on "
     "heterogeneous star-shaped platforms with limited memory (INRIA RR-5196, 2004)"},
    {"dls-", "RR-6096", "2007, divisible loads in rounds",
     "Y. Yang, H. Casanova, M. Drozdowski, M. Lawenda, A. Legrand: On the complexity of "
     "multi-round divisible load scheduling (INRIA RR-6096, 2007)"},
    {"steady-", "Banino et al.", "2004, the steady state of graphs",
     "C. Banino, O. Beaumont, L. Carter, J. Ferrante, A. Legrand, Y. Robert, on steady state (IEEE "
     "TPDS 15, 2004)"},
    {"bd97-", "Blazewicz et al.", "1997, start-up costs",
     "J. Blazewicz, M. Drozdowski: Distributed processing of divisible jobs with communication "
     "startup costs (Discrete Applied Mathematics 76, 1997)"},
    {"dls-hagerup", "Hagerup", "1997, tasks of unknown size",
     "T. Hagerup: Allocating independent tasks to parallel processors: an experimental study (J. "
     "Parallel and Distributed Computing 47, 1997)"},
    {"beyond-", "beyond", "experiments that no paper has", "Beyond the papers"},
};
enum { PAPERS = sizeof papers / sizeof *papers };

/* ---- The list. */

static void add_item(struct cli_all *s, const struct cli_paper *paper, const char *id)
{
  s->item = cli_grow(s->item, s->n);
  s->item[s->n++] = (struct cli_reproduced){.paper = paper, .id = id};
}

/* The last paper whose prefix fits is that of the experiment. */
static bool is_of(const char *id, const struct cli_paper *paper)
{
  const struct cli_paper *of = NULL;
  for (int k = 0; k < PAPERS; k++)
    if (!strncmp(id, papers[k].prefix, strlen(papers[k].prefix)))
      of = &papers[k];
  return of == paper;
}

/* The tables of single values that the data directory has. */
static void add_tables(struct cli_all *s, const struct cli_paper *paper)
{
  for (int k = 0; k < CLI_EXPERIMENTS; k++) {
    const char *id = cli_experiments[k].id;
    if (is_of(id, paper) && !access(cli_format("%s/results/%s.csv", s->data, id), R_OK))
      add_item(s, paper, id);
  }
}

/* The experiment files, of the paths given; the large ones take minutes. */
static void add_files(struct cli_all *s, const struct cli_paper *paper, char *const *path, int n)
{
  for (int k = 0; k < n; k++) {
    const char *name = basename(path[k]);
    const char *id = cli_format("%.*s", (int)(strlen(name) - strlen(".ini")), name);
    if (is_of(id, paper) && !sp_has_suffix(id, "-large"))
      add_item(s, paper, id);
  }
}

static void list_items(struct cli_all *s)
{
  int n;
  char **path = cli_experiment_paths(&n);
  if (!path)
    cli_complain_no_data();
  for (int k = 0; k < PAPERS; k++) {
    add_tables(s, &papers[k]);
    add_files(s, &papers[k], path, n);
  }
}

/* ---- One experiment. */

/* "14400 runs", "14400 runs, all there", "21 values", "failed". */
static const char *describe_size(const struct cli_reproduced *item)
{
  const struct cli_outcome *o = &item->outcome;
  const char *what = cli_experiment_find(item->id) ? "value" : "run";
  if (o->interrupted || !cli_code_of_result(item->code))
    return o->interrupted ? "interrupted" : "failed";
  return cli_format("%ld %s%s%s", o->all, what, o->all == 1 ? "" : "s",
                    o->computed ? "" : ", all there");
}

static void print_line(const struct cli_reproduced *item, double seconds)
{
  enum { TITLE = 38 };
  const struct cli_outcome *o = &item->outcome;
  const char *title = o->title ? o->title : "", *paper = strstr(title, ": ");
  title = paper ? paper + 2 : title; /* of a table without the paper, which stands before it */
  bool cut = strlen(title) > TITLE;
  printf("%-16s  %-27s  %21s %6.1f s%s%.*s%s\n", item->paper->name, o->stem ? o->stem : item->id,
         describe_size(item), seconds, *title ? "  " : "", cut ? TITLE - 2 : TITLE, title,
         cut ? ".." : "");
  fflush(stdout);
}

static void run_item(struct cli_all *s, struct cli_reproduced *item)
{
  struct cli_reproduction r = *s->given;
  const struct cli_experiment *table = cli_experiment_find(item->id);
  double began = sp_clock();
  const char *label =
      cli_format("[%td/%d] %s %s", item - s->item + 1, s->n, item->paper->name, item->id);
  r.id = item->id;
  r.outcome = &item->outcome;
  r.label = label;
  sp_show_step(label, "running");
  item->code = table ? cli_reproduce_values(&r, table->title, s->data) : cli_reproduce_campaign(&r);
  item->ran = true;
  s->interrupted = item->outcome.interrupted;
  s->done += cli_code_of_result(item->code);
  s->failed += !cli_code_of_result(item->code) && !s->interrupted;
  sp_show_step(label, NULL);
  print_line(item, sp_clock() - began);
}

/* The greatest code of a failure, else SP_NOT_VERIFIED if a value differs. */
static int code_of(const struct cli_all *s)
{
  int code = s->interrupted ? SP_CANNOT : SP_OK;
  bool differs = false;
  for (int k = 0; k < s->n; k++)
    if (cli_code_of_result(s->item[k].code))
      differs |= s->item[k].code == SP_NOT_VERIFIED;
    else if (s->item[k].code > code)
      code = s->item[k].code;
  return code ? code : differs ? SP_NOT_VERIFIED : SP_OK;
}

/* ---- All. */

int cli_reproduce_all(const struct cli_reproduction *given, const char *data)
{
  struct cli_all s = {.given = given, .data = data};
  double began = sp_clock();
  list_items(&s);
  if (!s.n)
    return cli_complain(SP_CANNOT, "%s: no experiments of the papers in it", data);
  for (int k = 0; k < s.n && !s.interrupted; k++)
    run_item(&s, &s.item[k]);
  s.seconds = sp_clock() - began;
  int code = cli_page_write(&s);
  cli_closing_print(&s);
  code = code ? code : code_of(&s);
  return code;
}
