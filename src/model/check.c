/* Checks that an instance makes sense. Every instance, from any file or program, is checked here
 * once; all other code relies on it. */
#include "base/text.h"
#include "model/instance.h"
#include "model/profile.h"

#include <starport/instance.h>
#include <stdio.h>

/* Loads and totals are counted in doubles, in which counts up to 2^53 are exact. */
static const double most_tasks = 9007199254740992.0;

static const char range[] = "1e-300 to 1e300, if not 0 or inf";

/* Costs, times and loads are 0, inf or within the range, in which sums and quotients of them are
 * normal doubles: a bisection over multiples of 5e-324 does not end. */
static bool in_range(double x)
{
  return x == 0 || isinf(x) || (x >= 1e-300 && x <= 1e300);
}

/* Refuses x of worker i (0: of the instance) as "worker 3: load is -1, expected ...". */
static int refuse(struct sp_error *error, int i, const char *name, double x, const char *expected)
{
  char text[SP_NUMBER_TEXT];
  sp_double_text(x, text);
  if (i)
    return sp_bad_input(error, "worker %d: %s is %s, expected %s", i, name, text, expected);
  return sp_bad_input(error, "%s is %s, expected %s", name, text, expected);
}

/* What a number may be beside finite and > 0. */
enum { ZERO = 1, INFINITE = 2 };

static int check_number(struct sp_error *error, int i, const char *name, double x, int kinds)
{
  static const char *const expected[] = {"a finite number > 0", "a finite number >= 0",
                                         "a number > 0 or inf", "a number >= 0 or inf"};
  if (!(x > 0 || (x == 0 && kinds & ZERO)) || (isinf(x) && !(kinds & INFINITE)))
    return refuse(error, i, name, x, expected[kinds]);
  return in_range(x) ? SP_OK : refuse(error, i, name, x, range);
}

static bool whole(struct sp_num x)
{
  return x.den <= 1 && isfinite(x.v) && x.v == floor(x.v);
}

/* Units that are lost would be freed at a date that the master does not know. */
static int check_memory(const struct sp_instance *in, int i, struct sp_error *error)
{
  double memory = in->memory[i].v;
  if (!(memory > 0))
    return refuse(error, i, "memory", memory, "a number of units > 0 or inf");
  if (!in_range(memory))
    return refuse(error, i, "memory", memory, range);
  if (isfinite(memory) && in->problem != SP_DIVISIBLE)
    return refuse(error, i, "memory", memory,
                  in->problem == SP_BAG ? "none: a bag of tasks has buffer, in places"
                                        : "none: only a divisible load has limits of memory");
  if (isfinite(memory) && sp_can_fail(in))
    return refuse(error, i, "memory", memory, "none where hosts or links can go down");
  return SP_OK;
}

/* A result on a link without a cost has no size in bytes, by which SimGrid could carry it. */
static int check_result(const struct sp_instance *in, int i, struct sp_error *error)
{
  double d = in->result[i].v;
  if (check_number(error, i, "result", d, ZERO) != SP_OK)
    return SP_BAD_INPUT;
  if (d > 0 && !sp_from_master(in))
    return refuse(error, i, "result", d,
                  "none: only a bag of tasks and a divisible load have results");
  if (d > 0 && !(in->c[i].v > 0))
    return refuse(error, i, "result", d, "none on a link with c = 0");
  return SP_OK;
}

static int check_worker(const struct sp_instance *in, int i, struct sp_error *error)
{
  int idle = in->problem == SP_IMBALANCE ? ZERO : 0;
  if (check_number(error, i, "c", in->c[i].v, ZERO) != SP_OK ||
      check_number(error, i, "latency", in->latency[i].v, ZERO) != SP_OK ||
      check_number(error, i, "w", in->w[i].v, INFINITE | idle) != SP_OK)
    return SP_BAD_INPUT;
  if (in->buffer[i] < 1)
    return sp_bad_input(error, "worker %d: buffer is %ld, expected a whole number >= 1 or inf", i,
                        in->buffer[i]);
  if (in->buffer[i] != LONG_MAX && !sp_from_master(in))
    return sp_bad_input(
        error, "worker %d: buffer is %ld, expected none: %s", i, in->buffer[i],
        in->problem == SP_REDISTRIBUTION
            ? "initial loads with limits of places would be a problem of their own, "
              "which does not exist yet"
            : "only a bag of tasks (places) and a divisible load (chunks) have limits");
  int code = check_memory(in, i, error);
  return code == SP_OK ? check_result(in, i, error) : code;
}

