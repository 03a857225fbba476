/* The part of the page for a table of single values: the table, and the pictures of its runs. */
#include "base/memory.h"
#include "base/text_table.h"
#include "campaign/page/page.h"
#include "cli/reproduction/reproduce.h"
#include "cli/shared/options.h"
#include <string.h>

static void put_cell(const char *text, FILE *out)
{
  sp_html_put(out, "<td>%s</td>", text ? text : "-");
}

static void put_verdict(const struct cli_value *v, FILE *out)
{
  enum sp_verdict verdict = !strcmp(v->verdict, "agrees")    ? SP_AGREES
                            : !strcmp(v->verdict, "differs") ? SP_DIFFERS
                                                             : SP_MISSING;
  fputs("<td>", out);
  sp_html_verdict(verdict, v->verdict, out);
  fputs("</td>", out);
}

static void put_row(const struct cli_values *values, const struct cli_value *v, FILE *out)
{
  struct sp_number_text published, ours;
  fputs("<tr>", out);
  put_cell(v->platform, out);
  sp_html_put(out, "<td class=\"words\"><code>%s</code></td>", v->method);
  put_cell(v->quantity, out);
  put_cell(cli_value_published(values, v, &published), out);
  put_cell(cli_value_ours(values, v, &ours), out);
  put_verdict(v, out);
  put_cell(v->tag, out);
  sp_html_put(out, "<td class=\"words\">%s</td></tr>\n", v->source);
}

static void put_table(const struct cli_values *values, FILE *out)
{
  fprintf(out,
          "<div class=\"scroll\"><table class=\"plain\"><thead><tr><th>%s</th><th>%s</th>"
          "<th>quantity</th><th>reference</th><th>ours</th><th>verdict</th><th>tag</th>"
          "<th>source</th></tr></thead>\n<tbody>\n",
          values->commands ? "command" : "platform", values->commands ? "spec" : "method");
  for (int k = 0; k < values->n; k++)
    put_row(values, &values->value[k], out);
  fputs("</tbody></table></div>\n", out);
}

void cli_values_article(const struct cli_values *values, const struct cli_strings *pictures,
                        FILE *out)
{
  put_table(values, out);
  for (int k = 0; k < pictures->n; k++) {
    char *title = cli_format("%s", basename(pictures->item[k]));
    *strrchr(title, '.') = '\0';
    sp_html_picture(basename(pictures->item[k]), title, out);
  }
}

void cli_values_count(const struct cli_values *values, struct cli_verdicts *row)
{
  for (int k = 0; k < values->n; k++) {
    const struct cli_value *v = &values->value[k];
    struct sp_tag_counts *counts = &row->counts.tag[sp_tag_of(v->tag)];
    bool differs = !strcmp(v->verdict, "differs");
    counts->agree += !strcmp(v->verdict, "agrees");
    counts->differ += differs;
    counts->undecided += !strcmp(v->verdict, "missing");
    if (differs && v->reason && *v->reason && !row->reason)
      row->reason = v->reason;
  }
}
