/* Reads a graph in any of its forms, and sets its masters, its model, and what changes. */
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "io/graph/graph.h"
#include "model/profile.h"

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

/* option: what stands before the name of the key in messages. */
static int set_masters(struct sp_graph *g, const char *option, const char *text,
                       struct sp_error *error)
{
  if (!text) {
    g->master[0] = true;
    return SP_OK;
  }
  for (bool more = true; more; text++) {
    size_t length = strcspn(text, ",");
    int i = find_node(g, text, length);
    if (i < 0 || !length)
      return sp_bad_input(error, "%smaster: '%.*s', expected nodes: a name or a number 1..%d",
                          option, length > 40 ? 40 : (int)length, text, g->platform.nodes);
    if (g->master[i])
      return sp_bad_input(error, "%smaster: node %d is named twice, expected it once", option,
                          i + 1);
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
  if (sp_graph_model("--model:", text, &ports, error) != SP_OK)
    return SP_BAD_INPUT;
  for (int i = 0; i < g->platform.nodes; i++)
    g->platform.node[i].ports = ports;
  return SP_OK;
}

/* The link with these ends, counted from 1, either first; -1: none. */
static int find_link(const struct sp_graph *g, const int ends[2])
{
  for (int l = 0; l < g->links; l++)
    if ((g->link[l].a + 1 == ends[0] && g->link[l].b + 1 == ends[1]) ||
        (g->link[l].a + 1 == ends[1] && g->link[l].b + 1 == ends[0]))
      return l;
  return -1;
}

/* Sets one profile for node or link `at`, or if that is negative for all n. */
static void set_change(struct sp_graph *g, const struct profile_change *change, int at, int n)
{
  for (int i = at < 0 ? 0 : at; i < (at < 0 ? n : at + 1); i++)
    if (at >= 0 || change->kind != SP_HOST_STATE || !g->master[i])
      sp_graph_set_profile(g, change->kind, i, &change->profile);
}

/* Sets the profiles of a graph with its masters; those of the states of all hosts do not hold for
 * masters. Refuses nodes and links that it has not. */
static int set_changes(struct sp_graph *g, const struct profile_changes *changes,
                       struct sp_error *error)
{
  int nodes = g->platform.nodes, code = SP_OK;
  for (int k = 0; k < changes->n && code == SP_OK; k++) {
    const struct profile_change *change = &changes->change[k];
    const char *name = profile_target[change->kind];
    const int *of = change->of;
    bool of_node = profile_is_of_node(change->kind);
    int at = !of[0] ? -1 : of_node ? of[0] - 1 : find_link(g, of);
    if (of_node && at >= nodes)
      code = sp_bad_input(error, "profile of %s%d, but the graph has %d node%s", name, of[0], nodes,
                          sp_plural(nodes));
    else if (of[0] && at < 0)
      code = sp_bad_input(error, "profile of %s%d-%d, but the graph has no such edge", name, of[0],
                          of[1]);
    else
      set_change(g, change, at, of_node ? nodes : g->links);
  }
  return code;
}

char *sp_read_graph_words(const char *path, struct sp_error *error)
{
  char *text = sp_read_text(path, error);
  for (char *p = text; p && (p = strchr(p, '#')) != NULL;)
    memset(p, ' ', strcspn(p, "\n"));
  for (char *p = text; p && (p = strchr(p, '\n')) != NULL;)
    *p = ' ';
  return text;
}

/* option: "--" or, if one text gives the graph and its masters, "". */
static struct sp_graph *read_graph(const struct sp_graph_source *source, const char *option,
                                   struct sp_error *error)
{
  struct sp_error why;
  const char *text = source->text, *master = source->master;
  bool file = text && text[0] == '@', right = false;
  const char *place = file ? text + 1 : !text ? source->platform : *option ? "--graph" : "graph";
  char *words = file ? sp_read_graph_words(place, error) : sp_xstrdup(text);
  struct profile_changes changes = {0};
  struct sp_graph *g = NULL;
  if (!text)
    g = sp_read_graph_platform(source, error);
  else if (words && !(g = sp_graph_parse(words, *option ? NULL : &master, &changes, &why)))
    sp_bad_input(error, "%.200s: %.300s", place, why.text);
  if (g && set_masters(g, option, master, error) == SP_OK &&
      set_model(g, source->model, error) == SP_OK) {
    right = set_changes(g, &changes, &why) == SP_OK && sp_graph_check(g, &why) == SP_OK;
    if (!right)
      sp_bad_input(error, "%.200s: %.300s", place, why.text);
  }
  profile_changes_clear(&changes);
  free(words);
  if (right)
    return g;
  sp_graph_free(g);
  return NULL;
}

struct sp_graph *sp_read_graph(const struct sp_graph_source *source, struct sp_error *error)
{
  return read_graph(source, "--", error);
}

struct sp_graph *sp_read_graph_spec(const char *spec, struct sp_error *error)
{
  return read_graph(&(struct sp_graph_source){.text = spec}, "", error);
}
