/* starport run: plans with heuristics, executes, validates and reports. */
#include "base/text_table.h"
#include "cli/commands.h"
#include "cli/shared/files.h"
#include "cli/shared/instance.h"
#include "cli/shared/methods.h"
#include "cli/shared/output.h"
#include "cli/shared/paths.h"
#include "cli/shared/runs.h"
#include "method/options.h"
#include "model/schedule.h"

struct run_options {
  struct cli_source source;
  struct cli_strings methods;
  struct cli_execution execution;
  struct cli_files files;
  const char *plan, *decisions; /* names of files; NULL: not given */
  bool json, explore;
  const char *url; /* of the explorer; NULL: the page beside the program */
};

#define AT(field) offsetof(struct run_options, field)
static const struct cli_option options[] = {
    {"plan", CLI_TEXT, AT(plan), "FILE.json", "execute this plan (of 'starport plan --json')",
     .group = 0},
    {NULL, CLI_HEADING, 0, NULL, "Output:", .group = 3},
    {"decisions", CLI_TEXT, AT(decisions), "FILE.csv",
     "write each decision, with the workers as the heuristic saw them", .group = 3, .more = true},
    {"json", CLI_FLAG, AT(json), NULL, "print one JSON document", .group = 3},
    {"explore", CLI_FLAG, AT(explore), NULL,
     "print the address that opens the star with its heuristics in the explorer, a page for a "
     "browser (docs/explorer.md)",
     .group = 3},
    {"url", CLI_TEXT, AT(url), "BASE",
     "--explore: the page's address, as https://HOST/explorer.html (default: the page that was "
     "made with the program)",
     .group = 3},
    {0},
};

static void check_run_options(void *options_of, const char *name)
{
  const struct run_options *o = options_of;
  if (!o->plan == !o->methods.n)
    cli_usage(name, o->plan ? "-H and --plan exclude each other"
                            : "name a heuristic with -H, such as bba, mbbsa or best-of");
  if (o->explore && o->plan)
    cli_usage(name, "--explore and --plan exclude each other: the explorer has heuristics");
  if (o->url && !o->explore)
    cli_usage(name, "--url=%s without --explore", o->url);
  if (o->url && !cli_is_page_address(o->url))
    cli_usage(name, "--url=%s, expected a page's address, without '#' and blanks", o->url);
  cli_files_check(&o->files, CLI_FILES, "--decisions", o->decisions, name);
}

/* Columns: after these the other fields that are shown, the status and the reason. */
enum { HEURISTIC, ENGINE, PLANNED, MAKESPAN, GAP, OTHERS, FIRST_OTHER = 3 /* its place */ };

/* The runs of the command and their report. */
struct session {
  const struct run_options *options;
  const struct sp_instance *in;
  int n_bounds;
  struct sp_bound bound[SP_MAX_BOUNDS];
  struct sp_table *table; /* unless JSON is printed */
  int status;             /* its column; the reason follows */
  const char *head[OTHERS + SP_MOST_FIELDS + 2];
  char align[OTHERS + SP_MOST_FIELDS + 2];
  json_t *runs;               /* if it is */
  bool several;               /* heuristics: each has its own files */
  struct cli_strings written; /* names of files */
  const char *link;           /* to the explorer; NULL: not requested */
  int all, ok, refused, invalid, different, uncompared;
};

static void make_table(struct session *s)
{
  static const char *const first[OTHERS] = {"heuristic", "engine", "planned", "makespan", "gap %"};
  const struct sp_field *f;
  int n = OTHERS;
  memcpy(s->head, first, sizeof first);
  while ((f = sp_shown_field(n - OTHERS + FIRST_OTHER)))
    s->head[n++] = f->name;
  memset(s->align, 'r', (size_t)n);
  s->align[HEURISTIC] = s->align[ENGINE] = s->align[n] = s->align[n + 1] = 'l';
  s->head[n] = "status";
  s->head[n + 1] = "reason";
  s->status = n;
  s->table = sp_table_alloc(n + 2, s->head, s->align);
}

