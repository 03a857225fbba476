/* Writes the whole page: the experiment, a section for each variant, and the origin of the numbers.
 * Equal databases give equal bytes. */
#include "campaign/figure/plot.h"
#include "campaign/page/html.h"

/* page.css and page.js, line by line. */
static const char style[] =
#include "page_css.h"
    ;
static const char script[] =
#include "page_js.h"
    ;

/* ---- Head and foot. */

static void put_fact(const char *name, const char *value, FILE *out)
{
  if (value && *value)
    sp_html_put(out, "<dt>%s</dt><dd>%s</dd>\n", name, value);
}

static void put_assumed(const struct sp_experiment *e, FILE *out)
{
  if (!e->assumed.n)
    return;
  fputs("<dt>Assumed</dt><dd>", out);
  for (int k = 0; k < e->assumed.n; k++)
    sp_html_put(out, "%s%s", k ? ", " : "", e->assumed.text[k]);
  sp_html_put(out, " (%s)</dd>\n",
              e->assumed_because ? e->assumed_because : "the source does not say");
}

static void put_facts(const struct sp_experiment *e, FILE *out)
{
  char number[32];
  fputs("<dl class=\"facts\">\n", out);
  put_fact("Experiment", e->id, out);
  put_fact("Source", e->source, out);
  put_fact("Problem", sp_problem_name(e->problem), out);
  put_fact("Engine", sp_engine_name(e->engine), out);
  snprintf(number, sizeof number, "%llu", (unsigned long long)e->seed);
  put_fact("Seed", number, out);
  snprintf(number, sizeof number, "%ld", e->count);
  put_fact("Platforms a point", number, out);
  put_assumed(e, out);
  fputs("</dl>\n", out);
}

void sp_page_begin(const char *title, FILE *out)
{
  sp_html_put(out,
              "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
              "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
              "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
              "style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src 'self' data:\">\n"
              "<meta name=\"color-scheme\" content=\"light dark\">\n"
              "<link rel=\"icon\" href=\"data:,\">\n<title>%s</title>\n<style>\n:root {",
              title);
  for (int k = 0; k < SP_PLOT_COLOURS; k++)
    fprintf(out, " --s%d: %s;", k, sp_plot_colour[k]);
  fprintf(out, " }\n%s", style);
  sp_html_put(out, "</style>\n</head>\n<body>\n<header>\n<h1>%s</h1>\n", title);
}

void sp_page_end(FILE *out)
{
  fprintf(out, "<script>\n%s</script>\n</body>\n</html>\n", script);
}

static void put_contents(const struct sp_experiment *e, FILE *out)
{
  if (e->n_variants < 2)
    return;
  fputs("<nav aria-label=\"Variants\"><ul>\n", out);
  for (int variant = 0; variant < e->n_variants; variant++)
    sp_html_put(out, "<li><a href=\"#variant-%d\">%s</a></li>\n", variant,
                sp_report_title(e, variant));
  fputs("</ul></nav>\n", out);
}

static void put_version(void *data, const char *method, int version, const char *engine,
                        const char *model)
{
  sp_html_put(data, "<tr><th scope=\"row\">%s</th><td>%d</td><td>%s</td><td>%s</td></tr>\n", method,
              version, engine, model);
}

/* The origin of the numbers. */
static int put_provenance(const struct sp_page *p, struct sp_error *error)
{
  char checksum[65];
  FILE *out = p->out;
  int code = sp_store_checksum(p->store, checksum, error);
  if (code)
    return code;
  fprintf(out,
          "<section id=\"provenance\"><h2>Provenance</h2>\n"
          "<p>SHA-256 of the database's dump: <code>%s</code></p>\n"
          "<p>Written by starport %s.</p>\n"
          "<details><summary>Versions of methods and engines</summary>\n"
          "<div class=\"scroll\"><table class=\"plain\"><thead><tr><th scope=\"col\">method</th>"
          "<th scope=\"col\">version</th><th scope=\"col\">engine</th>"
          "<th scope=\"col\">model</th></tr></thead><tbody>\n",
          checksum, STARPORT_VERSION);
  code = sp_store_versions(p->store, put_version, out, error);
  sp_html_put(
      out,
      "</tbody></table></div></details>\n"
      "<details><summary>The experiment's text</summary>\n<pre>%s</pre></details></section>\n",
      p->experiment->text);
  return code;
}

/* ---- Variants. */

/* The frames that page.js fills; methods of graphs are not compared. */
static void put_frames(const struct sp_matrix *m, FILE *out)
{
  if (!sp_of_graphs(m->experiment->problem))
    fprintf(out,
            "<div class=\"figures\">\n<figure class=\"frequency\" data-variant=\"%d\"></figure>\n"
            "<figure class=\"profile\" data-variant=\"%d\"></figure>\n</div>\n",
            m->variant, m->variant);
  fprintf(out,
          "<div class=\"instances\" data-variant=\"%d\"><noscript><p>The figures and the table of "
          "instances need JavaScript.</p></noscript></div>\n",
          m->variant);
}

static int put_variant(const struct report_source *source, int variant,
                       struct sp_report_counts *counts, FILE *out, struct sp_error *error)
{
  const struct sp_matrix *m = &source->matrix[variant];
  sp_html_put(out, "<section class=\"variant\" id=\"variant-%d\"><h2>%s</h2>\n", variant,
              sp_report_title(m->experiment, variant));
  int code = report_walk(source, variant, counts, sp_html_section, out, error);
  if (code)
    return code;
  put_frames(m, out);
  fputs("</section>\n", out);
  return SP_OK;
}

static int put_page(const struct sp_page *p, const struct report_source *source,
                    struct sp_report_counts *counts, struct sp_error *error)
{
  const struct sp_experiment *e = p->experiment;
  int code = SP_OK;
  sp_page_begin(e->title && *e->title ? e->title : e->id, p->out);
  put_facts(e, p->out);
  fputs("</header>\n", p->out);
  put_contents(e, p->out);
  fputs("<main>\n", p->out);
  for (int variant = 0; variant < e->n_variants && !code; variant++)
    code = put_variant(source, variant, counts, p->out, error);
  if (!code)
    code = put_provenance(p, error);
  if (code)
    return code;
  fputs("</main>\n", p->out);
  code = sp_html_data(p, source->matrix, error);
  sp_page_end(p->out);
  return code;
}

int sp_report_html(const struct sp_experiment *e, const struct sp_registry *registry,
                   struct sp_store *store, int worst, long events, const char *from, FILE *out,
                   struct sp_report_counts *counts, struct sp_error *error)
{
  struct sp_page page = {e, registry, store, worst, events, from ? from : e->id, out, false};
  struct sp_report_counts found = {0};
  struct report_source source;
  int code = report_open(e, store, &source, error);
  if (code)
    return code;
  code = put_page(&page, &source, &found, error);
  sp_matrices_free(source.matrix);
  if (counts)
    *counts = found;
  return code;
}
