/* Reads networks as words key=value[,value..], for instance
 *
 *   chain "w=1,1,1,1/2,1/2 z=1,1,1/2,1/2 r=.2,.2,.1,.1 tcp=2"
 *   tree  "w=.3,1,1.6 parent=0,1,1 z=0,.2,.3 r=.02"
 *   bus   "w1=.3 bus1=.2:.02:.8,1.2 bus2=.1:.04:1.1,1.2,.4"
 *
 * A list of one value gives this value to all processors or links; n= then gives their number.
 * @FILE reads the words from a file, in which line ends count as blanks. */
#include "io/graph/network_spec.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/num.h"
#include "base/text.h"
#include "io/graph/network_buses.h"

enum { MOST_PROCESSORS = 100000000 };

enum sp_network_kind sp_network_kind_of(const char *name)
{
  int kind = 0;
  while (kind < SP_NETWORK_KINDS && strcmp(name, sp_network_name[kind]) != 0)
    kind++;
  return (enum sp_network_kind)kind;
}

/* ---- the keys */

enum {
  COMMON = BIT(KEY_TCP) | BIT(KEY_TCM) | BIT(KEY_BETA) | BIT(KEY_RETURN) | BIT(KEY_DEADLINE),
  LISTS = BIT(KEY_W) | BIT(KEY_Z) | BIT(KEY_R) | BIT(KEY_N) | COMMON,
  GRID = COMMON | BIT(KEY_W) | BIT(KEY_Z) | BIT(KEY_R) | BIT(KEY_D) | BIT(KEY_ORIGINATOR) |
         BIT(KEY_MODE),
  VARIANTS = BIT(KEY_START) | BIT(KEY_INTERCEPT) | BIT(KEY_INFO)
};
static const struct {
  uint64_t allowed, needed;
} keys[SP_NETWORK_KINDS] = {
    [SP_CHAIN] = {LISTS | VARIANTS | BIT(KEY_MERGE) | BIT(KEY_ORIGINATOR) | BIT(KEY_BRANCHES),
                  BIT(KEY_W)},
    [SP_LOOP] = {LISTS, BIT(KEY_W)},
    [SP_TREE] = {LISTS | VARIANTS | BIT(KEY_MERGE) | BIT(KEY_PARENT) | BIT(KEY_EDGES), BIT(KEY_W)},
    [SP_STAR] = {LISTS | VARIANTS | BIT(KEY_MODE), BIT(KEY_W)},
    [SP_BUS] = {COMMON | BIT(KEY_W1) | BIT(KEY_FREE) | BIT(KEY_BUS) | BIT(KEY_RECV) | BIT(KEY_SEND),
                BIT(KEY_W1)},
    [SP_HYPERCUBE] = {COMMON | BIT(KEY_W) | BIT(KEY_Z) | BIT(KEY_R) | BIT(KEY_D),
                      BIT(KEY_W) | BIT(KEY_D)},
    [SP_SWITCH] = {BIT(KEY_ALPHA) | BIT(KEY_S) | BIT(KEY_B) | BIT(KEY_N) | BIT(KEY_DEADLINE),
                   BIT(KEY_ALPHA) | BIT(KEY_S) | BIT(KEY_B)},
    [SP_MESH] = {GRID, BIT(KEY_W) | BIT(KEY_D)},
    [SP_TORUS] = {GRID, BIT(KEY_W) | BIT(KEY_D)},
};

/* Refuses missing keys. */
static int require(enum sp_network_kind kind, char *const *value, struct sp_error *error)
{
  for (int k = 0; k < KEYS; k++)
    if ((keys[kind].needed & BIT(k)) && !value[k])
      return sp_bad_input(error, "no %s=, expected it", words_key[k]);
  if (kind == SP_TREE && !value[KEY_PARENT] == !value[KEY_EDGES])
    return sp_bad_input(error, "expected one of parent= and edges=");
  if (value[KEY_EDGES] && (value[KEY_Z] || value[KEY_R]))
    return sp_bad_input(error, "z and r given with edges=, expected them in its values a-b:z:r");
  return SP_OK;
}

/* ---- their values */

/* Reads a whole number from least to most, if the key is given. */
static int read_whole(char *const *words, enum key key, long least, long most, long *value,
                      struct sp_error *error)
{
  const char *text = words[key];
  if (text && !sp_read_whole(text, least, most, value))
    return sp_bad_input(error, "%s is '%.40s', expected a whole number from %ld to %ld",
                        words_key[key], text, least, most);
  return SP_OK;
}

