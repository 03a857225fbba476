/* The page, `report --format=html`: one file that needs nothing else. page.c frames it,
 * tables.c writes what is read without a script (tables; claims:
 * claims.c), data.c the data
 * that page.js draws (curves: curves.c), traces.c the events of the worst
 * instances. page.css and page.js become part of this program (Makefile). */
#ifndef SP_PAGE_HTML_H
#define SP_PAGE_HTML_H

#include "campaign/page/page.h"
#include "campaign/report/parts.h"
#include "campaign/summary/worst.h"

/* What a page is made from. */
struct sp_page {
  const struct sp_experiment *experiment;
  const struct sp_registry *registry;
  struct sp_store *store;
  int worst;        /* instances a method whose events are embedded */
  const char *from; /* what the commands call the experiment */
  FILE *out;
};

/* ---- Escaping. */

/* Text between tags or in a quoted attribute. */
void sp_html_text(const char *, FILE *);
/* A JSON string with its quotes, of characters that cannot end a script element: '<', '>', '&'
 * and what is not ASCII are written \uXXXX; bytes that are no UTF-8 become U+FFFD. */
void sp_html_string(const char *, FILE *);
/* A number that reads back exactly; null where it is not finite. */
void sp_html_number(double, FILE *);

/* ---- Parts. */

/* Tables, wins and ties, paired differences, the tally of one variant. */
void sp_html_tables(const struct sp_summary *, FILE *);
/* A <td> with value, standard error, print and verdict. */
void sp_html_cell(const struct sp_quantity *, const struct sp_cell *, FILE *);
/* The head of a column that can be sorted. */
void sp_html_head(const char *text, bool number, FILE *);
/* The values of a figure as a table, with its tally. */
void sp_html_figure_table(const struct sp_summary *, FILE *);
/* The experiment's figures of a variant: frames that page.js fills, and tables
 * (figures.c). *counts is raised. SP_OK, or SP_BAD_INPUT. */
int sp_html_figures(const struct sp_matrix *, struct sp_report_counts *, FILE *, struct sp_error *);
/* Their data: member "figures" of a variant's JSON object. */
int sp_html_figures_data(const struct sp_matrix *, FILE *, struct sp_error *);
/* The claims, judged on the experiment as specified; nothing if there are none. */
void sp_html_claims(const struct sp_matrix *, FILE *);
/* The curves of a variant: members "frequency" and "profile" of its JSON object. */
void sp_html_curves(const struct sp_matrix *, FILE *);
/* The traces of the worst instances of a variant: member "worst". *budget: events that the page
 * has room for; what is left of it after this variant. */
void sp_html_traces(const struct sp_page *, const struct sp_matrix *, long *budget);
/* The JSON of the whole page: variants with points, curves, figures, instances and traces. SP_OK,
 * or SP_BAD_INPUT. */
int sp_html_data(const struct sp_page *, const struct sp_matrix *matrix, struct sp_error *);

#endif
