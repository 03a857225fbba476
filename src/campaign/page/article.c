/* Writes an experiment as a part of a page of many: its tables with the published values and the
 * verdicts, its figures, its claims; and pictures in files beside the page. */
#include "campaign/page/html.h"

/* A longer table is on the experiment's own page. */
enum { MOST_ROWS = 30 };

struct article {
  FILE *out;
  const char *own; /* name of the experiment's own page */
};

static void put_section(void *article, const struct report_section *s)
{
  const struct article *a = article;
  bool is_long = s->table->rows > MOST_ROWS;
  if (s->subject == REPORT_CLAIMS)
    sp_html_section(a->out, s);
  else if (s->subject != REPORT_VARIANT)
    sp_html_figure(s, !is_long, a->out);
  else if (!is_long)
    sp_html_values(s, a->out);
  if (is_long && s->subject != REPORT_CLAIMS)
    sp_html_put(a->out, "<p><a href=\"%s#variant-%d\">The values, %d rows</a></p>\n", a->own,
                s->matrix->variant, s->table->rows);
  if (s->subject != REPORT_VARIANT)
    return;
  fputs("<details><summary>Over all platforms, and pairs of methods</summary>\n", a->out);
  sp_html_statistics(s, a->out);
  fputs("</details>\n", a->out);
}

static int put_variant(const struct report_source *source, int variant, const struct article *a,
                       struct sp_report_counts *counts, struct sp_error *error)
{
  const struct sp_experiment *e = source->experiment;
  if (e->n_variants > 1)
    sp_html_put(a->out, "<h4>%s</h4>\n", sp_report_title(e, variant));
  const char *reason = e->variant[variant].reason;
  int code = report_walk(source, variant, counts, put_section, (void *)a, error);
  if (!code && reason)
    sp_html_put(a->out, "<p class=\"note\">What differs: %s.</p>\n", reason);
  return code;
}

int sp_page_article(const struct sp_experiment *e, const struct sp_registry *registry,
                    struct sp_store *store, const char *own, FILE *out,
                    struct sp_report_counts *counts, struct sp_error *error)
{
  const struct article article = {out, own};
  struct sp_page page = {.experiment = e,
                         .registry = registry,
                         .store = store,
                         .from = e->id,
                         .out = out,
                         .brief = true};
  struct report_source source;
  int code = report_open(e, store, &source, error);
  if (code)
    return code;
  for (int variant = 0; variant < e->n_variants && !code; variant++)
    code = put_variant(&source, variant, &article, &counts[variant], error);
  if (!code && e->n_plots)
    code = sp_html_data(&page, source.matrix, error);
  sp_matrices_free(source.matrix);
  return code;
}

void sp_html_picture(const char *file, const char *title, FILE *out)
{
  sp_html_put(out,
              "<figure class=\"picture\"><figcaption>%s</figcaption><div class=\"chart\">"
              "<img alt=\"%s\" loading=\"lazy\" src=\"%s\"></div></figure>\n",
              title, title, file);
}
