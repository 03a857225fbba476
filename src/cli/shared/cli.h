/* What the commands share: options, instances, methods, runs, files, campaigns, messages, JSON. */
#pragma once

#include "base/file.h"
#include "base/text.h"
#include "base/text_table.h"
#include "campaign/experiment/experiment.h"
#include "engine/perform/perform.h"
#include "io/star/star.h"
#include "io/trace/trace.h"
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- Options (arguments.c): each command declares them in a table, which also gives --help. */

/* A list of texts; those of options live as long as argv. */
struct cli_strings {
  int n;
  const char **item;
};
void cli_strings_add(struct cli_strings *, const char *);
/* Frees the list and its texts, which it owns. */
void cli_strings_free(struct cli_strings *);

/* The type of an option is that of its field in the options of the command. */
enum cli_type {
  CLI_END,       /* closes a table */
  CLI_HEADING,   /* a line of --help above the options of its group; no field */
  CLI_LINE,      /* char *: the whole command line, quoted where a shell needs it; no option */
  CLI_ARGUMENT,  /* const char *: a word that is not an option; each field takes the next one */
  CLI_ARGUMENTS, /* struct cli_strings: all these words */
  CLI_FLAG,      /* bool */
  CLI_TEXT,      /* const char * */
  CLI_TEXTS,     /* struct cli_strings: the option may be repeated */
  CLI_INTEGER,   /* long, a whole number from least to most */
  CLI_NUMBER,    /* double, a number from least to most */
  CLI_SEED,      /* uint64_t */
  CLI_CHOICE,    /* int or enum: the index of the text among the choices */
  CLI_READ,      /* any other, read by a function */
};

struct cli_option {
  const char *name; /* without the dashes */
  enum cli_type type;
  size_t offset;       /* of the field */
  const char *value;   /* its name in --help; NULL: the option takes no value */
  const char *help;    /* NULL: --help does not name it */
  int group;           /* of --help */
  int letter;          /* of the short option; 0: none */
  double least, most;  /* of a number; at most 2^53 for whole ones */
  const char *choices; /* "text|csv|latex" */
  const char *needed;  /* the usage error if a text or list of texts is not given; NULL: none */
  size_t given;        /* offset of a bool that is set if the option was given; 0: no such field */
  /* Reads the text into the options, or ends with a usage error of the command; NULL: read by the
   * type. */
  void (*read)(void *options, const char *text, const char *command);
};

/* A command, or a group of options that several commands share. */
struct cli_command {
  const char *name, *does; /* in the list of commands; a group has neither */
  const struct cli_option *option;
  const char *usage, *help; /* arguments; what the command does, and after a "\v" an example */
  struct {
    const struct cli_command *group;
    size_t offset; /* of the group's options in those of the command */
  } group[7];      /* closed by NULL */
  /* Sets the values that the options of a group have if they are not given, other than zero; NULL:
   * none. */
  void (*preset)(void *options);
  /* Checks the options after all are read, and ends with a usage error if they are wrong. NULL: no
   * check. */
  void (*check)(void *options, const char *command);
  size_t size;         /* of the options of a command */
  const void *initial; /* these options, if none is given; NULL: all are zero */
  /* Does the work and returns an exit code (enum sp_code). */
  int (*run)(void *options);
};

/* Reads argv, calls run and frees what the options hold. --help prints and exits with 0; wrong
 * usage exits with 1. all: the commands of the program, to NULL. */
int cli_call(const struct cli_command *, const struct cli_command *const *all, int argc,
             char **argv);
/* Ends with a usage error that says what is wrong with the option `word` or, if nothing is, with
 * the word after it (NULL: none), and which option of which command was perhaps meant
 * (wrong_option.c). all: as for cli_call. */
_Noreturn void cli_refuse_option(const struct cli_command *, const struct cli_command *const *all,
                                 const char *word, const char *after);
/* The number in TEXT, from least to most; else a usage error that names the option and its range.
 */
double cli_number(const char *command, const char *option, const char *text, bool whole,
                  double least, double most);

/* ---- Messages (output.c), one line each on standard error. */

