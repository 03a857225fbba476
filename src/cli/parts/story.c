/* Runs the experiments of all papers, and prints a line for each. */
#include "cli/parts/story.h"
#include "base/child.h"
#include "base/memory.h"
#include "campaign/run/progress.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct cli_paper papers[] = {
    {"rr6005-", "RR-6005",
     "L. Marchal, V. Rehn, Y. Robert, F. Vivien: Scheduling and data redistribution strategies on "
     "star platforms (INRIA RR-6005, 2006)"},
    {"rr5196-", "RR-5196",
     "O. Beaumont, A. Legrand, L. Marchal, Y. Robert: Independent and divisible task scheduling on "
     "heterogeneous star-shaped platforms with limited memory (INRIA RR-5196, 2004)"},
    {"dls-", "Beaumont et al.",
     "O. Beaumont, H. Casanova, M. Drozdowski, A. Legrand, Y. Yang, on divisible load in several "
     "rounds"},
    {"steady-", "Banino et al.",
     "C. Banino, O. Beaumont, L. Carter, J. Ferrante, A. Legrand, Y. Robert, on steady state (IEEE "
     "TPDS 15, 2004)"},
    {"bd97-", "Blazewicz et al.",
     "J. Blazewicz, M. Drozdowski: Distributed processing of divisible jobs with communication "
     "startup costs (Discrete Applied Mathematics 76, 1997)"},
    {"beyond-", "beyond", "Beyond the papers"},
};
enum { PAPERS = sizeof papers / sizeof *papers };

/* ---- The list. */

static void add_stop(struct cli_story *s, const struct cli_paper *paper, char *id)
{
  s->stop = sp_xrealloc(s->stop, (size_t)s->n + 1, sizeof *s->stop);
  s->stop[s->n++] = (struct cli_stop){.paper = paper, .id = id};
}

static bool is_of(const char *id, const struct cli_paper *paper)
{
  return !strncmp(id, paper->prefix, strlen(paper->prefix));
}

/* The tables of single values that the data directory has. */
static void add_tables(struct cli_story *s, const struct cli_paper *paper)
{
  for (int k = 0; k < CLI_EXPERIMENTS; k++) {
    const char *id = cli_experiments[k].id;
    char *path = sp_format("%s/results/%s.csv", s->data, id);
    if (is_of(id, paper) && !access(path, R_OK))
      add_stop(s, paper, sp_xstrdup(id));
    free(path);
  }
}

/* The experiment files, of the paths given; the large ones take minutes. */
static void add_files(struct cli_story *s, const struct cli_paper *paper, char *const *path, int n)
{
  for (int k = 0; k < n; k++) {
    const char *name = basename(path[k]);
    char *id = strndup(name, strlen(name) - strlen(".ini"));
    if (id && is_of(id, paper) && !cli_has_suffix(id, "-large"))
      add_stop(s, paper, id);
    else
      free(id);
  }
}

static void list_stops(struct cli_story *s)
{
  int n;
  char **path = cli_experiment_paths(&n);
  for (int k = 0; k < PAPERS; k++) {
    add_tables(s, &papers[k]);
    add_files(s, &papers[k], path, n);
  }
  for (int k = 0; k < n; k++)
    free(path[k]);
  free(path);
}

/* ---- One experiment. */

/* "14400 runs", "14400 runs, all there", "21 values", "failed". */
static char *describe_size(const struct cli_stop *stop)
{
  const struct cli_outcome *o = &stop->outcome;
  const char *what = cli_experiment_find(stop->id) ? "value" : "run";
  if (o->interrupted || !cli_code_of_result(stop->code))
    return sp_xstrdup(o->interrupted ? "interrupted" : "failed");
  return sp_format("%ld %s%s%s", o->all, what, o->all == 1 ? "" : "s",
                   o->computed ? "" : ", all there");
}

/* The title of an experiment; that of a table without the paper, which stands before it. */
static const char *short_title(const struct cli_outcome *o)
{
  const char *colon = o->title ? strstr(o->title, ": ") : NULL;
  return colon ? colon + 2 : o->title ? o->title : "";
}

static void print_line(const struct cli_stop *stop, double seconds)
{
  enum { TITLE = 38 };
  const struct cli_outcome *o = &stop->outcome;
  char *size = describe_size(stop);
  const char *title = short_title(o);
  bool cut = strlen(title) > TITLE;
  printf("%-16s  %-27s  %21s %6.1f s  %.*s%s\n", stop->paper->name, o->stem ? o->stem : stop->id,
         size, seconds, cut ? TITLE - 2 : TITLE, title, cut ? ".." : "");
  fflush(stdout);
  free(size);
}

static void run_stop(struct cli_story *s, struct cli_stop *stop)
{
  struct cli_reproduction r = *s->given;
  const struct cli_experiment *table = cli_experiment_find(stop->id);
  double began = sp_clock();
  char *label = sp_format("[%td/%d] %s %s", stop - s->stop + 1, s->n, stop->paper->name, stop->id);
  r.id = stop->id;
  r.outcome = &stop->outcome;
  r.label = label;
  sp_show_step(label, "running");
  stop->code = table ? cli_reproduce_values(&r, table->title, s->data) : cli_reproduce_campaign(&r);
  stop->ran = true;
  s->interrupted = stop->outcome.interrupted;
  s->done += cli_code_of_result(stop->code);
  s->failed += !cli_code_of_result(stop->code) && !s->interrupted;
  sp_show_step(label, NULL);
  print_line(stop, sp_clock() - began);
  free(label);
}

static int greatest_code(const struct cli_story *s)
{
  int code = s->interrupted ? SP_CANNOT : SP_OK;
  for (int k = 0; k < s->n; k++)
    code = s->stop[k].code > code ? s->stop[k].code : code;
  return code;
}

/* ---- All. */

void cli_outcome_clear(struct cli_outcome *o)
{
  for (int k = 0; k < o->rows; k++) {
    free(o->row[k].name);
    free(o->row[k].reason);
  }
  free(o->row);
  free(o->title);
  free(o->stem);
  free(o->article);
  cli_strings_free(&o->suffix);
}

int cli_reproduce_all(const struct cli_reproduction *given, const char *data)
{
  struct cli_story s = {.given = given, .data = data};
  double began = sp_clock();
  list_stops(&s);
  if (!s.n)
    return cli_complain(SP_CANNOT, "%s: no experiments of the papers in it", data);
  for (int k = 0; k < s.n && !s.interrupted; k++)
    run_stop(&s, &s.stop[k]);
  s.seconds = sp_clock() - began;
  int code = cli_book_write(&s);
  cli_closing_print(&s);
  code = code ? code : greatest_code(&s);
  for (int k = 0; k < s.n; k++) {
    cli_outcome_clear(&s.stop[k].outcome);
    free(s.stop[k].id);
  }
  free(s.stop);
  return code;
}
