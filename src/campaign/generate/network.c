/* Makes networks from settings. A value that is a range is drawn for every processor or link; other
 * values are copied, and lists get commas between their items. */
#include "campaign/generate/words.h"
#include "io/graph/network_spec.h"

#include <string.h>

enum { MOST_PROCESSORS = 1000000 };

/* Keys with a value for each processor or link. */
static const struct {
  const char *key;
  enum sp_stream what;
  bool link;
} listed[] = {{"w", SP_STREAM_W, false},      {"z", SP_STREAM_C, true},
              {"r", SP_STREAM_LATENCY, true}, {"alpha", SP_STREAM_LOAD, false},
              {"s", SP_STREAM_W, false},      {"b", SP_STREAM_C, false}};
enum { LISTED = sizeof listed / sizeof *listed };

static int find_listed(const char *key)
{
  int k = LISTED - 1;
  while (k >= 0 && strcmp(listed[k].key, key) != 0)
    k--;
  return k;
}

/* Writes "key=v,v,.." with that number of values. */
static bool put_drawn(const struct sp_drawing *d, int k, long values, FILE *f)
{
  fprintf(f, " %s=", listed[k].key);
  for (long i = 1; i <= values; i++) {
    if (i > 1)
      fputc(',', f);
    if (!sp_word_put(d, listed[k].key, "1", listed[k].what, i, f))
      return false;
  }
  return true;
}

/* Writes the list "1 2 3" as "1,2,3". */
static void put_list(const char *key, const char *value, FILE *f)
{
  fprintf(f, " %s=", key);
  for (const char *p = value; *p; p++)
    if (*p != ' ' && *p != '\t')
      fputc(*p, f);
    else if (p[1] != ' ' && p[1] != '\t' && p[1] != ',' && p > value && p[-1] != ',')
      fputc(',', f);
}

/* The parent of each node is a random one before it. */
static void put_random_parents(const struct sp_drawing *d, long n, FILE *f)
{
  fputs(" parent=0", f);
  for (long i = 2; i <= n; i++) {
    struct sp_range before = {.min = 1, .max = (double)(i - 1)};
    fprintf(f, ",%.0f", sp_word_draw(d, &before, SP_STREAM_TOPOLOGY, i));
  }
}

/* Distributes processors 2..n in turn over the buses. */
static bool put_buses(const struct sp_drawing *d, long n, long buses, FILE *f)
{
  bool good = true;
  fputs(" w1=", f);
  good = sp_word_put(d, "w", "1", SP_STREAM_W, 1, f);
  for (long k = 1; k <= buses && good; k++) {
    fprintf(f, " bus%ld=", k);
    good = sp_word_put(d, "z", "0", SP_STREAM_C, k, f);
    fputc(':', f);
    good = good && sp_word_put(d, "r", "0", SP_STREAM_LATENCY, k, f);
    for (long i = 1 + k; i <= n && good; i += buses) {
      fputc(i == 1 + k ? ':' : ',', f);
      good = sp_word_put(d, "w", "1", SP_STREAM_W, i, f);
    }
  }
  return good;
}

/* Are all processors and links alike? */
static bool is_uniform(enum sp_network_kind kind)
{
  return kind == SP_HYPERCUBE || kind == SP_MESH || kind == SP_TORUS;
}

static long values_of(enum sp_network_kind kind, int k, long n)
{
  if (is_uniform(kind))
    return 1;
  return kind == SP_CHAIN && listed[k].link ? n - 1 : n;
}

/* Is the key used only in this file, and not a word of the command line? */
static bool is_made(const char *key)
{
  return !strcmp(key, "kind") || !strcmp(key, "n") || !strcmp(key, "buses");
}

/* Has an earlier setting the key of setting i? Then the key was written in its place. */
static bool is_repeated(const struct sp_drawing *d, int i)
{
  int first = 0;
  while (strcmp(d->settings->setting[first]->key, d->settings->setting[i]->key))
    first++;
  return first < i;
}

static bool put_words(const struct sp_drawing *d, enum sp_network_kind kind, long n, bool buses,
                      FILE *f)
{
  for (int i = 0; i < d->settings->n; i++) {
    const char *key = d->settings->setting[i]->key, *value = sp_word(d, key, "");
    int k = find_listed(key);
    if (is_made(key) || (buses && k >= 0) || is_repeated(d, i))
      continue;
    if (k >= 0 && sp_word_drawn(d, key)) {
      if (!put_drawn(d, k, values_of(kind, k, n), f))
        return false;
    } else if (!strcmp(key, "parent") && !strcmp(value, "random"))
      put_random_parents(d, n, f);
    else
      put_list(key, value, f);
  }
  return true;
}

/* Does a value depend on the number of processors? */
static bool needs_number(const struct sp_drawing *d)
{
  bool needs = !strcmp(sp_word(d, "parent", ""), "random") || sp_word(d, "buses", NULL);
  for (int k = 0; k < LISTED && !needs; k++)
    needs = sp_word_drawn(d, listed[k].key);
  return needs;
}

bool sp_network_words(const struct sp_drawing *d, FILE *f)
{
  const char *name = sp_word(d, "kind", "");
  enum sp_network_kind kind = sp_network_kind_of(name);
  long n = 0, buses = 0;
  if (kind == SP_NETWORK_KINDS) {
    sp_bad_input(
        d->error,
        "kind=%.32s: expected chain, loop, tree, star, bus, hypercube, switch, mesh or torus",
        name);
    return false;
  }
  fputs(name, f);
  bool numbered = !is_uniform(kind) && (needs_number(d) || sp_word(d, "n", NULL));
  if (numbered && !sp_word_count(d, "n", 1, MOST_PROCESSORS, &n))
    return false;
  bool made = kind == SP_BUS && sp_word(d, "buses", NULL);
  if (made &&
      (!sp_word_count(d, "buses", 1, n > 1 ? n - 1 : 1, &buses) || !put_buses(d, n, buses, f)))
    return false;
  if (numbered && kind != SP_BUS)
    fprintf(f, " n=%ld", n);
  return put_words(d, kind, n, made, f);
}
