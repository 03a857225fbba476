/* Reads the networks in which the costs of a link are given with the link.
 *
 *   a graph  "edges=a-b:z:r,a-b:z:r,.."
 *   buses    "w1=W bus1=z:r:w,w,.. bus2=.. free=w,w@1+2,.. recv=3 send=2"; with free= the third
 * part of a bus may be empty: its processors are then chosen; @1+2: it hears buses 1 and 2 */
#include "io/graph/network_buses.h"
#include "base/memory.h"
#include "base/num.h"

#include <ctype.h>

struct bus {
  struct sp_num z, r;
  struct list w;
};

static int read_bus(const struct words *words, long k, bool empty, struct bus *bus,
                    struct sp_error *error)
{
  char name[32], *text = words->bus[k], *r = strchr(text, ':'), *w = r ? strchr(r + 1, ':') : NULL;
  snprintf(name, sizeof name, "bus%ld", k + 1);
  if (!w || (!w[1] && !empty))
    return sp_bad_input(error, "%s is '%.40s', expected z:r:w,w,..", name, text);
  *r = *w = '\0';
  if (sp_num_parse(text, &bus->z) || sp_num_parse(r + 1, &bus->r))
    return sp_bad_input(error, "%s has z '%.40s' and r '%.40s', expected numbers", name, text,
                        r + 1);
  return w[1] ? words_list(words, name, w + 1, &bus->w, error) : SP_OK;
}

/* Cuts "w@1+2,w,.." into the numbers "w,w,..", which it leaves in the text, and the buses after @;
 * where there is none all are heard. hears: [value buses + bus]. */
static int read_heard(char *text, long buses, bool *hears, struct sp_error *error)
{
  char *to = text, *rest = text;
  for (char *one; (one = strsep(&rest, ",")); hears += buses) {
    char *list = one + strcspn(one, "@"), *end = list;
    bool some = *list;
    for (long k = 0; k < buses; k++)
      hears[k] = !some;
    for (; *end == '@' || (*end == '+' && end > list);) {
      char *bus = end + 1;
      long k = strtol(bus, &end, 10);
      if (!isdigit((unsigned char)*bus) || k < 1 || k > buses || (*end && *end != '+'))
        return sp_bad_input(error, "free has '%.40s', expected w@bus+bus.., buses from 1 to %ld",
                            one, buses);
      hears[k - 1] = true;
    }
    size_t length = (size_t)(list - one);
    memmove(to, one, length);
    to += length;
    *to++ = rest ? ',' : '\0';
  }
  return SP_OK;
}

static int read_number(const struct words *words, enum key key, long *number,
                       struct sp_error *error)
{
  const char *text = words->value[key];
  if (text && !sp_read_whole(text, 1, LONG_MAX, number))
    return sp_bad_input(error, "%s is '%.40s', expected a whole number from 1 on", words_key[key],
                        text);
  return SP_OK;
}

/* Appends the processors of a list to the network, all on this bus. */
static void add_processors(struct sp_network *net, const struct list *w, int bus, long *row)
{
  for (long i = 0; i < w->n; i++) {
    net->w[*row] = w->value[i];
    net->bus[(*row)++] = bus;
  }
}

