/* starport bound: shows every bound that applies. */
#include "cli/commands.h"
#include "cli/shared/instance.h"
#include "cli/shared/output.h"
#include <math.h>
#include <starport/starport.h>

struct bound_options {
  struct cli_source source;
  bool json;
};

#define AT(field) offsetof(struct bound_options, field)
static const struct cli_option options[] = {
    {"json", CLI_FLAG, AT(json), NULL, "print one JSON document", .group = 3},
    {0},
};

static json_t *records_of(const struct sp_bound *bound, int n)
{
  json_t *list = json_array();
  for (int i = 0; i < n; i++)
    json_array_append_new(
        list, json_pack("{s:s, s:o}", "name", bound[i].name, "value", json_number(bound[i].value)));
  return list;
}

static void print_list(const json_t *bounds, const char *head)
{
  const char *const heads[] = {head, "value"};
  static const char *const keys[] = {"name", "value"};
  json_table(bounds, 2, heads, keys, "lr");
}

static void print_text(const struct sp_instance *in, const json_t *bounds, const json_t *flow)
{
  printf("%s\n\n", cli_describe(in));
  if (json_array_size(bounds))
    print_list(bounds, "bound");
  else
    puts("no bound applies");
  if (json_array_size(flow)) {
    puts("");
    print_list(flow, "of the flows");
  }
}

static void print_document(const struct sp_instance *in, json_t *bounds, json_t *flow)
{
  const json_t *best = json_object_get(json_array_get(bounds, 0), "value");
  json_t *document =
      json_pack("{s:o, s:O}", isfinite(in->deadline.v) ? "upper_bound" : "lower_bound",
                best ? json_incref((json_t *)best) : json_number(NAN), "bounds", bounds);
  if (json_array_size(flow))
    json_object_set(document, "flow_bounds", flow);
  json_print(document);
}

static int run_bound_command(void *options_of)
{
  const struct bound_options *o = options_of;
  struct sp_bound bound[SP_MAX_BOUNDS], of_flows[SP_FLOW_BOUNDS];
  struct sp_instance *in = cli_read_instance(&o->source, NULL);
  json_t *bounds = records_of(bound, sp_bounds(in, bound));
  json_t *flow = records_of(of_flows, sp_flow_bounds(in, of_flows));
  if (o->json)
    print_document(in, bounds, flow);
  else
    print_text(in, bounds, flow);
  json_decref(bounds);
  json_decref(flow);
  return SP_OK;
}

const struct cli_command cli_bound = {
    .name = "bound",
    .does = "shows every bound on the makespan, or on the work by a deadline",
    .option = options,
    .usage = "PLATFORM.xml [DEPLOY.xml]\n--star=TEXT",
    .help =
        "Shows every lower bound on the makespan that applies to the instance, the best one first. "
        "On a star that changes over time capacity, port and worker count by the integrals of "
        "speeds and bandwidths, and the other bounds with the best ones over time. With a deadline "
        "it shows the upper bounds on the tasks or units done by it, the least first. Of a bag "
        "whose tasks arrive it also shows lower bounds on the longest flow (bound_max_flow) and "
        "the sum of flows (bound_sum_flow), and with weights on those of weighted flows."
        "\vExample: starport bound --star=\"c=1,8,1,1 w=1,1,9,10 load=13,13,0,0\"",
    .group = {{&cli_instance_group, AT(source)}},
    .size = sizeof(struct bound_options),
    .run = run_bound_command,
};
