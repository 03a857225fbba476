/* Helpers of the tests of networks: solving and executing networks, random networks. */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/perform/perform_network.h"
#include "io/graph/network_spec.h"
#include "simgrid.h"

static inline struct sp_network *parsed(enum sp_network_kind kind, const char *spec)
{
  struct sp_error error;
  struct sp_network *net = sp_network_parse(kind, spec, &error);
  if (!net)
    fail_msg("%s: %s", spec, error.text);
  return net;
}

static inline struct sp_network_solution solution_of(const struct sp_network *net)
{
  struct sp_network_solution solution = {0};
  struct sp_error error;
  if (sp_network_check(net, &error) != SP_OK || sp_network_solve(net, &solution, &error) != SP_OK)
    fail_msg("%s", error.text);
  return solution;
}

/* Parses and solves; the caller clears it. */
static inline struct sp_network_solution solved(enum sp_network_kind kind, const char *spec)
{
  struct sp_network *net = parsed(kind, spec);
  struct sp_network_solution solution = solution_of(net);
  sp_network_free(net);
  return solution;
}

static inline void assert_near(double a, double b, double relative)
{
  if (!(fabs(a - b) <= relative * fmax(fabs(a), fabs(b))))
    fail_msg("%.17g and %.17g differ by more than %g", a, b, relative);
}

static const struct sp_conditions nominal = {.seed = 7};

/* Executes on an engine; returns the result, which must be good. */
static inline struct sp_result executed(const struct sp_network *net,
                                        const struct sp_network_solution *s, enum sp_engine engine,
                                        struct sp_trace *trace)
{
  struct sp_result result;
  struct sp_error error = {""};
  need_engine(engine);
  if (sp_perform_network(net, s, SP_PARALLEL, engine, &nominal, &result, trace, &error) != SP_OK)
    fail_msg("%s", error.text);
  if (result.status != SP_RUN_OK)
    fail_msg("%s on %s: %s", sp_network_name[net->kind], sp_engine_name(engine), result.reason);
  assert_true(result.verified);
  assert_near(result.makespan, s->time, 1e-9);
  assert_true(result.planned == s->time);
  if (net->kind != SP_SWITCH)
    assert_near(result.done, s->load, 1e-9);
  return result;
}

/* Uniform in [0, 1): a 64-bit linear congruential generator (Knuth), its upper half. */
static inline double draw(uint64_t *state)
{
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (double)(*state >> 32) / 4294967296.0;
}

static inline long draw_whole(uint64_t *state, long least, long most)
{
  return least + (long)(draw(state) * (double)(most - least + 1));
}

/* Numbers on a grid of 2^-20, so that they have exact values. */
static inline struct sp_num draw_number(uint64_t *state, double low, double high)
{
  return sp_double(floor((low + draw(state) * (high - low)) * 1048576) / 1048576);
}

/* A network with random w, z and r; r up to `start`. */
static inline struct sp_network *random_network(uint64_t *state, enum sp_network_kind kind, long n,
                                                long links, double start)
{
  struct sp_network *net = sp_network_alloc(kind, n, links);
  for (long i = 0; i < n; i++)
    net->w[i] = draw_number(state, .2, 3);
  for (long i = 0; i < links; i++) {
    net->z[i] = draw_number(state, .01, 1);
    net->r[i] = draw_number(state, 0, start);
  }
  net->tcp = draw_number(state, .5, 2);
  net->tcm = draw_number(state, .5, 2);
  return net;
}

static inline void draw_switch(uint64_t *state, struct sp_network *net)
{
  for (long i = 0; i < net->n; i++) {
    net->load[i] = sp_int(draw_whole(state, i ? 0 : 1, 20));
    net->speed[i] = draw_number(state, .2, 3);
    net->bandwidth[i] = draw_number(state, .05, 3);
  }
}

/* A tree to be found among edges between random pairs, some of them twice. */
static inline struct sp_network *random_links(uint64_t *state, long n, long edges)
{
  struct sp_network *net = random_network(state, SP_TREE, n, edges, .1);
  net->edge = calloc((size_t)edges, sizeof *net->edge);
  for (long k = 0; k < edges; k++) {
    net->edge[k].a = draw_whole(state, 0, n - 2);
    net->edge[k].b = draw_whole(state, net->edge[k].a + 1, n - 1);
  }
  return net;
}

/* A mesh or torus of at most `most` processors in one to three dimensions; r up to `start`. */
static inline struct sp_network *random_grid(uint64_t *state, enum sp_network_kind kind, long most,
                                             double start)
{
  long size[3], n = 0;
  while (n < 2 || n > most) {
    long dimensions = draw_whole(state, 1, 3);
    for (long k = 0; k < 3; k++)
      size[k] = k < dimensions ? draw_whole(state, 1, 5) : 1;
    n = size[0] * size[1] * size[2];
  }
  char spec[200];
  snprintf(spec, sizeof spec, "d=%ldx%ldx%ld w=%.17g z=%.17g r=%.17g originator=%ld mode=%s",
           size[0], size[1], size[2], draw_number(state, .2, 3).v, draw_number(state, .01, 1).v,
           draw_number(state, 0, start).v, draw_whole(state, 1, n),
           draw(state) < .5 ? "layers" : "tree");
  return parsed(kind, spec);
}
