/* starport reproduce: an experiment's published values beside ours, and its pictures. */
#include "cli/cli.h"
#include "cli/experiments.h"
#include "model/memory.h"
#include "solve/optimum.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Nodes that the search for a proven optimum may visit: the papers' examples take far fewer. */
#define OPTIMUM_NODES 20000000

struct reproduce_options {
  const char *id, *output, *tier;
  struct cli_execution execution;
  struct cli_limits limits;
  long count;
  bool json;
};

enum { COUNT = 0x300, JSON, TIER };
static const struct argp_option reproduce_options[] = {
    {"output", 'o', "DIR", 0,
     "where pictures and events go (default: the project's results/, or ./results)", 3},
    {"json", JSON, NULL, 0, "print one JSON document", 3},
    {"tier", TIER, "NAME", 0, "a size of a campaign, such as small (default: the full one)", 3},
    {"count", COUNT, "N", 0, "platforms a point of a campaign", 3},
    {0},
};

static error_t parse_reproduce(int key, char *text, struct argp_state *state)
{
  struct reproduce_options *o = state->input;
  if (key == 'o')
    o->output = text;
  else if (key == JSON)
    o->json = true;
  else if (key == TIER)
    o->tier = text;
  else if (key == COUNT)
    o->count = cli_integer(state, "--count", text, 1);
  else if (key == ARGP_KEY_ARG && !o->id)
    o->id = text;
  else if (key == ARGP_KEY_INIT) {
    state->child_inputs[0] = &o->execution;
    state->child_inputs[1] = &o->execution;
    state->child_inputs[2] = &o->limits;
  } else if (key == ARGP_KEY_SUCCESS) {
    if (!o->id)
      cli_usage(state->name, "name an experiment of 'starport list experiments'");
  } else
    return ARGP_ERR_UNKNOWN;
  return 0;
}

static const struct argp_child reproduce_children[] = {{&cli_seed_argp, 0, NULL, 0},
                                                       {&cli_engine_argp, 0, NULL, 0},
                                                       {&cli_limits_argp, 0, NULL, 0},
                                                       {&cli_help_argp, 0, NULL, 0},
                                                       {0}};
static const struct argp reproduce_argp = {
    reproduce_options,
    parse_reproduce,
    "ID",
    "Runs an experiment, prints its published values beside ours with a verdict in every row, and "
    "writes its pictures and events. Exit code 3 if a value differs that the paper prints or that "
    "is known to us."
    "\vExample: starport reproduce rr6005-trace",
    reproduce_children,
    NULL,
    NULL,
};

/* One reproduction under way. */
struct session {
  const struct reproduce_options *options;
  char *data, *output; /* directories */
  struct cli_methods methods;
  struct cli_values values;
  struct cli_strings written; /* names of files but for their suffixes; owned */
  int differ;
};

/* The platform NAME, or, where there is none, that of the name without its last parts: "fig8" is
 * the platform of the deployments "fig8-N2" and "fig8-N10". The caller frees the path. */
static char *platform_file(const struct session *s, const char *name)
{
  char *path = NULL;
  for (int length = (int)strlen(name); length > 0; length--) {
    if (name[length] && name[length] != '-')
      continue;
    free(path);
    if (asprintf(&path, "%s/platforms/%.*s.xml", s->data, length, name) < 0)
      abort();
    if (!access(path, R_OK))
      break;
  }
  return path;
}

static struct sp_instance *read_platform(const struct session *s, const char *platform)
{
  struct sp_error error;
  char *xml = platform_file(s, platform), *deployment = NULL;
  if (asprintf(&deployment, "%s/deploy/%s_d.xml", s->data, platform) < 0)
    abort();
  struct sp_source source = {.platform = xml, .deployment = deployment};
  struct sp_instance *in = sp_read_instance(&source, &error);
  if (!in)
    cli_complain(SP_BAD_INPUT, "%s", error.text);
  free(xml);
  free(deployment);
  return in;
}

/* Suffixes of what is written of every run. */
static const char *const suffixes[] = {"-events.csv", ".svg", ".pdf", ".png"};
enum { SUFFIXES = sizeof suffixes / sizeof *suffixes };

static char *file_name(const char *stem, int suffix)
{
  char *path = NULL;
  if (asprintf(&path, "%s%s", stem, suffixes[suffix]) < 0)
    abort();
  return path;
}

