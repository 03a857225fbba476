/* Lists the worst instances as text or CSV, and draws their Gantt charts. */
#include "campaign/summary/worst.h"
#include "campaign/report/table.h"
#include "io/chart/gantt.h"
#include "solve/bounds/bounds.h"
#include <errno.h>
#include <sys/stat.h>

/* The sources of a list. */
struct listing {
  const struct sp_experiment *experiment;
  const struct sp_registry *registry;
  struct sp_store *store;
  const char *from, *directory; /* directory NULL: nothing is drawn */
  enum sp_format format;
  FILE *out;
};

/* "rr6005-table1-as-published-worst-bba-tie-last-1.svg" */
static const char *picture_name(const struct sp_matrix *m, int method, int rank)
{
  const char *word[] = {"worst", sp_matrix_method(m, method)};
  return sp_experiment_text(m->experiment, "%s-%d.svg",
                            sp_file_name(m->experiment, m->variant, word, 2), rank);
}

static int draw(const struct listing *l, const struct sp_matrix *m, const struct sp_worst *w,
                const char *name, struct sp_error *error)
{
  struct sp_replay replay;
  struct sp_number_text distance;
  const struct sp_experiment *e = l->experiment;
  const char *path = sp_experiment_text(e, "%s/%s", l->directory, name);
  const char *title = sp_experiment_text(
      e, "%s: %s, %s:%ld, distance %s", e->id, sp_matrix_method(m, w->method),
      sp_place_text(e, m->variant, w->point), w->index, sp_decimal_text(w->distance, &distance));
  int code = sp_replay(m, l->registry, l->store, w->point, w->index, w->method, &replay, error);
  if (!code)
    code = sp_write_gantt(path, &replay.trace, replay.in, title, sp_bound_date(replay.in), NULL,
                          error);
  sp_replay_clear(&replay);
  return code;
}

static void print_text(const struct listing *l, const struct sp_matrix *m, const struct sp_worst *w,
                       int rank, const char *picture, const char *command)
{
  struct sp_number_text distance, makespan;
  const struct sp_experiment *e = l->experiment;
  bool file = w->index < e->n_files;
  fprintf(l->out, "  %d. %s:%ld%s%s  distance %s, makespan %s\n     %s\n", rank,
          sp_place_text(e, m->variant, w->point), w->index, file ? ", " : "",
          file ? e->platform[w->index].path : "", sp_decimal_text(w->distance, &distance),
          sp_decimal_text(w->makespan, &makespan), command);
  if (l->directory)
    fprintf(l->out, "     drawn: %s/%s\n", l->directory, picture);
}

static void print_csv(const struct listing *l, const struct sp_matrix *m, const struct sp_worst *w,
                      int rank, const char *picture, const char *command)
{
  fprintf(l->out, "%s,%s,", l->experiment->id, l->experiment->variant[m->variant].name);
  report_quote(sp_matrix_method(m, w->method), l->out);
  fprintf(l->out, ",%d,", rank);
  report_quote(sp_place_text(l->experiment, m->variant, w->point), l->out);
  fprintf(l->out, ",%ld,%.17g,%.17g,", w->index, w->makespan, w->distance);
  report_quote(command, l->out);
  fputc(',', l->out);
  report_quote(l->directory ? picture : "", l->out);
  fputc('\n', l->out);
}

static int list_one(const struct listing *l, const struct sp_matrix *m, const struct sp_worst *w,
                    int rank, struct sp_error *error)
{
  const char *picture = picture_name(m, w->method, rank);
  const char *command = sp_rerun_command(l->experiment, m->variant, w->point, w->index, l->registry,
                                         l->from, "worst.svg");
  (l->format == SP_CSV_FORMAT ? print_csv : print_text)(l, m, w, rank, picture, command);
  return l->directory ? draw(l, m, w, picture, error) : SP_OK;
}

static int list_variant(const struct listing *l, const struct sp_matrix *m, int k,
                        struct sp_error *error)
{
  struct sp_worst *worst;
  int n = sp_worst_find(m, k, &worst), rank = 0, code = SP_OK;
  bool text = l->format != SP_CSV_FORMAT;
  if (text)
    fprintf(l->out, "%sWorst instances: %s\n", m->variant ? "\n" : "",
            sp_report_title(l->experiment, m->variant));
  for (int i = 0; i < n && !code; i++) {
    rank = i && worst[i].method == worst[i - 1].method ? rank + 1 : 1;
    if (text && rank == 1)
      fprintf(l->out, "%s\n", sp_matrix_method(m, worst[i].method));
    code = list_one(l, m, &worst[i], rank, error);
  }
  if (text && !n)
    fputs(sp_of_graphs(l->experiment->problem)
              ? "  none: methods of networks and graphs are not compared.\n"
              : "  none: no platform has a run of every declared method.\n",
          l->out);
  return code;
}

int sp_report_worst(const struct sp_experiment *e, const struct sp_registry *registry,
                    struct sp_store *store, int k, const char *from, const char *directory,
                    enum sp_format format, FILE *out, struct sp_error *error)
{
  struct listing l = {e, registry, store, from, directory, format, out};
  if (directory && mkdir(directory, 0777) && errno != EEXIST)
    return sp_failure(error, SP_CANNOT, "%s: cannot make the directory: %s", directory,
                      strerror(errno));
  struct sp_matrix *matrix;
  int code = sp_matrices_read(e, store, &matrix, error);
  if (!code && format == SP_CSV_FORMAT)
    fputs("experiment,variant,method,rank,place,index,makespan,distance,command,picture\n", out);
  for (int variant = 0; variant < e->n_variants && !code; variant++)
    code = list_variant(&l, &matrix[variant], k, error);
  sp_matrices_free(matrix);
  return code;
}
