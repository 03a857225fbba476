/* The program: finds the command of `starport COMMAND [ARGUMENTS]` and calls it, or prints the help
 * that is of no command. */
#include "base/child.h"
#include "base/text.h"
#include "base/text_table.h"
#include "cli/commands.h"
#include "cli/shared/output.h"
#include "engine/engine.h"
#include <fcntl.h>
#include <unistd.h>

static const struct cli_command *const commands[] = {
    &cli_run,      &cli_plan,      &cli_bound,    &cli_optimal,  &cli_compare,
    &cli_worst,    &cli_reproduce, &cli_campaign, &cli_merge,    &cli_report,
    &cli_artifact, &cli_steady,    &cli_network,  &cli_generate, &cli_export,
    &cli_check,    &cli_gantt,     &cli_list,     &cli_new,      NULL,
};

/* The groups of the help; each begins with a command of the table. */
static const struct {
  const struct cli_command *first;
  const char *heading;
} groups[] = {
    {&cli_run, "Schedule an instance:"},
    {&cli_compare, "Compare heuristics:"},
    {&cli_reproduce, "Reproduce the papers, run experiments:"},
    {&cli_steady, "Solve graphs and networks:"},
    {&cli_generate, "Make platforms, look at traces:"},
    {&cli_list, "Find heuristics, write one:"},
};

static void print_help(void)
{
  size_t group = 0;
  puts("Usage: starport COMMAND [ARGUMENTS]\n"
       "Simulator and laboratory of master-worker scheduling on star platforms.");
  for (int i = 0; commands[i]; i++) {
    if (group < sizeof groups / sizeof *groups && groups[group].first == commands[i])
      printf("\n%s\n", groups[group++].heading);
    printf("  %-10s %s\n", commands[i]->name, commands[i]->does);
  }
  puts(
      "\n'starport help COMMAND' prints its options, 'starport COMMAND --help-all' those that are\n"
      "rarely needed as well, 'starport help simgrid' how settings reach SimGrid. Exit codes: 0\n"
      "done, 1 wrong usage, 2 bad input, 3 a verification failed, 4 could not continue.\n"
      "Example: starport run --star=\"c=2,2,2,2 w=3,3,4,4 load=8,1,1,0\" -H bba,mbbsa,r-bsa");
}

/* Runs the command of argv[0], which becomes "starport NAME"; returns if it is unknown. */
static void call(int argc, char **argv)
{
  for (int i = 0; commands[i]; i++)
    if (!strcmp(argv[0], commands[i]->name)) {
      argv[0] = cli_format("starport %s", argv[0]);
      cli_exit(cli_call(commands[i], commands, argc, argv));
    }
}

static _Noreturn void refuse(const char *word)
{
  struct sp_nearest nearest = {.word = word};
  for (int i = 0; commands[i]; i++)
    sp_nearest_offer(&nearest, commands[i]->name);
  sp_nearest_offer(&nearest, "--help");
  sp_nearest_offer(&nearest, "--version");
  cli_usage("starport", "unknown command '%s'%s", word, sp_did_you_mean(&nearest));
}

enum { WIDTH = 79 }; /* columns */

static void print_simgrid_help(void)
{
  sp_print_wrapped(
      "Settings of SimGrid: the commands that execute (run, steady, network, compare, campaign, "
      "reproduce) pass --cfg=ITEM:VALUE and --log=SETTING to SimGrid unchanged; both may be "
      "repeated, and have no effect on the native engine. --cfg changes the model of the platform, "
      "such as network/model:LV08 (factors for what TCP costs, in place of the nominal CM02) or "
      "maxmin/precision:1e-9; precisions are more than 0 and less than 1. --log makes SimGrid say "
      "what it does, on standard error. A campaign keeps its --cfg as part of the experiment. "
      "'starport help simgrid items' prints all items with their values, 'starport help simgrid "
      "logs' all categories of messages, in SimGrid's words.",
      0, 0, WIDTH);
  puts("\n\nExamples:\n"
       "  starport run --star=\"c=2,2 w=3,4 load=8,0\" -H bba --cfg=network/model:LV08\n"
       "  starport run --star=\"c=2,2 w=3,4 load=8,0\" -H bba --log=res_cpu.thres:debug");
}

/* starport help simgrid: how settings reach SimGrid (part NULL), or what SimGrid itself prints of
 * its "items" or "logs", which then ends the process. Returns an exit code. */
static int simgrid_help(const char *part)
{
  struct sp_error error;
  bool items = part && !strcmp(part, "items"), logs = part && !strcmp(part, "logs");
  if (!part) {
    print_simgrid_help();
    return SP_OK;
  }
  if (!items && !logs)
    cli_usage("starport", "help simgrid %s: expected items, logs or nothing", part);
  int code = cli_failed(sp_simgrid_check(&(struct sp_conditions){0}, &error), &error);
  if (!code)
    sp_simgrid_help(items ? "--help" : "--help-logs");
  return code;
}

/* starport help [COMMAND | simgrid [PART]]; argv: the words after help. */
static void help(char **argv)
{
  if (!argv[0])
    print_help();
  else if (!strcmp(argv[0], "simgrid"))
    cli_exit(simgrid_help(argv[1]));
  else {
    call(2, (char *[]){argv[0], (char[]){"--help"}, NULL});
    refuse(argv[0]);
  }
}

/* Opens the standard descriptors that are closed, so that no other file gets their numbers: what
 * is written to a closed error output is dropped, and a write to a closed output still fails. */
static void open_standard(void)
{
  for (int fd = 0; fd <= STDERR_FILENO; fd++)
    if (fcntl(fd, F_GETFD) < 0)
      open("/dev/null", fd == STDERR_FILENO ? O_WRONLY : O_RDONLY);
}

/* Of the stack; with less some commands end without a word. */
enum { LEAST_KIB = 1024 };

static void check_stack(void)
{
  long kib = sp_stack_limit();
  if (kib < LEAST_KIB)
    cli_refuse(SP_CANNOT, "a stack of %ld KiB, expected %d or more (ulimit -s)", kib, LEAST_KIB);
}

int main(int argc, char **argv)
{
  open_standard();
  check_stack();
  signal(SIGPIPE, SIG_IGN); /* a worker process may end; for standard output see cli_exit */
  signal(SIGXFSZ, SIG_IGN); /* and so is a file that the limit of sizes forbids */
  if (argc < 2)
    cli_usage("starport", "name a command");
  call(argc - 1, argv + 1);
  if (!strcmp(argv[1], "help"))
    help(argv + 2);
  else if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))
    print_help();
  else if (!strcmp(argv[1], "--version"))
    printf("starport %s\n%s\n", STARPORT_VERSION, sp_simgrid_version());
  else
    refuse(argv[1]);
  cli_exit(SP_OK);
}
