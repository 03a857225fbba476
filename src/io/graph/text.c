/* Reads graphs as words, the option --graph="w=1,3,4,6 edges=1-2:2,1-3:1,3-4:3,2-4:3".
 *
 * Words key=value[,value..]:
 *   w      time per task of each node, inf: a relay; one value holds for all nodes
 *   edges  A-B:C, a task takes C from A to B and back; A-B:C:D, it takes D back; inf: no link in
 *          that direction
 *   model  of each node, or one for all: base, multiport, recv-parallel, ...
 *   ports  tasks that a node sends and receives at once, for each node or all; inf: any number
 *   recv, send  the same for one direction
 *   buffer  places of each node, or all: a whole number or inf
 *   result  the time of a result on a link over that of its task
 *   sizes  of the tasks, a law of any number of them (io/text/sizes.h)
 *   profile  what changes (io/text/profile_text.h), once the masters are known
 * Nodes are numbered from 1; their number is the number of values of w, or if w has one value the
 * greatest node in the edges. --graph=@FILE reads the words from a file, in which lines end like
 * words and '#' begins a comment. */
#include "base/text.h"
#include "base/memory.h"
#include "io/graph/graph.h"
#include "io/graph/words.h"
#include "io/text/sizes.h"

enum { MAX_NODES = 10000000 };
static const uint64_t of_graph = BIT(KEY_W) | BIT(KEY_EDGES) | BIT(KEY_MODEL) | BIT(KEY_PORTS) |
                                 BIT(KEY_RECV) | BIT(KEY_SEND) | BIT(KEY_BUFFER) | BIT(KEY_RESULT) |
                                 BIT(KEY_SIZES) | BIT(KEY_PROFILE);

/* Reads the edges, "A-B:C,A-B:C:D,.."; the text is cut. */
static int read_edges(const struct words *words, struct sp_link **link, int *n,
                      struct sp_error *error)
{
  char *text = words->value[KEY_EDGES];
  *link = sp_new(words->memory, text ? words_count(text) : 0, struct sp_link);
  for (char *edge; (edge = strsep(&text, ","));) {
    struct sp_link *to = &(*link)[(*n)++];
    long a, b;
    int costs = words_edge(edge, &a, &b, to->c);
    if (!costs || a < 1 || a > MAX_NODES || b < 1 || b > MAX_NODES)
      return sp_bad_input(error,
                          "edge '%.40s', expected A-B:COST or A-B:COST:COST with the numbers "
                          "of two nodes",
                          edge);
    to->a = (int)a - 1;
    to->b = (int)b - 1;
    to->c[1] = to->c[costs - 1];
  }
  return SP_OK;
}

static int last_node(const struct sp_link *link, int n)
{
  int last = 0;
  for (int l = 0; l < n; l++) {
    last = link[l].a > last ? link[l].a : last;
    last = link[l].b > last ? link[l].b : last;
  }
  return last + 1;
}

int sp_graph_model(const char *name, const char *value, struct sp_ports *ports,
                   struct sp_error *error)
{
  enum sp_model model = sp_model_find(value, strlen(value));
  if (model == SP_MODELS)
    return sp_bad_input(error,
                        "%s '%.40s', expected base, multiport, recv-parallel, send-parallel, "
                        "work-parallel or sequential",
                        name, value);
  *ports = sp_model_ports(model);
  return SP_OK;
}

static int set_value(struct sp_graph *g, enum key key, int i, const char *value,
                     struct sp_error *error)
{
  struct sp_num x;
  struct sp_ports *ports = &g->platform.node[i].ports;
  if (key == KEY_MODEL)
    return sp_graph_model("model", value, ports, error);
  if (sp_num_parse(value, &x))
    return sp_bad_input(error, "%s has the value '%.40s', expected %s", words_key[key], value,
                        key == KEY_W ? "a number > 0 or inf" : "a whole number or inf");
  if (key == KEY_W) {
    g->w[i] = x;
    return SP_OK;
  }
  long most = key == KEY_BUFFER ? LONG_MAX : INT_MAX;
  if (!isinf(x.v) && (x.den != 1 || x.num < 1 || x.num >= most))
    return sp_bad_input(error, "%s has the value '%.40s', expected a whole number >= 1 or inf",
                        words_key[key], value);
  long number = isinf(x.v) ? most : x.num;
  if (key == KEY_BUFFER)
    g->places[i] = number;
  if (key == KEY_PORTS || key == KEY_RECV)
    ports->recv = (int)number;
  if (key == KEY_PORTS || key == KEY_SEND)
    ports->send = (int)number;
  return SP_OK;
}