static bool by_deadline(const struct session *s)
{
  return isfinite(s->in->deadline.v);
}

/* A lower bound on the makespan, or an upper bound on the work. */
static double best_bound(const struct session *s)
{
  return s->n_bounds ? s->bound[0].value : NAN;
}

/* By a deadline the part of the bound that is not done. */
static double gap_of(const struct session *s, const struct sp_result *r)
{
  double gap =
      by_deadline(s) ? -sp_gap(r->done, best_bound(s)) : sp_gap(r->makespan, best_bound(s));
  return fabs(gap) < 0.05 ? 0 : gap; /* no -0.0 */
}

/* What is done is shown if it can be less than all. */
static bool is_shown(const struct sp_instance *in, const struct sp_field *f)
{
  if (f == sp_result_field(SP_FIELD_DONE))
    return isfinite(in->deadline.v) || in->problem == SP_STEADY;
  return !f->applies || f->applies(in);
}

static void add_row(struct session *s, const struct cli_run *run, int k)
{
  const struct sp_result *r = &run->result[k];
  bool ok = r->status == SP_RUN_OK;
  sp_table_add(s->table, "ss", run->name, sp_engine_name(run->engine[k]));
  if (!ok) {
    sp_table_set(s->table, s->status, "%s", sp_status_name(r->status));
    sp_table_set(s->table, s->status + 1, "%s", r->reason);
    return;
  }
  sp_table_number(s->table, PLANNED, r->planned);
  if (s->in->problem != SP_STEADY) /* its runs end at a given date, so they have no gap */
    sp_table_number(s->table, MAKESPAN, r->makespan);
  if (best_bound(s) > 0)
    sp_table_set(s->table, GAP, "%.1f", gap_of(s, r));
  for (int column = OTHERS; column < s->status; column++) {
    const struct sp_field *f = sp_shown_field(column - OTHERS + FIRST_OTHER);
    if (is_shown(s->in, f))
      sp_table_number(s->table, column, sp_field_number(f, r));
  }
  if (!r->verified)
    sp_table_set(s->table, s->status + 1, "not verified: the trace of so many units is not kept");
}

/* Fields that all instances have are null if the run has none, others are left out. */
static void add_fields(const struct session *s, const struct sp_result *r, bool all, json_t *record)
{
  const struct sp_field *f;
  for (int place = 1; (f = sp_shown_field(place)); place++)
    if (all ? !f->applies : f->applies && f->applies(s->in) && r->status == SP_RUN_OK)
      json_object_set_new(record, f->name, json_number(sp_field_number(f, r)));
}

static void add_record(struct session *s, const struct cli_run *run, int k)
{
  const struct sp_result *r = &run->result[k];
  json_t *record = json_pack("{s:s, s:s, s:s, s:n, s:n, s:o}", "heuristic", run->name, "engine",
                             sp_engine_name(run->engine[k]), "status", sp_status_name(r->status),
                             "makespan", "planned", "lower_bound",
                             json_number(by_deadline(s) ? NAN : best_bound(s))); /* in this order */
  if (by_deadline(s))
    json_object_set_new(record, "upper_bound", json_number(best_bound(s)));
  add_fields(s, r, true, record);
  if (s->in->problem == SP_STEADY)
    json_object_set_new(record, "makespan", json_null());
  if (r->status != SP_RUN_OK)
    json_object_set_new(record, "reason", sp_json_text(r->reason));
  if (r->warning[0])
    json_object_set_new(record, "warning", sp_json_text(r->warning));
  add_fields(s, r, false, record);
  json_array_append_new(s->runs, record);
}

static void count(struct session *s, const struct cli_run *run)
{
  for (int k = 0; k < run->n; k++) {
    const struct sp_result *r = &run->result[k];
    s->all++;
    s->ok += r->status == SP_RUN_OK;
    s->refused += r->status == SP_REFUSED;
    s->invalid += cli_invalid(r);
    (s->runs ? add_record : add_row)(s, run, k);
  }
  int differs = cli_complain_of_difference(run);
  s->different += differs == SP_NOT_VERIFIED;
  s->uncompared += differs == SP_CANNOT;
}