/* Writes DIR/PLATFORM-METHOD with each suffix. */
static int write_files(struct session *s, const struct cli_value *v, const struct cli_run *run)
{
  struct sp_bound bound[SP_MAX_BOUNDS];
  int n = sp_bounds(run->in, bound), code = SP_OK;
  char *base = cli_path(s->output, v->platform), *stem = cli_name_for(base, v->method);
  for (int i = 0; i < SUFFIXES && !code; i++) {
    char *path = file_name(stem, i);
    code = i ? cli_write_gantt(run, path, n ? bound[0].value : NAN) : cli_write_events(run, path);
    free(path);
  }
  cli_strings_add(&s->written, stem);
  free(base);
  return code;
}

static void judge(struct session *s, struct cli_value *v, double ours)
{
  v->ours = ours;
  bool agrees = fabs(ours - v->published) <= 1e-9 * fabs(v->published);
  v->verdict = isnan(ours) ? "missing" : agrees ? "agrees" : "differs";
  s->differ += !agrees && strcmp(v->tag, "claim");
}

static void complain_of_run(struct session *s, const struct cli_value *v, const struct cli_run *run)
{
  for (int k = 0; k < run->n; k++)
    if (run->result[k].status != SP_RUN_OK)
      cli_complain(SP_OK, "%s, %s, %s: %s: %s", v->platform, run->name,
                   sp_engine_name(run->engine[k]), sp_status_name(run->result[k].status),
                   run->result[k].reason);
  if (!run->difference.text[0])
    return;
  s->differ++;
  cli_complain(SP_OK, "%s, %s: the engines differ: %s", v->platform, run->name,
               run->difference.text);
}

/* What the run has of that name. */
static double quantity_of(const struct sp_result *result, const char *name)
{
  if (!strcmp(name, "planned"))
    return result->planned;
  return strcmp(name, "done") ? result->makespan : result->done;
}

/* Judges the n values of one method on one platform. */
static int run_method(struct session *s, const struct sp_instance *in, struct cli_value *v, int n)
{
  struct sp_error error;
  struct sp_method method;
  struct cli_run run;
  if (sp_method_parse(s->methods.registry, v->method, &method, &error))
    return cli_complain(SP_BAD_INPUT, "%s", error.text);
  cli_perform(in, &s->options->execution, s->methods.registry, &method, NULL, true, &run);
  run.place = v->platform;
  complain_of_run(s, v, &run);
  bool ok = run.result[0].status == SP_RUN_OK;
  for (int i = 0; i < n; i++)
    judge(s, &v[i], ok ? quantity_of(&run.result[0], v[i].quantity) : NAN);
  int code = ok ? write_files(s, v, &run) : SP_OK;
  cli_run_clear(&run);
  sp_method_clear(&method);
  return code;
}

static void find_optimum(struct session *s, const struct sp_instance *in, struct cli_value *v)
{
  struct sp_schedule best = SP_SCHEDULE_EMPTY;
  double makespan = NAN, bound = NAN;
  bool proven = false;
  if (sp_optimum(in, OPTIMUM_NODES, &best, &makespan, &bound, &proven) || !proven)
    cli_complain(SP_OK, "%s: the optimum was not proven, it is at least %.17g", v->platform, bound);
  judge(s, v, proven ? makespan : NAN);
  sp_schedule_clear(&best);
}

static bool same_run(const struct cli_value *a, const struct cli_value *b)
{
  return !strcmp(a->platform, b->platform) && !strcmp(a->method, b->method);
}

/* Values of one run stand together in the file. */
static int run_all(struct session *s)
{
  int code = SP_OK;
  for (int i = 0, next; i < s->values.n && !code; i = next) {
    struct cli_value *v = &s->values.value[i];
    for (next = i + 1; next < s->values.n && same_run(v, &s->values.value[next]);)
      next++;
    struct sp_instance *in = read_platform(s, v->platform);
    if (!in)
      return SP_BAD_INPUT;
    if (!strcmp(v->quantity, "optimum"))
      find_optimum(s, in, v);
    else
      code = run_method(s, in, v, next - i);
    sp_instance_free(in);
  }
  return code;
}

/* The path as it is read from here. */
static const char *seen_from_here(const char *path)
{
  char here[4096];
  size_t length = getcwd(here, sizeof here) ? strlen(here) : 0;
  return length && !strncmp(path, here, length) && path[length] == '/' ? path + length + 1 : path;
}