struct sp_network *network_buses_build(const struct words *words, struct sp_error *error)
{
  struct bus *bus = sp_new(words->memory, words->buses, struct bus);
  struct list rest = {0}, first = {0};
  char *searched = words->value[KEY_FREE];
  int code = words->buses ? SP_OK : sp_bad_input(error, "no bus1=, expected z:r:w,w,..");
  long n = 1, row = 0, listeners = 1, transmit = words->buses;
  bool *hears = NULL;
  if (code == SP_OK)
    code = read_number(words, KEY_RECV, &listeners, error);
  if (code == SP_OK)
    code = read_number(words, KEY_SEND, &transmit, error);
  if (code == SP_OK && searched && strchr(searched, '@')) {
    hears = sp_new(words->memory, words_count(searched) * words->buses, bool);
    code = read_heard(searched, words->buses, hears, error);
  }
  if (code == SP_OK)
    code = words_list(words, "w1", words->value[KEY_W1], &first, error);
  if (code == SP_OK && first.n != 1)
    code = sp_bad_input(error, "w1 has %ld values, expected one", first.n);
  if (code == SP_OK && searched)
    code = words_list(words, "free", searched, &rest, error);
  for (long k = 0; k < words->buses && code == SP_OK; k++) {
    code = read_bus(words, k, searched, &bus[k], error);
    n += bus[k].w.n;
  }
  if (code != SP_OK)
    return NULL;
  struct sp_network *net = sp_network_alloc(SP_BUS, n + rest.n, words->buses);
  add_processors(net, &first, SP_UNUSED, &row);
  for (long k = 0; k < words->buses; k++) {
    net->z[k] = bus[k].z;
    net->r[k] = bus[k].r;
    add_processors(net, &bus[k].w, (int)k, &row);
  }
  if (hears) {
    net->hears = sp_xcalloc((size_t)(net->n * words->buses), sizeof *hears);
    for (long i = 0; i < net->n * words->buses; i++) /* the first processors have their buses */
      net->hears[i] = i < row * words->buses || hears[i - row * words->buses];
  }
  add_processors(net, &rest, SP_UNUSED, &row);
  net->listeners = listeners;
  net->transmit = transmit;
  return net;
}

struct sp_network *network_edges_build(char *text, long n, struct sp_error *error)
{
  long edges = words_count(text);
  struct sp_network *net = sp_network_alloc(SP_TREE, n, edges);
  net->edge = sp_xcalloc((size_t)edges, sizeof *net->edge);
  for (long k = 0; k < edges; k++) {
    struct sp_edge *edge = &net->edge[k];
    struct sp_num x[2];
    char *one = strsep(&text, ",");
    if (words_edge(one, &edge->a, &edge->b, x) != 2) {
      sp_bad_input(error, "edges has '%.100s', expected a-b:z:r, all numbers", one);
      sp_network_free(net);
      return NULL;
    }
    edge->a--;
    edge->b--;
    net->z[k] = x[0];
    net->r[k] = x[1];
  }
  return net;
}

enum { DIMENSIONS = 7 };

/* Reads "AxBx.."; returns how many, 0 for another form. */
static int read_sizes(const char *text, long *size, long *n)
{
  int dimensions = 0;
  char *end;
  *n = 1;
  for (const char *p = text; dimensions < DIMENSIONS && isdigit((unsigned char)*p); p = end + 1) {
    size[dimensions] = strtol(p, &end, 10);
    if (size[dimensions] < 1 || size[dimensions] > SP_GRAPH_PROCESSORS)
      return 0;
    *n *= size[dimensions++];
    if (!*end)
      return *n > 1 && *n <= SP_GRAPH_PROCESSORS ? dimensions : 0;
    if (*end != 'x')
      return 0;
  }
  return 0;
}

struct sp_network *network_grid_build(enum sp_network_kind kind, const char *text,
                                      struct sp_error *error)
{
  long size[DIMENSIONS], n, stride = 1, links = 0;
  int dimensions = read_sizes(text, size, &n);
  if (!dimensions) {
    sp_bad_input(error, "d is '%.40s', expected AxB, with 2 to %d processors", text,
                 SP_GRAPH_PROCESSORS);
    return NULL;
  }
  struct sp_network *net = sp_network_alloc(kind, n, n * dimensions);
  net->edge = sp_xcalloc((size_t)net->links, sizeof *net->edge);
  for (int k = dimensions - 1; k >= 0; stride *= size[k--])
    for (long i = 0; i < n; i++) {
      long at = i / stride % size[k];
      if (at + 1 < size[k])
        net->edge[links++] = (struct sp_edge){i, i + stride};
      else if (kind == SP_TORUS && size[k] > 2)
        net->edge[links++] = (struct sp_edge){i, i - at * stride};
    }
  net->links = links;
  return net;
}
