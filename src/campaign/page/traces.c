/* Writes the worst instances, as stars in words, with their traces: each is run again with every
 * method of the variant, and its events are written into the page as [from, to, task, start, end,
 * amount, lost, ..], one array for each run; task 0: a unit that the worker held at date 0; lost: 1
 * or 0. Twelve digits are enough for a chart. If a run cannot be repeated, its result is not the
 * stored one, or the platform is larger than a chart, the page shows the reason instead. */
#include "base/memory.h"
#include "campaign/page/html.h"
#include "model/star.h"
#include <stdlib.h>

enum { MOST_WORKERS = 10000 }; /* of a platform that is run again */

static void put_events(const struct sp_trace *trace, FILE *out)
{
  fputs("\"events\":[", out);
  for (long k = 0; k < trace->n; k++) {
    const struct sp_event *e = &trace->event[k];
    fprintf(out, "%s%d,%d,%ld,%.12g,%.12g,%.12g,%d", k ? "," : "", e->from, e->to, e->message + 1,
            e->start, e->end, e->amount, e->lost);
  }
  fputc(']', out);
}

static void put_bound(const struct sp_instance *in, FILE *out)
{
  struct sp_bound bound[SP_MAX_BOUNDS];
  if (sp_bounds(in, bound) > 0) {
    fputs("\"bound\":", out);
    sp_html_number(bound[0].value, out);
    fputs(",\"boundName\":", out);
    sp_html_string(bound[0].name, out);
    fputc(',', out);
  }
}

/* The hosts of a platform from a file. */
static void put_names(const struct sp_platform *platform, FILE *out)
{
  for (int i = 0; platform->file && i < platform->nodes; i++) {
    fputs(i ? "," : "\"names\":[", out);
    sp_html_string(platform->node[i].name, out);
  }
  if (platform->file)
    fputs("],", out);
}

/* One run as {"method":k, ..}. in: its platform, NULL if it cannot be drawn. */
static void put_run(const struct sp_page *p, const struct sp_matrix *m, const struct sp_worst *w,
                    const struct sp_instance *in, int method, long *budget)
{
  struct sp_replay replay = {.trace = SP_TRACE_EMPTY};
  struct sp_error error;
  FILE *out = p->out;
  bool large = in && in->m > MOST_WORKERS;
  int code = large
                 ? SP_OK
                 : sp_replay(m, p->registry, p->store, w->point, w->index, method, &replay, &error);
  fprintf(out, "{\"method\":%d,", method);
  if (large) {
    fprintf(out, "\"fault\":\"%d workers are more than a chart shows\"", in->m);
  } else if (code) {
    fputs("\"fault\":", out);
    sp_html_string(error.text, out);
  } else if (replay.trace.n > *budget) {
    fprintf(out, "\"fault\":\"%ld events are more than the page has room for\"", replay.trace.n);
  } else {
    *budget -= replay.trace.n;
    fprintf(out, "\"workers\":%d,", replay.in->m);
    put_bound(replay.in, out);
    put_names(&replay.in->platform, out);
    put_events(&replay.trace, out);
  }
  fputc('}', out);
  sp_replay_clear(&replay);
}

/* The platform as a star in words, for the link to the explorer. */
static void put_star(const struct sp_instance *in, FILE *out)
{
  char *star = in && in->m <= MOST_WORKERS ? star_text(in) : NULL;
  if (star) {
    fputs("\"star\":", out);
    sp_html_string(star, out);
    fputc(',', out);
  }
  free(star);
}

static bool is_repeated(const struct sp_worst *worst, int k)
{
  for (int i = 0; i < k; i++)
    if (worst[i].point == worst[k].point && worst[i].index == worst[k].index)
      return true;
  return false;
}

/* Has the method a run that can be drawn? */
static bool is_ok(const struct sp_matrix *m, const struct sp_worst *w, int method)
{
  return !isnan(
      m->value[SP_FIELD_MAKESPAN][(w->point * m->count + w->index) * m->methods + method]);
}

static void put_runs(const struct sp_page *p, const struct sp_matrix *m, const struct sp_worst *w,
                     long *budget)
{
  struct sp_instance *in =
      sp_experiment_instance(m->experiment, m->variant, w->point, (uint32_t)w->index, NULL);
  bool begun = false;
  put_star(in, p->out);
  fputs("\"runs\":[", p->out);
  for (int method = 0; method < m->methods; method++)
    if (is_ok(m, w, method)) {
      fputs(begun ? "," : "", p->out);
      begun = true;
      put_run(p, m, w, in, method, budget);
    }
  fputs("]}", p->out);
  sp_instance_free(in);
}

void sp_html_traces(const struct sp_page *p, const struct sp_matrix *m, long *budget)
{
  struct sp_worst *worst;
  int n = sp_worst_find(m, p->worst, &worst);
  bool first = true;
  fputs("\"worst\":[", p->out);
  for (int k = 0; k < n; k++) {
    if (is_repeated(worst, k))
      continue;
    fprintf(p->out, "%s{\"point\":%d,\"index\":%ld,", first ? "" : ",\n", worst[k].point,
            worst[k].index);
    put_runs(p, m, &worst[k], budget);
    first = false;
  }
  fputc(']', p->out);
  free(worst);
}