/* Copies the values of a list, or its only value n times, into to[0..n-1]; a list that lacks
 * `unused` values gives to[unused..n-1]. */
static int spread(const char *name, const struct list *list, struct sp_num *to, long n, long unused,
                  struct sp_error *error)
{
  if (unused && list->n > 1 && list->n == n - unused)
    return spread(name, list, to + unused, n - unused, 0, error);
  if (list->n && list->n != 1 && list->n != n)
    return sp_bad_input(error, "%s has %ld values, expected %ld or one for all", name, list->n, n);
  for (long i = 0; list->n && i < n; i++)
    to[i] = list->value[list->n == 1 ? 0 : i];
  return SP_OK;
}

/* The keys with a single value. */
static int read_scalars(char *const *words, struct sp_network *net, struct sp_error *error)
{
  const struct {
    enum key key;
    struct sp_num *to;
  } scalar[] = {{KEY_TCP, &net->tcp},     {KEY_TCM, &net->tcm},           {KEY_BETA, &net->beta},
                {KEY_RETURN, &net->back}, {KEY_DEADLINE, &net->deadline}, {KEY_INFO, &net->info},
                {KEY_MERGE, &net->merge}};
  for (size_t k = 0; k < sizeof scalar / sizeof *scalar; k++) {
    const char *text = words[scalar[k].key];
    if (text && sp_num_parse(text, scalar[k].to))
      return sp_bad_input(error, "%s is '%.40s', expected a number", words_key[scalar[k].key],
                          text);
  }
  return SP_OK;
}

static int read_mode(const char *text, struct sp_network *net, struct sp_error *error)
{
  bool *sequential = &net->sequential;
  if (net->kind == SP_MESH || net->kind == SP_TORUS) {
    net->layered = !text || !strcmp(text, "layers");
    return net->layered || !strcmp(text, "tree")
               ? SP_OK
               : sp_bad_input(error, "mode is '%.40s', expected layers or tree", text);
  }
  *sequential = text && !strcmp(text, "sequential");
  if (text && !*sequential && strcmp(text, "parallel") != 0)
    return sp_bad_input(error, "mode is '%.40s', expected parallel or sequential", text);
  return SP_OK;
}

static int read_parents(const struct list *list, struct sp_network *net, struct sp_error *error)
{
  if (list->n != net->n)
    return sp_bad_input(error, "parent has %ld value%s, expected %ld", list->n,
                        sp_plural((double)list->n), net->n);
  for (long i = 0; i < net->n; i++) {
    double v = list->value[i].v;
    if (!(v >= 0 && v <= (double)net->n) || v != floor(v))
      return sp_bad_input(error, "parent of %ld is %g, expected a whole number from 0 to %ld",
                          i + 1, v, net->n);
    net->parent[i] = (long)v - 1;
    if (net->parent[i] == SP_UNUSED)
      net->originator = i;
  }
  return SP_OK;
}

static int read_branches(const char *text, struct sp_network *net, struct sp_error *error)
{
  char rest;
  if (text && sscanf(text, "%ld-%ld%c", &net->left, &net->right, &rest) != 2)
    return sp_bad_input(error, "branches is '%.40s', expected LEFT-RIGHT, two whole numbers", text);
  return SP_OK;
}

/* ---- kinds with lists */

/* The number of processors: n=, or the length of the longest list. */
static int count(enum sp_network_kind kind, char *const *words, const struct list *list, long *n,
                 struct sp_error *error)
{
  static const enum key listed[] = {KEY_W,     KEY_PARENT,    KEY_ALPHA, KEY_S, KEY_B,
                                    KEY_START, KEY_INTERCEPT, KEY_Z,     KEY_R};
  *n = 0;
  if (words[KEY_N])
    return read_whole(words, KEY_N, 1, MOST_PROCESSORS, n, error);
  for (size_t k = 0; k < sizeof listed / sizeof *listed && *n <= 1; k++) {
    bool between = kind == SP_CHAIN && (listed[k] == KEY_Z || listed[k] == KEY_R);
    if (list[listed[k]].n > 1)
      *n = list[listed[k]].n + between;
  }
  if (!*n)
    return sp_bad_input(error, "no list gives the number of processors, expected n=NUMBER");
  return SP_OK;
}

