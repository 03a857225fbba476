/* Reads networks as words key=value[,value..], for instance
 *
 *   chain "w=1,1,1,1/2,1/2 z=1,1,1/2,1/2 r=.2,.2,.1,.1 tcp=2"
 *   tree  "w=.3,1,1.6 parent=0,1,1 z=0,.2,.3 r=.02"
 *   bus   "w1=.3 bus1=.2:.02:.8,1.2 bus2=.1:.04:1.1,1.2,.4"
 *
 * A list of one value gives this value to all processors or links; n= then gives their number.
 * @FILE reads the words from a file, in which line ends count as blanks. */
#include "io/graph/network_spec.h"
#include "base/memory.h"
#include "io/graph/graph.h"
#include "io/graph/network_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PROCESSORS = 100000000 };

enum sp_network_kind sp_network_kind_of(const char *name)
{
  int kind = 0;
  while (kind < SP_NETWORK_KINDS && strcmp(name, sp_network_name[kind]) != 0)
    kind++;
  return (enum sp_network_kind)kind;
}

/* Copies the values of a list, or its only value n times, into to[0..n-1]. */
static int spread(const char *name, const struct list *list, struct sp_num *to, long n,
                  struct sp_error *error)
{
  if (list->n && list->n != 1 && list->n != n)
    return sp_bad_input(error, "%s has %ld values, expected %ld or one for all", name, list->n, n);
  for (long i = 0; list->n && i < n; i++)
    to[i] = list->value[list->n == 1 ? 0 : i];
  return SP_OK;
}

/* The keys with a single value. */
static int read_scalars(const struct words *words, struct sp_network *net, struct sp_error *error)
{
  const struct {
    enum key key;
    struct sp_num *to;
  } scalar[] = {
      {KEY_TCP, &net->tcp}, {KEY_TCM, &net->tcm}, {KEY_BETA, &net->beta}, {KEY_RETURN, &net->back}};
  for (size_t k = 0; k < sizeof scalar / sizeof *scalar; k++) {
    const char *text = words->value[scalar[k].key];
    if (text && sp_num_parse(text, scalar[k].to))
      return sp_bad_input(error, "%s is '%.40s', expected a number",
                          network_key_name[scalar[k].key], text);
  }
  return SP_OK;
}

static int read_mode(const char *text, bool *sequential, struct sp_error *error)
{
  *sequential = text && !strcmp(text, "sequential");
  if (text && !*sequential && strcmp(text, "parallel") != 0)
    return sp_bad_input(error, "mode is '%.40s', expected parallel or sequential", text);
  return SP_OK;
}

