/* starport bound: shows every bound that applies. */
#include "base/text_table.h"
#include "cli/commands.h"
#include "cli/shared/instance.h"
#include "cli/shared/output.h"

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

static void print_list(const struct sp_bound *bound, int n, const char *head)
{
  struct sp_table *table = sp_table_alloc(2, (const char *const[]){head, "value"}, "lr");
  for (int i = 0; i < n; i++)
    sp_table_add(table, "sf", bound[i].name, isfinite(bound[i].value) ? bound[i].value : NAN);
  sp_table_end(table, stdout);
}

static int run_bound_command(void *options_of)
{
  const struct bound_options *o = options_of;
  struct sp_bound bound[SP_MAX_BOUNDS], of_flows[SP_FLOW_BOUNDS];
  struct sp_instance *in = cli_read_instance(&o->source, NULL);
  int n = sp_bounds(in, bound), flows = sp_flow_bounds(in, of_flows);
  if (o->json) {
    json_print(json_pack("{s:o, s:o, s:o*}",
                         isfinite(in->deadline.v) ? "upper_bound" : "lower_bound",
                         json_number(n ? bound[0].value : NAN), "bounds", records_of(bound, n),
                         "flow_bounds", flows ? records_of(of_flows, flows) : NULL));
    return SP_OK;
  }
  printf("%s\n\n%s", cli_describe(in), n ? "" : "no bound applies\n");
  print_list(bound, n, "bound");
  fputs(flows ? "\n" : "", stdout);
  print_list(of_flows, flows, "of the flows");
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
