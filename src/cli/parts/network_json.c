/* Prints the JSON document of starport network. Fields that a kind does not have are left out;
 * unknown values are null. */
#include "cli/parts/network.h"
#include "cli/shared/json.h"
#include <math.h>
#include <starport/network.h>
#include <stdlib.h>

static json_t *text_or_null(const char *text)
{
  return text ? json_string(text) : json_null();
}

static void set(json_t *object, const char *name, json_t *value)
{
  json_object_set_new(object, name, value);
}

static void set_number(json_t *object, const char *name, double value)
{
  set(object, name, json_number(value));
}

/* One value for each row, computed by `value`. */
static json_t *rows(const struct sp_network_solution *solution,
                    json_t *(*value)(const struct sp_network_solution *, long row))
{
  json_t *list = json_array();
  for (long i = 0; i < solution->n; i++)
    json_array_append_new(list, value(solution, i));
  return list;
}

static json_t *alpha(const struct sp_network_solution *solution, long i)
{
  return json_number(solution->row[i].alpha);
}

static json_t *alpha_exact(const struct sp_network_solution *solution, long i)
{
  return json_string(solution->alpha_exact[i]);
}

/* The parent in the tree that was found: 0 for the root, null outside the tree. */
static json_t *parent(const struct sp_network_solution *solution, long i)
{
  return solution->row[i].used ? json_integer(solution->row[i].parent + 1) : json_null();
}

static json_t *bus(const struct sp_network_solution *solution, long i)
{
  return solution->bus[i] == SP_UNUSED ? json_null() : json_integer(solution->bus[i] + 1);
}

static json_t *delta(const struct sp_network_solution *solution, long i)
{
  return json_number(solution->delta[i]);
}

static json_t *steps(const struct sp_network *net, const struct sp_network_solution *solution)
{
  json_t *list = json_array();
  long n;
  double all = 0;
  struct sp_step *step = sp_network_steps(net, solution, &n);
  for (long i = 0; i < net->n; i++)
    all += sp_network_row_size(net, i);
  for (long k = 0; k < n; k++) {
    json_array_append_new(
        list, json_pack("{s:o, s:o, s:o, s:o}", "start", json_number(step[k].start), "end",
                        json_number(step[k].end), "busy", json_number(step[k].busy), "utilisation",
                        json_number(step[k].busy / all)));
  }
  free(step);
  return list;
}

static void add_loop(json_t *document, const struct sp_network_solution *solution)
{
  bool closed = solution->meet != SP_UNUSED;
  json_t *table = json_object(), *exact = json_object();
  for (long i = 1; i < solution->n; i++) {
    char meet[24];
    snprintf(meet, sizeof meet, "%ld", i + 1);
    set(table, meet, json_number(solution->closed[i]));
    if (solution->closed_exact)
      set(exact, meet, text_or_null(solution->closed_exact[i]));
  }
  set(document, "kind", json_string(closed ? "closed" : "open"));
  set(document, "meet", closed ? json_integer(solution->meet + 1) : json_null());
  set(document, "closed", table);
  set(document, "closed_exact", exact);
  set_number(document, "open", solution->open_time);
}

static void add_order(json_t *document, const struct sp_network_solution *solution)
{
  json_t *list = json_array();
  for (long k = 0; k < solution->ordered; k++)
    json_array_append_new(list, json_integer(solution->order[k] + 1));
  set(document, "order", list);
}

/* The streams, and both ways of figure 26 to compute them: all streams and the own load at the same
 * time from date 0, or the own load first at full speed, then all streams at the same time. */
