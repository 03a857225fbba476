/* The settings of networks and graphs: their keys, and their values, which may be drawn; see
 * graph.h and words.h. */
#include "campaign/generate/words.h"
#include "base/memory.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

/* ---- Keys. */

static const struct sp_generator_key network_keys[] = {
    {"kind=chain", "chain, loop, tree, star, bus, hypercube or switch"},
    {"n=N", "processors; a range is drawn"},
    {"w=A..B", "time of the whole load on each processor; real A..B, a number, or a list"},
    {"z=A..B", "time of the whole load on each link"},
    {"r=A..B", "start-up time of each link"},
    {"tcp=X", "scale of w (default 1)"},
    {"tcm=X", "scale of z (default 1)"},
    {"beta=X", "results: part of the load that comes back (default 0)"},
    {"return=X", "results: a constant time (default 0)"},
    {"originator=I", "chain: processor that holds the load (default 1)"},
    {"branches=L-R", "chain: processors on each side (default: the best)"},
    {"mode=parallel", "star: parallel or sequential"},
    {"parent=random", "tree: random, or a list"},
    {"edges=LIST", "tree: the graph in which it is searched, A-B:Z:R"},
    {"buses=K", "bus: the n processors except the originator, in turn on K buses"},
    {"w1=W", "bus: the originator's w, with bus1, bus2, .. as on the command line"},
    {"busK=LIST", "bus: Z:R:w,w,.. of bus K"},
    {"free=LIST", "bus: w of processors whose bus is searched"},
    {"d=D", "hypercube: dimension"},
    {"alpha=A..B", "switch: load of each processor"},
    {"s=A..B", "switch: speed of each processor"},
    {"b=A..B", "switch: bandwidth of each processor"},
};
static const struct sp_generator_key steady_keys[] = {
    {"kind=graph", "graph (w, edges), star, tree, connected or thm3"},
    {"w=A..B", "time of a task on each node; a number, a list, or drawn"},
    {"edges=LIST", "graph: A-B:C, A-B:C:D"},
    {"model=NAME", "of all nodes, or a list"},
    {"ports=N", "messages that a node sends and receives at once"},
    {"recv=N", "messages that a node receives at once"},
    {"send=N", "messages that a node sends at once"},
    {"master=LIST", "nodes (default 1)"},
    {"nodes=N", "star, tree, connected: nodes with the master; a range is drawn"},
    {"links=N", "connected: links (default: 3/2 of the nodes)"},
    {"c=A..B", "star, tree, connected: time of a task on each link"},
    {"K=N", "thm3: chains from the master to the only node that computes"},
    {"time=T", "date until which it is executed"},
};

const struct sp_generator_key *sp_word_keys(enum sp_problem problem, int *n)
{
  *n = problem == SP_NETWORK ? (int)(sizeof network_keys / sizeof *network_keys)
                             : (int)(sizeof steady_keys / sizeof *steady_keys);
  return problem == SP_NETWORK ? network_keys : steady_keys;
}

char *sp_word_key(enum sp_problem problem, const char *name)
{
  int n;
  const struct sp_generator_key *known = sp_word_keys(problem, &n);
  for (int i = 0; i < n; i++) {
    char *key = strndup(known[i].usage, strcspn(known[i].usage, "="));
    if (!key)
      abort();
    if (strcmp(key, "busK") && !sp_name_compare(key, name))
      return key;
    free(key);
  }
  bool bus = problem == SP_NETWORK && !strncmp(name, "bus", 3) && name[3] >= '1' &&
             name[3] <= '9' && !name[3 + strspn(name + 3, "0123456789")];
  return bus ? sp_xstrdup(name) : NULL;
}

bool sp_words_set(struct sp_words *words, const char *key, const char *value)
{
  int i = 0;
  while (i < words->n && strcmp(words->word[i].key, key) != 0)
    i++;
  if (i == (int)(sizeof words->word / sizeof *words->word))
    return false;
  words->n += i == words->n;
  words->word[i] = (struct sp_word){key, value};
  return true;
}

/* ---- Values. */

const char *sp_word(const struct sp_drawing *d, const char *key, const char *preset)
{
  for (int i = 0; i < d->words->n; i++)
    if (!strcmp(d->words->word[i].key, key))
      return d->words->word[i].value;
  return preset;
}

bool sp_word_drawn(const struct sp_drawing *d, const char *key)
{
  const char *value = sp_word(d, key, "");
  return strstr(value, "..") != NULL;
}

bool sp_word_fault(const struct sp_drawing *d, const char *key, const char *value,
                   const char *expected)
{
  sp_bad_input(d->error, "%s=%.64s: expected %s", key, value, expected);
  return false;
}

bool sp_word_count(const struct sp_drawing *d, const char *key, long least, long most, long *n)
{
  struct sp_range range;
  char expected[80];
  const char *value = sp_word(d, key, NULL);
  snprintf(expected, sizeof expected, "a whole number from %ld to %ld, or A..B", least, most);
  if (!value) {
    sp_bad_input(d->error, "no %s is set, expected %s = %s", key, key, expected);
    return false;
  }
  if (sp_whole_range_parse(value, &range) || sp_range_fault(&range, false) ||
      range.min < (double)least || range.max > (double)most)
    return sp_word_fault(d, key, value, expected);
  *n = (long)sp_range_draw(&range, SP_DRAWN_COUNT, d->seed, d->index, 0);
  return true;
}

/* Reals lie on the grid of 2^-20: as fractions they stay exact. */
static void put_number(double x, FILE *f)
{
  if (x == floor(x))
    fprintf(f, "%.0f", x);
  else
    fprintf(f, "%.0f/1048576", x * 0x1p20);
}

bool sp_word_put(const struct sp_drawing *d, const char *key, const char *preset,
                 enum sp_drawn what, long who, FILE *f)
{
  struct sp_range range;
  const char *value = sp_word(d, key, preset);
  if (!strstr(value, "..")) {
    fputs(value, f);
    return true;
  }
  const char *expected = sp_range_parse(value, &range);
  if (!expected)
    expected = sp_range_fault(&range, false);
  if (expected)
    return sp_word_fault(d, key, value, expected);
  put_number(sp_range_draw(&range, what, d->seed, d->index, (uint32_t)who), f);
  return true;
}
