/* Runs one method, or a given plan, on one engine or both, and describes the runs in words. */
#include "cli/shared/runs.h"
#include "base/memory.h"
#include "base/text_table.h"
#include "cli/commands.h"
#include "cli/shared/execution.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* sp_perform reports a refused trace in these words; other failures are the run's own. */
bool cli_invalid(const struct sp_result *result)
{
  return result->status == SP_FAILED && !strncmp(result->reason, "invalid trace", 13);
}

int cli_run_add(struct cli_run *run, enum sp_engine engine)
{
  int k = run->n++;
  run->engine[k] = engine;
  run->trace[k] = SP_TRACE_EMPTY;
  run->decided[k] = SP_SCHEDULE_EMPTY;
  return k;
}

void cli_run_compare(struct cli_run *run)
{
  if (run->n < 2 ||
      !sp_engines_agree(&run->result[0], &run->trace[0], &run->decided[0], &run->result[1],
                        &run->trace[1], &run->decided[1], &run->difference))
    run->difference.text[0] = '\0';
}

void cli_perform(const struct sp_instance *in, const struct cli_execution *execution,
                 const struct sp_registry *registry, const struct sp_method *method,
                 const struct sp_schedule *plan, bool keep, struct cli_run *run)
{
  struct sp_conditions conditions = cli_conditions(execution);
  *run = (struct cli_run){.in = in, .name = method ? method->name : "plan"};
  keep |= execution->engine[0] && execution->engine[1];
  fflush(NULL); /* a forked child must not inherit text to print */
  for (enum sp_engine engine = 0; engine < 2; engine++) {
    if (!execution->engine[engine])
      continue;
    int k = cli_run_add(run, engine);
    struct sp_request request = {registry, method, plan, engine, &conditions, 0, 0};
    sp_perform(in, &request, &run->result[k], keep ? &run->trace[k] : NULL,
               keep ? &run->decided[k] : NULL);
  }
  cli_run_compare(run);
}

void cli_run_clear(struct cli_run *run)
{
  for (int k = 0; k < run->n; k++) {
    sp_trace_clear(&run->trace[k]);
    sp_schedule_clear(&run->decided[k]);
  }
}

char *cli_run_title(const struct cli_run *run)
{
  const struct sp_result *result = &run->result[0];
  bool steady = run->in->problem == SP_STEADY;
  struct sp_number_text value;
  char *title = sp_format("%s%s%s, %s: %s %s", run->name, run->place ? " on " : "",
                          run->place ? run->place : "", sp_engine_name(run->engine[0]),
                          steady ? "tasks done" : "makespan",
                          sp_rounded_text(steady ? result->done : result->makespan, &value));
  return title;
}

enum { SPEC_SHOWN = 200 }; /* bytes */

static char *describe_graph(const struct sp_instance *in)
{
  const char *spec = in->spec + strspn(in->spec, " ");
  char *text = NULL, until[64] = "";
  struct sp_number_text date;
  if (in->kind == SP_INSTANCE_GRAPH && isfinite(in->deadline.v))
    snprintf(until, sizeof until, ", until %s", sp_rounded_text(in->deadline.v, &date));
  else if (in->kind == SP_INSTANCE_GRAPH)
    strcpy(until, ", in a unit of time");
  text = sp_format("%s %.*s%s%s", sp_problem_name(in->problem), SPEC_SHOWN, spec,
                   strlen(spec) > SPEC_SHOWN ? ".." : "", until);
  return text;
}

char *cli_describe(const struct sp_instance *in)
{
  if (in->kind != SP_INSTANCE_STAR)
    return describe_graph(in);
  struct sp_number_text total, deadline;
  const char *unit = in->problem == SP_DIVISIBLE ? "units" : "tasks";
  char *text = NULL, until[64] = "", amount[64] = "";
  if (in->problem != SP_IMBALANCE && isfinite(in->total.v))
    snprintf(amount, sizeof amount, ", %s %s", sp_rounded_text(in->total.v, &total), unit);
  if (isfinite(in->deadline.v))
    snprintf(until, sizeof until, ", deadline %s", sp_rounded_text(in->deadline.v, &deadline));
  text = sp_format("%s, %d worker%s%s%s", sp_problem_name(in->problem), in->m,
                   in->m == 1 ? "" : "s", amount, until);
  return text;
}
