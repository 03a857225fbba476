/* starport network --simulate: executes the solution, and reports the runs. */
#include "base/memory.h"
#include "base/text_table.h"
#include "cli/parts/network.h"
#include "cli/shared/execution.h"
#include "cli/shared/files.h"
#include "cli/shared/json.h"
#include "cli/shared/messages.h"
#include <math.h>
#include <stdlib.h>

/* Relative differences below this are rounding. */
static const double SAME = 1e-9;

static double difference(const struct sp_result *r)
{
  return r->makespan / r->planned - 1;
}

/* On a switch only the completion times are compared: a small stream shows SimGrid's rounding to
 * whole bytes. */
static void compare(struct network_runs *runs)
{
  const struct sp_result *a = &runs->run.result[0], *b = &runs->run.result[1];
  if (!runs->is_switch)
    cli_run_compare(&runs->run);
  else if (runs->run.n == 2 && a->status == SP_RUN_OK && b->status == SP_RUN_OK &&
           fabs(a->makespan - b->makespan) > SAME * b->makespan)
    sp_failure(&runs->run.difference, SP_NOT_VERIFIED, "the completion time is %.17g against %.17g",
               a->makespan, b->makespan);
}

int cli_network_simulate(const struct sp_network *net, const struct sp_network_solution *solution,
                         const struct network_options *o, struct network_runs *runs)
{
  struct sp_conditions conditions = cli_conditions(&o->execution);
  struct sp_error error;
  *runs = (struct network_runs){.is_switch = net->kind == SP_SWITCH, .order = o->order};
  fflush(NULL); /* a forked child must not inherit text to print */
  for (enum sp_engine engine = 0; engine < 2; engine++) {
    if (!o->execution.engine[engine])
      continue;
    int k = cli_run_add(&runs->run, engine);
    int code = sp_network_execute(net, solution, o->order, engine, &conditions,
                                  &runs->run.result[k], &runs->run.trace[k], &error);
    if (code != SP_OK)
      return cli_complain(code, "network %s: %s", sp_network_name[net->kind], error.text);
  }
  compare(runs);
  return SP_OK;
}

/* ---- */

static json_t *record(const struct network_runs *runs, int k)
{
  const struct sp_result *r = &runs->run.result[k];
  bool ended = runs->run.trace[k].n > 0;
  json_t *one = json_pack(
      "{s:o, s:s, s:o, s:o, s:o, s:b, s:s}", "time", json_number(ended ? r->makespan : NAN),
      "engine", sp_engine_name(runs->run.engine[k]), "difference",
      json_number(ended ? difference(r) : NAN), "done", json_number(ended ? r->done : NAN),
      "messages", ended ? json_integer(r->messages) : json_null(), "verified", r->verified,
      "status", sp_status_name(r->status));
  if (r->status != SP_RUN_OK)
    json_object_set_new(one, "reason", json_text(r->reason));
  if (runs->is_switch)
    json_object_set_new(one, "order", json_string(sp_switch_order_name(runs->order)));
  return one;
}

json_t *cli_network_simulated(const struct network_runs *runs)
{
  json_t *simulated = record(runs, 0);
  if (runs->run.n == 2) {
    json_object_set_new(simulated, "agree", json_boolean(!runs->run.difference.text[0]));
    json_object_set_new(simulated, "native", record(runs, 1));
  }
  return simulated;
}

void cli_network_print_runs(const struct network_runs *runs)
{
  for (int k = 0; k < runs->run.n; k++) {
    const struct sp_result *r = &runs->run.result[k];
    struct sp_number_text time;
    const char *engine = sp_engine_name(runs->run.engine[k]);
    if (r->status != SP_RUN_OK) {
      printf("%-17s %s on %s\n", "simulated", sp_status_name(r->status), engine);
      continue;
    }
    printf("%-17s %s on %s", "simulated", sp_rounded_text(r->makespan, &time), engine);
    if (runs->is_switch)
      printf(", %s", sp_switch_order_name(runs->order));
    if (fabs(difference(r)) <= SAME)
      puts(", as solved");
    else
      printf(", %+.3g %%\n", 100 * difference(r));
  }
  if (runs->run.n == 2 && !runs->run.difference.text[0])
    printf("%-17s %s within 1e-9\n", "engines agree",
           runs->is_switch ? "completion times" : "dates");
}

/* ---- */

int cli_network_write(const struct sp_network *net, struct network_runs *runs,
                      const struct network_options *o, const char *provenance)
{
  struct sp_number_text time;
  if (runs->run.n == 0 || runs->run.trace[0].n == 0)
    return SP_OK; /* not executed */
  char *title = sp_format(
      "%s%s%s, %s: completion time %s", sp_network_name[net->kind], runs->is_switch ? ", " : "",
      runs->is_switch ? sp_switch_order_name(runs->order) : "", sp_engine_name(runs->run.engine[0]),
      sp_rounded_text(runs->run.result[0].makespan, &time));
  int code = cli_files_write(
      &o->files, &(struct cli_shown){&runs->run.trace[0], NULL, title, provenance, NAN});
  runs->written = o->files;
  free(title);
  return code;
}

int cli_network_verdict(const struct network_runs *runs)
{
  int code = SP_OK;
  for (int k = 0; k < runs->run.n; k++) {
    const struct sp_result *r = &runs->run.result[k];
    if (r->status != SP_RUN_OK)
      code = cli_complain(runs->run.trace[k].n > 0 ? SP_NOT_VERIFIED : SP_CANNOT, "%s: %s",
                          sp_engine_name(runs->run.engine[k]), r->reason);
  }
  if (runs->run.difference.text[0] && code == SP_OK)
    code = cli_complain(SP_NOT_VERIFIED, "the engines differ, simgrid against native: %s",
                        runs->run.difference.text);
  return code;
}
