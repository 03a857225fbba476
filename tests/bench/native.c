/* Speed of the native engine and of the planners of RR-6005, one line a figure: name value unit.
 *
 * Messages a second: a bag that min_c or mct sends on line, small buffers, no trace. Two platforms
 * of m workers, c in 50..150 and b in 1..3:
 *   few   w in 50..150, the ranges of RR-5196, Figure 10, for which there are budgets. The cheapest
 *         workers saturate the port, the others hardly get a task.
 *   all   w in 50m..150m, which is harder: only nearly all workers together saturate the port, so
 *         there are about m dates to wait for, in no regular order.
 * The best of several runs counts, since other processes only slow a run down.
 *
 * Planning: seconds and peak memory of one plan of 10^6 tasks on 10^4 workers (L in 0..200, c and w
 * in 1..100), each in a process of its own. Arguments select figures by the start of their names.
 */
#include "base/stream.h"
#include "model/instance.h"
#include <starport/starport.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SEED = 5196, RUNS = 5 };

/* Each column of numbers has its own stream. */
enum { COLUMN_C = 2000, COLUMN_W, COLUMN_BUFFER, COLUMN_LOAD };

static int draw(uint32_t column, int worker, int least, int most)
{
  double u = sp_stream_uniform(SEED, column, 0, (uint32_t)worker, 0);
  return least + (int)(u * (most - least + 1));
}

static double seconds(void)
{
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool selected(const char *name, int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    if (strncmp(name, argv[k], strlen(argv[k])) == 0)
      return true;
  return argc == 1;
}

static _Noreturn void stop(const char *name, const char *why)
{
  fprintf(stderr, "%s: %s\n", name, why);
  exit(1);
}

static struct sp_method method(const struct sp_registry *registry, const char *name)
{
  struct sp_method method;
  struct sp_error error;
  if (sp_method_parse(registry, name, &method, &error) != SP_OK)
    stop(name, error.text);
  return method;
}

static struct sp_instance *bag(int m, int tasks, int w_unit)
{
  struct sp_instance *in = sp_instance_alloc(m);
  in->problem = SP_BAG;
  in->total = sp_int(tasks);
  for (int i = 1; i <= m; i++) {
    in->c[i] = sp_int(draw(COLUMN_C, i, 50, 150));
    in->w[i] = sp_int((int64_t)draw(COLUMN_W, i, 50, 150) * w_unit);
    in->buffer[i] = draw(COLUMN_BUFFER, i, 1, 3);
  }
  return in;
}

struct case_of_engine {
  const char *name, *heuristic;
  int m, tasks, w_unit;
};

static void measure_engine(const struct sp_registry *registry, const struct case_of_engine *of)
{
  const struct sp_conditions nominal = {.seed = SEED};
  struct sp_method on_line = method(registry, of->heuristic);
  struct sp_instance *in = bag(of->m, of->tasks, of->w_unit);
  struct sp_result result;
  double best = INFINITY;
  for (int run = 0; run < RUNS; run++) {
    double start = seconds();
    sp_native_run(in, registry, &on_line, &nominal, &result, NULL, NULL);
    best = fmin(best, seconds() - start);
    if (result.status != SP_RUN_OK)
      stop(of->name, result.reason);
  }
  printf("%s %.3g messages/s\n", of->name, (double)result.messages / best);
  sp_instance_free(in);
  sp_method_clear(&on_line);
}

static struct sp_instance *redistribution(int m)
{
  struct sp_instance *in = sp_instance_alloc(m);
  in->problem = SP_REDISTRIBUTION;
  for (int i = 1; i <= m; i++) {
    in->c[i] = sp_int(draw(COLUMN_C, i, 1, 100));
    in->w[i] = sp_int(draw(COLUMN_W, i, 1, 100));
    in->load[i] = sp_int(draw(COLUMN_LOAD, i, 0, 200));
  }
  return in;
}

/* In a child process: plans and writes the seconds to the pipe. */
static _Noreturn void plan(const struct sp_registry *registry, const char *name, int pipe_end)
{
  struct sp_error error;
  struct sp_method planner = method(registry, name);
  struct sp_instance *in = redistribution(10000);
  if (sp_instance_check(in, &error) != SP_OK)
    stop(name, error.text);
  struct sp_context *cx = sp_context_alloc(registry, SEED, in, &planner);
  struct sp_schedule schedule = SP_SCHEDULE_EMPTY;
  double start = seconds();
  if (sp_plan(cx, &planner, in, &schedule) != 0)
    stop(name, sp_context_reason(cx));
  double spent = seconds() - start;
  _exit(write(pipe_end, &spent, sizeof spent) == sizeof spent ? 0 : 1);
}

static void measure_planner(const struct sp_registry *registry, const char *name)
{
  int ends[2], status;
  double spent;
  struct rusage usage;
  fflush(stdout);
  if (pipe(ends) != 0)
    stop(name, "no pipe");
  pid_t child = fork();
  if (child == 0)
    plan(registry, name, ends[1]);
  close(ends[1]);
  bool reported = read(ends[0], &spent, sizeof spent) == sizeof spent;
  close(ends[0]);
  if (child < 0 || wait4(child, &status, 0, &usage) != child || !reported)
    stop(name, "the plan was not made");
  printf("plan_%s %.3f s\nplan_%s_memory %.0f MiB\n", name, spent, name,
         (double)usage.ru_maxrss / 1024);
}

int main(int argc, char **argv)
{
  static const struct case_of_engine engine[] = {
      {"native_m20_few", "min_c", 20, 4000000, 1},
      {"native_m20_all", "min_c", 20, 4000000, 20},
      {"native_m2000_few", "min_c", 2000, 1000000, 1},
      {"native_m2000_all", "min_c", 2000, 1000000, 2000},
      {"native_mct_m20_few", "mct", 20, 4000000, 1},
      {"native_mct_m20_all", "mct", 20, 4000000, 20},
      {"native_mct_m2000_few", "mct", 2000, 1000000, 1},
      {"native_mct_m2000_all", "mct", 2000, 1000000, 2000}};
  static const char *const planner[] = {"bba", "mbbsa", "r-bsa"};
  struct sp_error error;
  struct sp_registry *registry = sp_registry_alloc(&error);
  if (!registry)
    stop("registry", error.text);
  for (size_t k = 0; k < sizeof engine / sizeof engine[0]; k++)
    if (selected(engine[k].name, argc, argv))
      measure_engine(registry, &engine[k]);
  for (size_t k = 0; k < sizeof planner / sizeof planner[0]; k++) {
    char name[32];
    snprintf(name, sizeof name, "plan_%s", planner[k]);
    if (selected(name, argc, argv))
      measure_planner(registry, planner[k]);
  }
  sp_registry_free(registry);
}
