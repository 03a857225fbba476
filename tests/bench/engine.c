/* Speed of an engine on the on-line heuristic min_c, without a stored trace.
 *
 *   engine simgrid|native [WORKERS [MESSAGES]] */
#include "engine/engine.h"
#include "bench.h"
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
  bool simgrid = argc > 1 && strcmp(argv[1], "simgrid") == 0;
  int m = argc > 2 ? atoi(argv[2]) : 20;
  struct sp_instance *in = bench_instance(m, argc > 3 ? atol(argv[3]) : 20480);
  struct sp_conditions conditions = {.seed = 1};
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  struct sp_result result;
  struct sp_error error;
  struct sp_method method;
  struct sp_job job;
  struct sp_registry *registry = sp_registry_alloc(&error);
  if (!registry || sp_method_parse(registry, "min_c", &method, &error) != SP_OK) {
    fprintf(stderr, "%s\n", error.text);
    return 1;
  }
  struct sp_context *cx = sp_context_alloc(registry, 1, in, &method);
  if (sp_method_job(cx, &method, in, &conditions, &plan, &job) != 0) {
    fprintf(stderr, "%s\n", sp_context_reason(cx));
    return 1;
  }
  if (simgrid)
    sp_simgrid_warm(&conditions);
  double start = bench_seconds();
  (simgrid ? sp_simgrid_execute : sp_native_execute)(&job, &result, NULL, NULL);
  bench_report(simgrid ? "simgrid" : "native", m, result.messages, bench_seconds() - start);
  if (result.status != SP_RUN_OK)
    fprintf(stderr, "%s\n", result.reason);
  fflush(NULL);
  _exit(result.status != SP_RUN_OK); /* SimGrid may be in the middle of its run */
}
