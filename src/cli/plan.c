/* starport plan: shows the schedule of a heuristic, without executing it. */
#include "base/text_table.h"
#include "cli/commands.h"
#include "cli/shared/arguments.h"
#include "cli/shared/execution.h"
#include "cli/shared/instance.h"
#include "cli/shared/json.h"
#include "cli/shared/messages.h"
#include "cli/shared/methods.h"
#include "io/trace/trace.h"
#include <math.h>
#include <stdlib.h>

struct plan_options {
  struct cli_source source;
  struct cli_strings methods;
  struct cli_execution execution; /* only its seed and plug-ins are used */
  bool json;
};

#define AT(field) offsetof(struct plan_options, field)
static const struct cli_option options[] = {
    {"json", CLI_FLAG, AT(json), NULL,
     "print one JSON document, which 'starport run --plan' executes", .group = 3},
    {0},
};

static void check(void *options_of, const char *name)
{
  const struct plan_options *o = options_of;
  if (!o->methods.n)
    cli_usage(name, "name a heuristic with -H, such as bba, mbbsa or best-of");
  if (o->json && o->methods.n > 1)
    cli_usage(name, "--json shows one plan, expected one heuristic");
}

static const struct cli_command command = {
    .option = options,
    .usage = "PLATFORM.xml [DEPLOY.xml] -H NAME[,NAME..]\n--star=TEXT -H NAME[,NAME..]",
    .help =
        "Shows the transfers in the order of the master's ports: the k-th is the k-th reception "
        "and the k-th emission. From 0 is the master's own load; 'after' is the transfer that "
        "brought the task. On-line heuristics are unrolled in the nominal model."
        "\vExample: starport plan --star=\"c=2,2,2,2 w=3,3,4,4 load=8,1,1,0\" -H r-bsa --json",
    .group = {{&cli_instance_group, AT(source)},
              {&cli_methods_group, AT(methods)},
              {&cli_seed_group, AT(execution)}},
    .check = check,
};

static void print_text(const char *name, const struct sp_schedule *plan)
{
  static const char *const heads[] = {"transfer", "from", "to", "amount", "after"};
  struct sp_number_text planned;
  printf("%s: ", name);
  if (!isnan(plan->planned))
    printf("planned %s, ", sp_rounded_text(plan->planned, &planned));
  printf("%ld transfer%s\n", plan->n, plan->n == 1 ? "" : "s");
  struct sp_table *table = sp_table_alloc(5, heads, "rrrrr");
  for (long k = 0; k < plan->n; k++) {
    const struct sp_message *message = &plan->msg[k];
    sp_table_row(table);
    sp_table_set(table, 0, "%ld", k + 1);
    sp_table_set(table, 1, "%d", message->from);
    sp_table_set(table, 2, "%d", message->to);
    sp_table_number(table, 3, message->amount);
    if (message->after >= 0)
      sp_table_set(table, 4, "%ld", message->after + 1);
  }
  if (plan->n)
    sp_table_print(table, stdout);
  sp_table_free(table);
}

static void print_document(const char *name, const struct sp_schedule *plan)
{
  json_t *document = json_document();
  json_object_set_new(document, "heuristic", json_string(name));
  json_object_set_new(document, "planned", json_number(plan->planned));
  json_object_set_new(document, "transfers", sp_schedule_json(plan));
  json_print(document);
}

static int show(const struct sp_instance *in, const struct plan_options *o,
                const struct cli_methods *methods)
{
  int refused = 0;
  for (int i = 0; i < methods->n; i++) {
    const struct sp_method *method = &methods->method[i];
    struct sp_context *cx = sp_context_alloc(methods->registry, o->execution.seed, in, method);
    struct sp_schedule plan = SP_SCHEDULE_EMPTY;
    if (i)
      putchar('\n');
    if (sp_plan(cx, method, in, &plan)) {
      refused++;
      cli_complain(SP_BAD_INPUT, "%s: refused: %s", method->name, sp_context_reason(cx));
    } else if (o->json)
      print_document(method->name, &plan);
    else
      print_text(method->name, &plan);
    sp_schedule_clear(&plan);
    sp_context_free(cx);
  }
  return refused == methods->n ? SP_BAD_INPUT : SP_OK;
}

int cli_plan(int argc, char **argv)
{
  struct plan_options o = {0};
  struct cli_methods methods;
  struct sp_error error;
  cli_execution_preset(&o.execution);
  cli_parse(&command, argc, argv, &o);
  struct sp_instance *in = NULL;
  int code = cli_methods_open(&methods, &o.execution.plugin, &o.methods);
  uint64_t *seed = o.execution.seeded ? NULL : &o.execution.seed;
  if (!code && !(in = cli_read_instance(&o.source, seed, &error)))
    code = cli_complain(SP_BAD_INPUT, "%s", error.text);
  if (!code)
    code = show(in, &o, &methods);
  sp_instance_free(in);
  cli_methods_close(&methods);
  cli_execution_clear(&o.execution);
  cli_source_clear(&o.source);
  free(o.methods.item);
  return code;
}
