/* Makes graphs from settings: given link by link, or of a family.
 *
 *   star       node 1 and nodes - 1 children of it
 *   tree       the parent of node i is a random one of 1..i-1
 *   connected  such a tree, and further links between random nodes, drawn until they are new
 *   thm3       Theorem 3: master P0, for i = 1..K P0 -> Pi (c = 1), Pi -> Pi' (c = K),
 *              Pi' -> P0' (c = 1), and only P0' computes (w = 1)
 *
 * Nodes are numbered from 1. The master is node 1, unless the key `master` names others. */
#include "base/memory.h"
#include "campaign/generate/words.h"

enum { MOST_NODES = 100000, MOST_CHAINS = 10000 };

/* Draws a whole number in 1..most. */
static long pick(const struct sp_drawing *d, long most, long who)
{
  struct sp_range range = {.min = 1, .max = (double)most};
  return (long)sp_word_draw(d, &range, SP_STREAM_TOPOLOGY, who);
}

static bool put_link(const struct sp_drawing *d, long a, long b, long number, FILE *f)
{
  fprintf(f, "%s%ld-%ld:", number == 1 ? " edges=" : ",", a, b);
  return sp_word_put(d, "c", "1", SP_STREAM_C, number, f);
}

/* Adds links to those of a tree, which parent[] describes. */
static bool put_more(const struct sp_drawing *d, long n, const long *parent, long links, FILE *f)
{
  long(*pair)[2] = sp_xcalloc((size_t)(links + 1), sizeof *pair), have = n - 1;
  bool good = true;
  for (long i = 2; i <= n; i++)
    pair[i - 2][0] = parent[i], pair[i - 2][1] = i;
  for (long draw = n + 1; have < links && good; draw += 2) {
    long a = pick(d, n, draw), b = pick(d, n, draw + 1), k = 0;
    long low = a < b ? a : b, high = a < b ? b : a;
    while (k < have && (pair[k][0] != low || pair[k][1] != high))
      k++;
    if (low == high || k < have)
      continue;
    pair[have][0] = low, pair[have][1] = high;
    good = put_link(d, low, high, ++have, f);
  }
  free(pair);
  return good;
}

static bool put_tree(const struct sp_drawing *d, bool star, bool connected, FILE *f)
{
  long n, links = 0;
  if (!sp_word_count(d, "nodes", 2, MOST_NODES, &n))
    return false;
  long most = n < 1000 ? n * (n - 1) / 2 : 2 * n;
  if (connected && sp_word(d, "links", NULL)) {
    if (!sp_word_count(d, "links", n - 1, most, &links))
      return false;
  } else if (connected)
    links = 3 * n / 2 < most ? 3 * n / 2 : most;
  long *parent = sp_xcalloc((size_t)n + 1, sizeof *parent);
  bool good = true;
  for (long i = 2; i <= n && good; i++) {
    parent[i] = star ? 1 : pick(d, i - 1, i);
    good = put_link(d, parent[i], i, i - 1, f);
  }
  good = good && (!connected || put_more(d, n, parent, links, f));
  free(parent);
  fputs(" w=", f);
  for (long i = 1; i <= n && good; i++) {
    fputs(i > 1 ? "," : "", f);
    good = sp_word_put(d, "w", "1", SP_STREAM_W, i, f);
  }
  return good;
}

static bool put_theorem_3(const struct sp_drawing *d, FILE *f)
{
  long k;
  if (!sp_word_count(d, "K", 1, MOST_CHAINS, &k))
    return false;
  fputs(" w=", f);
  for (long i = 0; i < 2 * k + 1; i++)
    fputs("inf,", f);
  fputs("1 edges=", f);
  for (long i = 1; i <= k; i++)
    fprintf(f, "%s1-%ld:1,%ld-%ld:%ld,%ld-%ld:1", i > 1 ? "," : "", 1 + i, 1 + i, 1 + k + i, k,
            1 + k + i, 2 * k + 2);
  return true;
}

/* Writes a key whose value has blanks in a setting, if it is given. */
static void put_filled(const struct sp_drawing *d, const char *key, char blank, FILE *f)
{
  const char *text = sp_word(d, key, NULL);
  if (!text)
    return;
  fprintf(f, " %s=", key);
  for (; *text; text++)
    fputc(*text == ' ' ? blank : *text, f);
}

/* Several profiles have blanks between them, since ';' begins a comment in a setting. Sizes are
 * other ones on each platform, unless a seed is given. */
static void put_execution(const struct sp_drawing *d, FILE *f)
{
  put_filled(d, "profile", ';', f);
  put_filled(d, "sizes", '_', f);
  if (sp_word(d, "sizes", NULL) && !strchr(sp_word(d, "sizes", ""), ':'))
    fprintf(f, ":%lu", (unsigned long)d->index + 1);
}

bool sp_steady_words(const struct sp_drawing *d, FILE *f)
{
  static const char *const kept[] = {"model",  "ports",  "recv",  "send",
                                     "buffer", "result", "master"};
  const char *kind = sp_word(d, "kind", "graph");
  bool star = !strcmp(kind, "star"), connected = !strcmp(kind, "connected"), good;
  for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
    if (sp_word(d, kept[i], NULL))
      fprintf(f, " %s=%s", kept[i], sp_word(d, kept[i], ""));
  put_execution(d, f);
  if (!strcmp(kind, "graph"))
    good = fprintf(f, " w=%s edges=%s", sp_word(d, "w", ""), sp_word(d, "edges", "")) > 0;
  else if (star || connected || !strcmp(kind, "tree"))
    good = put_tree(d, star, connected, f);
  else if (!strcmp(kind, "thm3"))
    good = put_theorem_3(d, f);
  else {
    good = false;
    sp_bad_input(d->error, "kind=%.32s: expected graph, star, tree, connected or thm3", kind);
  }
  return good;
}
