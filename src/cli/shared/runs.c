/* Runs one method, or a given plan, on one engine or both, and describes the runs in words. */
#include "cli/shared/runs.h"
#include "cli/shared/output.h"
#include <unistd.h>

/* sp_perform reports a refused trace in these words; other failures are the run's own. */
bool cli_invalid(const struct sp_result *result)
{
  return result->status == SP_FAILED && !strncmp(result->reason, "invalid trace", 13);
}

void cli_settle_engine(struct cli_execution *e)
{
  struct sp_error error;
  if (e->engine_chosen || e->cfg.n || e->log.n ||
      sp_simgrid_check(&(struct sp_conditions){0}, &error) == SP_OK)
    return;
  e->engine = CLI_NATIVE;
}

int cli_check_engines(const struct cli_execution *execution)
{
  struct sp_conditions conditions = cli_conditions(execution);
  struct sp_error error;
  return execution->engine != CLI_NATIVE ? cli_failed(sp_simgrid_check(&conditions, &error), &error)
                                         : SP_OK;
}

int cli_perform_on_engines(const struct cli_execution *execution, cli_performer *perform,
                           void *self, struct cli_run *run)
{
  struct sp_conditions conditions = cli_conditions(execution);
  struct sp_error error;
  fflush(NULL); /* a forked child must not inherit text to print */
  for (enum sp_engine engine = 0; engine < 2; engine++) {
    if (execution->engine != CLI_BOTH && (int)execution->engine != (int)engine)
      continue;
    int k = run->n++;
    run->engine[k] = engine;
    run->trace[k] = SP_TRACE_EMPTY;
    run->decided[k] = SP_SCHEDULE_EMPTY;
    int code = perform(self, run, k, &conditions, &error);
    if (code)
      return cli_failed(code, &error);
    if (run->result[k].warning[0])
      cli_complain(SP_OK, "%s%s%s: warning: %s", run->name ? run->name : "", run->name ? ", " : "",
                   sp_engine_name(engine), run->result[k].warning);
  }
  run->differs = run->n < 2 ? SP_OK
                            : sp_engines_agree(&run->result[0], &run->trace[0], &run->decided[0],
                                               &run->result[1], &run->trace[1], &run->decided[1],
                                               &run->difference);
  if (run->differs == SP_OK)
    run->difference.text[0] = '\0';
  return SP_OK;
}

int cli_complain_of_difference(const struct cli_run *run)
{
  if (run->differs == SP_OK)
    return SP_OK;
  return cli_complain(run->differs, "%s%sthe engines %s, simgrid against native: %s",
                      run->name ? run->name : "", run->name ? ": " : "",
                      run->differs == SP_CANNOT ? "cannot be compared" : "differ",
                      run->difference.text);
}

/* A run of more tasks takes more than some seconds, on the faster engine. */
#define LONG_RUN 1e7

struct request {
  const struct sp_registry *registry;
  const struct sp_method *method;
  const struct sp_schedule *plan;
  const struct cli_execution *limits;
  enum cli_keep keep;
};

void cli_show_part(void *method, const char *part)
{
  fprintf(stderr, "\r%s: %s\033[K", ((const struct sp_method *)method)->name, part);
  fflush(stderr);
}

static int perform_on_engine(void *self, struct cli_run *run, int k,
                             const struct sp_conditions *conditions, struct sp_error *error)
{
  (void)error;
  const struct request *r = self;
  struct sp_conditions shown = *conditions;
  if (isatty(STDERR_FILENO) && r->method) {
    shown.asks = cli_show_part;
    shown.asks_data = (void *)(uintptr_t)r->method;
  }
  if (r->keep == CLI_KEEP_DECISIONS && k == 0)
    shown.decisions = &run->decisions;
  struct sp_request request = {.registry = r->registry,
                               .method = r->method,
                               .plan = r->plan,
                               .engine = run->engine[k],
                               .conditions = &shown,
                               .seconds = r->limits->seconds,
                               .megabytes = r->limits->megabytes};
  sp_perform(run->in, &request, &run->result[k], r->keep ? &run->trace[k] : NULL,
             r->keep ? &run->decided[k] : NULL);
  if (shown.asks)
    fputs("\r\033[K", stderr);
  return SP_OK;
}

void cli_perform(const struct sp_instance *in, const struct cli_execution *execution,
                 const struct sp_registry *registry, const struct sp_method *method,
                 const struct sp_schedule *plan, enum cli_keep keep, struct cli_run *run)
{
  if (execution->engine == CLI_BOTH && keep == CLI_KEEP_RESULTS)
    keep = CLI_KEEP_TRACE;
  struct request request = {registry, method, plan, execution, keep};
  double tasks = sp_most_tasks(in);
  if (tasks > LONG_RUN && tasks <= SP_TASKS_ON_LINE && isatty(STDERR_FILENO))
    cli_complain(SP_OK, "%.6g tasks: a run can take minutes, Ctrl-C ends it", tasks);
  *run = (struct cli_run){.in = in, .name = method ? method->name : "plan"};
  cli_perform_on_engines(execution, perform_on_engine, &request, run);
}

int cli_run_verdict(const struct cli_run *run, bool solved)
{
  int code = SP_OK;
  for (int k = 0; k < run->n; k++) {
    const struct sp_result *result = &run->result[k];
    if (cli_invalid(result) || (solved && result->status != SP_RUN_OK && run->trace[k].n > 0))
      code = SP_NOT_VERIFIED;
    else if (result->status != SP_RUN_OK && !code)
      code = SP_CANNOT;
    if (result->status != SP_RUN_OK)
      cli_complain(code, "%s: %s", sp_engine_name(run->engine[k]), result->reason);
  }
  int differs = cli_complain_of_difference(run);
  return differs == SP_OK ? code : differs;
}

void cli_run_clear(struct cli_run *run)
{
  for (int k = 0; k < run->n; k++) {
    sp_trace_clear(&run->trace[k]);
    sp_schedule_clear(&run->decided[k]);
  }
  sp_decisions_clear(&run->decisions);
}

char *cli_run_title(const struct cli_run *run)
{
  const struct sp_result *result = &run->result[0];
  bool steady = run->in->problem == SP_STEADY;
  return cli_format("%s%s%s, %s: %s %s", run->name, run->place ? " on " : "",
                    run->place ? run->place : "", sp_engine_name(run->engine[0]),
                    steady ? "tasks done" : "makespan",
                    cli_rounded(steady ? result->done : result->makespan));
}
