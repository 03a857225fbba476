/* The makespan of heuristics on a star, from C by libstarport. examples/makespan.py and .R print
 * the same.
 *
 *   cc -std=c17 examples/makespan.c $(pkg-config --cflags --libs starport) -o makespan
 *   ./makespan [STAR [HEURISTIC..]] */
#include <starport/starport.h>
#include <stdio.h>

static void show(const struct sp_registry *registry, const struct sp_instance *in, const char *name)
{
  struct sp_conditions conditions = {.seed = 0};
  struct sp_method method;
  struct sp_result r;
  struct sp_error error;
  if (sp_method_parse(registry, name, &method, &error) != SP_OK) {
    printf("%s\n", error.text);
    return;
  }
  sp_native_run(in, registry, &method, &conditions, &r, NULL, NULL);
  if (r.status == SP_RUN_OK)
    printf("%-10s makespan %.17g\n", name, r.makespan);
  else
    printf("%-10s %s: %s\n", name, sp_status_name(r.status), r.reason);
  sp_method_clear(&method);
}

int main(int argc, char **argv)
{
  const char *usual[] = {"bba", "mbbsa", "r-bsa"};
  struct sp_error error;
  struct sp_registry *registry = sp_registry_alloc(&error);
  struct sp_instance *in =
      registry
          ? sp_star_parse(argc > 1 ? argv[1] : "c=.1,.2,.3,.1 w=.3,.7,1.1,.9 load=8,1,1,0", &error)
          : NULL;
  if (!in) {
    printf("%s\n", error.text);
    return 1;
  }
  for (int k = 0; k < (argc > 2 ? argc - 2 : 3); k++)
    show(registry, in, argc > 2 ? argv[k + 2] : usual[k]);
  sp_instance_free(in);
  sp_registry_free(registry);
  return 0;
}
