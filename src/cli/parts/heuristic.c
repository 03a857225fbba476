/* What `starport list` says of heuristics: an entry, a record, or one in full with the head of its
 * file and the example there. */
#include "cli/parts/heuristic.h"
#include "base/text_table.h"
#include "cli/shared/output.h"

/* Prints TEXT on the right of LEFT, broken between words so that no line is too wide. */
void cli_print_entry(const char *left, const char *text)
{
  enum { RIGHT = 24, WIDTH = 100 };
  int column = printf("%s", left);
  if (column >= RIGHT && *text) {
    putchar('\n');
    column = 0;
  }
  if (*text)
    column += printf("%*s", RIGHT - column, "");
  sp_print_wrapped(text, column, RIGHT, WIDTH);
  putchar('\n');
}

/* ---- Entries and records. */

/* "redistribution, bag". */
static const char *problems_of(const struct sp_heuristic *h)
{
  const char *text = "";
  for (unsigned bit = 1; bit && bit <= h->problems; bit <<= 1)
    if (h->problems & bit)
      text = cli_format("%s%s%s", text, *text ? ", " : "", sp_problem_name((enum sp_problem)bit));
  return text;
}

/* "0..100": the values of an option. */
static const char *values_of(const struct sp_option *option)
{
  return option->type == SP_CHOICE ? option->choices
         : option->type == SP_TEXT
             ? "TEXT"
             : cli_format("%s..%s", cli_rounded(option->min), cli_rounded(option->max));
}

void cli_heuristic_print(const struct sp_heuristic *h)
{
  cli_print_entry(h->name, cli_format("%s; %s", problems_of(h), h->source));
  cli_print_entry("", h->summary);
  for (const struct sp_option *o = h->options; o && o->name; o++)
    cli_print_entry(cli_format("  %s=%s", o->name, values_of(o)),
                    *o->preset ? cli_format("%s (default %s)", o->help, o->preset) : o->help);
}

static json_t *option_record(const struct sp_option *option)
{
  static const char *const types[] = {"choice", "integer", "real", "text"};
  json_t *record = json_pack("{s:s, s:s, s:s, s:s}", "name", option->name, "type",
                             types[option->type], "default", option->preset, "help", option->help);
  if (option->type == SP_CHOICE) {
    json_t *choices = json_array();
    for (const char *p = option->choices; *p; p += strcspn(p, "|"), p += *p == '|')
      json_array_append_new(choices, json_stringn(p, strcspn(p, "|")));
    json_object_set_new(record, "choices", choices);
  } else if (option->type != SP_TEXT) {
    json_object_set_new(record, "min", json_number(option->min));
    json_object_set_new(record, "max", json_number(option->max));
  }
  return record;
}

json_t *cli_heuristic_record(const struct sp_heuristic *h)
{
  json_t *problems = json_array(), *taken = json_array();
  for (unsigned bit = 1; bit && bit <= h->problems; bit <<= 1)
    if (h->problems & bit)
      json_array_append_new(problems, json_string(sp_problem_name((enum sp_problem)bit)));
  for (const struct sp_option *o = h->options; o && o->name; o++)
    json_array_append_new(taken, option_record(o));
  return json_pack("{s:s, s:o, s:s, s:s, s:i, s:b, s:o}", "name", h->name, "problems", problems,
                   "source", h->source, "summary", h->summary, "version", h->version, "online",
                   h->plan == NULL, "options", taken);
}

/* ---- The head of a file and its example. */

/* The example of a head, the star in quotes; without METHOD the heuristic with its presets:
 *   Example [(WHERE)]: "STAR" [with METHOD]: what comes out */
struct example {
  const char *star, *method;
  double value; /* of the run: the makespan, or what is done by the deadline */
  bool by_deadline;
  int bounds;
  struct sp_bound bound[SP_MAX_BOUNDS];
};

/* The head of a built-in heuristic; NULL: it has none, as a plug-in. */
static const char *head_of(const struct sp_heuristic *heuristic)
{
  for (const struct cli_head *head = cli_heads; head->name; head++)
    if (!strcmp(head->name, heuristic->name))
      return head->text;
  return NULL;
}

