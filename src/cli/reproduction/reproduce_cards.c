/* Writes the head of the page: the verdict, a card for each paper, and what its signs say. A square
 * is a value, with a form of its own for each verdict; words say the same. */
#include "base/text.h"
#include "campaign/page/page.h"
#include "cli/reproduction/reproduce_all.h"
#include "cli/shared/output.h"
#include <string.h>

/* More squares than this are only said in words. */
enum { MOST_SQUARES = 80 };

/* The verdicts: the class of a square and its words. */
static const struct sign {
  const char *name, *one, *many, *claim, *claims;
} signs[] = {{"agrees", "agrees", "agree", "holds", "hold"},
             {"differs", "differs", "differ", "does not hold", "do not hold"},
             {"unsure", "cannot tell", "cannot tell", "cannot tell", "cannot tell"},
             {"trivial", "trivial", "trivial", "trivial", "trivial"}};
enum { SIGNS = 4 };

static void list_counts(const struct sp_tag_counts *c, long count[SIGNS])
{
  count[0] = c->agree;
  count[1] = c->differ;
  count[2] = c->undecided;
  count[3] = c->trivial;
}

static const char *word_of(const struct sign *sign, long n, bool claims)
{
  return claims ? n == 1 ? sign->claim : sign->claims : n == 1 ? sign->one : sign->many;
}

void cli_put_counts(const struct cli_findings *part, FILE *out)
{
  long count[SIGNS];
  list_counts(&part->n, count);
  bool first = true;
  for (int k = 0; k < SIGNS; k++)
    if (count[k]) {
      fprintf(out, "%s<b class=\"said %s\">%ld %s</b>", first ? "" : " · ", signs[k].name, count[k],
              word_of(&signs[k], count[k], part->kind == CLI_CLAIMED));
      first = false;
    }
}

static void put_squares(const struct cli_findings *part, FILE *out)
{
  long count[SIGNS];
  if (cli_tag_count(&part->n) > MOST_SQUARES)
    return;
  list_counts(&part->n, count);
  fprintf(out, "<p class=\"squares%s\" aria-hidden=\"true\">",
          part->kind == CLI_COMPUTED ? " own" : "");
  for (int k = 0; k < SIGNS; k++)
    for (long i = 0; i < count[k]; i++)
      fprintf(out, "<i class=\"%s\"></i>", signs[k].name);
  fputs("</p>\n", out);
}

/* ---- A card. */

/* What the values of a part are, and what that means. */
static const struct {
  const char *name, *means;
} kinds[CLI_KINDS] = {
    [CLI_CERTAIN] = {"Printed, no chance", "Values that one computation gives, such as examples."},
    [CLI_DRAWN] = {"Printed, random platforms", "Statistics of platforms drawn at random."},
    [CLI_CLAIMED] = {"Claims", "Sentences of the text, tested as comparisons of our values."},
    [CLI_COMPUTED] = {"Not printed", "Values computed earlier, by a program of other code."},
    [CLI_APART] = {"Told apart", "Other rules for the same values: not the paper's result."},
};

const char *cli_kind_name(enum cli_kind kind)
{
  return kinds[kind].name;
}

/* explained: the kinds that an earlier card has said. */
static void put_part(const struct cli_findings *part, bool explained[CLI_KINDS], FILE *out)
{
  bool explain = !explained[part->kind];
  fprintf(out, "<div class=\"part\"><h3 title=\"%s\">%s</h3>\n", kinds[part->kind].means,
          cli_kind_name(part->kind));
  if (part->title || explain)
    sp_html_put(out, "<p class=\"note\">%s%s%s</p>\n", part->title ? part->title : "",
                part->title && explain ? ". " : "", explain ? kinds[part->kind].means : "");
  explained[part->kind] = true;
  if (part->kind != CLI_APART)
    put_squares(part, out);
  fputs("<p>", out);
  cli_put_counts(part, out);
  fputs(".", out);
  if (part->reasons) {
    fputs(" Why: ", out);
    cli_put_reasons(part, sp_html_text, out);
    fputs(".", out);
  }
  fputs("</p></div>\n", out);
}

