/* The profiles of a star as text, read and written: "w1:10*0.5,20*1,every:30;c:5*0,8*1".
 *
 * A text is TARGET:CHANGES, several with ';' between. A target is w (a speed), c (a bandwidth),
 * host or link (a state) or latency, of worker or link NUMBER, or of all; a later one replaces it.
 * A change is DATE*FACTOR: from that date on the factor holds, before the first it is 1.
 * every:PERIOD, at the end, repeats them; with from:DATE, that of the first change, without the
 * time before it. */
#include "base/memory.h"
#include "base/text.h"
#include "model/instance.h"
#include "model/star.h"

#include <ctype.h>
#include <starport/starport.h>
#include <stdlib.h>
#include <string.h>

const char *const star_changing_name[SP_CHANGING] = {[SP_SPEED] = "w",
                                                     [SP_BANDWIDTH] = "c",
                                                     [SP_HOST_STATE] = "host",
                                                     [SP_LINK_STATE] = "link",
                                                     [SP_LATENCY] = "latency"};

enum { LONGEST = 60 }; /* of what a message shows */

/* Reads a number from `length` bytes of text. */
static bool read_number(const char *text, size_t length, double *out)
{
  char number[LONGEST + 1];
  struct sp_num value;
  if (length > LONGEST)
    return false;
  memcpy(number, text, length);
  number[length] = '\0';
  if (sp_num_parse(number, &value))
    return false;
  *out = value.v;
  return true;
}

/* "w3" or "w". *worker: 0 for all. */
static bool read_target(const char *text, size_t length, struct star_change *out)
{
  size_t letters = 0;
  while (letters < length && isalpha((unsigned char)text[letters]))
    letters++;
  int kind = 0;
  while (kind < SP_CHANGING && !sp_name_is(star_changing_name[kind], text, letters))
    kind++;
  double worker = 0;
  if (kind == SP_CHANGING ||
      (letters < length && !read_number(text + letters, length - letters, &worker)))
    return false;
  bool whole = worker >= 0 && worker <= STAR_MOST_WORKERS && worker == (double)(int)worker;
  if (!whole || (letters < length && worker == 0))
    return false;
  out->kind = (enum sp_changing)kind;
  out->worker = (int)worker;
  return true;
}

/* Reads the word, "every:" or "from:", and a number. */
static bool read_last(const char *word, const char *text, size_t length, double *out)
{
  size_t n = strlen(word);
  return length > n && !strncmp(text, word, n) && read_number(text + n, length - n, out);
}

/* One "DATE*FACTOR", "every:PERIOD" or "from:DATE". */
static int read_change(struct sp_profile *p, long *cap, const char *text, size_t length,
                       struct sp_error *error)
{
  const char *times = memchr(text, '*', length);
  int shown = length > LONGEST ? LONGEST : (int)length;
  double date, factor;
  if (isinf(p->period) && read_last("every:", text, length, &p->period) && isfinite(p->period))
    return SP_OK;
  if (isfinite(p->period) && p->n > 1 && p->again == 0 && read_last("from:", text, length, &date) &&
      date == p->date[1]) {
    p->again = 1;
    return SP_OK;
  }
  if (!times || isfinite(p->period) || !read_number(text, (size_t)(times - text), &date) ||
      !read_number(times + 1, length - (size_t)(times + 1 - text), &factor))
    return sp_bad_input(error,
                        "profile has '%.*s', expected DATE*FACTOR, and every:PERIOD last, or "
                        "every:PERIOD,from:DATE (the first)",
                        shown, text);
  if (p->n == 0 && date > 0)
    sp_profile_add(p, cap, 0, 1);
  sp_profile_add(p, cap, date, factor);
  return SP_OK;
}