/* The text from BEGIN up to END in one line. */
static const char *one_line(const char *begin, const char *end)
{
  char *text = cli_format("%.*s", (int)(end - begin), begin);
  for (char *p = text; (p = strchr(p, '\n'));)
    *p = ' ';
  return text;
}

/* Reads the example; false: there is none. */
static bool read_example(const char *head, const char *name, struct example *example)
{
  const char *at = strstr(head, "Example"), *open = at ? strchr(at, '"') : NULL,
             *close = open ? strchr(open + 1, '"') : NULL;
  if (!close)
    return false;
  const char *after = close + 1 + strspn(close + 1, " \n");
  size_t with = strncmp(after, "with", 4) ? 0 : 4 + strspn(after + 4, " \n");
  const char *method = with ? after + with : name;
  size_t length = with ? strcspn(method, " \n") - 1 : strlen(name); /* it ends with a colon */
  example->star = one_line(open + 1, close);
  example->method = one_line(method, method + length);
  return true;
}

/* Runs it on the native engine. SP_OK, or a code with the reason. */
static int run_example(const struct sp_registry *registry, struct example *example,
                       struct sp_error *error)
{
  static const struct sp_conditions nominal = {0};
  struct sp_method method = {0};
  struct sp_result result;
  struct sp_instance *in = sp_star_parse(example->star, error);
  int code = in ? sp_method_parse(registry, example->method, &method, error) : SP_BAD_INPUT;
  if (!code) {
    sp_native_run(in, registry, &method, &nominal, &result, NULL, NULL);
    example->by_deadline = in->deadline.v < INFINITY;
    example->value = example->by_deadline ? result.done : result.makespan;
    example->bounds = sp_bounds(in, example->bound);
    if (result.status != SP_RUN_OK)
      code = sp_failure(error, SP_CANNOT, "%s: %s", example->method, result.reason);
  }
  sp_method_clear(&method);
  sp_instance_free(in);
  return code;
}

/* ---- One heuristic: its entry, the head of its file, the example there and what comes out. */

static json_t *example_record(const struct example *example)
{
  return json_pack("{s:s, s:s, s:o, s:o*}", "star", example->star, "method", example->method,
                   example->by_deadline ? "done" : "makespan", json_number(example->value), "bound",
                   example->bounds ? json_number(example->bound[0].value) : NULL);
}

static void print_example(const struct example *example)
{
  printf("\nstarport run --star=\"%s\" -H %s\n%s %s", example->star, example->method,
         example->by_deadline ? "done by the deadline" : "makespan", cli_rounded(example->value));
  if (example->bounds)
    printf("; %s bound %s (%s)", example->by_deadline ? "upper" : "lower",
           cli_rounded(example->bound[0].value), example->bound[0].name);
  putchar('\n');
}

/* Runs the example of a head, if it has one, and prints it or adds it to the record. */
static int show_example(const struct sp_registry *registry, const char *head, const char *name,
                        json_t *record)
{
  struct example example;
  struct sp_error error;
  if (!read_example(head, name, &example))
    return SP_OK;
  int code = cli_failed(run_example(registry, &example, &error), &error);
  if (!code && record)
    json_object_set_new(record, "example", example_record(&example));
  else if (!code)
    print_example(&example);
  return code;
}

int cli_heuristic_show(const struct sp_registry *registry, const struct sp_heuristic *h, bool name,
                       bool json)
{
  const char *head = head_of(h);
  json_t *record = json ? cli_heuristic_record(h) : NULL;
  int code = SP_OK;
  if (name)
    puts(h->name);
  else if (!json)
    cli_heuristic_print(h);
  if (head && record)
    json_object_set_new(record, "head", json_string(head));
  else if (head && !name)
    printf("\n%s", head);
  if (head && !name)
    code = show_example(registry, head, h->name, record);
  if (record && !code)
    json_print(json_pack("{s:[O]}", "heuristics", record));
  json_decref(record);
  return code;
}
