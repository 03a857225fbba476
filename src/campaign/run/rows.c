/* Writes the rows of runs in batches; see rows.h. */
#include "campaign/run/rows.h"
#include "base/child.h"
#include <math.h>
#include <stdlib.h>

#define BATCH_SECONDS 0.2
enum { BATCH_RUNS = 4096 };

void rows_open(struct rows *rows, const struct sp_campaign *campaign)
{
  *rows = (struct rows){.store = campaign->store};
  rows->model = sp_run_model(sp_engine_name(campaign->experiment->engine), campaign->conditions);
}

void rows_close(struct rows *rows)
{
  free(rows->model);
}

int rows_begin(struct rows *rows, struct sp_error *error)
{
  if (rows->open)
    return SP_OK;
  int code = sp_store_begin(rows->store, error);
  rows->open = code == SP_OK;
  rows->n = 0;
  rows->since = sp_clock();
  return code;
}

int rows_commit(struct rows *rows, struct sp_error *error)
{
  if (!rows->open)
    return SP_OK;
  rows->open = false;
  return sp_store_commit(rows->store, error);
}

double rows_due(const struct rows *rows)
{
  return rows->open ? rows->since + BATCH_SECONDS : INFINITY;
}

int rows_commit_if_due(struct rows *rows, struct sp_error *error)
{
  bool due = rows->open && (rows->n >= BATCH_RUNS || sp_clock() >= rows_due(rows));
  return due ? rows_commit(rows, error) : SP_OK;
}

int rows_add(struct rows *rows, const struct cells *cells, const struct job *job,
             const struct outcome *outcome, struct sp_error *error)
{
  const struct sp_method *method = cells_method(cells, &job->place);
  enum sp_engine engine = cells->campaign->experiment->engine;
  struct sp_run_row run = {
      .key = job->run,
      .instance = job->instance,
      .method = method->name,
      .method_version = method->heuristic->version,
      .method_source = *cells_source(cells, &job->place),
      .engine = sp_engine_name(engine),
      .model = rows->model,
      .result = outcome->result,
      .bound = outcome->bound,
      .bound_name = outcome->bound_name[0] ? outcome->bound_name : NULL,
  };
  struct sp_attempt_row attempt = {
      .run = job->run,
      .seconds = outcome->seconds,
      .max_rss_kb = outcome->max_rss_kb,
      .exit = outcome->exit,
      .planning_seconds = outcome->result.planning,
      .stderr_tail = outcome->result.reason[0] ? outcome->result.reason : NULL,
  };
  int code = rows_begin(rows, error);
  if (!code)
    code = sp_store_run(rows->store, &run, error);
  if (!code)
    code = sp_store_attempt(rows->store, &attempt, error);
  rows->n++;
  return code;
}