/* One "TARGET:CHANGES". */
static int read_profile(struct star *star, const char *text, size_t length, struct sp_error *error)
{
  const char *colon = memchr(text, ':', length), *end = text + length;
  struct star_change change = {.profile = {.period = INFINITY}};
  long cap = 0;
  int code = SP_OK, shown = length > LONGEST ? LONGEST : (int)length;
  if (!colon || !read_target(text, (size_t)(colon - text), &change))
    return sp_bad_input(error,
                        "profile is '%.*s', expected w, c, host, link or latency, the number of a "
                        "worker if not all are meant, ':' and DATE*FACTOR,..",
                        shown, text);
  for (text = colon + 1; code == SP_OK && text <= end;) {
    const char *comma = memchr(text, ',', (size_t)(end - text));
    size_t n = (size_t)((comma ? comma : end) - text);
    code = read_change(&change.profile, &cap, text, n, error);
    text += n + 1;
  }
  if (code == SP_OK && change.profile.n == 0)
    code = sp_bad_input(error, "profile has no DATE*FACTOR, expected at least one");
  if (code != SP_OK) {
    sp_profile_clear(&change.profile);
    return code;
  }
  sp_grow(star->change, star->n_changes, star->cap_changes);
  star->change[star->n_changes++] = change;
  return SP_OK;
}

int star_add_profiles(struct star *star, const char *text, size_t length, struct sp_error *error)
{
  const char *end = text + length;
  int code = SP_OK;
  while (code == SP_OK && text <= end) {
    const char *semicolon = memchr(text, ';', (size_t)(end - text));
    size_t n = (size_t)((semicolon ? semicolon : end) - text);
    code = read_profile(star, text, n, error);
    text += n + 1;
  }
  return code;
}

int star_set_profiles(const struct star *star, struct sp_instance *in, struct sp_error *error)
{
  for (int k = 0; k < star->n_changes; k++) {
    const struct star_change *change = &star->change[k];
    if (change->worker > in->m)
      return sp_bad_input(error, "profile of %s%d, but the star has %d worker%s",
                          star_changing_name[change->kind], change->worker, in->m,
                          sp_plural(in->m));
    for (int i = change->worker ? change->worker : 1;
         i <= (change->worker ? change->worker : in->m); i++)
      sp_set_profile(in, change->kind, i, &change->profile);
  }
  return SP_OK;
}

/* ---- writing */

static void write_one(FILE *f, const char *before, double x)
{
  char text[SP_NUMBER_TEXT];
  fprintf(f, "%s%s", before, sp_double_text(x, text));
}

static void write_profile(FILE *f, const struct sp_profile *p)
{
  long first = p->n > 1 && p->factor[0] == 1 ? 1 : 0; /* before the first change it is 1 */
  for (long k = first; k < p->n; k++) {
    write_one(f, k == first ? ":" : ",", p->date[k]);
    write_one(f, "*", p->factor[k]);
  }
  if (isfinite(p->period))
    write_one(f, ",every:", p->period);
  if (p->again)
    write_one(f, ",from:", p->date[p->again]);
}

static bool all_alike(const struct sp_profile *p, int m)
{
  for (int i = 2; i <= m; i++)
    if (!sp_profile_same(&p[i], &p[1]))
      return false;
  return m > 1 && p[1].n > 0;
}

/* Writes the profiles with `before` in front, or nothing. */
static void write_profiles(FILE *f, const struct sp_instance *in, const char *before)
{
  for (int kind = 0; kind < SP_CHANGING; kind++) {
    const struct sp_profile *p = in->profile[kind];
    bool alike = p && all_alike(p, in->m);
    for (int i = 1; p && i <= (alike ? 1 : in->m); i++) {
      if (p[i].n == 0)
        continue;
      fprintf(f, "%s%s", before, star_changing_name[kind]);
      if (!alike)
        fprintf(f, "%d", i);
      write_profile(f, &p[i]);
      before = ";";
    }
  }
}

void star_write_profiles(FILE *f, const struct sp_instance *in)
{
  write_profiles(f, in, " profile=");
}

char *sp_profiles_text(const struct sp_instance *in)
{
  char *text = NULL;
  size_t size;
  FILE *f = sp_open_text(&text, &size);
  write_profiles(f, in, "");
  fclose(f);
  return text;
}
