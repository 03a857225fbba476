/* The program: finds the command of `starport COMMAND [ARGUMENTS]` and calls it. */
#include "cli/commands.h"
#include "cli/shared/messages.h"
#include "engine/engine.h"
#include <signal.h>
#include <starport/api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct command {
  const char *name, *does;
  int (*run)(int argc, char **argv);
} commands[] = {
    {"list", "names the heuristics, experiments and families of platforms", cli_list},
    {"run", "plans, executes, validates and reports", cli_run},
    {"plan", "shows the schedule of a heuristic, without executing it", cli_plan},
    {"bound", "shows every lower bound on the makespan", cli_bound},
    {"optimal", "finds the exact optimum of a small instance", cli_optimal},
    {"check", "validates a trace of any origin", cli_check},
    {"gantt", "draws a trace", cli_gantt},
    {"generate", "writes random platforms as SimGrid XML", cli_generate},
    {"export", "writes an instance as SimGrid XML or for DLT Studio", cli_export},
    {"compare", "compares heuristics on random platforms", cli_compare},
    {"campaign", "computes the missing runs of an experiment", cli_campaign},
    {"report", "writes the tables of a results database", cli_report},
    {"new", "writes the skeleton of a heuristic", cli_new},
    {"reproduce", "compares the published values of a paper with ours", cli_reproduce},
    {"merge", "joins the databases of shards", cli_merge},
    {"network", "divides a load on a chain, loop, tree, star, bus, hypercube or switch",
     cli_network},
    {"artifact", "packs an experiment for the evaluators of a paper", cli_artifact},
    {"worst", "searches for the small instance on which a heuristic does worst", cli_worst},
    {"steady", "solves the steady state of a graph, exactly", cli_steady},
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static void print_help(void)
{
  puts("Usage: starport COMMAND [ARGUMENTS]\n"
       "Simulator and laboratory of master-worker scheduling on star platforms.\n");
  for (int i = 0; i < COMMANDS; i++)
    printf("  %-10s %s\n", commands[i].name, commands[i].does);
  puts("\n'starport COMMAND --help' prints its options. Exit codes: 0 done, 1 wrong usage, 2 bad "
       "input,\n"
       "3 a verification failed, 4 could not continue.\n"
       "Example: starport run --star=\"c=2,2,2,2 w=3,3,4,4 load=8,1,1,0\" -H bba,mbbsa,r-bsa");
}

static void print_version(void)
{
  printf("starport %s\n%s\n", STARPORT_VERSION, sp_simgrid_version());
}

static int call(const struct command *command, int argc, char **argv)
{
  char name[32];
  snprintf(name, sizeof name, "starport %s", command->name);
  argv[0] = name;
  return command->run(argc, argv);
}

int main(int argc, char **argv)
{
  signal(SIGPIPE, SIG_IGN); /* a closed pipe is an error of writing, reported in one line */
  if (argc < 2)
    cli_usage("starport", "name a command");
  const char *first = argv[1];
  for (int i = 0; i < COMMANDS; i++)
    if (!strcmp(first, commands[i].name))
      cli_exit(call(&commands[i], argc - 1, argv + 1));
  if (!strcmp(first, "--help") || !strcmp(first, "help"))
    print_help();
  else if (!strcmp(first, "--version"))
    print_version();
  else
    cli_usage("starport", "unknown command '%s'", first);
  cli_exit(SP_OK);
}
