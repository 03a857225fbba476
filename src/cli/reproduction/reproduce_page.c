/* Writes index.html: the verdict with its cards; below it, folded, the papers with their
 * experiments, the counts of all, and the items of the papers. */
#include "base/csv.h"
#include "base/text.h"
#include "campaign/page/page.h"
#include "cli/reproduction/reproduce_all.h"
#include "cli/shared/files.h"
#include <unistd.h>

/* The name of an experiment's article. */
static const char *name_of(const struct cli_reproduced *item)
{
  return item->outcome.stem ? item->outcome.stem : item->id;
}

/* Is number k the first experiment of a paper, or the number of all? */
static bool starts_paper(const struct cli_all *s, int k)
{
  return k == 0 || k == s->n || s->item[k].paper != s->item[k - 1].paper;
}

/* A link to a file beside the page or, with "#" before it, to a place in it. */
static void put_link(const char *hash, const char *target, const char *text, FILE *out)
{
  sp_html_put(out, "<a href=\"%s%s\">%s</a>", hash, target, text);
}

/* ---- The closing table. */

static void put_count(const struct cli_closing *row, long n, FILE *out)
{
  if (row->counted)
    fprintf(out, "<td class=\"number\">%ld</td>", n);
  else
    fputs("<td class=\"number\">-</td>", out);
}

static void put_row(const struct cli_closing *row, FILE *out)
{
  bool variant = row->name[0] == ' ';
  sp_html_put(out, "<tr><td>%s</td><td>", row->paper);
  fputs(variant ? "&emsp;" : "", out);
  if (row->article && !variant)
    put_link("#", row->article, row->name, out);
  else
    sp_html_text(row->name, out);
  fputs("</td>", out);
  put_count(row, row->published.agree, out);
  put_count(row, row->published.differ, out);
  put_count(row, row->published.undecided, out);
  put_count(row, row->published.trivial, out);
  sp_html_put(out, "<td class=\"words\">%s</td></tr>\n", row->why ? row->why : "");
}

static void put_closing(const struct cli_all *s, FILE *out)
{
  int n;
  const struct cli_closing *row = cli_closing_rows(s, &n);
  fputs("<div class=\"scroll\"><table class=\"plain closing\"><caption>Published "
        "values</caption><thead>"
        "<tr><th>paper</th><th>experiment</th><th>agree</th><th>differ</th><th>cannot tell</th>"
        "<th>trivial</th><th>why they differ</th></tr></thead>\n<tbody>\n",
        out);
  for (int k = 0; k < n; k++)
    put_row(&row[k], out);
  fputs("</tbody></table></div>\n", out);
}

/* ---- Articles. */

/* Links to the files of an experiment that are there, relative to the page. */
static void put_links(const struct cli_all *s, const struct cli_outcome *o, FILE *out)
{
  fputs("<p class=\"note\">Files:", out);
  for (int k = 0; k < o->suffixes; k++) {
    const char *path = cli_format("%s/%s%s", s->given->output, o->stem, o->suffix[k]);
    if (!access(path, R_OK)) {
      fputs(k ? ", " : " ", out);
      put_link("", basename(path), basename(path), out);
    }
  }
  fputs("</p>\n", out);
}

/* What became of its values, of all kinds, beside its name. */
static void put_result(const struct cli_reproduced *item, FILE *out)
{
  for (enum cli_kind kind = 0; kind < CLI_KINDS; kind++) {
    struct cli_findings part = cli_verdict_of(item, 1, kind);
    if (cli_tag_count(&part.n)) {
      fprintf(out, " <span class=\"note\">%s: ", cli_kind_name(kind));
      cli_put_counts(&part, out);
      fputs("</span>", out);
    }
  }
}

static void put_article(const struct cli_all *s, const struct cli_reproduced *item, FILE *out)
{
  const struct cli_outcome *o = &item->outcome;
  const char *name = name_of(item);
  sp_html_put(out,
              "<details class=\"fold\" id=\"%s\"><summary><code>%s</code> "
              "<span class=\"name\">%s</span>",
              name, name, o->title ? o->title : "");
  put_result(item, out);
  fputs("</summary>\n<article>\n", out);
  if (o->article) {
    put_links(s, o, out);
    fputs(o->article, out);
  } else
    fprintf(out, "<p class=\"warning\">%s.</p>\n",
            !item->ran       ? "Not run"
            : o->interrupted ? "Interrupted"
                             : "Failed");
  fputs("</article></details>\n", out);
}

/* ---- Papers. */

