/* The words of a report: names of methods and files, titles, numbers. Texts live as long as the
 * experiment. */
#pragma once

#include "base/text_table.h"
#include "campaign/summary/matrix.h"

/* The method's name as the experiment spells it. */
const char *sp_matrix_method(const struct sp_matrix *, int method);
/* The method's name for the heads of tables: without options if no other method of the variant has
 * that name. The text may be in *buffer. */
const char *sp_matrix_short(const struct sp_matrix *, int method, struct sp_number_text *buffer);
/* "Table 1: as published". */
char *sp_report_title(const struct sp_experiment *, int variant);
/* The name of a file, "rr6005-table1-as-published-hom-c-le-w": experiment, variant and words, with
 * only letters, digits, '.', '_' and '-' ("c<=w" becomes "c-le-w"), at most SP_FILE_NAME bytes. */
enum { SP_FILE_NAME = 200 };
char *sp_file_name(const struct sp_experiment *, int variant, const char *const *word, int words);

/* A number as tables show it: four decimals, as the papers print, below SP_FIXED_DECIMALS; six
 * significant digits above; "-" for NAN. The text is in *buffer. */
#define SP_FIXED_DECIMALS 1e6
const char *sp_decimal_text(double value, struct sp_number_text *buffer);
/* The same, but quantities that depend on the machine have three significant digits. */
const char *sp_quantity_number(const struct sp_quantity *, double value, struct sp_number_text *);
#define SP_TIMED_NOTE "planning: processor seconds, not reproducible: depends on the machine"