/* The name of a file for this run, which is kept for the report. NULL for NULL. */
static const char *name_of(struct session *s, const char *path, const struct cli_run *run)
{
  if (!path)
    return NULL;
  cli_strings_add(&s->written, s->several ? cli_name_for(path, run->name) : path);
  return s->written.item[s->written.n - 1];
}

static int write_decisions(const char *path, const struct sp_decisions *decisions)
{
  struct sp_error error;
  if (!path)
    return SP_OK;
  struct sp_file *file = sp_create_file(path, &error);
  if (file)
    sp_write_decisions(file->stream, decisions);
  return cli_close_file(file, SP_OK, &error);
}

static int write_files(struct session *s, const struct cli_run *run)
{
  const struct cli_files *files = &s->options->files;
  if (run->result[0].status != SP_RUN_OK && !cli_invalid(&run->result[0]))
    return SP_OK;
  if (run->in->kind != SP_INSTANCE_STAR && run->trace[0].n == 0)
    return SP_OK; /* solved, not executed */
  struct cli_files own = {.provenance = files->provenance};
  for (int k = 0; k < CLI_FILES; k++)
    own.path[k] = name_of(s, files->path[k], run);
  int code = cli_files_write(&own, &run->trace[0], run->in, cli_run_title(run),
                             by_deadline(s) ? NAN : best_bound(s));
  return code ? code : write_decisions(name_of(s, s->options->decisions, run), &run->decisions);
}

static int perform_one(struct session *s, const struct sp_registry *registry,
                       const struct sp_method *method, const struct sp_schedule *plan)
{
  const struct run_options *o = s->options;
  struct cli_run run;
  enum cli_keep keep = o->decisions                  ? CLI_KEEP_DECISIONS
                       : cli_files_option(&o->files) ? CLI_KEEP_TRACE
                                                     : CLI_KEEP_RESULTS;
  cli_perform(s->in, &o->execution, registry, method, plan, keep, &run);
  const char *platform = o->source.file.platform;
  run.place = platform ? basename(platform) : o->source.from;
  count(s, &run);
  int code = write_files(s, &run);
  cli_run_clear(&run);
  return code;
}

/* plan: NULL if there is none. */
static int perform_all(struct session *s, const struct cli_methods *methods,
                       const struct sp_schedule *plan)
{
  int code = plan ? perform_one(s, methods->registry, NULL, plan) : SP_OK;
  for (int i = 0; i < methods->n && !code; i++)
    code = perform_one(s, methods->registry, &methods->method[i], NULL);
  return code;
}

static void print_text(struct session *s)
{
  printf("%s", cli_describe(s->in));
  if (s->n_bounds)
    printf("; %s bound %s (%s)", by_deadline(s) ? "upper" : "lower", cli_rounded(s->bound[0].value),
           s->bound[0].name);
  printf("\n\n");
  sp_table_end(s->table, stdout);
  if (s->options->execution.engine == CLI_BOTH && !s->different && !s->uncompared)
    printf("\nengines agree: same decisions in the same order, dates within 1e-9\n");
  for (int i = 0; i < s->written.n; i++)
    printf("%swrote %s\n", i ? "" : "\n", s->written.item[i]);
  if (s->link)
    printf("\nexplore: %s\n", s->link);
}

static void print_document(struct session *s)
{
  const struct sp_instance *in = s->in;
  json_t *instance = json_pack("{s:s}", "problem", sp_problem_name(in->problem));
  if (in->kind != SP_INSTANCE_STAR)
    json_object_set_new(instance, "spec", json_string(in->spec + strspn(in->spec, " ")));
  else
    json_object_set_new(instance, "workers", json_integer(in->m));
  json_print(
      json_pack("{s:o, s:o, s:s*}", "instance", instance, "runs", s->runs, "explore", s->link));
}