static void put_papers(const struct cli_all *s, FILE *out)
{
  for (int k = 0; k < s->n; k++) {
    const struct cli_reproduced *item = &s->item[k];
    if (starts_paper(s, k))
      sp_html_put(out,
                  "<details class=\"fold paper\" id=\"%s\"><summary><h2>%s</h2> "
                  "<span class=\"note\">%s</span></summary>\n",
                  item->paper->prefix, item->paper->name, item->paper->title);
    put_article(s, item, out);
    fputs(starts_paper(s, k + 1) ? "</details>\n" : "", out);
  }
}

static void put_counts(const struct cli_all *s, FILE *out)
{
  fputs("<details class=\"fold\" id=\"counts\"><summary><h2>Every experiment</h2> "
        "<span class=\"note\">the printed values that agree, that differ, and why</span>"
        "</summary>\n",
        out);
  put_closing(s, out);
  fprintf(out,
          "<p class=\"note\">Not counted: %s. An indented row is a variant: the same published "
          "values by other rules; the total has those that the experiment's verdict names.</p>\n"
          "</details>\n",
          cli_closing_others(s));
}

/* ---- The table of the papers' items, folded: what each paper has, and what shows it. The list
 * is docs/items.csv or results/items.csv of the data directory, whose head names its columns; a
 * name of an experiment on the page becomes a link to it. */

/* NULL: the directory has no list. */
static const char *list_path(const struct cli_all *s)
{
  static const char *const names[] = {"docs/items.csv", "results/items.csv"};
  for (int k = 0; k < 2; k++) {
    const char *path = cli_format("%s/%s", s->data, names[k]);
    if (!access(path, R_OK))
      return path;
  }
  return NULL;
}

/* The name of an experiment, perhaps within its command, is a link to its article; other text is as
 * it is. */
static void put_field(const struct cli_all *s, const char *text, FILE *out)
{
  static const char command[] = "starport reproduce ";
  size_t before = strncmp(text, command, strlen(command)) ? 0 : strlen(command);
  for (int k = 0; k < s->n; k++)
    if (!strcmp(s->item[k].id, text + before)) {
      const char *stem = s->item[k].outcome.stem;
      sp_html_put(out, "<a href=\"#%s\">%s</a>", stem ? stem : text, text);
      return;
    }
  sp_html_text(text, out);
}

/* *hidden: the column `match`, which is for the program that checks the list; -1: none. */
static void put_line(const struct cli_all *s, const struct csv *csv, int *hidden, FILE *out)
{
  bool head = csv->number == 1;
  fputs(head ? "<thead><tr>" : "<tr>", out);
  for (int k = 0; k < csv->n; k++) {
    if (head && !strcmp(csv->field[k], "match"))
      *hidden = k;
    if (k == *hidden)
      continue;
    fputs(head ? "<th>" : "<td class=\"words\">", out);
    put_field(s, csv->field[k], out);
    fputs(head ? "</th>" : "</td>", out);
  }
  fputs(head ? "</tr></thead>\n<tbody>\n" : "</tr>\n", out);
}

static void put_items(const struct cli_all *s, FILE *out)
{
  struct csv csv;
  struct sp_error error;
  const char *path = list_path(s);
  int code = path ? csv_open(&csv, path, &error) : SP_BAD_INPUT;
  if (code)
    return;
  fputs("<details class=\"fold\" id=\"items\"><summary><h2>Every item of the papers</h2> "
        "<span class=\"note\">tables, figures, theorems and claims, and what shows each: an "
        "experiment, a test program (tests/) or a document (docs/)</span></summary>\n"
        "<div class=\"scroll\"><table class=\"plain items\">",
        out);
  int hidden = -1;
  while (csv_next(&csv, &code)) {
    csv_cut(&csv, 0);
    put_line(s, &csv, &hidden, out);
  }
  fputs("</tbody></table></div></details>\n", out);
  csv_close(&csv);
}

static void put_page(const struct cli_all *s, FILE *out)
{
  sp_page_begin("starport: papers on master-worker scheduling, reproduced", out);
  fprintf(out,
          "<p class=\"note version\">starport %s, %d of %d experiment%s%s</p>\n</header>\n<main>\n",
          STARPORT_VERSION, s->done, s->n, sp_plural(s->n), s->interrupted ? ", interrupted" : "");
  cli_put_cards(s, out);
  put_papers(s, out);
  put_counts(s, out);
  put_items(s, out);
  fputs("</main>\n", out);
  sp_page_end(out);
}

int cli_page_write(const struct cli_all *s)
{
  struct sp_error error;
  struct sp_file *file = sp_create_file(cli_format("%s/index.html", s->given->output), &error);
  if (file)
    put_page(s, file->stream);
  return cli_close_file(file, SP_OK, &error);
}
