/* Prints the hashes of a fixed set of native runs, to compare compilers and processors
 * (tests/bench/compilers).
 *
 *   hashes [COUNT]      (default: 10000)
 *
 * Run k has the random instance and options number k of the laws (tests/laws/): the problems take
 * turns, and within a problem the heuristics. A line shows the run, the problem, the method, the
 * status, the hash of its decisions, that of its dates, too, and the makespan. It needs libstarport
 * alone. */
#include "../laws/random_method.h"

#include <inttypes.h>

enum { SEED = 16061, MOST = 100 };
static const enum sp_problem PROBLEMS[] = {SP_REDISTRIBUTION, SP_BAG, SP_DIVISIBLE, SP_IMBALANCE};

/* The heuristic of run k. */
static const struct sp_heuristic *choose(const struct sp_registry *registry,
                                         enum sp_problem problem, uint32_t k)
{
  const struct sp_heuristic *those[MOST];
  uint32_t n = 0;
  for (int i = 0; i < registry->n && n < MOST; i++) {
    const struct sp_heuristic *h = registry->item[i];
    if (h->problems & (unsigned)problem && takes_part(h, k / 4))
      those[n++] = h;
  }
  return those[k / 4 % n];
}

static void run(const struct sp_registry *registry, uint32_t k)
{
  enum sp_problem problem = PROBLEMS[k % 4];
  struct sp_instance *in = random_instance(SEED, k, problem);
  struct sp_conditions conditions = {.seed = k};
  struct sp_method method;
  struct sp_result result;
  struct sp_error error;
  char text[256];
  random_method(SEED, k, choose(registry, problem, k), text, sizeof text);
  if (sp_method_parse(registry, text, &method, &error) != SP_OK) {
    printf("%" PRIu32 " %s\n", k, error.text);
  } else {
    sp_native_run(in, registry, &method, &conditions, &result, NULL, NULL);
    printf("%" PRIu32 " %s %s %s %016" PRIx64 " %016" PRIx64 " %.17g\n", k,
           sp_problem_name(problem), method.name, sp_status_name(result.status), result.order_hash,
           result.bits_hash, result.status == SP_RUN_OK ? result.makespan : NAN);
    sp_method_clear(&method);
  }
  sp_instance_free(in);
}

int main(int argc, char **argv)
{
  struct sp_registry *registry = all_heuristics();
  uint32_t count = argc > 1 ? (uint32_t)atol(argv[1]) : 10000;
  for (uint32_t k = 0; k < count; k++)
    run(registry, k);
  sp_registry_free(registry);
}