/* Sets one value for all nodes, or one for each; the list is cut. */
static int set_values(struct sp_graph *g, enum key key, char *list, struct sp_error *error)
{
  int n = g->platform.nodes, code = SP_OK;
  long count = words_count(list);
  const char *value = NULL;
  if (count != 1 && count != n)
    return sp_bad_input(error, "%s has %ld values, expected 1 or %d, one a node", words_key[key],
                        count, n);
  for (int i = 0; i < n && code == SP_OK; i++) {
    value = count == 1 && value ? value : strsep(&list, ",");
    code = set_value(g, key, i, value, error);
  }
  return code;
}

static int read_profiles(const char *text, struct profile_changes *changes, struct sp_error *error)
{
  return text ? profile_changes_add(changes, true, text, strlen(text), error) : SP_OK;
}

static int read_result(struct sp_graph *g, const char *text, struct sp_error *error)
{
  if (text && sp_num_parse(text, &g->result))
    return sp_bad_input(error, "result has the value '%.40s', expected a number >= 0", text);
  return SP_OK;
}

/* A law that needs no number of tasks, of which there are any. */
static int read_sizes(struct sp_graph *g, const struct words *words, struct sp_error *error)
{
  const char *text = words->value[KEY_SIZES];
  struct sizes sizes = {.drawn = false};
  double mean = 0, sd;
  if (!text)
    return SP_OK;
  int code = sizes_add(&sizes, words->memory, text, strlen(text), error);
  if (code == SP_OK && (!sizes.drawn || size_law_counts(&sizes.law)))
    code = sp_bad_input(
        error, "sizes is '%.40s', expected LAW[:SEED]: a graph has no number of tasks", text);
  if (code == SP_OK)
    size_law_moments(&sizes.law, &mean, &sd);
  if (code == SP_OK && !(mean > 0))
    code = sp_bad_input(error, "the sizes are all 0, expected one > 0");
  if (code == SP_OK)
    g->sizes = sp_xmemdup(&sizes.law, 1, sizeof sizes.law);
  return code;
}

static struct sp_graph *build(const struct words *words, const struct sp_link *link, int links,
                              struct sp_error *error)
{
  static const enum key of_nodes[] = {KEY_W, KEY_MODEL, KEY_PORTS, KEY_RECV, KEY_SEND, KEY_BUFFER};
  long n = words_count(words->value[KEY_W]);
  if (n == 1 && (n = last_node(link, links)) - 1 > links) {
    /* a single edge could name node ten million */
    sp_bad_input(error, "%ld nodes and %d edge%s: some are disconnected, expected a path to each",
                 n, links, sp_plural(links));
    return NULL;
  }
  struct sp_graph *g = sp_graph_alloc((int)n);
  if (words->value[KEY_BUFFER])
    g->places = sp_xcalloc((size_t)n, sizeof *g->places);
  int code = SP_OK;
  for (size_t k = 0; k < sizeof of_nodes / sizeof *of_nodes && code == SP_OK; k++)
    if (words->value[of_nodes[k]])
      code = set_values(g, of_nodes[k], words->value[of_nodes[k]], error);
  for (int l = 0; l < links; l++)
    sp_graph_add_link(g, link[l].a, link[l].b, link[l].c[0], link[l].c[1]);
  if (code == SP_OK)
    code = read_result(g, words->value[KEY_RESULT], error);
  if (code == SP_OK)
    code = read_sizes(g, words, error);
  if (code == SP_OK)
    return g;
  sp_graph_free(g);
  return NULL;
}

struct sp_graph *sp_graph_parse(char *text, const char **master, struct profile_changes *changes,
                                struct sp_error *error)
{
  struct words words = {.memory = sp_context_plain(),
                        .allowed = of_graph | (master ? BIT(KEY_MASTER) : 0),
                        .text = text};
  struct sp_graph *g = NULL;
  struct sp_link *link = NULL;
  int links = 0;
  int code = words_cut(&words, error);
  if (code == SP_OK && !words.value[KEY_W])
    code =
        sp_bad_input(error, "no w, expected w=NUMBER[,NUMBER..], the time per task of each node");
  if (code == SP_OK && read_profiles(words.value[KEY_PROFILE], changes, error) == SP_OK &&
      read_edges(&words, &link, &links, error) == SP_OK)
    g = build(&words, link, links, error);
  if (master)
    *master = words.value[KEY_MASTER];
  sp_context_free(words.memory);
  return g;
}
