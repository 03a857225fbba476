/* The verdict of `starport reproduce`: what became of the values of the papers, counted by what
 * they are, with the reasons why they differ, in one sentence. */
#include "base/text.h"
#include "cli/reproduction/reproduce_all.h"

long cli_tag_count(const struct sp_tag_counts *c)
{
  return c->agree + c->differ + c->undecided + c->trivial;
}

void cli_tag_add(struct sp_tag_counts *sum, const struct sp_tag_counts *c)
{
  sum->agree += c->agree;
  sum->differ += c->differ;
  sum->undecided += c->undecided;
  sum->trivial += c->trivial;
}

/* ---- Parts. */

/* What a row has of one kind. The claims of an experiment are tested on its first row. */
static struct sp_tag_counts counts_of(const struct cli_verdicts *row, enum cli_kind kind)
{
  const struct sp_report_counts *c = &row->counts;
  bool printed = kind != CLI_CLAIMED && kind != CLI_COMPUTED;
  enum sp_tag tag = kind == CLI_CLAIMED ? SP_CLAIMED : printed ? SP_PRINTED : SP_OURS;
  bool wanted = row->apart == (kind == CLI_APART) &&
                (row->apart || !printed || c->chance == (kind == CLI_DRAWN));
  return wanted ? c->tag[tag] : (struct sp_tag_counts){0};
}

static void add_reason(struct cli_findings *part, const char *text, long n)
{
  int k = 0;
  while (k < part->reasons && strcmp(part->reason[k].text, text))
    k++;
  if (k == part->reasons) {
    part->reason = cli_grow(part->reason, part->reasons++);
    part->reason[k] = (struct cli_reason){.text = text};
  }
  part->reason[k].n += n;
}

/* Adds a row of an experiment; false: it has nothing of that kind. */
static bool add_row(struct cli_findings *part, const struct cli_verdicts *row, enum cli_kind kind)
{
  struct sp_tag_counts n = counts_of(row, kind);
  if (!cli_tag_count(&n))
    return false;
  part->kind = kind;
  cli_tag_add(&part->n, &n);
  if (n.differ)
    add_reason(part, row->reason ? row->reason : "no reason recorded", n.differ);
  return true;
}

struct cli_findings cli_verdict_of(const struct cli_reproduced *item, int n, enum cli_kind kind)
{
  struct cli_findings part = {.kind = kind};
  for (int k = 0; k < n; k++)
    for (int row = 0; row < item[k].outcome.rows; row++)
      add_row(&part, &item[k].outcome.row[row], kind);
  return part;
}

/* Values of random platforms have a part for each table, others one for all. */
static bool is_separate(enum cli_kind kind)
{
  return kind == CLI_DRAWN || kind == CLI_APART;
}

static void add_part(struct cli_findings **part, int *n, const struct cli_outcome *o,
                     const struct cli_verdicts *row, enum cli_kind kind)
{
  struct cli_findings new = {0};
  bool merged = *n && (*part)[*n - 1].kind == kind && !is_separate(kind);
  if (!add_row(merged ? &(*part)[*n - 1] : &new, row, kind) || merged)
    return;
  if (is_separate(kind))
    new.title = *row->title ? row->title : *row->name ? row->name : o->title;
  *part = cli_grow(*part, *n);
  (*part)[(*n)++] = new;
}

const struct cli_findings *cli_verdict_parts(const struct cli_all *s, const struct cli_paper *paper,
                                             int *n)
{
  struct cli_findings *part = NULL;
  *n = 0;
  for (enum cli_kind kind = 0; kind < CLI_KINDS; kind++)
    for (int k = 0; k < s->n; k++)
      for (int row = 0; row < s->item[k].outcome.rows && s->item[k].paper == paper; row++)
        add_part(&part, n, &s->item[k].outcome, &s->item[k].outcome.row[row], kind);
  return part;
}

/* ---- Words. */

