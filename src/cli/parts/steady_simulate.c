/* starport steady --simulate: executes the steady state on one engine or both, and writes pictures
 * and events. */
#include "base/memory.h"
#include "base/text_table.h"
#include "cli/parts/steady.h"
#include "cli/shared/execution.h"
#include "cli/shared/files.h"
#include "cli/shared/messages.h"
#include "cli/shared/runs.h"

#include <stdlib.h>

const char *cli_strategy_name(enum sp_strategy strategy)
{
  return strategy == SP_ON_LINE ? "on-line" : "periodic";
}

static int write_files(struct steady_simulation *s)
{
  const struct sp_result *result = &s->runs.result[0];
  struct sp_number_text date, done;
  if (result->status != SP_RUN_OK && !cli_invalid(result))
    return SP_OK;
  char *title =
      sp_format("steady state, %s, %s: %s tasks by date %s", cli_strategy_name(s->run.strategy),
                sp_engine_name(s->runs.engine[0]), sp_rounded_text(result->done, &done),
                sp_rounded_text(s->run.time, &date));
  int code = cli_files_write(
      &s->files, &(struct cli_shown){&s->runs.trace[0], NULL, title, s->provenance, NAN});
  s->written = s->files;
  free(title);
  return code;
}

int cli_steady_simulate(const struct steady_answer *a, struct steady_simulation *s)
{
  struct sp_conditions conditions = cli_conditions(&s->execution);
  const bool *wanted = s->execution.engine;
  bool keep = cli_files_option(&s->files) || (wanted[0] && wanted[1]);
  int code = SP_OK;
  struct sp_error error;
  s->run.conditions = &conditions;
  fflush(NULL); /* a forked child must not inherit text to print */
  for (enum sp_engine engine = SP_ENGINE_SIMGRID; engine <= SP_ENGINE_NATIVE && !code; engine++) {
    if (!wanted[engine])
      continue;
    int k = cli_run_add(&s->runs, s->run.engine = engine);
    code = sp_steady_execute(a->g, &a->steady, &a->period, &s->run, &s->executed[k],
                             keep ? &s->runs.trace[k] : NULL, &error);
    s->runs.result[k] = s->executed[k].result;
    if (code)
      cli_complain(code, "%s", error.text);
  }
  s->run.conditions = NULL;
  if (code)
    return code;
  cli_run_compare(&s->runs);
  return write_files(s);
}

int cli_steady_verdict(const struct steady_simulation *s)
{
  int code = SP_OK;
  for (int k = 0; k < s->runs.n; k++) {
    const struct sp_result *result = &s->runs.result[k];
    if (cli_invalid(result))
      code = SP_NOT_VERIFIED;
    else if (result->status != SP_RUN_OK && !code)
      code = SP_CANNOT;
    if (result->status != SP_RUN_OK)
      cli_complain(code, "%s: %s", sp_engine_name(s->runs.engine[k]), result->reason);
  }
  if (s->runs.difference.text[0])
    code = cli_complain(SP_NOT_VERIFIED, "the engines differ, simgrid against native: %s",
                        s->runs.difference.text);
  return code;
}

void cli_steady_simulation_clear(struct steady_simulation *s)
{
  cli_run_clear(&s->runs);
  cli_execution_clear(&s->execution);
}
