/* Writes the table of the papers' items, folded: what each paper has, and what shows it. The list
 * is docs/items.csv or results/items.csv of the data directory, whose head names its columns; a
 * name of an experiment on the page becomes a link to it. */
#include "base/csv.h"
#include "base/text.h"
#include "campaign/page/page.h"
#include "cli/reproduction/reproduce_all.h"
#include "cli/shared/output.h"
#include <string.h>
#include <unistd.h>

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

void cli_put_items(const struct cli_all *s, FILE *out)
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
