/* Writes an experiment as a part of a page of many: its tables with the published values and the
 * verdicts, its figures, its claims; and pictures from files. */
#include "base/file.h"
#include "base/memory.h"
#include "campaign/page/html.h"
#include <nettle/base64.h>
#include <stdlib.h>
#include <string.h>

/* More rows than a screen shows are closed at first. */
enum { OPEN_ROWS = 30 };

/* The statistics over all points are closed at first. */
static void put_section(void *out, const struct report_section *s)
{
  if (s->subject != REPORT_VARIANT) {
    sp_html_section(out, s);
    return;
  }
  bool closed = s->table->rows > OPEN_ROWS;
  if (closed)
    fprintf(out, "<details><summary>The values, %d rows</summary>\n", s->table->rows);
  sp_html_values(s, out);
  fputs(closed ? "</details>\n" : "", out);
  fputs("<details><summary>Over all platforms, and pairs of methods</summary>\n", out);
  sp_html_statistics(s, out);
  fputs("</details>\n", out);
}

static int put_variant(const struct report_source *source, int variant, FILE *out,
                       struct sp_report_counts *counts, struct sp_error *error)
{
  const struct sp_experiment *e = source->experiment;
  if (e->n_variants > 1) {
    char *title = sp_report_title(e, variant);
    sp_html_put(out, "<h4>%s</h4>\n", title);
    free(title);
  }
  const char *reason = e->variant[variant].reason;
  int code = report_walk(source, variant, counts, put_section, out, error);
  if (!code && reason)
    sp_html_put(out, "<p class=\"note\">What differs: %s.</p>\n", reason);
  return code;
}

int sp_page_article(const struct sp_experiment *e, const struct sp_registry *registry,
                    struct sp_store *store, FILE *out, struct sp_report_counts *counts,
                    struct sp_error *error)
{
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
    code = put_variant(&source, variant, out, &counts[variant], error);
  if (!code && e->n_plots)
    code = sp_html_data(&page, source.matrix, error);
  report_close(&source);
  return code;
}

int sp_html_picture(const char *path, const char *title, FILE *out, struct sp_error *error)
{
  size_t size;
  char *bytes = sp_read_file(path, &size, error);
  if (!bytes)
    return SP_CANNOT;
  char *text = sp_xcalloc(BASE64_ENCODE_RAW_LENGTH(size) + 1, 1);
  base64_encode_raw(text, size, (const uint8_t *)bytes);
  sp_html_put(out,
              "<figure class=\"picture\"><figcaption>%s</figcaption><div class=\"chart\">"
              "<img alt=\"%s\" src=\"data:image/svg+xml;base64,%s\"></div></figure>\n",
              title, title, text);
  free(text);
  free(bytes);
  return SP_OK;
}
