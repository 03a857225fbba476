/* starport bound: every lower bound that applies. */
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

enum { JSON = 0x300 };
static const struct argp_option bound_options[] = {
    {"json", JSON, NULL, 0, "print one JSON document", 3},
    {0},
};

static error_t parse_bound(int key, char *text, struct argp_state *state)
{
  struct bound_options *o = state->input;
  (void)text;
  if (key == JSON)
    o->json = true;
  else if (key == ARGP_KEY_INIT)
    state->child_inputs[0] = &o->source;
  else
    return ARGP_ERR_UNKNOWN;
  return 0;
}

static const struct argp_child bound_children[] = {
    {&cli_instance_argp, 0, NULL, 0}, {&cli_help_argp, 0, NULL, 0}, {0}};
static const struct argp bound_argp = {
    bound_options,
    parse_bound,
    "PLATFORM.xml [DEPLOY.xml]\n--star=TEXT",
    "Shows every lower bound on the makespan that applies to the instance, the best one first."
    "\vExample: starport bound --star=\"c=1,8,1,1 w=1,1,9,10 load=13,13,0,0\"",
    bound_children,
    NULL,
    NULL,
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
  cli_parse(&bound_argp, argc, argv, &o);
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
