/* Reads a graph in any of its forms, and sets its masters and model. */
#include "io/graph/graph.h"

#include <stdlib.h>
#include <string.h>

/* The node of this name or, if there is none, of this number; -1 if there is neither. */
static int find_node(const struct sp_graph *g, const char *text, size_t length)
{
  for (int i = 0; i < g->platform.nodes; i++)
    if (strlen(g->platform.node[i].name) == length &&
        !memcmp(g->platform.node[i].name, text, length))
      return i;
  long number = 0;
  for (size_t k = 0; k < length; k++) {
    if (text[k] < '0' || text[k] > '9' || number > g->platform.nodes)
      return -1;
    number = 10 * number + (text[k] - '0');
  }
  return number <= g->platform.nodes ? (int)number - 1 : -1;
}

static int set_masters(struct sp_graph *g, const char *text, struct sp_error *error)
{
  if (!text) {
    g->master[0] = true;
    return SP_OK;
  }
  for (bool more = true; more; text++) {
    size_t length = strcspn(text, ",");
    int i = find_node(g, text, length);
    if (i < 0 || !length)
      return sp_bad_input(error, "--master: '%.*s', expected nodes: a name or a number 1..%d",
                          length > 40 ? 40 : (int)length, text, g->platform.nodes);
    if (g->master[i])
      return sp_bad_input(error, "--master: node %d is named twice, expected it once", i + 1);
    g->master[i] = true;
    text += length;
    more = *text == ',';
  }
  return SP_OK;
}

static int set_model(struct sp_graph *g, const char *text, struct sp_error *error)
{
  if (!text)
    return SP_OK;
  struct sp_ports ports;
  if (sp_graph_model("--model:", text, strlen(text), &ports, error) != SP_OK)
    return SP_BAD_INPUT;
  for (int i = 0; i < g->platform.nodes; i++)
    g->platform.node[i].ports = ports;
  return SP_OK;
}

struct sp_graph *sp_read_graph(const struct sp_graph_source *source, struct sp_error *error)
{
  struct sp_error why;
  const char *text = source->text;
  const char *place = text ? text[0] == '@' ? text + 1 : "--graph" : source->platform;
  struct sp_graph *g = !text            ? sp_read_graph_platform(source, error)
                       : text[0] == '@' ? sp_read_graph_file(text + 1, error)
                                        : sp_graph_parse(text, &why);
  if (!g && text && text[0] != '@')
    sp_bad_input(error, "--graph: %.500s", why.text);
  if (!g)
    return NULL;
  if (set_masters(g, source->master, error) == SP_OK &&
      set_model(g, source->model, error) == SP_OK) {
    if (sp_graph_check(g, &why) == SP_OK)
      return g;
    sp_bad_input(error, "%.200s: %.300s", place, why.text);
  }
  sp_graph_free(g);
  return NULL;
}