/* Initial loads, or the tasks that workers send and receive. */
static int check_loads(struct sp_instance *in, const char *name, struct sp_error *error)
{
  bool signs = in->problem == SP_IMBALANCE;
  double sum = 0;
  for (int i = 1; i <= in->m; i++) {
    double load = in->load[i].v;
    if (!whole(in->load[i]) || (load < 0 && !signs))
      return refuse(error, i, name, load, "a whole number of tasks");
    sum += load;
    if (fabs(load) > most_tasks || fabs(sum) > most_tasks)
      return refuse(error, i, name, load, "at most 2^53 tasks in all");
  }
  if (!signs)
    in->total = sp_int((int64_t)sum);
  else if (sum != 0)
    return refuse(error, 0, "the sum of delta", sum, "0: as many tasks received as sent");
  return SP_OK;
}

/* The tasks or the load at the master. */
static int check_total(const struct sp_instance *in, struct sp_error *error)
{
  bool bag = in->problem == SP_BAG;
  const char *name = bag ? "tasks" : "work";
  double total = in->total.v;
  for (int i = 1; i <= in->m; i++)
    if (in->load[i].v != 0) {
      char text[SP_NUMBER_TEXT];
      return sp_bad_input(
          error,
          "worker %d: load is %s together with %s, expected one of the two: loads on both "
          "sides would be a problem of their own, which does not exist yet",
          i, sp_double_text(in->load[i].v, text), name);
    }
  if (total == INFINITY && isinf(in->deadline.v))
    return refuse(error, 0, name, total, "a finite amount, or a deadline as well");
  if (bag && total != INFINITY && !(total >= 0 && whole(in->total)))
    return refuse(error, 0, name, total, "a whole number >= 0 or inf");
  if (bag && total != INFINITY && total > most_tasks)
    return refuse(error, 0, name, total, "at most 2^53, or inf with a deadline");
  return check_number(error, 0, name, total, ZERO | INFINITE);
}

/* The dates at which tasks come to the master, and the weights of their flows. */
static int check_release(const struct sp_instance *in, struct sp_error *error)
{
  char text[SP_NUMBER_TEXT], before[SP_NUMBER_TEXT];
  if (in->release && in->problem != SP_BAG)
    return sp_bad_input(error, "release is given, expected tasks: only those of a bag arrive");
  if (!in->release && in->weights)
    return sp_bad_input(error,
                        "weights are given, expected release: they are of the flows of tasks "
                        "that arrive");
  if (!in->release)
    return in->known ? sp_bad_input(error, "known is yes, expected it with release alone") : SP_OK;
  for (long k = 0; (double)k < in->total.v; k++) {
    double r = in->release[k];
    if (!(r >= 0 && isfinite(r)) || !in_range(r))
      return sp_bad_input(error,
                          "task %ld: release is %s, expected 0 or a date from 1e-300 to 1e300",
                          k + 1, sp_double_text(r, text));
    if (k > 0 && r < in->release[k - 1])
      return sp_bad_input(error,
                          "task %ld: release is %s, expected a date from %s on, that of the "
                          "task before",
                          k + 1, sp_double_text(r, text),
                          sp_double_text(in->release[k - 1], before));
    double weight = in->weights ? in->weights[k] : 1;
    if (!(weight > 0 && isfinite(weight)) || !in_range(weight))
      return sp_bad_input(error,
                          "task %ld: its weight is %s, expected a number from 1e-300 to 1e300",
                          k + 1, sp_double_text(weight, text));
  }
  return SP_OK;
}

/* The sizes of tasks, and what a message costs its worker. */
static int check_sizes(const struct sp_instance *in, struct sp_error *error)
{
  char text[SP_NUMBER_TEXT];
  double sum = 0;
  if (check_number(error, 0, "overhead", in->overhead.v, ZERO) != SP_OK ||
      check_number(error, 0, "request", in->request.v, ZERO) != SP_OK)
    return SP_BAD_INPUT;
  if (in->problem != SP_BAG && (in->overhead.v > 0 || in->request.v > 0))
    return sp_bad_input(error, "%s is given, expected tasks: only those of a bag have it",
                        in->overhead.v > 0 ? "overhead" : "request");
  if (!sp_from_master(in) && (in->sizes || in->told))
    return sp_bad_input(error, "%s is given, expected tasks or work: only those have sizes",
                        in->sizes ? "sizes" : "told");
  if (in->problem == SP_DIVISIBLE && in->sizes &&
      (in->deadline.v < INFINITY || sp_has_memory(in) || sp_has_results(in) || sp_can_fail(in)))
    return sp_bad_input(error, "sizes of a divisible load are given, expected neither a deadline, "
                               "memory, results nor hosts and links that go down");
  for (long k = 0; in->sizes && (double)k < in->total.v; k++) {
    if (!(in->sizes[k] >= 0 && isfinite(in->sizes[k])) || !in_range(in->sizes[k]))
      return sp_bad_input(
          error, "%s %ld: its size is %s, expected 0 or a number from 1e-300 to 1e300",
          in->problem == SP_BAG ? "task" : "unit", k + 1, sp_double_text(in->sizes[k], text));
    sum += in->sizes[k];
  }
  if (in->sizes && in->total.v > 0 && !(sum > 0))
    return sp_bad_input(error, "the sizes are all 0, expected one > 0");
  if (in->told &&
      !(in->size_mean > 0 && isfinite(in->size_mean) && in->size_sd >= 0 && isfinite(in->size_sd)))
    return sp_bad_input(error,
                        "told is yes, but the sizes have the mean %g and the deviation %g, "
                        "expected finite ones",
                        in->size_mean, in->size_sd);
  return SP_OK;
}

