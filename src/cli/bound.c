/* starport bound: shows every lower bound that applies. */
#include "base/text_table.h"
#include "cli/commands.h"
#include "cli/shared/arguments.h"
#include "cli/shared/instance.h"
#include "cli/shared/json.h"
#include "cli/shared/messages.h"
#include "cli/shared/runs.h"
#include <math.h>
#include <stdlib.h>

struct bound_options {
  struct cli_source source;
  bool json;
};

#define AT(field) offsetof(struct bound_options, field)
static const struct cli_option options[] = {
    {"json", CLI_FLAG, AT(json), NULL, "print one JSON document", .group = 3},
    {0},
};

static const struct cli_command command = {
    .option = options,
    .usage = "PLATFORM.xml [DEPLOY.xml]\n--star=TEXT",
    .help =
        "Shows every lower bound on the makespan that applies to the instance, the best one first."
        "\vExample: starport bound --star=\"c=1,8,1,1 w=1,1,9,10 load=13,13,0,0\"",
    .group = {{&cli_instance_group, AT(source)}},
};

static void print_text(const struct sp_instance *in, const struct sp_bound *bound, int n)
{
  static const char *const heads[] = {"bound", "value"};
  char *what = cli_describe(in);
  struct sp_table *table = sp_table_alloc(2, heads, "lr");
  for (int i = 0; i < n; i++) {
    sp_table_row(table);
    sp_table_set(table, 0, "%s", bound[i].name);
    sp_table_number(table, 1, bound[i].value);
  }
  printf("%s\n\n", what);
  if (n)
    sp_table_print(table, stdout);
  else
    puts("no lower bound on the makespan applies");
  sp_table_free(table);
  free(what);
}

static void print_document(const struct sp_bound *bound, int n)
{
  json_t *document = json_document(), *list = json_array();
  for (int i = 0; i < n; i++)
    json_array_append_new(
        list, json_pack("{s:s, s:o}", "name", bound[i].name, "value", json_number(bound[i].value)));
  json_object_set_new(document, "lower_bound", json_number(n ? bound[0].value : NAN));
  json_object_set_new(document, "bounds", list);
  json_print(document);
}

int cli_bound(int argc, char **argv)
{
  struct bound_options o = {0};
  struct sp_bound bound[SP_MAX_BOUNDS];
  struct sp_error error;
  cli_parse(&command, argc, argv, &o);
  struct sp_instance *in = cli_read_instance(&o.source, NULL, &error);
  cli_source_clear(&o.source);
  if (!in)
    return cli_complain(SP_BAD_INPUT, "%s", error.text);
  int n = sp_bounds(in, bound);
  if (o.json)
    print_document(bound, n);
  else
    print_text(in, bound, n);
  sp_instance_free(in);
  return SP_OK;
}