/* "9 experiments: 19 values and 39560 runs". */
static void put_size(const struct cli_all *s, const struct cli_paper *paper, FILE *out)
{
  long values = 0, runs = 0;
  int n = 0, done = 0;
  for (int k = 0; k < s->n; k++) {
    const struct cli_reproduced *item = &s->item[k];
    if (item->paper != paper)
      continue;
    n++;
    done += item->ran && cli_code_of_result(item->code);
    *(cli_experiment_find(item->id) ? &values : &runs) += item->outcome.all;
  }
  fprintf(out, "<p class=\"note\">%d experiment%s", n, sp_plural(n));
  if (values || runs)
    fputs(": ", out);
  if (values)
    fprintf(out, "%ld value%s%s", values, sp_plural((double)values), runs ? " and " : "");
  if (runs)
    fprintf(out, "%ld run%s", runs, sp_plural((double)runs));
  if (done < n)
    fprintf(out, "; <b class=\"said differs\">%d failed or did not run</b>", n - done);
  sp_html_put(out, ".<br><a href=\"#%s\">every table and chart</a></p>\n", paper->prefix);
}

/* More parts than this need the whole width. */
enum { NARROW_PARTS = 3 };

static void put_card(const struct cli_all *s, const struct cli_paper *paper,
                     bool explained[CLI_KINDS], FILE *out)
{
  int n;
  const struct cli_findings *part = cli_verdict_parts(s, paper, &n);
  fprintf(out, "<section class=\"card%s\">\n<div class=\"about\">",
          n > NARROW_PARTS ? " wide" : "");
  sp_html_put(out, "<h2>%s</h2>\n<p class=\"note\">%s</p>\n", paper->name, paper->about);
  put_size(s, paper, out);
  fputs("</div>\n<div class=\"parts\">\n", out);
  for (int k = 0; k < n; k++)
    put_part(&part[k], explained, out);
  if (!n)
    fputs("<p class=\"note\">Nothing is published to compare with.</p>\n", out);
  fputs("</div></section>\n", out);
}

static void put_legend(FILE *out)
{
  static const char *const means[SIGNS] = {
      ("equal in all printed digits; of random platforms: the interval of 3 standard errors on "
       "each "
       "side lies within the experiment's margin of the printed value"),
      "by more: of random platforms, by more than 3 standard errors and half a printed digit",
      "too few platforms were drawn to decide, or there is no result",
      "1 or 0 on both sides, as by any rule: it says nothing"};
  fputs("<dl class=\"signs\">\n", out);
  for (int k = 0; k < SIGNS; k++)
    fprintf(out,
            "<div><dt class=\"squares\"><i class=\"%s\"></i> <b class=\"said %s\">%s</b></dt>"
            "<dd>%s</dd></div>\n",
            signs[k].name, signs[k].name, signs[k].one, means[k]);
  fputs("</dl>\n<p class=\"note\">A square is a value; outlined, it was not printed by the paper. "
        "Claims hold, do not hold, or cannot be told.</p>\n",
        out);
}

/* Its first part is bold. */
static void put_sentence(const char *sentence, FILE *out)
{
  const char *rest = sentence + strcspn(sentence, ";");
  sp_html_put(out, "<p class=\"sentence\" id=\"verdict\"><b>%s</b>%s</p>\n",
              cli_format("%.*s", (int)(rest - sentence), sentence), rest);
  fputs("<p><button type=\"button\" class=\"button\" data-copy=\"verdict\">copy the sentence"
        "</button></p>\n",
        out);
}

void cli_put_cards(const struct cli_all *s, FILE *out)
{
  const struct cli_paper *last = NULL;
  bool explained[CLI_KINDS] = {0};
  put_sentence(cli_verdict_sentence(s), out);
  fputs("<div class=\"cards\">\n", out);
  for (int k = 0; k < s->n; k++)
    if (s->item[k].paper != last) {
      last = s->item[k].paper;
      put_card(s, last, explained, out);
    }
  fputs("</div>\n", out);
  put_legend(out);
}
