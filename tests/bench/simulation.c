/* Measures the processor time of short simulations: instances like those of RR-6005's Table 1 (10
 * workers, loads in 0..50, costs in 1..100) under the plan of bba, each in a child of a process in
 * which SimGrid was initialised. It is the time of sp_simgrid_execute: to read the platform, check
 * it and simulate. Prints the mean: name value unit.
 *
 *   simulation [RUNS]     (default 300) */
#include "base/stream.h"
#include "bench.h"
#include "engine/engine.h"
#include "io/star/star.h"
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SEED = 6005, WORKERS = 10 };

static int draw(uint32_t column, int run, int worker, int least, int most)
{
  double u = sp_stream_uniform(SEED, column, (uint32_t)run, (uint32_t)worker, 0);
  return least + (int)(u * (most - least + 1));
}

static struct sp_instance *instance(int run)
{
  struct sp_error error;
  struct sp_instance *in = sp_instance_alloc(WORKERS);
  in->problem = SP_REDISTRIBUTION;
  in->deadline = (struct sp_num){.v = INFINITY};
  for (int i = 1; i <= WORKERS; i++) {
    in->c[i] = sp_int(draw(SP_STREAM_C, run, i, 1, 100));
    in->w[i] = sp_int(draw(SP_STREAM_W, run, i, 1, 100));
    in->load[i] = sp_int(draw(SP_STREAM_LOAD, run, i, 0, 50));
  }
  if (sp_exact_units(in, &error) == SP_OK && sp_instance_check(in, &error) == SP_OK)
    return in;
  fprintf(stderr, "%s\n", error.text);
  exit(1);
}

/* In a child: the seconds of one simulation, or NAN. */
static _Noreturn void simulate(const struct sp_registry *registry, const struct sp_method *method,
                               int run, double *seconds)
{
  struct sp_conditions conditions = {.seed = SEED};
  struct sp_instance *in = instance(run);
  struct sp_context *cx = sp_context_alloc(registry, SEED, in, method);
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  struct sp_result result = {.status = SP_FAILED};
  struct sp_job job;
  if (sp_method_job(cx, method, in, &conditions, &plan, &job) == 0) {
    double start = bench_seconds();
    sp_simgrid_execute(&job, &result, NULL, NULL);
    *seconds += bench_seconds() - start;
  }
  _exit(result.status != SP_RUN_OK);
}

int main(int argc, char **argv)
{
  int runs = argc > 1 ? atoi(argv[1]) : 300, status = 0;
  struct sp_error error;
  struct sp_method method;
  struct sp_registry *registry = sp_registry_alloc(&error);
  double *seconds =
      mmap(NULL, sizeof *seconds, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (!registry || sp_method_parse(registry, "bba", &method, &error) != SP_OK ||
      seconds == MAP_FAILED) {
    fprintf(stderr, "simulation: no method or no memory\n");
    return 1;
  }
  sp_simgrid_warm(&(struct sp_conditions){.seed = SEED});
  for (int run = 0; run < runs && status == 0; run++) {
    pid_t child = fork();
    if (child == 0)
      simulate(registry, &method, run, seconds);
    if (child < 0 || waitpid(child, &status, 0) != child)
      status = 1;
  }
  printf("simgrid_simulation %.3f ms\n", 1e3 * *seconds / runs);
  sp_method_clear(&method);
  sp_registry_free(registry);
  fflush(NULL);
  _exit(status != 0);
}
