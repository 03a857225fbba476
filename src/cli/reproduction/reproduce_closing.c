/* The closing table of `starport reproduce`: which published values agree or differ, and why. */
#include "base/text.h"
#include "cli/reproduction/reproduce_all.h"

/* ---- Rows. */

/* What differs, and why: the claims and our own values too. NULL: nothing. */
static const char *why_differs(const struct cli_verdicts *row)
{
  const struct sp_report_counts *c = &row->counts;
  const char *what = c->tag[SP_PRINTED].differ   ? ""
                     : c->tag[SP_CLAIMED].differ ? "a claim: "
                     : c->tag[SP_OURS].differ    ? "a value of ours: "
                                                 : NULL;
  return what ? cli_format("%s%s%s", row->apart ? "other rules: " : "", what,
                           row->reason ? row->reason : "no reason recorded")
              : NULL;
}

/* What happened to an experiment that has no result. */
static const char *ending_of(const struct cli_reproduced *item)
{
  return !item->ran                        ? "not run"
         : item->outcome.interrupted       ? "interrupted"
         : !cli_code_of_result(item->code) ? "failed, see the message"
                                           : NULL;
}

struct closing_rows {
  int n;
  struct cli_closing *row;
  const struct cli_paper *paper; /* of the last row */
};

static struct cli_closing *add_row(struct closing_rows *rows, const struct cli_paper *paper,
                                   const char *name)
{
  rows->row = cli_grow(rows->row, rows->n);
  rows->row[rows->n] =
      (struct cli_closing){.paper = paper && paper != rows->paper ? paper->name : "", .name = name};
  rows->paper = paper;
  return &rows->row[rows->n++];
}

/* Adds the rows of an experiment; false: it has nothing to show. */
static bool add_experiment(struct closing_rows *rows, const struct cli_reproduced *item)
{
  const struct cli_outcome *o = &item->outcome;
  const char *ending = ending_of(item);
  if (ending) {
    add_row(rows, item->paper, o->stem ? o->stem : item->id)->why = ending;
    return true;
  }
  bool shown = false;
  for (int k = 0; k < o->rows; k++) {
    const struct cli_verdicts *v = &o->row[k];
    const char *why = why_differs(v);
    bool counted = cli_tag_count(&v->counts.tag[SP_PRINTED]) > 0;
    if (!counted && !why)
      continue;
    shown = true;
    struct cli_closing *row =
        add_row(rows, item->paper, cli_format("%s%s", k ? "  " : "", k ? v->name : o->stem));
    row->article = o->stem;
    row->counted = counted;
    row->published = v->counts.tag[SP_PRINTED];
    row->why = why;
  }
  return shown;
}

/* The sum without the rows of other rules, which are for the same values. */
static void add_total(struct closing_rows *rows, const struct cli_all *s)
{
  struct cli_closing *row = add_row(rows, NULL, "total, paper's rules");
  row->counted = true;
  for (enum cli_kind kind = CLI_CERTAIN; kind <= CLI_DRAWN; kind++) {
    struct cli_findings part = cli_verdict_of(s->item, s->n, kind);
    cli_tag_add(&row->published, &part.n);
  }
}

const struct cli_closing *cli_closing_rows(const struct cli_all *s, int *n)
{
  struct closing_rows rows = {0};
  int others = 0;
  for (int k = 0; k < s->n; k++)
    others += !add_experiment(&rows, &s->item[k]);
  if (others)
    add_row(&rows, NULL, cli_format("%d other%s", others, sp_plural(others)))->why =
        "no published values, nothing differs";
  add_total(&rows, s);
  *n = rows.n;
  return rows.row;
}

const char *cli_closing_others(const struct cli_all *s)
{
  struct sp_tag_counts claims = {0}, ours = {0};
  for (int k = 0; k < s->n; k++)
    for (int v = 0; v < s->item[k].outcome.rows; v++) {
      const struct sp_report_counts *c = &s->item[k].outcome.row[v].counts;
      cli_tag_add(&claims, &c->tag[SP_CLAIMED]);
      cli_tag_add(&ours, &c->tag[SP_OURS]);
    }
  return cli_format("%ld claim%s (%ld hold, %ld do not, %ld cannot tell) and %ld value%s computed "
                    "earlier (%ld agree, %ld differ, %ld cannot tell)",
                    cli_tag_count(&claims), sp_plural((double)cli_tag_count(&claims)),
                    claims.agree + claims.trivial, claims.differ, claims.undecided,
                    cli_tag_count(&ours), sp_plural((double)cli_tag_count(&ours)),
                    ours.agree + ours.trivial, ours.differ, ours.undecided);
}

/* ---- Print. */

static void print_table(const struct cli_all *s)
{
  static const char *const heads[] = {"paper",       "experiment", "agree",          "differ",
                                      "cannot tell", "trivial",    "why they differ"};
  struct sp_table *table = sp_table_alloc(7, heads, "llrrrrl");
  int n;
  const struct cli_closing *row = cli_closing_rows(s, &n);
  for (int k = 0; k < n; k++) {
    const struct sp_tag_counts *c = &row[k].published;
    sp_table_add(table, "ss", row[k].paper, row[k].name);
    const long count[] = {c->agree, c->differ, c->undecided, c->trivial};
    for (int i = 0; i < 4; i++)
      sp_table_set(table, 2 + i, row[k].counted ? "%ld" : "-", count[i]);
    sp_table_set(table, 6, "%s", row[k].why ? row[k].why : "");
  }
  sp_table_end(table, stdout);
}

void cli_closing_print(const struct cli_all *s)
{
  const char *output = s->given->output;
  printf("\nPublished values:\n");
  print_table(s);
  printf("\nNot counted: %s.\n", cli_closing_others(s));
  printf("Where to look: %s/EXPERIMENT-report.txt; all on one page: %s/index.html\n", output,
         output);
  printf("%d of %d experiment%s in %.0f s%s%s\n\n%s\n", s->done, s->n, sp_plural(s->n), s->seconds,
         s->failed ? "; some failed" : "",
         s->interrupted ? "; interrupted: the same command continues" : "",
         cli_verdict_sentence(s));
}