void cli_put_reasons(const struct cli_findings *part, void (*put)(const char *, FILE *), FILE *out)
{
  for (int k = 0; k < part->reasons; k++) {
    put(k ? "; " : "", out);
    put(part->reason[k].text, out);
    if (part->reasons > 1)
      fprintf(out, ": %ld", part->reason[k].n);
  }
}

static void put_plain(const char *text, FILE *out)
{
  fputs(text, out);
}

void cli_list_verdicts(const struct cli_findings *part, struct cli_said said[CLI_VERDICTS])
{
  static const char *const words[][2] = {
      {"agrees", "agree"},           {"differs", "differ"}, {"cannot tell", "cannot tell"},
      {"is trivial", "are trivial"}, {"holds", "hold"},     {"does not hold", "do not hold"}};
  const struct sp_tag_counts *c = &part->n;
  const long n[CLI_VERDICTS] = {c->agree, c->differ, c->undecided, c->trivial};
  for (int k = 0; k < CLI_VERDICTS; k++) {
    bool of_claims = part->kind == CLI_CLAIMED && k <= CLI_DIFFERS;
    said[k] = (struct cli_said){n[k], words[of_claims ? k + CLI_VERDICTS : k][n[k] != 1]};
  }
}

/* "16 agree, 15 differ (no known rule) and 5 cannot tell"; the reasons of claims, which are
 * many, are left to the cards. */
static void put_counts(const struct cli_findings *part, FILE *out)
{
  struct cli_said said[CLI_VERDICTS];
  int all = 0, put = 0;
  cli_list_verdicts(part, said);
  for (int k = 0; k < CLI_VERDICTS; k++)
    all += said[k].n > 0;
  for (int k = 0; k < CLI_VERDICTS; k++) {
    if (!said[k].n)
      continue;
    put++;
    fputs(put == 1 ? "" : put < all ? ", " : " and ", out);
    fprintf(out, "%ld %s", said[k].n, said[k].word);
    if (k == CLI_DIFFERS && part->kind != CLI_CLAIMED) {
      fputs(" (", out);
      cli_put_reasons(part, put_plain, out);
      fputc(')', out);
    }
    fputs(k == CLI_TRIVIAL ? " (0 or 1 by any rule)" : "", out);
  }
}

/* "All 40 values .. agree" or "of 72 values .. 16 agree and 15 differ". */
static void put_part(const struct cli_findings *part, const char *what, bool first, FILE *out)
{
  long n = cli_tag_count(&part->n);
  if (part->n.agree == n && n > 1) {
    fprintf(out, "%s %ld %s %s", first ? "All" : "all", n, what,
            part->kind == CLI_CLAIMED ? "hold" : "agree");
    return;
  }
  fprintf(out, "%s %ld %s ", first ? "Of" : "of", n, what);
  put_counts(part, out);
}

const char *cli_verdict_sentence(const struct cli_all *s)
{
  static const struct {
    enum cli_kind kind;
    const char *what;
  } said[] = {{CLI_CERTAIN, "values of the papers that involve no chance"},
              {CLI_DRAWN, "values of random platforms"},
              {CLI_CLAIMED, "claims of their texts"}};
  char *text = NULL;
  int left = s->n - s->done;
  FILE *out = sp_open_string(&text);
  bool first = true;
  if (left)
    fprintf(out, "%d of %d experiment%s ran: ", s->done, s->n, sp_plural(s->n));
  for (int k = 0; k < 3; k++) {
    struct cli_findings part = cli_verdict_of(s->item, s->n, said[k].kind);
    if (!cli_tag_count(&part.n))
      continue;
    fputs(first ? "" : "; ", out);
    put_part(&part, said[k].what, first && !left, out);
    first = false;
  }
  if (first)
    fprintf(out, "%co value of a paper has been compared", left ? 'n' : 'N');
  fputc('.', out);
  return sp_context_end(cli_memory(), out, &text);
}
