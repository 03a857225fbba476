/* Reads graphs as words, the option --graph="w=1,3,4,6 edges=1-2:2,1-3:1,3-4:3,2-4:3".
 *
 * Words key=value[,value..]:
 *   w      time per task of each node, inf: a relay; one value holds for all nodes
 *   edges  A-B:C, a task takes C from A to B and back; A-B:C:D, it takes D back; inf: no link in
 *          that direction
 *   model  of each node, or one for all: base, multiport, recv-parallel, ...
 *   ports  tasks that a node sends and receives at once, for each node or all; inf: any number
 *   recv, send  the same for one direction
 * Nodes are numbered from 1; their number is the number of values of w, or if w has one value the
 * greatest node in the edges. --graph=@FILE reads the words from a file, in which lines end like
 * words and '#' begins a comment. */
#include "base/file.h"
#include "base/memory.h"
#include "io/graph/graph.h"

#include <stdlib.h>
#include <string.h>

enum key { KEY_W, KEY_EDGES, KEY_MODEL, KEY_PORTS, KEY_RECV, KEY_SEND, KEYS };
static const char *const key_name[KEYS] = {"w", "edges", "model", "ports", "recv", "send"};
static const char blanks[] = " \t\r\n";
enum { MAX_NODES = 10000000, NUMBER_ROOM = 80 };

/* A list of values: the text from `text` to `end`. */
struct list {
  const char *text, *end;
};

/* The next value of the list; false at its end. */
static bool next_value(struct list *list, const char **value, size_t *length)
{
  if (!list->text || list->text > list->end)
    return false;
  const char *comma = memchr(list->text, ',', (size_t)(list->end - list->text));
  *value = list->text;
  *length = (size_t)((comma ? comma : list->end) - list->text);
  list->text += *length + 1;
  return true;
}

static int count_values(struct list list)
{
  const char *value;
  size_t length;
  int n = 0;
  while (next_value(&list, &value, &length))
    n++;
  return n;
}

static int shown(size_t length)
{
  return length > 40 ? 40 : (int)length;
}

/* A number of `length` bytes. */
static bool number(const char *text, size_t length, struct sp_num *x)
{
  char copy[NUMBER_ROOM];
  if (!length || length >= sizeof copy)
    return false;
  memcpy(copy, text, length);
  copy[length] = '\0';
  return sp_num_parse(copy, x) == 0;
}

/* Reads the number of a node and moves *text behind it; -1 if there is no number. */
static int node_number(const char **text, const char *end)
{
  const char *p = *text;
  long value = 0;
  for (; p < end && *p >= '0' && *p <= '9' && value <= MAX_NODES; p++)
    value = 10 * value + (*p - '0');
  if (p == *text || value < 1 || value > MAX_NODES)
    return -1;
  *text = p;
  return (int)value;
}

/* Reads A-B:C[:D]; false if the text has another form. */
static bool read_edge(const char *text, size_t length, struct sp_link *link)
{
  const char *end = text + length, *p = text;
  if ((link->a = node_number(&p, end) - 1) < 0 || p == end || *p++ != '-')
    return false;
  if ((link->b = node_number(&p, end) - 1) < 0 || p == end || *p++ != ':')
    return false;
  const char *colon = memchr(p, ':', (size_t)(end - p));
  size_t first = (size_t)((colon ? colon : end) - p);
  if (!number(p, first, &link->c[0]))
    return false;
  link->c[1] = link->c[0];
  return !colon || number(colon + 1, (size_t)(end - colon - 1), &link->c[1]);
}

static int find_words(const char *text, struct list *list, struct sp_error *error)
{
  for (text += strspn(text, blanks); *text; text += strspn(text, blanks)) {
    size_t length = strcspn(text, blanks);
    const char *equals = memchr(text, '=', length);
    if (!equals)
      return sp_bad_input(error, "'%.*s', expected key=value[,value..]", shown(length), text);
    size_t name = (size_t)(equals - text);
    int key = 0;
    while (key < KEYS && (strlen(key_name[key]) != name || strncmp(key_name[key], text, name)))
      key++;
    if (key == KEYS)
      return sp_bad_input(error,
                          "unknown key '%.*s', expected w, edges, model, ports, recv or send",
                          shown(name), text);
    if (list[key].text)
      return sp_bad_input(error, "%s is given twice, expected it once", key_name[key]);
    list[key] = (struct list){equals + 1, text + length};
    text += length;
  }
  if (!list[KEY_W].text)
    return sp_bad_input(error,
                        "no w, expected w=NUMBER[,NUMBER..], the time per task of each node");
  return SP_OK;
}

/* The greatest node in the edges; malformed edges are skipped here and refused by set_edges. */
static int last_node(struct list edges)
{
  const char *value;
  size_t length;
  int last = 1;
  while (next_value(&edges, &value, &length)) {
    struct sp_link link;
    if (!read_edge(value, length, &link))
      continue;
    int greater = (link.a > link.b ? link.a : link.b) + 1;
    last = greater > last ? greater : last;
  }
  return last;
}

