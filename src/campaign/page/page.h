/* HTML pages, one file each that needs no other file and no network: the page of one experiment,
 * `report --format=html`, and the pieces of the page of many (`reproduce`). */
#pragma once

#include "campaign/report/report.h"
#include "campaign/summary/cell.h"

/* How many worst instances of a method have their Gantt chart on the page by default. */
enum { SP_PAGE_WORST = 5 };
/* The events of all charts of a page; a chart that has more than is left is not shown. */
enum { SP_PAGE_EVENTS = 150000 };
/* Writes the page: all tables, figures and instances; the `worst` instances of each method that are
 * farthest from the best show their Gantt chart, while they have together at most `events` events.
 * registry: the methods, which are run again on the native engine. from: the experiment's name for
 * `starport run --from` (summary/worst.h); NULL: its id. The bytes depend only on the database and
 * `from`. *counts as sp_report's. */
int sp_report_html(const struct sp_experiment *, const struct sp_registry *, struct sp_store *,
                   int worst, long events, const char *from, FILE *, struct sp_report_counts *,
                   struct sp_error *);

/* ---- Pieces of a page. */

/* The page up to its heading, within <header>, and its end. The script between them draws the
 * figures of the experiments, each in an <article>. */
void sp_page_begin(const char *title, FILE *);
void sp_page_end(FILE *);
/* The content of an experiment's <article>: tables with the published values, figures, claims. Long
 * tables are left to the file `own` beside the page, that of sp_report_html.
 * counts: those of each variant, [n_variants], are increased. SP_OK, or a code with *error. */
int sp_page_article(const struct sp_experiment *, const struct sp_registry *, struct sp_store *,
                    const char *own, FILE *, struct sp_report_counts *counts, struct sp_error *);
/* Text between tags or in a quoted attribute. */
void sp_html_text(const char *, FILE *);
/* Markup with such texts for %s, and numbers: %d, %ld. */
void sp_html_put(FILE *, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Words in the colour of a verdict. */
void sp_html_verdict(enum sp_verdict, const char *words, FILE *);
/* A picture in a file beside the page, which is read when it comes into view. */
void sp_html_picture(const char *file, const char *title, FILE *);
