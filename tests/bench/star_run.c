/* A run as a program in C makes it, with the method's name read, executed on the native engine and
 * validated: least time of a run, in microseconds, on the star and with the method given. Beside it
 * tests/bench/python.py runs the same from Python. usage: star_run STAR METHOD RUNS */
#include "bench.h"
#include <starport/starport.h>
#include <stdio.h>
#include <stdlib.h>

static bool run(const struct sp_registry *registry, const struct sp_instance *in, const char *name)
{
  struct sp_conditions conditions = {.seed = 0};
  struct sp_trace trace = SP_TRACE_EMPTY;
  struct sp_schedule decided = SP_SCHEDULE_EMPTY;
  struct sp_method method;
  struct sp_result result;
  if (sp_method_parse(registry, name, &method, NULL) != SP_OK)
    return false;
  sp_native_run(in, registry, &method, &conditions, &result, &trace, &decided);
  sp_trace_sort(&trace);
  int code = sp_validate(in, &trace, SP_ENGINE_TOLERANCE, SP_DURATIONS_EXACT, NULL);
  sp_trace_clear(&trace);
  sp_schedule_clear(&decided);
  sp_method_clear(&method);
  return code == SP_OK && result.status == SP_RUN_OK;
}

int main(int argc, char **argv)
{
  struct sp_registry *registry = sp_registry_alloc(NULL);
  struct sp_instance *in = argc == 4 ? sp_star_parse(argv[1], NULL) : NULL;
  long runs = in ? atol(argv[3]) : 0;
  double begin = bench_seconds();
  for (long k = 0; k < runs; k++)
    if (!run(registry, in, argv[2]))
      return 1;
  printf("%.9g\n", runs ? 1e6 * (bench_seconds() - begin) / (double)runs : 0);
  sp_instance_free(in);
  sp_registry_free(registry);
  return runs == 0;
}
