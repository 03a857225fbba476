/* Executes a solved network and makes the JSON document of starport network. Fields that a kind
 * does not have are left out; unknown values are null. */
#include "cli/parts/network.h"

/* ---- Execution. */

static int perform_solution(void *self, struct cli_run *run, int k,
                            const struct sp_conditions *conditions, struct sp_error *error)
{
  const struct network_answer *a = self;
  struct sp_error words;
  int code = sp_perform_network(a->net, &a->solution, a->order, run->engine[k], conditions,
                                &run->result[k], &run->trace[k], &words);
  return code ? sp_failure(error, code, "network %s: %s", sp_network_name[a->net->kind], words.text)
              : SP_OK;
}

/* On a switch only the completion times are compared: a small stream shows SimGrid's rounding to
 * whole bytes. */
static void compare_times(struct cli_run *run)
{
  const struct sp_result *a = &run->result[0], *b = &run->result[1];
  if (run->n < 2 || a->status != SP_RUN_OK || b->status != SP_RUN_OK)
    return;
  run->difference.text[0] = '\0';
  run->differs = SP_OK;
  if (fabs(a->makespan - b->makespan) > 1e-9 * b->makespan)
    run->differs =
        sp_failure(&run->difference, SP_NOT_VERIFIED, "the completion time is %.17g against %.17g",
                   a->makespan, b->makespan);
}

