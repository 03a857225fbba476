/* The graphs of tests/data/steady-state.json. */
#pragma once

#include "graphs.h"

#include <jansson.h>

/* The names of the models in the file. */
static const char *const short_name[SP_MODELS] = {
    [SP_MODEL_BASE] = "base",          [SP_MODEL_MULTIPORT] = "mp",
    [SP_MODEL_RECV_PARALLEL] = "r|sw", [SP_MODEL_SEND_PARALLEL] = "s|rw",
    [SP_MODEL_WORK_PARALLEL] = "w|rs", [SP_MODEL_SEQUENTIAL] = "seq"};

static inline struct sp_num json_num(const json_t *value)
{
  struct sp_num x = {INFINITY, 0, 0};
  if (!json_is_null(value))
    assert_int_equal(sp_num_parse(json_string_value(value), &x), 0);
  return x;
}

static inline int json_node(const json_t *value)
{
  return atoi(json_string_value(value)) - 1;
}

static inline struct sp_graph *graph_of_case(const json_t *input)
{
  const json_t *w = json_object_get(input, "w"), *edges = json_object_get(input, "edges");
  const json_t *masters = json_object_get(input, "masters");
  struct sp_graph *g = sp_graph_alloc((int)json_array_size(w));
  for (int i = 0; i < g->platform.nodes; i++)
    g->w[i] = json_num(json_array_get(w, (size_t)i));
  for (size_t k = 0; k < json_array_size(edges); k++) {
    const json_t *e = json_array_get(edges, k);
    struct sp_num c = json_num(json_array_get(e, 2));
    sp_graph_add_link(g, json_node(json_array_get(e, 0)), json_node(json_array_get(e, 1)), c, c);
  }
  for (size_t k = 0; k < json_array_size(masters); k++)
    g->master[json_node(json_array_get(masters, k))] = true;
  return g;
}

static inline void set_model(struct sp_graph *g, enum sp_model model)
{
  for (int i = 0; i < g->platform.nodes; i++)
    g->platform.node[i].ports = sp_model_ports(model);
}