static int check_workload(struct sp_instance *in, struct sp_error *error)
{
  switch (in->problem) {
  case SP_REDISTRIBUTION:
    return check_loads(in, "load", error);
  case SP_IMBALANCE:
    if (in->deadline.v != INFINITY)
      return refuse(error, 0, "deadline", in->deadline.v, "none: nothing is computed");
    return check_loads(in, "delta", error);
  case SP_BAG:
  case SP_DIVISIBLE:
    return check_total(in, error);
  case SP_STEADY:
  case SP_NETWORK:
    return SP_OK; /* sp_graph_check and sp_network_check check them */
  }
  return sp_bad_input(error, "problem number %d, expected a known one", (int)in->problem);
}

static bool some_worker_computes(const struct sp_instance *in)
{
  for (int i = 1; i <= in->m; i++)
    if (isfinite(in->w[i].v))
      return true;
  return false;
}

static int check_profiles(const struct sp_instance *in, struct sp_error *error)
{
  char what[64];
  for (int kind = 0; kind < SP_CHANGING; kind++)
    for (int i = 1; in->profile[kind] && i <= in->m; i++) {
      snprintf(what, sizeof what, "worker %d: the profile of its %s", i, profile_quality[kind]);
      if (profile_is_state((enum sp_changing)kind) && in->problem == SP_IMBALANCE)
        return sp_bad_input(
            error,
            "%s is given, expected none: the transfers of an imbalance are planned, "
            "and those that are lost would have to be decided anew",
            what);
      else if (sp_profile_check(&in->profile[kind][i], (enum sp_changing)kind, what, error) !=
               SP_OK)
        return SP_BAD_INPUT;
    }
  return SP_OK;
}

/* Where the tasks of a redistribution are when hosts go down. A message that waits for the medium
 * of a half duplex master could not be taken back. */
static int check_lost(const struct sp_instance *in, struct sp_error *error)
{
  bool moves = in->problem == SP_REDISTRIBUTION;
  if (in->lost_stay && !moves)
    return sp_bad_input(error, "lost is stay, expected master: %s",
                        in->problem == SP_IMBALANCE ? "nothing of an imbalance can be lost"
                                                    : "the master has all units");
  if (moves && sp_can_fail(in) && !in->platform.node[0].ports.recv_send)
    return sp_bad_input(error,
                        "duplex is half, expected full where hosts or links can go down in a "
                        "redistribution");
  return SP_OK;
}

/* What frees memory; what a result holds while it waits at its worker, and the medium that it waits
 * for. */
static int check_hold(const struct sp_instance *in, struct sp_error *error)
{
  if (in->free_by_chunk && in->problem != SP_DIVISIBLE)
    return sp_bad_input(error, "free is chunk, expected unit: only a divisible load has memory");
  if (in->hold_result && in->problem != SP_BAG)
    return sp_bad_input(error, "hold is result, expected task: only a bag of tasks has places");
  if (sp_has_results(in) && sp_can_fail(in) && !in->platform.node[0].ports.recv_send)
    return sp_bad_input(error, "duplex is half, expected full where results return and hosts or "
                               "links can go down");
  return SP_OK;
}

int sp_instance_check(struct sp_instance *in, struct sp_error *error)
{
  if (in->m < 1)
    return sp_bad_input(error, "%d workers, expected at least one", in->m);
  if (check_number(error, 0, "deadline", in->deadline.v, INFINITE) != SP_OK ||
      check_number(error, 0, "timeout", in->timeout.v, ZERO) != SP_OK)
    return SP_BAD_INPUT;
  const struct sp_ports *ports = &in->platform.node[0].ports;
  if (ports->recv < 1 || ports->send < 1)
    return sp_bad_input(error,
                        "the master has recv=%d and send=%d ports, expected at least one "
                        "each",
                        ports->recv, ports->send);
  int code = SP_OK;
  for (int i = 1; i <= in->m && code == SP_OK; i++)
    code = check_worker(in, i, error);
  if (code == SP_OK)
    code = check_lost(in, error);
  if (code == SP_OK)
    code = check_hold(in, error);
  if (code == SP_OK)
    code = check_profiles(in, error);
  if (code == SP_OK)
    code = check_workload(in, error);
  if (code == SP_OK)
    code = check_release(in, error);
  if (code == SP_OK)
    code = check_sizes(in, error);
  if (code == SP_OK && in->problem != SP_IMBALANCE && in->total.v > 0 && !some_worker_computes(in))
    return sp_bad_input(error, "w is inf for every worker, expected one that computes");
  return code;
}
