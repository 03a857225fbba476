/* starport plan: shows the schedule of a heuristic, without executing it. */
#include "base/result.h"
#include "base/text.h"
#include "base/text_table.h"
#include "cli/commands.h"
#include "cli/shared/instance.h"
#include "cli/shared/methods.h"
#include "cli/shared/output.h"
#include "cli/shared/runs.h"
#include "method/plugin/plugin.h"
#include <unistd.h>

struct plan_options {
  struct cli_source source;
  struct cli_strings methods;
  struct cli_execution execution; /* only its seed, plug-ins and limits are used */
  bool json;
};

#define AT(field) offsetof(struct plan_options, field)
static const struct cli_option options[] = {
    {"json", CLI_FLAG, AT(json), NULL,
     "print one JSON document, which 'starport run --plan' executes", .group = 3},
    {0},
};

static void check_plan_options(void *options_of, const char *name)
{
  const struct plan_options *o = options_of;
  if (!o->methods.n)
    cli_usage(name, "name a heuristic with -H, such as bba, mbbsa or best-of");
}

static void print_text(const char *name, const struct sp_schedule *plan)
{
  static const char *const heads[] = {"transfer", "from",     "to",          "amount",
                                      "after",    "earliest", "earliest in", "returns"};
  printf("%s: ", name);
  if (!isnan(plan->planned))
    printf("planned %s, ", cli_rounded(plan->planned));
  printf("%ld transfer%s\n", plan->n, sp_plural((double)plan->n));
  struct sp_table *table = sp_table_alloc(8, heads, "rrrrrrrr");
  for (long k = 0; k < plan->n; k++) {
    const struct sp_message *message = &plan->msg[k];
    sp_table_add(table, "Iiif", k + 1, message->from, message->to, message->amount);
    if (message->after >= 0)
      sp_table_set(table, 4, "%ld", message->after + 1);
    for (int port = 0; port < 2; port++)
      sp_table_number(table, 5 + port, message->earliest[port] > 0 ? message->earliest[port] : NAN);
    if (message->returns > 0)
      sp_table_set(table, 7, "%ld", message->returns);
  }
  sp_table_end(table, stdout);
}

static void print_document(const char *name, const struct sp_schedule *plan)
{
  json_print(json_pack("{s:s, s:o, s:o}", "heuristic", name, "planned", json_number(plan->planned),
                       "transfers", sp_schedule_json(plan)));
}

struct planning {
  const struct sp_registry *registry;
  uint64_t seed;
  const struct sp_instance *in;
  const struct sp_method *method;
};

/* Plans in this process; a refusal is the result. */
static void plan_method(void *data, struct sp_result *result, const struct sp_records *to)
{
  const struct planning *p = data;
  struct sp_context *cx = sp_context_alloc(p->registry, p->seed, p->in, p->method);
  if (isatty(STDERR_FILENO)) {
    cx->asks = cli_show_part;
    cx->asks_data = (void *)(uintptr_t)p->method;
  }
  *result = sp_result_of(SP_RUN_OK);
  if (sp_check_tasks(cx, p->in, SP_TASKS_SHOWN) || sp_plan(cx, p->method, p->in, to->decided)) {
    result->status = SP_REFUSED;
    snprintf(result->reason, sizeof result->reason, "%s", sp_context_reason(cx));
  }
  if (cx->asks)
    fputs("\r\033[K", stderr);
  sp_context_free(cx);
}

static int show(const struct sp_instance *in, const struct plan_options *o,
                const struct cli_methods *methods)
{
  int refused = 0, failed = 0;
  for (int i = 0; i < methods->n; i++) {
    const struct sp_method *method = &methods->method[i];
    struct planning planning = {methods->registry, o->execution.seed, in, method};
    struct sp_schedule planned = SP_SCHEDULE_EMPTY;
    struct sp_result result;
    if (i)
      putchar('\n');
    sp_perform_method_apart(plan_method, &planning, method, false, o->execution.seconds,
                            o->execution.megabytes, &result,
                            &(struct sp_records){.decided = &planned});
    if (result.status != SP_RUN_OK)
      cli_complain(SP_BAD_INPUT, "%s: %s: %s", method->name, sp_status_name(result.status),
                   result.reason);
    else if (o->json)
      print_document(method->name, &planned);
    else
      print_text(method->name, &planned);
    refused += result.status == SP_REFUSED;
    failed += result.status != SP_RUN_OK;
    sp_schedule_clear(&planned);
  }
  return failed < methods->n ? SP_OK : refused == failed ? SP_BAD_INPUT : SP_CANNOT;
}

static int run_plan_command(void *options_of)
{
  struct plan_options *o = options_of;
  struct sp_registry *registry = cli_registry(&o->execution.plugin);
  struct sp_instance *in = cli_read_instance(&o->source, &o->execution);
  struct cli_methods methods = cli_methods_read(registry, &o->methods, in->problem);
  if (o->json && methods.n > 1)
    cli_usage("starport plan", "--json shows one plan, expected one heuristic");
  return show(in, o, &methods);
}

const struct cli_command cli_plan = {
    .name = "plan",
    .does = "shows the schedule of a heuristic, without executing it",
    .option = options,
    .usage = "PLATFORM.xml [DEPLOY.xml] -H NAME[,NAME..]\n--star=TEXT -H NAME[,NAME..]",
    .help =
        "Shows the transfers in the order of the master's ports: the k-th is the k-th reception "
        "and the k-th emission. From 0 is the master's own load; 'after' is the transfer that "
        "brought the task. On-line heuristics are unrolled in the nominal model; 'earliest' is the "
        "date for which one waited before the emission, 'earliest in' before the reception."
        "\vExample: starport plan --star=\"c=2,2,2,2 w=3,3,4,4 load=8,1,1,0\" -H r-bsa --json",
    .group = {{&cli_instance_group, AT(source)},
              {&cli_methods_group, AT(methods)},
              {&cli_seed_group, AT(execution)},
              {&cli_run_limits_group, AT(execution)}},
    .check = check_plan_options,
    .size = sizeof(struct plan_options),
    .run = run_plan_command,
};