static int read_parents(const struct list *list, struct sp_network *net, struct sp_error *error)
{
  if (list->n != net->n)
    return sp_bad_input(error, "parent has %ld values, expected %ld", list->n, net->n);
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

/* ---- Kinds with lists. */

/* The number of processors: n=, or the length of the longest list. */
static int count(const struct words *words, const struct list *list, long *n,
                 struct sp_error *error)
{
  static const enum key listed[] = {KEY_W, KEY_PARENT, KEY_ALPHA, KEY_S, KEY_B, KEY_Z, KEY_R};
  *n = 0;
  if (words->value[KEY_N])
    return network_read_whole("n", words->value[KEY_N], 1, MOST_PROCESSORS, n, error);
  for (size_t k = 0; k < sizeof listed / sizeof *listed && *n <= 1; k++) {
    bool between = words->kind == SP_CHAIN && (listed[k] == KEY_Z || listed[k] == KEY_R);
    if (list[listed[k]].n > 1)
      *n = list[listed[k]].n + between;
  }
  if (!*n)
    return sp_bad_input(error, "no list gives the number of processors, expected n=NUMBER");
  return SP_OK;
}

static int fill(const struct words *words, const struct list *list, struct sp_network *net,
                struct sp_error *error)
{
  long originator = net->originator + 1;
  if (spread("w", &list[KEY_W], net->w, net->n, error) != SP_OK ||
      spread("z", &list[KEY_Z], net->z, net->links, error) != SP_OK ||
      spread("r", &list[KEY_R], net->r, net->links, error) != SP_OK ||
      read_mode(words->value[KEY_MODE], &net->sequential, error) != SP_OK ||
      read_branches(words->value[KEY_BRANCHES], net, error) != SP_OK)
    return SP_BAD_INPUT;
  if (words->value[KEY_ORIGINATOR] && network_read_whole("originator", words->value[KEY_ORIGINATOR],
                                                         1, net->n, &originator, error) != SP_OK)
    return SP_BAD_INPUT;
  net->originator = originator - 1;
  if (net->kind == SP_TREE && !net->edge)
    return read_parents(&list[KEY_PARENT], net, error);
  if (net->kind != SP_SWITCH)
    return SP_OK;
  if (spread("alpha", &list[KEY_ALPHA], net->load, net->n, error) != SP_OK ||
      spread("s", &list[KEY_S], net->speed, net->n, error) != SP_OK)
    return SP_BAD_INPUT;
  return spread("b", &list[KEY_B], net->bandwidth, net->n, error);
}

static const enum key list_keys[] = {KEY_W, KEY_Z, KEY_R, KEY_PARENT, KEY_ALPHA, KEY_S, KEY_B};
enum { LIST_KEYS = sizeof list_keys / sizeof *list_keys };

static struct sp_network *build(const struct words *words, struct sp_error *error)
{
  struct list list[KEYS] = {0};
  struct sp_network *net = NULL;
  long n = 0;
  int code = SP_OK;
  for (int k = 0; k < LIST_KEYS && code == SP_OK; k++)
    if (words->value[list_keys[k]])
      code = network_read_list(network_key_name[list_keys[k]], words->value[list_keys[k]],
                               &list[list_keys[k]], error);
  if (code == SP_OK && words->kind == SP_HYPERCUBE) {
    code = network_read_whole("d", words->value[KEY_D], 1, SP_MAX_DIMENSION, &n, error);
    n++;
  } else if (code == SP_OK)
    code = count(words, list, &n, error);
  if (code == SP_OK) {
    long links = words->kind == SP_CHAIN ? n - 1 : words->kind == SP_HYPERCUBE ? 1 : n;
    if (words->value[KEY_EDGES])
      net = network_edges_build(words->value[KEY_EDGES], n, error);
    else
      net = sp_network_alloc(words->kind, n, links);
    if (!net)
      code = SP_BAD_INPUT;
    else if (words->kind == SP_HYPERCUBE && list[KEY_W].n > 1)
      code = sp_bad_input(error, "w has %ld values, expected one for all", list[KEY_W].n);
    else
      code = fill(words, list, net, error);
  }
  for (int k = 0; k < KEYS; k++)
    free(list[k].value);
  if (code == SP_OK)
    return net;
  sp_network_free(net);
  return NULL;
}

struct sp_network *sp_network_parse(enum sp_network_kind kind, const char *spec,
                                    struct sp_error *error)
{
  struct words words = {.kind = kind};
  struct sp_error why;
  struct sp_network *net = NULL;
  words.text = spec[0] == '@' ? sp_graph_file(spec + 1, error) : sp_xstrdup(spec);
  if (!words.text)
    return NULL;
  if (network_words_cut(&words, &why) == SP_OK)
    net = kind == SP_BUS ? network_buses_build(&words, &why) : build(&words, &why);
  if (net && (read_scalars(&words, net, &why) != SP_OK || sp_network_check(net, &why) != SP_OK)) {
    sp_network_free(net);
    net = NULL;
  }
  if (!net && spec[0] == '@')
    sp_bad_input(error, "%.200s: %.280s", spec + 1, why.text);
  else if (!net)
    sp_bad_input(error, "network %s: %.400s", sp_network_name[kind], why.text);
  free(words.text);
  free(words.bus);
  return net;
}
