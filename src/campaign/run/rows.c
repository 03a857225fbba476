/* What a campaign writes, in batches of a fraction of a second: that is all that a kill can lose.
 * And what it says meanwhile. */
#include "campaign/run/parts.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define BATCH_SECONDS 0.2
enum { BATCH_RUNS = 4096 };

double runner_now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- Rows. */

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
  rows->since = runner_now();
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
  bool due = rows->open && (rows->n >= BATCH_RUNS || runner_now() >= rows_due(rows));
  return due ? rows_commit(rows, error) : SP_OK;
}

int rows_add(struct rows *rows, const struct cells *cells, const struct errand *errand,
             const struct answer *answer, struct sp_error *error)
{
  const struct sp_method *method = cells_method(cells, &errand->place);
  enum sp_engine engine = cells->campaign->experiment->engine;
  struct sp_run_row run = {
      .key = errand->run,
      .instance = errand->instance,
      .method = method->name,
      .method_version = method->heuristic->version,
      .method_source = *cells_source(cells, &errand->place),
      .engine = sp_engine_name(engine),
      .model = rows->model,
      .result = answer->result,
      .bound = answer->bound,
      .bound_name = answer->bound_name[0] ? answer->bound_name : NULL,
  };
  struct sp_attempt_row attempt = {
      .run = errand->run,
      .seconds = answer->seconds,
      .max_rss_kb = answer->max_rss_kb,
      .exit = answer->exit,
      .planning_seconds = answer->result.planning,
      .stderr_tail = answer->result.reason[0] ? answer->result.reason : NULL,
  };
  int code = rows_begin(rows, error);
  if (!code)
    code = sp_store_run(rows->store, &run, error);
  if (!code)
    code = sp_store_attempt(rows->store, &attempt, error);
  rows->n++;
  return code;
}

/* ---- Progress. */

void progress_begin(struct progress *p, bool wanted)
{
  double now = runner_now();
  *p = (struct progress){.wanted = wanted, .terminal = isatty(STDERR_FILENO), .began = now};
  p->next = wanted ? now + 0.5 : INFINITY;
}

/* "1:02:03" or "2:03". */
static const char *clock_text(double seconds, char text[32])
{
  long s = (long)ceil(seconds);
  if (s >= 3600)
    snprintf(text, 32, "%ld:%02ld:%02ld", s / 3600, s / 60 % 60, s % 60);
  else
    snprintf(text, 32, "%ld:%02ld", s / 60, s % 60);
  return text;
}

static void print_line(struct progress *p, const struct sp_tally *t)
{
  double rate = (double)t->computed / fmax(runner_now() - p->began, 1e-9);
  long done = t->present + t->computed;
  char text[32];
  fprintf(stderr, "%s%ld of %ld runs, %.0f/s", p->terminal ? "\r" : "", done, t->wanted, rate);
  if (t->failed)
    fprintf(stderr, ", %ld failed", t->failed);
  if (rate > 0 && done < t->wanted)
    fprintf(stderr, ", %s left", clock_text((double)(t->wanted - done) / rate, text));
  fputs(p->terminal ? "\033[K" : "\n", stderr);
  fflush(stderr);
  p->shown = true;
}

void progress_show(struct progress *p, const struct sp_tally *tally)
{
  double now = runner_now();
  if (now < p->next)
    return;
  print_line(p, tally);
  p->next = now + (p->terminal ? 0.2 : 2);
}

void progress_end(struct progress *p, const struct sp_tally *tally)
{
  if (!p->wanted)
    return;
  print_line(p, tally);
  if (p->terminal)
    fputc('\n', stderr);
}
