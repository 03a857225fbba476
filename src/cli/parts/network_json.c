/* Executes a solved network and makes the JSON document of starport network. Fields that a kind
 * does not have are left out; unknown values are null. */
#include "cli/parts/network.h"
#include <math.h>
#include <starport/network.h>
#include <stdlib.h>

/* ---- Execution. */

static int execute(void *self, struct cli_run *run, int k, const struct sp_conditions *conditions,
                   struct sp_error *error)
{
  const struct network_answer *a = self;
  struct sp_error words;
  int code = sp_network_execute(a->net, &a->solution, a->order, run->engine[k], conditions,
                                &run->result[k], &run->trace[k], &words);
  return code ? sp_failure(error, code, "network %s: %s", sp_network_name[a->net->kind], words.text)
              : SP_OK;
}

/* On a switch only the completion times are compared: a small stream shows SimGrid's rounding to
 * whole bytes. */
static void compare_times(struct cli_run *run)
{
  const struct sp_result *a = &run->result[0], *b = &run->result[1];
  run->difference.text[0] = '\0';
  if (run->n == 2 && a->status == SP_RUN_OK && b->status == SP_RUN_OK &&
      fabs(a->makespan - b->makespan) > 1e-9 * b->makespan)
    sp_failure(&run->difference, SP_NOT_VERIFIED, "the completion time is %.17g against %.17g",
               a->makespan, b->makespan);
}

int cli_network_simulate(struct network_answer *a, const struct cli_execution *execution)
{
  int code = cli_run_engines(execution, execute, a, &a->runs);
  if (!code && a->net->kind == SP_SWITCH)
    compare_times(&a->runs);
  return code;
}

double cli_network_difference(const struct sp_result *r)
{
  return r->makespan / r->planned - 1;
}

static json_t *record(const struct network_answer *a, int k)
{
  const struct sp_result *r = &a->runs.result[k];
  bool ended = a->runs.trace[k].n > 0;
  return json_pack(
      "{s:o, s:s, s:o, s:o, s:o, s:b, s:s, s:o*, s:s*}", "time",
      json_number(ended ? r->makespan : NAN), "engine", sp_engine_name(a->runs.engine[k]),
      "difference", json_number(ended ? cli_network_difference(r) : NAN), "done",
      json_number(ended ? r->done : NAN), "messages",
      ended ? json_integer(r->messages) : json_null(), "verified", r->verified, "status",
      sp_status_name(r->status), "reason", r->status != SP_RUN_OK ? json_text(r->reason) : NULL,
      "order", a->net->kind == SP_SWITCH ? sp_switch_order_name(a->order) : NULL);
}

static json_t *simulated(const struct network_answer *a)
{
  json_t *document = record(a, 0);
  if (a->runs.n == 2) {
    json_object_set_new(document, "agree", json_boolean(!a->runs.difference.text[0]));
    json_object_set_new(document, "native", record(a, 1));
  }
  return document;
}

/* ---- The solution. */

const char *cli_network_note(const struct network_answer *a)
{
  return a->net->kind != SP_SWITCH && a->solution.n > 1 && a->solution.usable == 1
             ? "no other processor is usable: its message would take longer than the originator "
               "alone"
             : NULL;
}

static void set(json_t *object, const char *name, json_t *value)
{
  json_object_set_new(object, name, value);
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
      set(exact, meet,
          solution->closed_exact[i] ? json_string(solution->closed_exact[i]) : json_null());
  }
  set(document, "kind", json_string(closed ? "closed" : "open"));
  set(document, "meet", closed ? json_integer(solution->meet + 1) : json_null());
  set(document, "closed", table);
  set(document, "closed_exact", exact);
  set(document, "open", json_number(solution->open_time));
}

static json_t *order(const struct sp_network_solution *solution)
{
  json_t *list = json_array();
  for (long k = 0; k < solution->ordered; k++)
    json_array_append_new(list, json_integer(solution->order[k] + 1));
  return list;
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

static json_t *schedule_of(const struct network_answer *a)
{
  const struct sp_network_solution *solution = &a->solution;
  json_t *list = json_array();
  int first = a->net->kind != SP_HYPERCUBE;
  for (long i = 0; i < solution->n; i++) {
    const struct sp_network_row *row = &solution->row[i];
    bool root = row->parent == SP_UNUSED;
    if (!row->used)
      continue;
    json_t *one = json_pack("{s:I, s:o, s:o, s:o, s:o, s:o}", first ? "processor" : "layer",
                            (json_int_t)i + first, "from",
                            root ? json_null() : json_integer(row->parent + first), "start",
                            json_number(row->start), "ready", json_number(row->ready), "carried",
                            json_number(row->carried), "alpha", json_number(row->alpha));
    json_array_append_new(list, one);
    if (i != solution->meet)
      continue;
    set(one, "second_from", json_integer(solution->second_parent + 1));
    set(one, "second_start", json_number(solution->second_start));
    set(one, "second_carried", json_number(solution->second_carried));
  }
  return list;
}

json_t *cli_network_json(const struct network_answer *a, bool schedule)
{
  const struct sp_network *net = a->net;
  const struct sp_network_solution *s = &a->solution;
  json_t *document = json_pack(
      "{s:s, s:o, s:s?, s:o, s:o?, s:o, s:o, s:o, s:o, s:o, s:b, s:s*}", "network",
      sp_network_name[net->kind], "time", json_number(s->time), "time_exact", s->time_exact,
      "alpha", rows(s, alpha), "alpha_exact", s->alpha_exact ? rows(s, alpha_exact) : NULL,
      "usable", json_number(s->usable), "speedup", json_number(s->speedup), "equivalent_speed",
      json_number(s->equivalent_speed), "utilisation", json_number(s->utilisation),
      "utilisation_steps", steps(net, s), "proven", s->proven, "note", cli_network_note(a));
  if (net->edge) {
    set(document, "lower_bound", json_number(s->lower_bound));
    set(document, "parent", rows(s, parent));
  }
  if (net->kind == SP_LOOP)
    add_loop(document, s);
  if (s->left != SP_UNUSED) {
    set(document, "left", json_integer(s->left));
    set(document, "right", json_integer(s->right));
  }
  if (s->layers != SP_UNUSED)
    set(document, "layers", json_integer(s->layers));
  if (s->order)
    set(document, "order", order(s));
  if (s->bus)
    set(document, "bus", rows(s, bus));
  if (net->kind == SP_SWITCH)
    add_switch(document, net, s);
  else if (schedule)
    set(document, "schedule", schedule_of(a));
  if (a->runs.n)
    set(document, "simulated", simulated(a));
  return document;
}
