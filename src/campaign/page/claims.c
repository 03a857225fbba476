/* The claims of the page: what the source says in words, and whether it holds here. */
#include "campaign/page/html.h"
#include <math.h>
#include <stdlib.h>

static const char *claim_class(enum sp_claim_verdict verdict)
{
  return verdict == SP_HOLDS           ? "agrees"
         : verdict == SP_DOES_NOT_HOLD ? "differs"
         : verdict == SP_CANNOT_TELL   ? "assumed"
                                       : "missing";
}

static void put_claim(const struct sp_matrix *m, const struct sp_claim *claim, FILE *out)
{
  struct sp_finding f = sp_claim_finding(m, claim);
  struct sp_number_text value, se;
  char *condition = sp_claim_condition(m, claim);
  fputs("<tr><th scope=\"row\">“", out);
  sp_html_text(claim->text, out);
  fputs("”<br><code>", out);
  sp_html_text(condition, out);
  fprintf(out, "</code></th><td><span class=\"verdict %s\">%s</span></td><td>%s",
          claim_class(f.verdict), sp_claim_verdict_name(f.verdict),
          sp_decimal_text(f.value, &value));
  if (!isnan(f.se))
    fprintf(out, " <span class=\"se\">(%s)</span>", sp_decimal_text(f.se, &se));
  fprintf(out, isnan(f.margin) ? "</td><td>-</td><td>" : "</td><td>%+.4f</td><td>", f.margin);
  char *place = sp_place_text(m->experiment, m->variant, f.point);
  sp_html_text(place, out);
  fputs("</td></tr>\n", out);
  free(place);
  free(condition);
}

void sp_html_claims(const struct sp_matrix *m, FILE *out)
{
  const struct sp_experiment *e = m->experiment;
  if (!e->n_claims)
    return;
  fputs(
      "<h3>Claims</h3>\n<div class=\"scroll\"><table class=\"plain claims\"><caption>Claims of the "
      "source, at the point where they hold least (of two methods the difference, "
      "paired)</caption>\n<thead><tr><th scope=\"col\">claim</th><th scope=\"col\">verdict</th>"
      "<th scope=\"col\">value</th><th scope=\"col\">margin</th><th scope=\"col\">at</th></tr>"
      "</thead>\n<tbody>\n",
      out);
  for (int k = 0; k < e->n_claims; k++)
    put_claim(m, &e->claim[k], out);
  fputs("</tbody></table></div>\n", out);
}
