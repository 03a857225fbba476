/* Reads the networks in which the costs of a link are given with the link.
 *
 *   a graph  "edges=a-b:z:r,a-b:z:r,.."
 *   buses    "w1=W bus1=z:r:w,w,.. bus2=.. free=w,w,.."; with free= the third part of a bus may be
 * empty: its processors are then chosen */
#include "base/memory.h"
#include "io/graph/network_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct bus {
  struct sp_num z, r;
  struct list w;
};

static int read_bus(char *text, long k, bool empty, struct bus *bus, struct sp_error *error)
{
  char name[32], *r = strchr(text, ':'), *w = r ? strchr(r + 1, ':') : NULL;
  snprintf(name, sizeof name, "bus%ld", k + 1);
  if (!w || (!w[1] && !empty))
    return sp_bad_input(error, "%s is '%.40s', expected z:r:w,w,..", name, text);
  *r = *w = '\0';
  if (sp_num_parse(text, &bus->z) || sp_num_parse(r + 1, &bus->r))
    return sp_bad_input(error, "%s has z '%.40s' and r '%.40s', expected numbers", name, text,
                        r + 1);
  return w[1] ? network_read_list(name, w + 1, &bus->w, error) : SP_OK;
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
  struct bus *bus = sp_xcalloc((size_t)words->buses, sizeof *bus);
  struct list rest = {0}, first = {0};
  struct sp_network *net = NULL;
  bool searched = words->value[KEY_FREE];
  int code = words->buses ? SP_OK : sp_bad_input(error, "no bus1=, expected z:r:w,w,..");
  long n = 1, row = 0;
  if (code == SP_OK)
    code = network_read_list("w1", words->value[KEY_W1], &first, error);
  if (code == SP_OK && first.n != 1)
    code = sp_bad_input(error, "w1 has %ld values, expected one", first.n);
  if (code == SP_OK && searched)
    code = network_read_list("free", words->value[KEY_FREE], &rest, error);
  for (long k = 0; k < words->buses && code == SP_OK; k++) {
    code = read_bus(words->bus[k], k, searched, &bus[k], error);
    n += bus[k].w.n;
  }
  if (code == SP_OK) {
    net = sp_network_alloc(SP_BUS, n + rest.n, words->buses);
    add_processors(net, &first, SP_UNUSED, &row);
    for (long k = 0; k < words->buses; k++) {
      net->z[k] = bus[k].z;
      net->r[k] = bus[k].r;
      add_processors(net, &bus[k].w, (int)k, &row);
    }
    add_processors(net, &rest, SP_UNUSED, &row);
  }
  for (long k = 0; k < words->buses; k++)
    free(bus[k].w.value);
  free(bus);
  free(first.value);
  free(rest.value);
  return net;
}

/* "a-b:z:r"; the text is cut. */
static int read_edge(char *text, struct sp_network *net, long k, struct sp_error *error)
{
  struct sp_edge *edge = &net->edge[k];
  char *z = strchr(text, ':'), *r = z ? strchr(z + 1, ':') : NULL, rest;
  if (!r)
    return sp_bad_input(error, "edges has '%.40s', expected a-b:z:r", text);
  *z = *r = '\0';
  if (sscanf(text, "%ld-%ld%c", &edge->a, &edge->b, &rest) != 2 ||
      sp_num_parse(z + 1, &net->z[k]) || sp_num_parse(r + 1, &net->r[k]))
    return sp_bad_input(error, "edges has '%.40s:%.40s:%.40s', expected a-b:z:r, all numbers", text,
                        z + 1, r + 1);
  edge->a -= edge->a > LONG_MIN; /* which is refused later */
  edge->b -= edge->b > LONG_MIN;
  return SP_OK;
}

struct sp_network *network_edges_build(char *text, long n, struct sp_error *error)
{
  long edges = 1;
  int code = SP_OK;
  for (const char *p = text; *p; p++)
    edges += *p == ',';
  struct sp_network *net = sp_network_alloc(SP_TREE, n, edges);
  net->edge = sp_xcalloc((size_t)edges, sizeof *net->edge);
  for (long k = 0; k < edges && code == SP_OK; k++) {
    char *comma = strchr(text, ',');
    if (comma)
      *comma = '\0';
    code = read_edge(text, net, k, error);
    text = comma ? comma + 1 : text;
  }
  if (code == SP_OK)
    return net;
  sp_network_free(net);
  return NULL;
}
