/* The part of the page for a table of single values: the table, and the pictures of its runs. */
#include "campaign/figure/plot.h"
#include "campaign/page/page.h"
#include "cli/reproduction/reproduce.h"
#include "cli/shared/paths.h"
#include "io/graph/network_spec.h"
#include "solve/network/network.h"

static void put_cell(const char *text, FILE *out)
{
  sp_html_put(out, "<td>%s</td>", text ? text : "-");
}

static void put_row(const struct cli_values *values, const struct cli_value *v, FILE *out)
{
  fputs("<tr>", out);
  put_cell(v->platform, out);
  sp_html_put(out, "<td class=\"words\"><code>%s</code></td>", v->method);
  put_cell(v->quantity, out);
  put_cell(cli_value_published(values, v), out);
  put_cell(cli_value_ours(values, v), out);
  fputs("<td>", out);
  sp_html_verdict(v->verdict, sp_verdict_name(v->verdict), out);
  fputs("</td>", out);
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
    bool differs = v->verdict == SP_DIFFERS;
    counts->agree += v->verdict == SP_AGREES;
    counts->differ += differs;
    counts->undecided += v->verdict == SP_MISSING;
    if (differs && v->reason && *v->reason && !row->reason)
      row->reason = v->reason;
  }
}

/* ---- Draws the momentary utilisation of a network (the number of processors that compute at each
 * date) for tables of single values with the quantity busy-K. */

struct steps {
  const char *kind, *spec;
  double processors; /* number of all, used or not */
  long n;
  struct sp_step *step;
};

static void write_data(const void *self, FILE *out)
{
  const struct steps *s = self;
  fputs("# columns: time, processors that compute\n0 0\n", out);
  for (long k = 0; k < s->n; k++)
    fprintf(out, "%.17g %.17g\n%.17g %.17g\n", s->step[k].start, s->step[k].busy, s->step[k].end,
            s->step[k].busy);
  if (s->n)
    fprintf(out, "%.17g 0\n", s->step[s->n - 1].end);
}

static void write_script(const void *self, const char *name, FILE *out)
{
  const struct steps *s = self;
  struct sp_paper paper = {.x = "time", .y = "processors that compute", .tics = ""};
  sp_plot_begin(name, "Processors that compute, by time", "momentary utilisation",
                cli_format("%s %s", s->kind, s->spec), &paper, out);
  sp_plot_styles(1, 1, SP_WIDE_LINE / 2, out);
  fprintf(out,
          "set xlabel 'time'\nset ylabel 'processors that compute'\n"
          "set xrange [0:%.6g]\nset yrange [0:%.6g]\nset ytics 1\nunset key\n"
          "plot '%s.dat' using 1:2 with lines linestyle 1\n",
          s->n ? 1.05 * s->step[s->n - 1].end : 1, s->processors * 1.05, name);
  sp_plot_end(name, &paper, out);
}

/* Solves the network of a value and draws its steps as DIRECTORY/ID-utilisation. */
static int draw(const struct cli_value *v, const char *directory, const char *id)
{
  struct sp_error error;
  struct sp_network_solution solution;
  const char *kind = v->platform + strlen("network ");
  struct sp_network *net = sp_network_parse(sp_network_kind_of(kind), v->method, &error);
  int code = net ? sp_network_solve(net, &solution, &error) : SP_BAD_INPUT;
  if (!code) {
    struct steps steps = {.kind = kind, .spec = v->method};
    for (long row = 0; row < net->n; row++)
      steps.processors += sp_network_row_size(net, row);
    steps.step = sp_network_steps(net, &solution, &steps.n);
    struct sp_album album = {.memory = cli_memory(), .directory = directory};
    struct sp_picture picture = {&steps, write_data, write_script};
    code = sp_album_draw(&album, cli_name_for(id, "utilisation"), &picture, &error);
    free(steps.step);
    sp_network_solution_clear(&solution);
  }
  sp_network_free(net);
  return cli_failed(code, &error);
}

int cli_values_draw(const struct cli_values *values, const char *directory, const char *id,
                    const char **drawn)
{
  *drawn = NULL;
  for (int i = 0; values->commands && i < values->n; i++) {
    const struct cli_value *v = &values->value[i];
    if (strncmp(v->quantity, "busy-", 5) != 0)
      continue;
    *drawn = cli_name_for(cli_format("%s/%s", directory, id), "utilisation");
    return draw(v, directory, id);
  }
  return SP_OK;
}