int cli_network_simulate(struct network_answer *a, const struct cli_execution *execution)
{
  int code = cli_check_engines(execution);
  if (!code)
    code = cli_perform_on_engines(execution, perform_solution, a, &a->runs);
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
      sp_status_name(r->status), "reason", r->status != SP_RUN_OK ? sp_json_text(r->reason) : NULL,
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

/* A row, link or bus, counted from 1; null: SP_UNUSED. */
static json_t *number_of(long index)
{
  return index == SP_UNUSED ? json_null() : json_integer(index + 1);
}

/* NULL: none. */
static json_t *numbers_of(const long *index, long n)
{
  json_t *list = index ? json_array() : NULL;
  for (long k = 0; index && k < n; k++)
    json_array_append_new(list, number_of(index[k]));
  return list;
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

/* The times of the closed loop by its meeting point, and that of the open one. */
static json_t *loop_of(const struct sp_network_solution *solution)
{
  json_t *table = json_object(), *exact = json_object();
  for (long i = 1; i < solution->n; i++) {
    char meet[24];
    snprintf(meet, sizeof meet, "%ld", i + 1);
    json_object_set_new(table, meet, json_number(solution->closed[i]));
    if (solution->closed_exact)
      json_object_set_new(exact, meet, json_pack("s?", solution->closed_exact[i]));
  }
  return json_pack("{s:s, s:o, s:o, s:o, s:o}", "kind",
                   solution->meet != SP_UNUSED ? "closed" : "open", "meet",
                   number_of(solution->meet), "closed", table, "closed_exact", exact, "open",
                   json_number(solution->open_time));
}

/* The streams, and both ways of figure 26 to compute them: all streams and the own load at the same
 * time from date 0, or the own load first at full speed, then all streams at the same time. */
static json_t *switch_of(const struct sp_network *net, const struct sp_network_solution *solution)
{
  json_t *delta = json_array(), *streams = json_array(), *parallel = json_array(),
         *sequential = json_array();
  for (long i = 0; i < solution->n; i++) {
    double own = net->load[i].v - fmax(0, solution->delta[i]), end = own / net->speed[i].v;
    json_array_append_new(delta, json_number(solution->delta[i]));
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
  return json_pack("{s:o, s:o, s:o, s:o}", "delta", delta, "streams", streams, "parallel", parallel,
                   "sequential", sequential);
}

/* The messages between the layers of a mesh. */
static json_t *messages_of(const struct sp_network_solution *s)
{
  json_t *list = json_array();
  for (long k = 0; k < s->streams; k++)
    json_array_append_new(list,
                          json_pack("{s:I, s:I, s:o}", "from", (json_int_t)s->stream[k].from + 1,
                                    "to", (json_int_t)s->stream[k].to + 1, "amount",
                                    json_number(s->stream[k].amount)));
  return list;
}

static json_t *schedule_of(const struct network_answer *a)
{
  const struct sp_network_solution *s = &a->solution;
  json_t *list = json_array();
  int first = a->net->kind != SP_HYPERCUBE;
  for (long i = 0; i < s->n; i++) {
    const struct sp_network_row *row = &s->row[i];
    bool root = row->parent == SP_UNUSED, meets = i == s->meet;
    if (row->used)
      json_array_append_new(
          list, json_pack("{s:I, s:o, s:o, s:o, s:o, s:o, s:o*, s:o*, s:o*}",
                          first ? "processor" : "layer", (json_int_t)i + first, "from",
                          root ? json_null() : json_integer(row->parent + first), "start",
                          json_number(row->start), "ready", json_number(row->ready), "carried",
                          json_number(row->carried), "alpha", json_number(row->alpha),
                          "second_from", meets ? number_of(s->second_parent) : NULL, "second_start",
                          meets ? json_number(s->second_start) : NULL, "second_carried",
                          meets ? json_number(s->second_carried) : NULL));
  }
  return list;
}

json_t *cli_network_json(const struct network_answer *a, bool schedule)
{
  const struct sp_network *net = a->net;
  const struct sp_network_solution *s = &a->solution;
  json_t *alpha = json_array(), *exact = s->alpha_exact ? json_array() : NULL;
  json_t *parent = net->edge && !net->layered ? json_array() : NULL,
         *bus = s->bus ? json_array() : NULL;
  for (long i = 0; i < s->n; i++) { /* what is appended to NULL is released */
    json_array_append_new(alpha, json_number(s->row[i].alpha));
    json_array_append_new(exact, exact ? json_string(s->alpha_exact[i]) : NULL);
    /* in the tree that was found: 0 for the root, null outside the tree */
    json_array_append_new(parent,
                          s->row[i].used ? json_integer(s->row[i].parent + 1) : json_null());
    json_array_append_new(bus, bus ? number_of(s->bus[i]) : NULL);
  }
  bool dual = sp_network_is_dual(net);
  json_t *document = json_pack(
      "{s:s, s:o, s:s?, s:o*, s:o, s:o?, s:o, s:o, s:o, s:o, s:o, s:b, s:s*, s:o*, s:o*}",
      "network", sp_network_name[net->kind], "time", json_number(s->time),
      dual ? "load_exact" : "time_exact", s->time_exact, "load", dual ? json_number(s->load) : NULL,
      "alpha", alpha, "alpha_exact", exact, "usable", json_number(s->usable), "speedup",
      json_number(s->speedup), "equivalent_speed", json_number(s->equivalent_speed), "utilisation",
      json_number(s->utilisation), "utilisation_steps", steps(net, s), "proven", s->proven, "note",
      cli_network_note(a), dual ? "upper_bound" : "lower_bound",
      net->edge ? json_number(s->lower_bound) : NULL, "parent", parent);
  if (net->kind == SP_LOOP)
    json_object_update_new(document, loop_of(s));
  bool sides = s->left != SP_UNUSED;
  json_object_update_new(document,
                         json_pack("{s:o*, s:o*, s:o*, s:o*, s:o*}", "left",
                                   sides ? json_integer(s->left) : NULL, "right",
                                   sides ? json_integer(s->right) : NULL, "layers",
                                   s->layers != SP_UNUSED ? json_integer(s->layers) : NULL, "order",
                                   numbers_of(s->order, s->ordered), "bus", bus));
  if (s->group)
    json_object_set_new(document, "group", numbers_of(s->group, s->n));
  if (s->streams && net->kind != SP_SWITCH)
    json_object_set_new(document, "messages", messages_of(s));
  if (net->kind == SP_SWITCH)
    json_object_update_new(document, switch_of(net, s));
  else if (schedule)
    json_object_set_new(document, "schedule", schedule_of(a));
  if (a->order == SP_TASKS)
    json_object_set_new(document, "tasks",
                        json_pack("{s:o, s:o}", "makespan", json_number(s->tasks.planned),
                                  "transfers", sp_schedule_json(&s->tasks)));
  if (a->runs.n)
    json_object_set_new(document, "simulated", simulated(a));
  return document;
}
