/* Writes the worst instances, as stars in words, with their charts: each is run again with every
 * method of the variant, and its trace is laid out (io/chart/gantt.h). If a run cannot be repeated,
 * its result is not the stored one, or the platform is larger than a chart, the page shows the
 * reason instead. */
#include "campaign/page/html.h"
#include "io/chart/gantt.h"
#include "io/text/star.h"

enum { MOST_WORKERS = 10000 }; /* of a platform that is run again */

static void put_bound(const struct sp_instance *in, FILE *out)
{
  struct sp_bound bound[SP_MAX_BOUNDS];
  if (isinf(in->deadline.v) && sp_bounds(in, bound) > 0) {
    fputs("\"bound\":", out);
    sp_html_number(bound[0].value, out);
    sp_html_member(",", "boundName", bound[0].name, out);
    fputc(',', out);
  }
}

/* The hosts of a platform from a file. */
static void put_names(const struct sp_platform *platform, FILE *out)
{
  if (!platform->file)
    return;
  fputs("\"names\":[", out);
  for (int i = 0; i < platform->nodes; i++)
    sp_html_item(i, platform->node[i].name, out);
  fputs("],", out);
}

/* One run as {"method":k, ..}. in: its platform, NULL if it cannot be drawn. *last: the last date
 * of the runs so far. */
static void put_run(const struct sp_page *p, const struct sp_matrix *m, const struct sp_worst *w,
                    const struct sp_instance *in, int method, long *budget, double *last)
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
    sp_html_member("", "fault", error.text, out);
  } else if (replay.trace.n > *budget) {
    fprintf(out, "\"fault\":\"%ld events are more than the page has room for\"", replay.trace.n);
  } else {
    *budget -= replay.trace.n;
    for (long k = 0; k < replay.trace.n; k++)
      *last = fmax(*last, replay.trace.event[k].end);
    put_bound(replay.in, out);
    put_names(&replay.in->platform, out);
    sp_write_chart_rows(out, &replay.trace, replay.in);
  }
  fputc('}', out);
  sp_replay_clear(&replay);
}

enum { MOST_LETTERS = 16384 }; /* of a link that browsers open */

/* The platform as a star in words, for the link to the explorer. */
static void put_star(const struct sp_instance *in, FILE *out)
{
  char *star = in && in->m <= MOST_WORKERS ? star_text(in) : NULL;
  if (star && strlen(star) <= MOST_LETTERS) {
    sp_html_member("", "star", star, out);
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

static void put_runs(const struct sp_page *p, const struct sp_matrix *m, const struct sp_worst *w,
                     long *budget)
{
  const struct sp_instance *in = sp_matrix_platform(m, w->point, w->index, NULL);
  bool begun = false;
  double last = 0;
  put_star(in, p->out);
  fputs("\"runs\":[", p->out);
  for (int method = 0; method < m->methods; method++)
    if (!isnan(sp_makespan_at(m, w->point * m->count + w->index, method))) {
      fputs(begun ? "," : "", p->out);
      begun = true;
      put_run(p, m, w, in, method, budget, &last);
    }
  fputs("],", p->out);
  sp_write_chart_legend(p->out, in && in->m <= MOST_WORKERS ? in : NULL, last);
  fputc('}', p->out);
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
}
