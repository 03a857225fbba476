/* The program: finds the command of `starport COMMAND [ARGUMENTS]` and calls it. */
#include "cli/commands.h"
#include <fcntl.h>
#include <signal.h>
#include <starport/api.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct cli_command *const commands[] = {
    &cli_list,     &cli_run,      &cli_plan,     &cli_bound,     &cli_optimal,
    &cli_check,    &cli_gantt,    &cli_generate, &cli_export,    &cli_compare,
    &cli_campaign, &cli_report,   &cli_new,      &cli_reproduce, &cli_merge,
    &cli_network,  &cli_artifact, &cli_worst,    &cli_steady,
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static void print_help(void)
{
  puts("Usage: starport COMMAND [ARGUMENTS]\n"
       "Simulator and laboratory of master-worker scheduling on star platforms.\n");
  for (int i = 0; i < COMMANDS; i++)
    printf("  %-10s %s\n", commands[i]->name, commands[i]->does);
  puts("\n'starport COMMAND --help' prints its options. Exit codes: 0 done, 1 wrong usage, 2 bad "
       "input,\n"
       "3 a verification failed, 4 could not continue.\n"
       "Example: starport run --star=\"c=2,2,2,2 w=3,3,4,4 load=8,1,1,0\" -H bba,mbbsa,r-bsa");
}

static void print_version(void)
{
  printf("starport %s\n%s\n", STARPORT_VERSION, sp_simgrid_version());
}

static int call(const struct cli_command *command, int argc, char **argv)
{
  char name[32];
  snprintf(name, sizeof name, "starport %s", command->name);
  argv[0] = name;
  return cli_call(command, argc, argv);
}

/* Opens the standard descriptors that are closed, so that no other file gets their numbers: what
 * is written to a closed error output is dropped, and a write to a closed output still fails. */
static void open_standard(void)
{
  for (int fd = 0; fd <= STDERR_FILENO; fd++)
    if (fcntl(fd, F_GETFD) < 0)
      open("/dev/null", fd == STDERR_FILENO ? O_WRONLY : O_RDONLY);
}

int main(int argc, char **argv)
{
  open_standard();
  signal(SIGPIPE, SIG_IGN); /* a closed pipe is an error of writing, reported in one line */
  signal(SIGXFSZ, SIG_IGN); /* and so is a file that the limit of sizes forbids */
  if (argc < 2)
    cli_usage("starport", "name a command");
  const char *first = argv[1];
  for (int i = 0; i < COMMANDS; i++)
    if (!strcmp(first, commands[i]->name))
      cli_exit(call(commands[i], argc - 1, argv + 1));
  if (!strcmp(first, "--help") || !strcmp(first, "help"))
    print_help();
  else if (!strcmp(first, "--version"))
    print_version();
  else
    cli_usage("starport", "unknown command '%s'", first);
  cli_exit(SP_OK);
}