static int verdict(const struct session *s)
{
  if (s->invalid || s->different)
    return SP_NOT_VERIFIED;
  if (s->uncompared)
    return SP_CANNOT;
  if (s->ok)
    return SP_OK;
  return s->refused == s->all ? cli_complain(SP_BAD_INPUT, "no heuristic accepts the instance")
                              : cli_complain(SP_CANNOT, "no run succeeded");
}

/* The link to the explorer; NULL: it is not requested. */
static const char *make_link(const struct run_options *o, const struct sp_instance *in,
                             const struct cli_methods *methods)
{
  if (!o->explore)
    return NULL;
  if (in->kind != SP_INSTANCE_STAR)
    cli_refuse(SP_BAD_INPUT, "--explore: '%s' is no star", o->source.from);
  return cli_explorer_link(in, methods->method, methods->n, o->url);
}

static int run_on(struct sp_instance *in, const struct run_options *o,
                  const struct cli_methods *methods)
{
  struct session s = {.options = o, .in = in, .several = methods->n > 1};
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  struct sp_error error;
  if (o->plan)
    cli_end_if(cli_failed(sp_read_plan(o->plan, in, &plan, &error), &error));
  in->chunks = in->problem == SP_BAG && schedule_has_chunks(&plan);
  for (int k = 0; k < methods->n; k++)
    in->chunks =
        in->chunks || option_sends_chunks(methods->method[k].heuristic, methods->method[k].options);
  s.n_bounds = sp_bounds(in, s.bound);
  s.link = make_link(o, in, methods);
  if (o->json)
    s.runs = json_array();
  else
    make_table(&s);
  cli_end_if(perform_all(&s, methods, o->plan ? &plan : NULL));
  (o->json ? print_document : print_text)(&s);
  sp_schedule_clear(&plan);
  return verdict(&s);
}

static int run_run_command(void *options_of)
{
  struct run_options *o = options_of;
  struct sp_registry *registry = cli_registry(&o->execution.plugin);
  o->source.graphs = !o->plan && !o->decisions; /* messages of a star */
  struct sp_instance *in = cli_read_instance(&o->source, &o->execution);
  struct cli_methods methods = cli_methods_read(registry, &o->methods, in->problem);
  cli_files_probe(&o->files);
  cli_probe_output(o->decisions);
  cli_settle_engine(&o->execution);
  cli_end_if(cli_check_engines(&o->execution));
  return run_on(in, o, &methods);
}

const struct cli_command cli_run = {
    .name = "run",
    .does = "plans, executes, validates and reports",
    .option = options,
    .usage = "PLATFORM.xml [DEPLOY.xml] -H NAME[,NAME..]\n--star=TEXT -H NAME[,NAME..]\n"
             "--from=EXPERIMENT:AXES:INDEX -H NAME[,NAME..]",
    .help =
        "Plans with each heuristic, executes the plan (or the decisions of an on-line heuristic) "
        "on the engine, validates the trace and reports the result with the best bound. "
        "With several heuristics the names of the files get the heuristic's name before their "
        "suffix: out.svg becomes out-bba.svg. An experiment's networks and graphs are solved or "
        "executed by solve, simulate, tree and on-line. Exit code 3: a trace is invalid or the "
        "engines differ; 2: no heuristic accepts the instance; 4: no run succeeded, or one of two "
        "engines could not execute it."
        "\vExample: starport run --star=\"c=2,2 w=3,4 load=8,0\" -H bba --gantt=out.svg",
    .group = {{&cli_instance_group, AT(source)},
              {&cli_methods_group, AT(methods)},
              {&cli_seed_group, AT(execution)},
              {&cli_engine_group, AT(execution)},
              {&cli_run_limits_group, AT(execution)},
              {&cli_files_group, AT(files)}},
    .check = check_run_options,
    .size = sizeof(struct run_options),
    .run = run_run_command,
};
