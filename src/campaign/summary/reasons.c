/* Why runs are missing: counts them by status and reason, where numbers do not count ("13 tasks,
 * expected at most 12"). */
#include "base/memory.h"
#include "base/text.h"
#include "campaign/summary/matrix.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The length of the number at the beginning, or of the '#' that stands for several. */
static size_t number(const char *text)
{
  size_t length = isdigit((unsigned char)*text) ? strspn(text, "0123456789.") : *text == '#';
  while (length > 1 && text[length - 1] == '.')
    length--;
  return length;
}

/* Are the texts equal but for their numbers? */
static bool alike(const char *a, const char *b)
{
  while (*a && *b) {
    size_t in_a = number(a), in_b = number(b);
    if (!in_a != !in_b || (!in_a && *a != *b))
      return false;
    a += in_a ? in_a : 1;
    b += in_b ? in_b : 1;
  }
  return *a == *b;
}

/* Writes '#' for the numbers of `kept` that differ from those of `other`, which is alike. */
static void blur(char *kept, const char *other)
{
  char *to = kept;
  for (const char *from = kept; *from;) {
    size_t own = number(from), its = number(other);
    bool differs = own != its || memcmp(from, other, own) != 0;
    size_t length = !own ? 1 : own;
    if (own && differs)
      *to++ = '#';
    else {
      memmove(to, from, length);
      to += length;
    }
    from += length;
    other += its ? its : 1;
  }
  *to = '\0';
}

void sp_reasons_add(struct sp_matrix *m, int method, enum sp_status status, const char *text)
{
  struct sp_reason *reason = &m->reason[method * SP_REASONS], *others = reason + SP_REASONS - 1;
  while (reason < others && reason->n && (reason->status != status || !alike(reason->text, text)))
    reason++;
  if (reason < others && reason->n)
    blur(reason->text, text);
  else if (reason < others) {
    reason->status = status;
    snprintf(reason->text, sizeof reason->text, "%s", text);
    sp_make_plain(reason->text); /* it goes to terminals, and a database may be anybody's */
  }
  reason->n++;
}

long sp_matrix_missing(const struct sp_matrix *m, int point, int method)
{
  long missing = 0, first = point < 0 ? 0 : point * m->count;
  long end = point < 0 ? m->points * m->count : first + m->count;
  for (long k = first; k < end; k++)
    missing += isnan(sp_makespan_at(m, k, method));
  return missing;
}

char *sp_reasons_text(const struct sp_matrix *m, int method)
{
  char *text = NULL;
  long missing = sp_matrix_missing(m, -1, method);
  if (!missing)
    return NULL;
  FILE *out = sp_open_string(&text);
  const char *before = "";
  for (int k = 0; m->reason && k < SP_REASONS; k++) {
    const struct sp_reason *reason = &m->reason[method * SP_REASONS + k];
    if (!reason->n)
      continue;
    if (k < SP_REASONS - 1)
      fprintf(out, "%s%ld %s: %s", before, reason->n, sp_status_name(reason->status), reason->text);
    else
      fprintf(out, "%s%ld for other reasons", before, reason->n);
    before = "; ";
    missing -= reason->n;
  }
  if (missing > 0)
    fprintf(out, "%s%ld not run", before, missing);
  fclose(out);
  return text;
}
