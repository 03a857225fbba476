/* Profiles as text, "w1:10*0.5,20*1,every:30;c:5*0,8*1": read for stars and graphs, written for
 * stars.
 *
 * A text is TARGET:CHANGES, several with ';' between. A target is w (a speed), c (a bandwidth),
 * host or link (a state) or latency, of worker or link NUMBER, of link A-B of a graph, or of all; a
 * later one replaces it.
 * A change is DATE*FACTOR: from that date on the factor holds, before the first it is 1.
 * every:PERIOD, at the end, repeats them; with from:DATE, that of the first change, without the
 * time before it. */
#include "base/memory.h"
#include "base/num.h"
#include "base/text.h"
#include "io/text/star.h"
#include "model/instance.h"
#include "model/profile.h"

#include <ctype.h>

const char *const profile_target[SP_CHANGING] = {[SP_SPEED] = "w",
                                                 [SP_BANDWIDTH] = "c",
                                                 [SP_HOST_STATE] = "host",
                                                 [SP_LINK_STATE] = "link",
                                                 [SP_LATENCY] = "latency"};

enum {
  LONGEST = 60, /* of what a message shows */
  MOST_NUMBER = 10000000
};

/* Reads a number from `length` bytes of text. */
static bool read_number(const char *text, size_t length, double *out)
{
  struct sp_num value;
  if (!sp_num_read(text, length, &value))
    return false;
  *out = value.v;
  return true;
}

/* A worker, or a node. */
static bool read_which(const char *text, size_t length, int *out)
{
  double number;
  if (!read_number(text, length, &number) || !(number >= 1 && number <= MOST_NUMBER))
    return false;
  *out = (int)number;
  return number == (double)*out;
}

/* "w3", "c3" or, with ends, "c3-4"; "w", "c": of all. */
static bool read_target(const char *text, size_t length, bool ends, struct profile_change *out)
{
  size_t letters = 0;
  while (letters < length && isalpha((unsigned char)text[letters]))
    letters++;
  int kind = 0;
  while (kind < SP_CHANGING && !sp_name_is(profile_target[kind], text, letters))
    kind++;
  out->kind = (enum sp_changing)kind;
  if (kind == SP_CHANGING || letters == length)
    return kind < SP_CHANGING;
  text += letters;
  length -= letters;
  if (!ends || profile_is_of_node(out->kind))
    return read_which(text, length, &out->of[0]);
  const char *dash = memchr(text, '-', length);
  size_t first = dash ? (size_t)(dash - text) : 0;
  return dash && read_which(text, first, &out->of[0]) &&
         read_which(dash + 1, length - first - 1, &out->of[1]);
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
static int read_profile(struct profile_changes *changes, bool ends, const char *text, size_t length,
                        struct sp_error *error)
{
  const char *colon = memchr(text, ':', length), *end = text + length;
  struct profile_change change = {.profile = {.period = INFINITY}};
  long cap = 0;
  int code = SP_OK, shown = length > LONGEST ? LONGEST : (int)length;
  if (!colon || !read_target(text, (size_t)(colon - text), ends, &change))
    return sp_bad_input(error,
                        "profile is '%.*s', expected w, c, host, link or latency, the number of a "
                        "%s if not all are meant, ':' and DATE*FACTOR,..",
                        shown, text, ends ? "node, or the ends of a link (c1-2)," : "worker");
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
  sp_grow(changes->change, changes->n, changes->cap);
  changes->change[changes->n++] = change;
  return SP_OK;
}

int profile_changes_add(struct profile_changes *changes, bool ends, const char *text, size_t length,
                        struct sp_error *error)
{
  const char *end = text + length;
  int code = SP_OK;
  while (code == SP_OK && text <= end) {
    const char *semicolon = memchr(text, ';', (size_t)(end - text));
    size_t n = (size_t)((semicolon ? semicolon : end) - text);
    code = read_profile(changes, ends, text, n, error);
    text += n + 1;
  }
  return code;
}

void profile_changes_clear(struct profile_changes *changes)
{
  for (int k = 0; k < changes->n; k++)
    sp_profile_clear(&changes->change[k].profile);
  free(changes->change);
  *changes = (struct profile_changes){0};
}

int star_set_profiles(const struct star *star, struct sp_instance *in, struct sp_error *error)
{
  for (int k = 0; k < star->changes.n; k++) {
    const struct profile_change *change = &star->changes.change[k];
    int worker = change->of[0];
    if (worker > in->m)
      return sp_bad_input(error, "profile of %s%d, but the star has %d worker%s",
                          profile_target[change->kind], worker, in->m, sp_plural(in->m));
    for (int i = worker ? worker : 1; i <= (worker ? worker : in->m); i++)
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
      fprintf(f, "%s%s", before, profile_target[kind]);
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