static void add_switch(json_t *document, const struct sp_network *net,
                       const struct sp_network_solution *solution)
{
  json_t *streams = json_array(), *parallel = json_array(), *sequential = json_array();
  for (long i = 0; i < solution->n; i++) {
    double own = net->load[i].v - fmax(0, solution->delta[i]), end = own / net->speed[i].v;
    json_array_append_new(parallel,
                          json_pack("{s:I, s:I, s:o}", "processor", (json_int_t)i + 1, "from",
                                    (json_int_t)i + 1, "rate", json_number(own / solution->time)));
    json_array_append_new(sequential,
                          json_pack("{s:I, s:I, s:i, s:o, s:o}", "processor", (json_int_t)i + 1,
                                    "from", (json_int_t)i + 1, "start", 0, "end", json_number(end),
                                    "rate", json_number(own > 0 ? net->speed[i].v : 0)));
  }
  for (long k = 0; k < solution->streams; k++) {
    const struct sp_switch_stream *stream = &solution->stream[k];
    json_int_t from = stream->from + 1, to = stream->to + 1;
    double own = net->load[stream->to].v / net->speed[stream->to].v;
    json_array_append_new(streams, json_pack("{s:I, s:I, s:o, s:o}", "from", from, "to", to,
                                             "amount", json_number(stream->amount), "rate",
                                             json_number(stream->rate)));
    json_array_append_new(parallel, json_pack("{s:I, s:I, s:o}", "processor", to, "from", from,
                                              "rate", json_number(stream->rate)));
    json_array_append_new(sequential,
                          json_pack("{s:I, s:I, s:o, s:o, s:o}", "processor", to, "from", from,
                                    "start", json_number(own), "end", json_number(solution->time),
                                    "rate", json_number(stream->amount / (solution->time - own))));
  }
  set(document, "delta", rows(solution, delta));
  set(document, "streams", streams);
  set(document, "parallel", parallel);
  set(document, "sequential", sequential);
}

static json_t *schedule_of(const struct sp_network *net, const struct sp_network_solution *solution)
{
  json_t *list = json_array();
  int first = net->kind != SP_HYPERCUBE;
  for (long i = 0; i < solution->n; i++) {
    const struct sp_network_row *row = &solution->row[i];
    if (!row->used)
      continue;
    bool root = row->parent == SP_UNUSED;
    json_t *one = json_object();
    set(one, first ? "processor" : "layer", json_integer(i + first));
    set(one, "from", root ? json_null() : json_integer(row->parent + first));
    set_number(one, "start", row->start);
    set_number(one, "ready", row->ready);
    set_number(one, "carried", row->carried);
    set_number(one, "alpha", row->alpha);
    json_array_append_new(list, one);
    if (i != solution->meet)
      continue;
    set(one, "second_from", json_integer(solution->second_parent + 1));
    set_number(one, "second_start", solution->second_start);
    set_number(one, "second_carried", solution->second_carried);
  }
  return list;
}

void cli_network_json(const struct sp_network *net, const struct sp_network_solution *solution,
                      const char *note, bool schedule, const struct network_runs *runs)
{
  json_t *document = json_document();
  set(document, "network", json_string(sp_network_name[net->kind]));
  set_number(document, "time", solution->time);
  set(document, "time_exact", text_or_null(solution->time_exact));
  set(document, "alpha", rows(solution, alpha));
  set(document, "alpha_exact", solution->alpha_exact ? rows(solution, alpha_exact) : json_null());
  set_number(document, "usable", solution->usable);
  set_number(document, "speedup", solution->speedup);
  set_number(document, "equivalent_speed", solution->equivalent_speed);
  set_number(document, "utilisation", solution->utilisation);
  set(document, "utilisation_steps", steps(net, solution));
  set(document, "proven", json_boolean(solution->proven));
  if (note)
    set(document, "note", json_string(note));
  if (net->edge) {
    set_number(document, "lower_bound", solution->lower_bound);
    set(document, "parent", rows(solution, parent));
  }
  if (net->kind == SP_LOOP)
    add_loop(document, solution);
  if (solution->left != SP_UNUSED) {
    set(document, "left", json_integer(solution->left));
    set(document, "right", json_integer(solution->right));
  }
  if (solution->layers != SP_UNUSED)
    set(document, "layers", json_integer(solution->layers));
  if (solution->order)
    add_order(document, solution);
  if (solution->bus)
    set(document, "bus", rows(solution, bus));
  if (net->kind == SP_SWITCH)
    add_switch(document, net, solution);
  else if (schedule)
    set(document, "schedule", schedule_of(net, solution));
  if (runs)
    set(document, "simulated", cli_network_simulated(runs));
  json_print(document);
}
