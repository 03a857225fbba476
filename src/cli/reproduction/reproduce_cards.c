/* Writes the head of the page: the verdict, a card for each paper, and what its signs say. A square
 * is a value, with a form of its own for each verdict; words say the same. */
#include "base/text.h"
#include "campaign/page/page.h"
#include "cli/reproduction/reproduce_all.h"

/* More squares than this are only said in words. */
enum { MOST_SQUARES = 80 };

/* The classes of what is said of a verdict, and of its squares. */
static const char *const class_of[CLI_VERDICTS] = {"agrees", "differs", "unsure", "trivial"};

void cli_put_counts(const struct cli_findings *part, FILE *out)
{
  struct cli_said said[CLI_VERDICTS];
  bool first = true;
  cli_list_verdicts(part, said);
  for (int k = 0; k < CLI_VERDICTS; k++)
    if (said[k].n) {
      fprintf(out, "%s<b class=\"said %s\">%ld %s</b>", first ? "" : " · ", class_of[k], said[k].n,
              said[k].word);
      first = false;
    }
}

static void put_squares(const struct cli_findings *part, FILE *out)
{
  struct cli_said said[CLI_VERDICTS];
  if (cli_tag_count(&part->n) > MOST_SQUARES)
    return;
  cli_list_verdicts(part, said);
  fprintf(out, "<p class=\"squares%s\" aria-hidden=\"true\">",
          part->kind == CLI_COMPUTED ? " own" : "");
  for (int k = 0; k < CLI_VERDICTS; k++)
    for (long i = 0; i < said[k].n; i++)
      fprintf(out, "<i class=\"%s\"></i>", class_of[k]);
  fputs("</p>\n", out);
}

/* ---- A card. */

/* What the values of a part are, and what that means. */
static const struct {
  const char *name, *means;
} kinds[CLI_KINDS] = {
    [CLI_CERTAIN] = {"Printed, no chance", "one computation gives them"},
    [CLI_DRAWN] = {"Printed, random platforms", "statistics of platforms drawn at random"},
    [CLI_CLAIMED] = {"Claims", "sentences of the text, tested by our values"},
    [CLI_COMPUTED] = {"Not printed", "computed earlier by a program of other code"},
    [CLI_APART] = {"Told apart", "other rules for the same values, not the paper's"},
};

const char *cli_kind_name(enum cli_kind kind)
{
  return kinds[kind].name;
}

/* "Claims: 12 hold · 4 do not hold; why: ..": with its title and, unless an earlier part of its
 * kind has said it, what its values are. */
static void put_words(const struct cli_findings *part, bool explained, FILE *out)
{
  fprintf(out, "<h3 title=\"%s\">%s:</h3> <p>", kinds[part->kind].means, cli_kind_name(part->kind));
  cli_put_counts(part, out);
  fputs("<span class=\"note\">", out);
  if (!explained)
    sp_html_put(out, "; %s", kinds[part->kind].means);
  if (part->title)
    sp_html_put(out, "; %s", part->title);
  bool said = part->title && part->reasons == 1 && strstr(part->title, part->reason->text);
  if (part->reasons && !said) {
    fputs("; why: ", out);
    cli_put_reasons(part, sp_html_text, out);
  }
  fputs("</span></p>\n", out);
}

/* explained: the kinds that an earlier part has said. */
static void put_part(const struct cli_findings *part, bool explained[CLI_KINDS], FILE *out)
{
  fputs("<div class=\"part\">", out);
  put_words(part, explained[part->kind], out);
  explained[part->kind] = true;
  if (part->kind != CLI_APART)
    put_squares(part, out);
  fputs("</div>\n", out);
}

/* "9 experiments: 19 values and 39560 runs", a link to them. */
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
  sp_html_put(out, "<p class=\"note\"><a href=\"#%s\" title=\"every table and chart\">",
              paper->prefix);
  fprintf(out, "%d experiment%s", n, sp_plural(n));
  if (values || runs)
    fputs(": ", out);
  if (values)
    fprintf(out, "%ld value%s%s", values, sp_plural((double)values), runs ? " and " : "");
  if (runs)
    fprintf(out, "%ld run%s", runs, sp_plural((double)runs));
  fputs("</a>", out);
  if (done < n)
    fprintf(out, "; <b class=\"said differs\">%d failed or did not run</b>", n - done);
  fputs("</p>\n", out);
}

/* A card with more parts than this is as tall as several. */
enum { FEW_PARTS = 3 };

static void put_card(const struct cli_all *s, const struct cli_paper *paper,
                     bool explained[CLI_KINDS], FILE *out)
{
  int n;
  const struct cli_findings *part = cli_verdict_parts(s, paper, &n);
  fprintf(out, "<section class=\"card%s\">\n", n > FEW_PARTS ? " tall" : "");
  sp_html_put(out, "<h2>%s</h2> <span class=\"note\">%s</span>\n", paper->name, paper->about);
  put_size(s, paper, out);
  for (int k = 0; k < n; k++)
    put_part(&part[k], explained, out);
  if (!n)
    fputs("<p class=\"note\">Nothing is published to compare with.</p>\n", out);
  fputs("</section>\n", out);
}

static void put_legend(FILE *out)
{
  static const char *const means[CLI_VERDICTS] = {
      ("equal in all printed digits; of random platforms: the interval of 3 standard errors on "
       "each side lies within the experiment's margin of the printed value"),
      "by more: of random platforms, by more than 3 standard errors and half a printed digit",
      "too few platforms were drawn to decide, or there is no result",
      "1 or 0 on both sides, as by any rule: it says nothing"};
  const struct cli_findings one = {.n = {.agree = 1, .differ = 1, .undecided = 1, .trivial = 1}};
  struct cli_said said[CLI_VERDICTS];
  cli_list_verdicts(&one, said);
  fputs("<dl class=\"signs\">\n", out);
  for (int k = 0; k < CLI_VERDICTS; k++)
    fprintf(out,
            "<div><dt class=\"squares\"><i class=\"%s\"></i> <b class=\"said %s\">%s</b></dt>"
            "<dd>%s</dd></div>\n",
            class_of[k], class_of[k], said[k].word, means[k]);
  fputs("</dl>\n", out);
}

/* Its first part is bold. */
static void put_sentence(const char *sentence, FILE *out)
{
  const char *rest = sentence + strcspn(sentence, ";");
  sp_html_put(out, "<p class=\"sentence\" id=\"verdict\"><b>%s</b>%s</p>\n",
              cli_format("%.*s", (int)(rest - sentence), sentence), rest);
  fputs("<p class=\"note\"><button type=\"button\" class=\"button\" data-copy=\"verdict\">copy the "
        "sentence</button> A square is a value; outlined, the paper does not print it.</p>\n",
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