int sp_graph_model(const char *name, const char *value, size_t length, struct sp_ports *ports,
                   struct sp_error *error)
{
  enum sp_model model = sp_model_find(value, length);
  if (model == SP_MODELS)
    return sp_bad_input(error,
                        "%s '%.*s', expected base, multiport, recv-parallel, send-parallel, "
                        "work-parallel or sequential",
                        name, shown(length), value);
  *ports = sp_model_ports(model);
  return SP_OK;
}

static int set_value(struct sp_graph *g, enum key key, int i, const char *value, size_t length,
                     struct sp_error *error)
{
  struct sp_num x;
  if (key == KEY_MODEL)
    return sp_graph_model("model", value, length, &g->platform.node[i].ports, error);
  if (!number(value, length, &x))
    return sp_bad_input(error, "%s has the value '%.*s', expected %s", key_name[key], shown(length),
                        value, key == KEY_W ? "a number > 0 or inf" : "a whole number or inf");
  if (key == KEY_W) {
    g->w[i] = x;
    return SP_OK;
  }
  if (!isinf(x.v) && (x.den != 1 || x.num < 1 || x.num >= INT_MAX))
    return sp_bad_input(error, "%s has the value '%.*s', expected a whole number >= 1 or inf",
                        key_name[key], shown(length), value);
  int ports = isinf(x.v) ? INT_MAX : (int)x.num;
  if (key != KEY_SEND)
    g->platform.node[i].ports.recv = ports;
  if (key != KEY_RECV)
    g->platform.node[i].ports.send = ports;
  return SP_OK;
}

/* Sets one value for all nodes, or one for each. */
static int set_values(struct sp_graph *g, enum key key, struct list list, struct sp_error *error)
{
  int n = g->platform.nodes, count = count_values(list), code = SP_OK;
  const char *value;
  size_t length;
  if (count && count != 1 && count != n)
    return sp_bad_input(error, "%s has %d values, expected 1 or %d, one a node", key_name[key],
                        count, n);
  for (int i = 0; code == SP_OK && next_value(&list, &value, &length); i++) {
    code = set_value(g, key, i, value, length, error);
    for (int j = 1; count == 1 && j < n && code == SP_OK; j++)
      code = set_value(g, key, j, value, length, error);
  }
  return code;
}

static int set_edges(struct sp_graph *g, struct list list, struct sp_error *error)
{
  const char *value;
  size_t length;
  while (next_value(&list, &value, &length)) {
    struct sp_link link;
    if (!read_edge(value, length, &link))
      return sp_bad_input(error,
                          "edge '%.*s', expected A-B:COST or A-B:COST:COST with the numbers "
                          "of two nodes",
                          shown(length), value);
    sp_graph_add_link(g, link.a, link.b, link.c[0], link.c[1]);
  }
  return SP_OK;
}

struct sp_graph *sp_graph_parse(const char *text, struct sp_error *error)
{
  struct list list[KEYS] = {{0}};
  if (find_words(text, list, error) != SP_OK)
    return NULL;
  int n = count_values(list[KEY_W]), last = n == 1 ? last_node(list[KEY_EDGES]) : n, code = SP_OK;
  int edges = count_values(list[KEY_EDGES]);
  if (n == 1 && last - 1 > edges) { /* a single edge could name node ten million */
    sp_bad_input(error, "%d nodes and %d edges: some are disconnected, expected a path to each",
                 last, edges);
    return NULL;
  }
  struct sp_graph *g = sp_graph_alloc(last);
  for (int key = 0; key < KEYS && code == SP_OK; key++)
    code = key == KEY_EDGES ? set_edges(g, list[key], error)
                            : set_values(g, (enum key)key, list[key], error);
  if (code == SP_OK)
    return g;
  sp_graph_free(g);
  return NULL;
}

char *sp_graph_file(const char *path, struct sp_error *error)
{
  FILE *stream = sp_open_file(path, error);
  char *text = NULL;
  size_t size = 0;
  if (!stream)
    return NULL;
  if (getdelim(&text, &size, '\0', stream) < 0) {
    sp_bad_input(error, "%s: cannot read: it is empty", path);
    free(text);
    text = NULL;
  }
  fclose(stream);
  return text;
}

struct sp_graph *sp_read_graph_file(const char *path, struct sp_error *error)
{
  char *text = sp_graph_file(path, error);
  if (!text)
    return NULL;
  for (char *p = text; (p = strchr(p, '#')) != NULL;)
    memset(p, ' ', strcspn(p, "\n"));
  struct sp_error why;
  struct sp_graph *g = sp_graph_parse(text, &why);
  if (!g)
    sp_bad_input(error, "%.200s: %.300s", path, why.text);
  free(text);
  return g;
}
