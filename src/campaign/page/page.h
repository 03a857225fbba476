/* The page, `report --format=html`: one file that needs no other file and no network. */
#pragma once

#include "campaign/report/report.h"

/* How many worst instances of a method have their Gantt chart on the page by default. */
enum { SP_PAGE_WORST = 5 };
/* Writes the page: all tables, figures and instances; the `worst` instances of each method that are
 * farthest from the best show their Gantt chart. registry: the methods, which are run again on the
 * native engine. from: the experiment's name for `starport run --from` (summary/worst.h); NULL: its
 * id. The bytes depend only on the database and `from`. *counts as sp_report's. */
int sp_report_html(const struct sp_experiment *, const struct sp_registry *, struct sp_store *,
                   int worst, const char *from, FILE *, struct sp_report_counts *,
                   struct sp_error *);
