/* Reproduces a table of single values, each the result of one run, one optimum or one command: runs
 * them, compares each value with the published one and writes the runs' pictures and events. */
#include "cli/commands.h"
#include "cli/reproduction/reproduce.h"
#include "cli/shared/files.h"
#include "cli/shared/methods.h"
#include "cli/shared/paths.h"
#include "cli/shared/runs.h"
#include "io/instance.h"
#include "solve/bounds/bounds.h"
#include "solve/optimum/optimum.h"
#include <unistd.h>

/* Nodes that the search for a proven optimum may visit; the papers' examples need far fewer. */
#define OPTIMUM_NODES 20000000

/* The state of one reproduction. */
struct session {
  const struct cli_reproduction *given;
  const char *data; /* directory */
  struct sp_registry *registry;
  struct cli_values values;
  struct cli_strings written; /* names of files without their suffixes */
  const char *drawn;          /* the same for the table's own picture; NULL: no picture */
  int differ;
};

/* The file of the platform NAME or, if there is none, of NAME without its last parts: "fig8" is the
 * platform of the deployments "fig8-N2" and "fig8-N10". */
static const char *platform_file(const struct session *s, const char *name)
{
  const char *path = NULL;
  for (int length = (int)strlen(name); length > 0; length--) {
    if (name[length] && name[length] != '-')
      continue;
    path = cli_format("%s/platforms/%.*s.xml", s->data, length, name);
    if (!access(path, R_OK))
      break;
  }
  return path;
}

static struct sp_instance *read_platform(const struct session *s, const char *platform)
{
  struct sp_error error;
  struct sp_source source = {.platform = platform_file(s, platform),
                             .deployment = cli_format("%s/deploy/%s_d.xml", s->data, platform)};
  struct sp_instance *in = sp_read_instance(&source, &error);
  if (!in)
    cli_failed(SP_BAD_INPUT, &error);
  return in;
}

/* Suffixes of the files of every run. */
static const char *const suffixes[] = {"-events.csv", ".svg", ".pdf", ".png"};
enum { SUFFIXES = sizeof suffixes / sizeof *suffixes };
/* Suffixes of the table's own picture. */
static const char *const drawn_suffixes[] = {".svg", ".pdf", ".gp", ".dat"};
enum { DRAWN = sizeof drawn_suffixes / sizeof *drawn_suffixes };

/* Of one experiment of several only the events and the SVG are written. */
static int suffixes_of(const struct session *s)
{
  return s->given->outcome ? 2 : SUFFIXES;
}

/* Writes DIR/PLATFORM-METHOD with each suffix. */
static int write_files(struct session *s, const struct cli_value *v, const struct cli_run *run)
{
  int code = SP_OK;
  const char *base = cli_format("%s/%s", s->given->output, v->platform);
  const char *stem = cli_name_for(base, v->method), *title = cli_run_title(run);
  for (int i = 0; i < suffixes_of(s) && !code; i++) {
    struct cli_files files = {0};
    files.path[i ? CLI_GANTT : CLI_EVENTS] = cli_format("%s%s", stem, suffixes[i]);
    code = cli_files_write(&files, &run->trace[0], run->in, title, sp_bound_date(run->in));
  }
  cli_strings_add(&s->written, stem);
  return code;
}

static void set_value(struct session *s, struct cli_value *v, double ours)
{
  v->ours = ours;
  bool agrees = cli_value_agrees(v, s->values.commands);
  v->verdict = agrees ? SP_AGREES : isnan(ours) && !v->exact ? SP_MISSING : SP_DIFFERS;
  s->differ += !agrees && strcmp(v->tag, "claim");
}

static void complain_of_run(struct session *s, const char *place, const struct cli_run *run)
{
  for (int k = 0; k < run->n; k++)
    if (run->result[k].status != SP_RUN_OK)
      cli_complain(SP_OK, "%s, %s, %s: %s: %s", place, run->name, sp_engine_name(run->engine[k]),
                   sp_status_name(run->result[k].status), run->result[k].reason);
  if (!run->difference.text[0])
    return;
  s->differ++;
  cli_complain(SP_OK, "%s, %s: the engines differ: %s", place, run->name, run->difference.text);
}