/* Prints "starport: ..." and returns code. */
int cli_complain(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Prints the error unless code is SP_OK; returns code. */
int cli_failed(int code, const struct sp_error *);
/* Prints "starport COMMAND: ..., see 'starport COMMAND --help'" and exits with 1. */
_Noreturn void cli_usage(const char *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Ends the process as SIGPIPE does, without a message, if standard output is a pipe that nobody
 * reads any more. */
void cli_stop_if_cut(void);
/* Flushes standard output and ends the process with code, or with SP_CANNOT and a message if the
 * output could not be written (disk full); without a message if its reader has gone. */
_Noreturn void cli_exit(int code);

/* ---- JSON (output.c), with jansson. The JSON of texts and of transfers is in
 * io/trace/trace.h. */

/* A double that reads back exactly; an integer if it is whole; null if it is not finite. */
json_t *json_number(double);
/* Prints an array of objects as a table: column k holds their members key[k], empty where a member
 * is neither a text nor a number. head, align: as for sp_table_alloc. */
void json_table(const json_t *records, int n, const char *const *head, const char *const *key,
                const char *align);
/* Prints the object to standard output, after "schema": 1, and releases it. */
void json_print(json_t *document);

/* ---- Paths (paths.c). The caller frees the texts. */

/* DIR/NAME. */
char *cli_path(const char *directory, const char *name);
/* The path of a file or folder that comes with the program: NAME in the nearest folder above the
 * program that has it or has share/starport/NAME. So it is found where the program was built, and
 * under the PREFIX where it was installed; NULL if it is nowhere. */
char *cli_find_shipped(const char *name);
/* The directory that holds experiments/, platforms/, deploy/ and results/: $STARPORT_DATA, or the
 * one that comes with the program; NULL if there is none. */
char *cli_data_directory(void);
/* The message that there is none; returns SP_CANNOT. */
#define CLI_NO_DATA                                                                          \
  "experiments/ not found, expected it in $STARPORT_DATA, or in a folder above the program " \
  "or in its share/starport"
int cli_complain_no_data(void);
/* "dir/out.svg" and "bba:tie=last" -> "dir/out-bba-tie-last.svg". */
char *cli_name_for(const char *path, const char *method);
/* Makes the directory, unless it exists: SP_OK, or a code after a message. */
int cli_make_directory(const char *path);

/* ---- Experiments that a command line names, and single platforms of them (experiment.c). */

/* The file of an experiment: EXPERIMENT itself if it is a path, else experiments/ID.ini of the data
 * directory; NULL if there is no such file. The caller frees it. */
char *cli_experiment_path(const char *experiment);
/* Reads an experiment. NAME is a results database, which holds the experiment with the settings of
 * its campaign (FILE.db#ID if it holds several); or a path, with a '/' or the end ".ini"; or the
 * file experiments/NAME.ini of the data directory. Returns as sp_experiment_read. */
int cli_experiment_read(const char *name, const struct sp_overrides *, struct sp_experiment *,
                        struct sp_error *);
/* SP_BAD_INPUT, with the nearest experiment of the data directory, or of those that were offered
 * before. */
int cli_unknown_experiment(struct sp_nearest *, struct sp_error *);
/* The text of the experiment `wanted` (NULL: the only one) of an open database, which the caller
 * frees; NULL if *n, the number of those meant, is not 1. */
struct sp_store;
char *cli_stored_text(struct sp_store *, const char *wanted, int *n);
/* The sorted paths of experiments/?*.ini in the data directory; sets *n. NULL if there are
 * none. The caller frees each path and the array. */
char **cli_experiment_paths(int *n);
/* If a published table (e->compare) is not found from the current directory, its path in the data
 * directory is used. */
void cli_find_published(struct sp_experiment *e);
/* The same for an experiment of a database; SP_BAD_INPUT after a message if it names other files.
 */
int cli_find_stored_published(struct sp_experiment *e, const char *database);

/* A platform of an experiment. */
struct cli_place {
  struct sp_experiment experiment;
  int variant, point;
  uint32_t index;
};
/* Reads "EXPERIMENT:AXES:INDEX", AXES as sp_place_find; set: settings "key=value" that replace the
 * file's. SP_OK, or SP_BAD_INPUT with nothing to clear. */
int cli_place_read(const char *text, const struct cli_strings *set, struct cli_place *,
                   struct sp_error *);
void cli_place_clear(struct cli_place *);
/* Reads and checks the instance at that place; NULL with *error. star: networks and graphs are
 * refused, *error names the command for them. */
struct sp_instance *cli_place_instance(const struct cli_place *, bool star, struct sp_error *);

/* ---- Instances (instance.c). */

/* Where the instance comes from: files, --star, or a platform of an experiment. */
struct cli_source {
  struct sp_source file;
  const char *from;       /* EXPERIMENT:AXES:INDEX; NULL: the file */
  struct cli_strings set; /* settings that replace the experiment's, "key=value" */
  bool graphs;            /* networks and graphs of an experiment are also accepted */
  bool elsewhere;         /* an option of the command gives a graph in place of an instance */
};
/* PLATFORM.xml [DEPLOY.xml] | --star=.. | --from=.. and the options that override them; input:
 * struct cli_source. A command line without an instance is refused, unless it is elsewhere: then
 * one with it. */
extern const struct cli_command cli_instance_group;
/* Reads and checks the instance; NULL after a message. If it comes from an experiment the
 * execution, which may be NULL, gets the platform's number and, unless --seed was given, the
 * experiment's seed.
 */
struct cli_execution;
struct sp_instance *cli_read_instance(const struct cli_source *, struct cli_execution *);
/* The instance in words: "redistribution, 4 workers, 10 tasks", "network chain n=5 z=1". The caller
 * frees the text. */
char *cli_describe(const struct sp_instance *);

/* ---- Methods: the registry with its plug-ins, and the methods of -H (methods.c). */

/* -H NAME[:key=value..][,NAME..]; input: struct cli_strings, one text per heuristic. */
extern const struct cli_command cli_methods_group;
struct cli_methods {
  struct sp_registry *registry;
  int n;
  struct sp_method *method;
};
/* Builds the registry with the plug-ins and reads the methods (both may be NULL). SP_OK, or the
 * code of a failure that has been reported. */
int cli_methods_open(struct cli_methods *, const struct cli_strings *plugins,
                     const struct cli_strings *texts);
/* Reads methods and adds them; "all" stands for each that solves the problem (0: no name), with its
 * presets, except those that are named themselves. Returns as cli_methods_open. */
int cli_methods_read(struct cli_methods *, const struct cli_strings *texts, enum sp_problem);
void cli_methods_close(struct cli_methods *);

/* ---- Execution: seed, plug-ins, engine, noise, settings for SimGrid (execution.c). */

/* The options of execution: --seed, --plugin (cli_seed_group); --engine, --noise, --cfg, --log
 * (cli_engine_group); --seconds, --megabytes (cli_run_limits_group). The input of these groups is a
 * struct cli_execution. */
struct cli_execution {
  struct cli_strings plugin, cfg, log;
  uint64_t seed;
  uint32_t platform; /* index of --from, else 0; that of --noise is before it */
  const char *noise; /* the option's text; NULL: no noise */
  double seconds;    /* limits of a run; 0: no limit */
  long megabytes;
  bool seeded;        /* --seed was given */
  bool engine[2];     /* by enum sp_engine */
  bool engine_chosen; /* --engine was given */
};
extern const struct cli_command cli_seed_group, cli_engine_group, cli_run_limits_group;
struct sp_conditions cli_conditions(const struct cli_execution *);
/* The first given option of cli_engine_group, or --seed; NULL: none was given. */
const char *cli_execution_option(const struct cli_execution *);
/* The same options as overrides of an experiment file. SP_OK, or SP_USAGE after a message: a
 * campaign runs on one engine. *overrides lives as long as the execution. */
int cli_execution_over(const struct cli_execution *, struct sp_overrides *overrides);

/* ---- Campaigns within limits: number of processes, time and memory of a run (execution.c). */

struct cli_limits {
  long jobs, megabytes; /* worker processes; MiB per run, 0: no limit */
  double seconds;       /* per run, 0: no limit */
  bool progress;
};
extern const struct cli_command cli_limits_group;
struct sp_campaign;
struct sp_tally;
/* SP_OK, or a code after a message if the engine or its settings are refused: asked before anything
 * is written. */
int cli_check_engine(const struct cli_execution *, const struct sp_experiment *);
/* Computes the missing runs of the campaign, within the limits, under the experiment's conditions
 * and with the log settings of the execution. SP_OK, or a code after a message. */
int cli_compute(const struct cli_limits *, const struct cli_execution *, struct sp_campaign *,
                struct sp_tally *);
/* SP_OK, or a code after a message if the campaign was interrupted, or if none of its runs is ok or
 * refused. */
int cli_check_tally(const struct sp_tally *);
/* Prints "36000 runs wanted: 0 already there, 36000 computed", and checks it. */
int cli_print_tally(const struct sp_tally *);

/* ---- Files of a run: Gantt chart, traces of several formats, events (files.c). */

enum cli_file { CLI_GANTT, CLI_PAJE, CLI_PERFETTO, CLI_VEGA, CLI_JOBS, CLI_EVENTS, CLI_FILES };
struct cli_files {
  const char *path[CLI_FILES]; /* NULL: not requested */
  char *provenance;            /* the command line */
};
/* --gantt, --trace, --events; input: struct cli_files. */
extern const struct cli_command cli_files_group;
/* The first option that requests a file; NULL: no file is requested. */
const char *cli_files_option(const struct cli_files *);
/* Refuses files that cannot be created, before the runs: SP_OK, or a code after a message. */
int cli_files_probe(const struct cli_files *);
/* Ends the process, as of wrong usage, if one of the first n of them is also the file of another
 * option (path NULL: none). The group does so for its own. */
void cli_files_check(const struct cli_files *, int n, const char *option, const char *path,
                     const char *command);
/* Writes the requested files of a sorted trace: SP_OK, or a code after a message. in: whose names
 * the nodes have; bound: the date to mark, NAN: no mark. */
int cli_files_write(const struct cli_files *, const struct sp_trace *, const struct sp_instance *in,
                    const char *title, double bound);
/* Prints an empty line and "wrote NAME" for each requested file; nothing if no file is
 * requested. */
void cli_files_print(const struct cli_files *);

/* Refuses PATH if no file can be created there: SP_OK, or a code after a message. */
int cli_probe_output(const char *path);
/* Ends a file that was written with `code`: gives it its name, or removes it after a failure. file:
 * NULL if it could not be created. SP_OK, or a code after a message. */
int cli_close_file(struct sp_file *file, int code, struct sp_error *);
/* Writes a star to STEM.xml and STEM_d.xml, and each profile to a file STEM_w1.profile or the like
 * (c, host, link). comment: one line of provenance, or NULL. SP_OK, or a code after a message. */
int cli_write_star(const char *stem, struct sp_instance *, const char *comment);
/* SP_OK, or a usage error if the picture's format is not supported. */
void cli_check_picture(const char *command, const char *path);

/* ---- Runs on the engines that the command line names (runs.c). */

struct cli_run {
  const struct sp_instance *in; /* NULL: a graph or network without an instance */
  const char *name;             /* of the method, in normal form; "plan" */
  const char *place;            /* name of the platform, for titles; NULL: no name */
  int n;                        /* engines */
  enum sp_engine engine[2];
  struct sp_result result[2];
  struct sp_trace trace[2];
  struct sp_schedule decided[2];
  struct sp_decisions decisions; /* of the first engine, if they are recorded */
  struct sp_error difference;    /* the first difference between two engines; "" if they agree */
  int differs;                   /* SP_OK, SP_NOT_VERIFIED, or SP_CANNOT: they are not compared */
};
/* Executes run number k; SP_OK, or a code with *error if it cannot begin. */
typedef int cli_execute(void *self, struct cli_run *, int k, const struct sp_conditions *,
                        struct sp_error *);
/* Prints the difference between the engines, if there is one; returns run->differs. */
int cli_complain_of_difference(const struct cli_run *);
/* To be called once, before the runs: is SimGrid there, if it is one of the engines, and does it
 * accept its settings? SP_OK, or a code after a message. */
int cli_check_engines(const struct cli_execution *);
/* Calls execute(self, ..) on each engine of the command line, prints the validator's warning of a
 * run, and compares two. SP_OK, or a code after a message. The caller clears *run in all cases. */
int cli_run_engines(const struct cli_execution *, cli_execute *, void *self, struct cli_run *run);
/* Writes a line on a terminal: the method, and which other it asks now, as portfolio does. */
void cli_show_part(void *method, const char *part);
/* What of a run is kept besides its results. */
enum cli_keep {
  CLI_KEEP_RESULTS,   /* events and messages too, to compare two engines */
  CLI_KEEP_TRACE,     /* events and messages */
  CLI_KEEP_DECISIONS, /* these, and what was seen at each decision */
};
/* Runs a method or a plan; the other is NULL. On a terminal a line shows the parts. The caller
 * clears *run. */
void cli_perform(const struct sp_instance *, const struct cli_execution *,
                 const struct sp_registry *, const struct sp_method *,
                 const struct sp_schedule *plan, enum cli_keep, struct cli_run *run);
void cli_run_clear(struct cli_run *);
/* SP_OK; or SP_NOT_VERIFIED or SP_CANNOT after a message for each failed run, or if the engines
 * differ. solved: a run that ends otherwise than solved is not verified either. */
int cli_run_verdict(const struct cli_run *, bool solved);
/* True if the validator refused the trace. */
bool cli_invalid(const struct sp_result *);
/* "bba on star.xml, simgrid: makespan 14"; for a steady state the tasks done. The caller frees it.
 */
char *cli_run_title(const struct cli_run *);