/* What ran, in a line. */
static char *describe_engines(const struct cli_execution *execution)
{
  char *text = NULL;
  bool simgrid = execution->engine[SP_ENGINE_SIMGRID], native = execution->engine[SP_ENGINE_NATIVE];
  if (asprintf(&text, "%s%s%s%s%s", simgrid ? "simgrid (" : "", simgrid ? sp_simgrid_version() : "",
               simgrid ? ")" : "", simgrid && native ? " and " : "", native ? "native" : "") < 0)
    abort();
  return text;
}

static json_t *files_json(const struct session *s)
{
  json_t *files = json_array();
  for (int i = 0; i < s->written.n; i++)
    for (int suffix = 0; suffix < SUFFIXES; suffix++) {
      char *path = file_name(s->written.item[i], suffix);
      json_array_append_new(files, json_text(path));
      free(path);
    }
  return files;
}

static void report(const struct session *s, const char *title)
{
  char *engines = describe_engines(&s->options->execution);
  if (s->options->json) {
    json_t *document = json_document();
    json_object_set_new(document, "experiment", json_string(s->options->id));
    json_object_set_new(document, "engine", json_string(engines));
    json_object_set_new(document, "cells", cli_values_json(&s->values));
    json_object_set_new(document, "files", files_json(s));
    json_print(document);
  } else {
    printf("%s\nengine: %s\n\n", title, engines);
    cli_values_print(&s->values);
    for (int i = 0; i < s->written.n; i++)
      printf("%swrote %s.svg, .pdf, .png and -events.csv\n", i ? "" : "\n",
             seen_from_here(s->written.item[i]));
  }
  free(engines);
}

static int choose_output(struct session *s)
{
  if (s->options->output)
    s->output = sp_xstrdup(s->options->output);
  else {
    s->output = cli_path(s->data, "results");
    if (access(s->output, W_OK)) {
      free(s->output);
      s->output = sp_xstrdup("results");
    }
  }
  if (mkdir(s->output, 0777) && errno != EEXIST)
    return cli_complain(SP_BAD_INPUT, "%s: cannot make the directory: %s", s->output,
                        strerror(errno));
  return SP_OK;
}

/* An experiment file: a campaign. */
static int reproduce_campaign(struct session *s)
{
  const struct reproduce_options *o = s->options;
  struct cli_reproduction r = {.id = o->id,
                               .tier = o->tier,
                               .execution = &o->execution,
                               .limits = &o->limits,
                               .count = o->count};
  if (o->json)
    return cli_complain(SP_USAGE, "%s is a campaign: its tables are written as CSV, not JSON",
                        o->id);
  int code = choose_output(s);
  r.output = s->output;
  return code ? code : cli_reproduce_campaign(&r);
}

static int reproduce(struct session *s, const char *title)
{
  struct sp_error error;
  char *file = NULL;
  if (asprintf(&file, "%s/results/%s.csv", s->data, s->options->id) < 0)
    abort();
  int code = cli_values_read(file, &s->values, &error);
  free(file);
  if (code)
    return cli_complain(code, "%s", error.text);
  code = choose_output(s);
  if (!code)
    code = cli_methods_open(&s->methods, &s->options->execution.plugin, NULL);
  if (!code)
    code = run_all(s);
  if (code)
    return code;
  report(s, title);
  return s->differ ? cli_complain(SP_NOT_VERIFIED, "%s is not reproduced", s->options->id) : SP_OK;
}

int cli_reproduce(int argc, char **argv)
{
  struct reproduce_options o = {.limits = cli_limits_preset()};
  cli_execution_preset(&o.execution);
  cli_parse(&reproduce_argp, argc, argv, &o);
  const struct cli_experiment *experiment = cli_experiment_find(o.id);
  struct session s = {.options = &o, .data = cli_data_directory()};
  int code;
  if (!s.data)
    code = cli_complain(SP_CANNOT, "found no platforms/ and results/: expected them in "
                                   "$STARPORT_DATA or in " STARPORT_DATADIR);
  else if (!experiment)
    code = reproduce_campaign(&s);
  else if (o.count || o.tier)
    code = cli_complain(SP_USAGE, "%s is no campaign: --count and --tier do not apply", o.id);
  else {
    o.id = experiment->id;
    code = reproduce(&s, experiment->title);
  }
  cli_methods_close(&s.methods);
  cli_values_clear(&s.values);
  for (int i = 0; i < s.written.n; i++)
    free((char *)s.written.item[i]);
  free(s.written.item);
  free(s.data);
  free(s.output);
  cli_execution_clear(&o.execution);
  return code;
}