/* The quantity of that name in the result. */
static double quantity_of(const struct sp_result *result, const char *name)
{
  if (!strcmp(name, "planned"))
    return result->planned;
  return strcmp(name, "done") ? result->makespan : result->done;
}

/* Computes n values of one method on one platform, or of `run` on one SPEC, whose quantity is the
 * method. Those are makespans on the native engine. */
static int run_method(struct session *s, const struct sp_instance *in, struct cli_value *v, int n)
{
  static const struct cli_execution native = {.engine = CLI_NATIVE};
  bool of_command = s->values.commands;
  const char *place = of_command ? v->method : v->platform;
  struct sp_error error;
  struct sp_method method;
  struct cli_run run;
  if (sp_method_parse(s->registry, of_command ? v->quantity : v->method, &method, &error))
    return cli_failed(SP_BAD_INPUT, &error);
  cli_perform(in, of_command ? &native : &s->given->execution, s->registry, &method, NULL,
              of_command ? CLI_KEEP_RESULTS : CLI_KEEP_TRACE, &run);
  run.place = place;
  complain_of_run(s, place, &run);
  bool ok = run.result[0].status == SP_RUN_OK;
  for (int i = 0; i < n; i++)
    set_value(s, &v[i], ok ? quantity_of(&run.result[0], v[i].quantity) : NAN);
  int code = ok && !of_command ? write_files(s, v, &run) : SP_OK;
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
  set_value(s, v, proven ? makespan : NAN);
  sp_schedule_clear(&best);
}

/* Computes the n values of one command and SPEC. */
static int run_command(struct session *s, struct cli_value *v, int n)
{
  struct sp_error error;
  bool of_star = !strcmp(v->platform, "run");
  struct sp_instance *in = of_star ? sp_star_parse(v->method, &error) : NULL;
  int code = !of_star ? cli_values_compute(v, n) : cli_failed(in ? SP_OK : SP_BAD_INPUT, &error);
  for (int i = 0; i < n && !code; i++)
    if (of_star)
      code = run_method(s, in, &v[i], 1);
    else
      set_value(s, &v[i], v[i].ours);
  sp_instance_free(in);
  return code;
}

static bool same_run(const struct cli_value *a, const struct cli_value *b)
{
  return !strcmp(a->platform, b->platform) && !strcmp(a->method, b->method);
}

