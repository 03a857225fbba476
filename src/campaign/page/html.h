/* The functions that write the parts of the page: tables.c writes the tables, data.c the data from
 * which page.js draws the charts (figures.c, traces.c), page.c everything around them.
 * page.css and page.js become part of this program (Makefile). Private to the room. */
#pragma once

#include "campaign/page/page.h"
#include "campaign/report/table.h"
#include "campaign/summary/worst.h"

/* The sources of a page. */
struct sp_page {
  const struct sp_experiment *experiment;
  const struct sp_registry *registry;
  struct sp_store *store;
  int worst;        /* instances per method whose events are embedded */
  long events;      /* limit of all these events together */
  const char *from; /* name of the experiment in commands */
  FILE *out;
  bool brief; /* the figures alone, no curves, instances and traces */
};

/* ---- Escaping. */

/* A JSON string with its quotes that cannot end a script element: '<', '>', '&' and all non-ASCII
 * characters are written \uXXXX; bytes that are not UTF-8 become U+FFFD. */
void sp_html_string(const char *, FILE *);
/* Element k of an array of such strings, and a member of an object, with what comes before it. */
void sp_html_item(int k, const char *, FILE *);
void sp_html_member(const char *before, const char *key, const char *, FILE *);
/* A number that reads back exactly; null if it is not finite. */
void sp_html_number(double, FILE *);

/* ---- Parts. */

/* A section of the report, tables and figures: frames that page.js fills, and the values. For
 * report_walk; out is a FILE. */
void sp_html_section(void *out, const struct report_section *);
/* Of a section of a figure: the frame and, folded, the values. */
void sp_html_figure(const struct report_section *, bool values, FILE *);
/* Of the section of a variant: the values with what they are; the statistics over all points. */
void sp_html_values(const struct report_section *, FILE *);
void sp_html_statistics(const struct report_section *, FILE *);
/* The experiment's figures: member "figures" of a variant's JSON object. SP_OK, or SP_BAD_INPUT. */
int sp_html_figures_data(const struct sp_matrix *, FILE *, struct sp_error *);
/* The curves of a variant: members "frequency" and "profile" of its JSON object. */
void sp_html_curves(const struct sp_matrix *, FILE *);
/* The traces of the worst instances of a variant: member "worst". *budget: events that the page has
 * room for; reduced by those of this variant. */
void sp_html_traces(const struct sp_page *, const struct sp_matrix *, long *budget);
/* The element with the JSON of the experiment: variants with points, curves, figures, instances and
 * traces. SP_OK, or SP_BAD_INPUT. */
int sp_html_data(const struct sp_page *, const struct sp_matrix *matrix, struct sp_error *);