static int fill(char *const *words, const struct list *list, struct sp_network *net,
                struct sp_error *error)
{
  if (list[KEY_START].n)
    net->start = sp_nums(net->n, 0);
  if (list[KEY_INTERCEPT].n)
    net->intercept = sp_nums(net->n, 0);
  const struct {
    enum key key;
    struct sp_num *to;
    long n;
  } of[] = {{KEY_W, net->w, net->n},         {KEY_Z, net->z, net->links},
            {KEY_R, net->r, net->links},     {KEY_ALPHA, net->load, net->n},
            {KEY_S, net->speed, net->n},     {KEY_B, net->bandwidth, net->n},
            {KEY_START, net->start, net->n}, {KEY_INTERCEPT, net->intercept, net->n}};
  long originator = net->originator + 1;
  for (size_t k = 0; k < sizeof of / sizeof *of; k++)
    if (spread(words_key[of[k].key], &list[of[k].key], of[k].to, of[k].n,
               net->kind == SP_STAR && (of[k].to == net->z || of[k].to == net->r), error) != SP_OK)
      return SP_BAD_INPUT;
  if (read_mode(words[KEY_MODE], net, error) != SP_OK ||
      read_branches(words[KEY_BRANCHES], net, error) != SP_OK ||
      read_whole(words, KEY_ORIGINATOR, 1, net->n, &originator, error) != SP_OK)
    return SP_BAD_INPUT;
  net->originator = originator - 1;
  return words[KEY_PARENT] ? read_parents(&list[KEY_PARENT], net, error) : SP_OK;
}

/* The network of the numbers that have been read; NULL if it is refused. */
static struct sp_network *build(enum sp_network_kind kind, char *const *words,
                                const struct list *list, struct sp_error *error)
{
  struct sp_network *net;
  bool cube = kind == SP_HYPERCUBE, grid = kind == SP_MESH || kind == SP_TORUS;
  long n = 0;
  if ((cube && read_whole(words, KEY_D, 1, SP_MAX_DIMENSION, &n, error) != SP_OK) ||
      (!cube && !grid && count(kind, words, list, &n, error) != SP_OK))
    return NULL;
  int last_alike = grid ? KEY_R : cube ? KEY_W : KEY_W - 1; /* keys whose value is that of all */
  for (int k = KEY_W; k <= last_alike; k++)
    if (list[k].n > 1) {
      sp_bad_input(error, "%s has %ld values, expected one for all", words_key[k], list[k].n);
      return NULL;
    }
  n += cube; /* layers */
  long links = kind == SP_CHAIN ? n - 1 : cube ? 1 : n;
  net = grid               ? network_grid_build(kind, words[KEY_D], error)
        : words[KEY_EDGES] ? network_edges_build(words[KEY_EDGES], n, error)
                           : sp_network_alloc(kind, n, links);
  if (!net || fill(words, list, net, error) == SP_OK)
    return net;
  sp_network_free(net);
  return NULL;
}

static struct sp_network *read_lists(enum sp_network_kind kind, const struct words *words,
                                     struct sp_error *error)
{
  static const enum key of[] = {KEY_W, KEY_Z, KEY_R,     KEY_PARENT,   KEY_ALPHA,
                                KEY_S, KEY_B, KEY_START, KEY_INTERCEPT};
  struct list list[KEYS] = {0};
  for (size_t k = 0; k < sizeof of / sizeof *of; k++)
    if (words->value[of[k]] &&
        words_list(words, words_key[of[k]], words->value[of[k]], &list[of[k]], error) != SP_OK)
      return NULL;
  return build(kind, words->value, list, error);
}

struct sp_network *sp_network_parse(enum sp_network_kind kind, const char *spec,
                                    struct sp_error *error)
{
  char *text = spec[0] == '@' ? sp_read_text(spec + 1, error) : sp_xstrdup(spec);
  struct sp_error why;
  struct sp_network *net = NULL;
  if (!text)
    return NULL;
  struct words words = {.memory = sp_context_plain(), .allowed = keys[kind].allowed, .text = text};
  if (words_cut(&words, &why) == SP_OK && require(kind, words.value, &why) == SP_OK)
    net = kind == SP_BUS ? network_buses_build(&words, &why) : read_lists(kind, &words, &why);
  if (net &&
      (read_scalars(words.value, net, &why) != SP_OK || sp_network_check(net, &why) != SP_OK)) {
    sp_network_free(net);
    net = NULL;
  }
  if (!net && spec[0] == '@')
    sp_bad_input(error, "%.200s: %.280s", spec + 1, why.text);
  else if (!net)
    sp_bad_input(error, "network %s: %.400s", sp_network_name[kind], why.text);
  free(text);
  sp_context_free(words.memory);
  return net;
}