/* The values of one run are on consecutive lines of the file. */
static int run_all(struct session *s)
{
  int code = SP_OK;
  for (int i = 0, next; i < s->values.n && !code; i = next) {
    struct cli_value *v = &s->values.value[i];
    for (next = i + 1; next < s->values.n && same_run(v, &s->values.value[next]);)
      next++;
    if (s->values.commands) {
      code = run_command(s, v, next - i);
      continue;
    }
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

/* The path relative to the current directory, if it is below it. */
static const char *relative_path(const char *path)
{
  char here[4096];
  size_t length = getcwd(here, sizeof here) ? strlen(here) : 0;
  return length && !strncmp(path, here, length) && path[length] == '/' ? path + length + 1 : path;
}

/* The names of the engines that ran. */
static const char *describe_engines(const struct cli_execution *execution)
{
  return execution->engine == CLI_NATIVE
             ? "native"
             : cli_format("simgrid (%s)%s", sp_simgrid_version(),
                          execution->engine == CLI_BOTH ? " and native" : "");
}

/* Adds the names STEM with each of n suffixes. */
static void add_files(json_t *files, const char *stem, const char *const *suffix, int n)
{
  for (int k = 0; k < n; k++)
    json_array_append_new(files, sp_json_text(cli_format("%s%s", stem, suffix[k])));
}

static void print_document(const struct session *s, const char *engines)
{
  json_t *files = json_array();
  for (int i = 0; i < s->written.n; i++)
    add_files(files, s->written.item[i], suffixes, suffixes_of(s));
  if (s->drawn)
    add_files(files, s->drawn, drawn_suffixes, DRAWN);
  json_print(json_pack("{s:s, s:s*, s:o, s:o}", "experiment", s->given->id, "engine",
                       s->values.commands ? NULL : engines, "cells", cli_values_json(&s->values),
                       "files", files));
}

static void print_text(const struct session *s, const char *title, const char *engines, FILE *out)
{
  fprintf(out, "%s\n", title);
  if (!s->values.commands)
    fprintf(out, "engine: %s\n", engines);
  fputc('\n', out);
  cli_values_print(&s->values, out);
  for (int i = 0; i < s->written.n; i++)
    fprintf(out, "%swrote %s.svg%s and -events.csv\n", i ? "" : "\n",
            relative_path(s->written.item[i]), suffixes_of(s) < SUFFIXES ? "" : ", .pdf, .png");
  if (s->drawn)
    fprintf(out, "\nwrote %s.svg and .pdf, with .gp and .dat\n", relative_path(s->drawn));
}

/* Writes the table to OUTPUT/ID-report.txt, and prints it. */
static int report(const struct session *s, const char *title)
{
  struct sp_error error;
  const char *engines = describe_engines(&s->given->execution);
  const char *path = cli_format("%s/%s-report.txt", s->given->output, s->given->id);
  struct sp_file *file = sp_create_file(path, &error);
  if (file)
    print_text(s, title, engines, file->stream);
  int code = cli_close_file(file, SP_OK, &error);
  if (!code && s->given->json)
    print_document(s, engines);
  else if (!code && cli_reproduction_prints(s->given))
    print_text(s, title, engines, stdout);
  return code;
}

/* The outcome of one experiment of several. */
static void set_outcome(const struct session *s, const char *title)
{
  static const char *const report_suffix[] = {"-report.txt"};
  struct cli_outcome *o = s->given->outcome;
  struct cli_strings pictures = {0};
  o->title = title;
  o->stem = s->given->id;
  o->all = o->computed = s->values.n;
  o->row = cli_keep(sp_xcalloc(1, sizeof *o->row));
  o->row->name = o->row->title = "";
  o->rows = 1;
  o->suffix = report_suffix;
  o->suffixes = 1;
  cli_values_count(&s->values, o->row);
  for (int k = 0; k < s->written.n; k++)
    cli_strings_add(&pictures, cli_format("%s.svg", s->written.item[k]));
  if (s->drawn)
    cli_strings_add(&pictures, cli_format("%s.svg", s->drawn));
  FILE *out = sp_open_string(&o->article);
  cli_values_article(&s->values, &pictures, out);
  o->article = sp_context_end(cli_memory(), out, &o->article);
}

static int reproduce(struct session *s, const char *title)
{
  struct sp_error error;
  const char *file = cli_format("%s/results/%s.csv", s->data, s->given->id);
  int code = cli_failed(cli_values_read(file, &s->values, &error), &error);
  if (!code)
    code = cli_registry_open(&s->registry, &s->given->execution.plugin);
  if (!code && !s->values.commands)
    code = cli_check_engines(&s->given->execution);
  if (!code)
    code = run_all(s);
  if (!code)
    code = cli_values_draw(&s->values, s->given->output, s->given->id, &s->drawn);
  if (!code)
    code = report(s, title);
  if (!code && s->given->outcome)
    set_outcome(s, title);
  if (code)
    return code;
  return s->differ ? cli_complain(SP_NOT_VERIFIED, "%s is not reproduced", s->given->id) : SP_OK;
}

int cli_reproduce_values(const struct cli_reproduction *given, const char *title, const char *data)
{
  struct session s = {.given = given, .data = data};
  return reproduce(&s, title);
}
