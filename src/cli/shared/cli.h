/* What the commands of starport share: messages, the parsers of options that several commands
 * take, tables, JSON, places of data. Private to src/cli. */
#ifndef SP_CLI_CLI_H
#define SP_CLI_CLI_H

#include "engine/perform/perform.h"
#include "io/io.h"
#include <argp.h>
#include <jansson.h>

/* ---- The commands. argv[0] is "starport NAME"; each returns an exit code (enum sp_code). */
int cli_list(int argc, char **argv);
int cli_run(int argc, char **argv);
int cli_plan(int argc, char **argv);
int cli_bound(int argc, char **argv);
int cli_optimal(int argc, char **argv);
int cli_check(int argc, char **argv);
int cli_gantt(int argc, char **argv);
int cli_generate(int argc, char **argv);
int cli_export(int argc, char **argv);
int cli_new(int argc, char **argv);
int cli_reproduce(int argc, char **argv);
int cli_merge(int argc, char **argv);
int cli_compare(int argc, char **argv);
int cli_campaign(int argc, char **argv);
int cli_report(int argc, char **argv);
int cli_artifact(int argc, char **argv);
int cli_network(int argc, char **argv);
int cli_steady(int argc, char **argv);
int cli_worst(int argc, char **argv);

/* ---- Messages: one line each, on stderr (common.c). */
/* "starport: ..."; returns code. */
int cli_complain(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* "starport COMMAND: ..., see 'starport COMMAND --help'", then exit 1. */
_Noreturn void cli_usage(const char *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Flushes standard output and ends the process with code, or with SP_CANNOT and a line if what was
 * printed did not reach its place (disk full, closed pipe). */
_Noreturn void cli_exit(int code);

/* ---- Arguments (common.c, options.c). */
/* Parses argv. --help prints and ends with 0; wrong usage ends with 1. Every command's argp has
 * cli_help_argp as its last child. */
void cli_parse(const struct argp *, int argc, char **argv, void *input);
extern const struct argp cli_help_argp;

/* A list of texts that live as long as argv. */
struct cli_strings {
  int n;
  const char **item;
};
void cli_strings_add(struct cli_strings *, const char *);

/* Where the instance comes from: files or --star; or a platform of an experiment. */
struct cli_source {
  struct sp_source file;
  const char *from;       /* EXPERIMENT:AXES:INDEX (from.h); NULL: the file */
  struct cli_strings set; /* settings over the experiment's, "key=value" */
  bool graphs;            /* the experiment's may be a network or a graph, too */
};
/* PLATFORM.xml [DEPLOY.xml] | --star=.. | --from=.. and what overrides them; input: struct
 * cli_source. Refuses a command line without an instance. */
extern const struct argp cli_instance_argp;
/* Reads it (from.c), checked; NULL on bad input. *seed, if not NULL, becomes the experiment's seed,
 * where it comes from one. */
struct sp_instance *cli_read_instance(const struct cli_source *, uint64_t *seed, struct sp_error *);
void cli_source_clear(struct cli_source *);

/* How runs are executed: --seed, --plugin (cli_seed_argp); --engine, --noise, --cfg, --log
 * (cli_engine_argp). Input of both: struct cli_execution, which cli_execution_preset fills. */
struct cli_execution {
  struct cli_strings plugin, cfg, log;
  uint64_t seed;
  const char *noise;  /* as given; NULL: none */
  bool seeded;        /* --seed was given */
  bool engine[2];     /* by enum sp_engine */
  bool engine_chosen; /* --engine was given */
};
extern const struct argp cli_seed_argp, cli_engine_argp;
void cli_execution_preset(struct cli_execution *);
void cli_execution_clear(struct cli_execution *);
struct sp_conditions cli_conditions(const struct cli_execution *);
struct sp_overrides;
/* What they say over an experiment file. SP_OK, or SP_USAGE after a line: a campaign runs on one
 * engine. *overrides lives as long as the execution. */
int cli_execution_over(const struct cli_execution *, struct sp_overrides *overrides);

/* -H NAME[:key=value..][,NAME..]; input: struct cli_strings, one text a heuristic. */
extern const struct argp cli_methods_argp;

/* A whole number >= least in TEXT, or a usage error that names the option. */
long cli_integer(const struct argp_state *, const char *option, const char *text, long least);
/* A seed in TEXT, or a usage error. */
uint64_t cli_seed(const struct argp_state *, const char *text);
/* A number in TEXT, or a usage error that names the option. */
double cli_number(const struct argp_state *, const char *option, const char *text);

/* ---- Heuristics (methods.c). */
struct cli_methods {
  struct sp_registry *registry;
  int n;
  struct sp_method *method;
  int n_plugins;
  void **plugin; /* handles of dlopen: closed after the last use of the registry */
};
/* Builds the registry, loads the plug-ins and reads the methods. SP_OK, or the code of a failure
 * that has been told. */
int cli_methods_open(struct cli_methods *, const struct cli_strings *plugins,
                     const struct cli_strings *texts);
void cli_methods_close(struct cli_methods *);

/* ---- Runs (runs.c): one method, or a given plan, on the engines that were asked for. */
struct cli_run {
  const struct sp_instance *in;
  const char *name;  /* of the method, in normal form; "plan" */
  const char *place; /* of the platform, for titles; NULL: it has no name */
  int n;             /* engines */
  enum sp_engine engine[2];
  struct sp_result result[2];
  struct sp_trace trace[2];
  struct sp_schedule decided[2];
  struct sp_error difference; /* the first between two engines; "" if they agree */
};
/* Performs; method or plan is NULL. The events and decisions are kept if `keep`, or to compare two
 * engines. The caller clears *run. */
void cli_perform(const struct sp_instance *, const struct cli_execution *,
                 const struct sp_registry *, const struct sp_method *,
                 const struct sp_schedule *plan, bool keep, struct cli_run *run);
void cli_run_clear(struct cli_run *);
/* True if the validator refused what the engine reported. */
bool cli_invalid(const struct sp_result *);
/* "bba on star.xml, simgrid: makespan 14"; of a steady state the tasks done. The caller frees it.
 */
char *cli_run_title(const struct cli_run *);
/* "redistribution, 4 workers, 10 tasks", "network chain n=5 z=1": what is being solved. The caller
 * frees the text. */
char *cli_describe(const struct sp_instance *);

/* ---- Files that show what happened (files.c); NULL: not wanted. */
struct cli_files {
  const char *gantt, *paje, *events;
};
/* --gantt, --paje, --events; input: struct cli_files. */
extern const struct argp cli_files_argp;
/* The option of a file that is wanted; NULL: none is. */
const char *cli_files_option(const struct cli_files *);
/* Refuses in advance files that cannot be made: SP_OK, or a code after a line. */
int cli_files_probe(const struct cli_files *);
/* What the files show. */
struct cli_shown {
  const struct sp_trace *trace;
  const struct sp_instance *in; /* NULL: a graph's trace */
  const char *title, *provenance;
  double bound; /* the date to mark; NAN: none */
};
/* Writes those that are wanted: SP_OK, or a code after a line. */
int cli_files_write(const struct cli_files *, const struct cli_shown *);
/* An empty line and "wrote NAME" for each; nothing if none is wanted. */
void cli_files_print(const struct cli_files *);

/* ---- Campaigns (limits.c): -j, --seconds, --megabytes, --progress; input: struct cli_limits,
 * which cli_limits_preset makes. */
struct cli_limits {
  long jobs, megabytes; /* processes; MiB that a run may take, 0: no limit */
  double seconds;       /* that a run may take, 0: no limit */
  bool progress;
};
extern const struct argp cli_limits_argp;
struct cli_limits cli_limits_preset(void);
struct sp_campaign;
struct sp_tally;
/* Runs what is missing of the campaign, within the limits, under the experiment's conditions and
 * with the log settings of the execution. SP_OK, or a code after a line. */
int cli_compute(const struct cli_limits *, const struct cli_execution *, struct sp_campaign *,
                struct sp_tally *);
/* "36000 runs wanted: 0 already there, 36000 computed". */
void cli_print_tally(const struct sp_tally *);
/* What is to be reproduced, and where its files go. */
struct cli_reproduction {
  const char *id, *tier, *output;        /* tier NULL: the full one; output: directory */
  const struct cli_execution *execution; /* its seed does not count: the experiment has one */
  const struct cli_limits *limits;
  long count; /* 0: the tier's */
};
/* A table of single values, DATA/results/ID.csv, its files in OUTPUT (reproduce_values.c): SP_OK,
 * SP_NOT_VERIFIED if a value differs that the paper prints or that is known to us, or the code of
 * another failure that has been told. Its runs are few: limits, tier and count do not count. */
int cli_reproduce_values(const struct cli_reproduction *, const char *title, const char *data,
                         bool json);
/* An experiment file (reproduce_campaign.c). Runs what is missing in OUTPUT/ID[-TIER].db; writes
 * the tables there and to standard output, and the figures. Verdicts are results: a cell that
 * differs from the print is no failure. */
int cli_reproduce_campaign(const struct cli_reproduction *);

/* ---- Aligned tables (table.c). A column that is empty in every row is left out. */
struct table;
/* Columns: n of them, with their heads; align has an 'l' or an 'r' for each. */
struct table *table_alloc(int n, const char *const *heads, const char *align);
/* Adds an empty row; table_set fills the last one's column (printf format). */
void table_row(struct table *);
void table_set(struct table *, int column, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same with a number in a reader's form: whole numbers whole, others with six significant
 * digits or more; NAN leaves the cell empty. */
void table_number(struct table *, int column, double value);
/* A line of free text that stands under the last row. */
void table_note(struct table *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void table_print(const struct table *, FILE *);
void table_free(struct table *);
/* VALUE as table_number writes it; the text lies in *buffer. */
struct number_text {
  char text[32];
};
const char *cli_number_text(double value, struct number_text *buffer);

/* ---- JSON (json.c; transfers: io/trace/json.h). */
/* A double that reads back exactly; whole ones as integers; null where not finite. */
json_t *json_number(double);
/* TEXT, which may come from anywhere: bytes that are no UTF-8 become '?'. */
json_t *json_text(const char *text);
/* {"schema": 1}: how every document begins. */
json_t *json_document(void);
/* Prints the document to standard output and releases it. */
void json_print(json_t *document);

/* ---- Places and names (common.c). The texts are the caller's to free. */
/* DIR/NAME. */
char *cli_path(const char *directory, const char *name);
/* The directory that holds platforms/, deploy/ and results/: $STARPORT_DATA, the project that the
 * executable was built in, the current directory, or the installed one; NULL if none of them is
 * there. */
char *cli_data_directory(void);
/* "dir/out.svg" and "bba:tie=last" -> "dir/out-bba-tie-last.svg". */
char *cli_name_for(const char *path, const char *method);
/* The command line, quoted where a shell needs it. */
char *cli_command_line(int argc, char **argv);
/* Refuses PATH in advance if no file can be made there: SP_OK, or a code after a line. */
int cli_probe_output(const char *path);
/* SP_OK, or a usage error: the picture's suffix must be one that can be drawn. */
void cli_check_picture(const char *command, const char *path);

#endif
