/* starport network: solves the division of a load on a network. */
#include "cli/parts/network.h"
#include "base/text_table.h"
#include "cli/commands.h"
#include "cli/shared/arguments.h"
#include "cli/shared/execution.h"
#include "cli/shared/files.h"
#include "cli/shared/messages.h"
#include "cli/shared/paths.h"
#include "io/graph/network_spec.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define AT(field) offsetof(struct network_options, field)
static const struct cli_option options[] = {
    {NULL, CLI_ARGUMENT, .offset = AT(kind)},
    {NULL, CLI_ARGUMENT, .offset = AT(spec)},
    {"simulate", CLI_FLAG, AT(simulate), NULL,
     "execute the solution and compare the completion time", .group = 2},
    {"order", CLI_CHOICE, AT(order), "NAME",
     "order on a switch: parallel (default), sequential (the own load first) or fair (sharing "
     "instead of the rates of the solution)",
     .group = 2, .choices = "parallel|sequential|fair", .given = AT(ordered)},
    {NULL, CLI_HEADING, 0, NULL, "Output:", .group = 3},
    {"schedule", CLI_FLAG, AT(schedule), NULL, "also print when each processor receives",
     .group = 3},
    {"json", CLI_FLAG, AT(json), NULL, "print one JSON document", .group = 3},
    {0},
};

static void check(void *options_of, const char *name)
{
  const struct network_options *o = options_of;
  const struct cli_execution *e = &o->execution;
  const char *file = cli_files_option(&o->files);
  const char *given = o->ordered         ? "--order"
                      : file             ? file
                      : e->engine_chosen ? "--engine"
                      : e->noise         ? "--noise"
                      : e->cfg.n         ? "--cfg"
                                         : NULL;
  if (!o->spec)
    cli_usage(name, "expected KIND \"SPEC\"");
  if (given && !o->simulate)
    cli_usage(name, "%s without --simulate", given);
}

static const struct cli_command command = {
    .option = options,
    .usage = "KIND \"SPEC\"",
    .help =
        "Divides a load among the processors of a network with start-up costs so that it is "
        "computed in the least time. KIND is chain, loop, tree, star, bus, hypercube or switch; "
        "SPEC, or @FILE with the same words:\n"
        "  chain      w=.. z=.. r=.. [originator=I] [branches=L-R]\n"
        "  loop       w=.. z=.. r=..\n"
        "  tree       w=.. z=.. r=.. parent=0,1,1,..\n"
        "  tree       w=.. edges=1-2:Z:R,1-3:Z:R,..  (the best tree of a graph)\n"
        "  star       w=.. z=.. r=.. [mode=parallel|sequential]\n"
        "  bus        w1=W bus1=Z:R:w,w,.. [bus2=..] [free=w,w,..]\n"
        "  hypercube  d=D w=W z=Z r=R\n"
        "  switch     alpha=.. s=.. b=..\n"
        "and, except for a switch, tcp, tcm (default 1), beta and return (default 0). One value "
        "of a list serves all processors or links; n= then gives their number. With --simulate the "
        "solution is executed and the trace validated; the exit code is 3 if the trace is invalid, "
        "the completion time differs from the solution, or the engines differ."
        "\vExample: starport network chain \"w=1,1,1,1/2,1/2 z=1,1,1/2,1/2 r=.2,.2,.1,.1 tcp=2\"",
    .group = {{&cli_seed_group, AT(execution)},
              {&cli_engine_group, AT(execution)},
              {&cli_files_group, AT(files)}},
    .check = check,
};

static const char alone[] =
    "no other processor is usable: its message would take longer than the originator alone";

static bool is_alone(const struct sp_network *net, const struct sp_network_solution *solution)
{
  return net->kind != SP_SWITCH && solution->n > 1 && solution->usable == 1;
}

/* ---- Text. */

enum { SHOWN = 40 }; /* rows of a table; --json prints all */

static void print_rows(const struct sp_network *net, const struct sp_network_solution *solution,
                       bool schedule)
{
  static const char *const heads[] = {"processor", "load",  "exactly", "from",
                                      "start",     "ready", "carried", "bus"};
  static const char *const layers[] = {"layer", "load",  "exactly", "from",
                                       "start", "ready", "carried", "bus"};
  bool cube = net->kind == SP_HYPERCUBE;
  struct sp_table *table = sp_table_alloc(8, cube ? layers : heads, "rrrrrrrr");
  for (long i = 0; i < solution->n && i < SHOWN; i++) {
    const struct sp_network_row *row = &solution->row[i];
    sp_table_row(table);
    sp_table_set(table, 0, "%ld", i + !cube);
    sp_table_number(table, 1, row->alpha);
    if (solution->alpha_exact && solution->n <= 16)
      sp_table_set(table, 2, "%s", solution->alpha_exact[i]);
    if (solution->bus && solution->bus[i] != SP_UNUSED)
      sp_table_set(table, 7, "%d", solution->bus[i] + 1);
    if (row->parent == SP_UNUSED)
      continue;
    if (schedule || net->edge)
      sp_table_set(table, 3, "%ld", row->parent + !cube);
    if (!schedule)
      continue;
    sp_table_number(table, 4, row->start);
    sp_table_number(table, 5, row->ready);
    sp_table_number(table, 6, row->carried);
    if (i == solution->meet)
      sp_table_note(table, "%*s and %.6g from %ld, from %.6g on", 9, "", solution->second_carried,
                    solution->second_parent + 1, solution->second_start);
  }
  sp_table_print(table, stdout);
  sp_table_free(table);
  if (solution->n > SHOWN)
    printf("... and %ld more: --json shows all\n", solution->n - SHOWN);
}

static void print_measure(const char *name, double value, const char *exact)
{
  struct sp_number_text buffer;
  printf("%-17s %s", name, sp_rounded_text(value, &buffer));
  if (exact && strcmp(exact, buffer.text) != 0)
    printf("  = %.60s%s", exact, strlen(exact) > 60 ? "..." : "");
  putchar('\n');
}

static void print_switch(const struct sp_network_solution *solution)
{
  static const char *const heads[] = {"from", "to", "amount", "rate"};
  struct sp_table *table = sp_table_alloc(4, heads, "rrrr");
  if (!solution->streams) {
    puts("\nnothing moves");
    sp_table_free(table);
    return;
  }
  for (long k = 0; k < solution->streams && k < SHOWN; k++) {
    sp_table_row(table);
    sp_table_set(table, 0, "%ld", solution->stream[k].from + 1);
    sp_table_set(table, 1, "%ld", solution->stream[k].to + 1);
    sp_table_number(table, 2, solution->stream[k].amount);
    sp_table_number(table, 3, solution->stream[k].rate);
  }
  putchar('\n');
  sp_table_print(table, stdout);
  sp_table_free(table);
  if (solution->streams > SHOWN)
    printf("... and %ld more: --json shows all\n", solution->streams - SHOWN);
}

static void print_kind(const struct sp_network *net, const struct sp_network_solution *solution)
{
  if (net->kind == SP_LOOP && solution->meet != SP_UNUSED)
    printf("%-17s closed, meets at %ld\n", "loop", solution->meet + 1);
  else if (net->kind == SP_LOOP)
    printf("%-17s open\n", "loop");
  if (solution->left != SP_UNUSED)
    printf("%-17s %ld left, %ld right\n", "branches", solution->left, solution->right);
  if (solution->layers != SP_UNUSED)
    printf("%-17s %ld of %ld\n", "layers", solution->layers, net->n - 1);
  if (solution->ordered) {
    printf("%-17s", "order");
    for (long k = 0; k < solution->ordered && k < SHOWN; k++)
      printf(" %ld", solution->order[k] + 1);
    puts(solution->ordered > SHOWN ? " .." : "");
  }
  if (!isnan(solution->lower_bound))
    print_measure("lower bound", solution->lower_bound, NULL);
  if (!solution->proven)
    printf("%-17s another choice may be better\n", "not proven");
}

static void print_text(const struct sp_network *net, const struct sp_network_solution *solution,
                       bool schedule, const struct network_runs *runs)
{
  print_measure("time", solution->time, solution->time_exact);
  cli_network_print_runs(runs);
  print_measure("usable", solution->usable, NULL);
  print_measure("speedup", solution->speedup, NULL);
  print_measure("equivalent speed", solution->equivalent_speed, NULL);
  print_measure("utilisation", solution->utilisation, NULL);
  print_kind(net, solution);
  if (is_alone(net, solution))
    puts(alone);
  putchar('\n');
  print_rows(net, solution, schedule);
  if (net->kind == SP_SWITCH)
    print_switch(solution);
  cli_files_print(&runs->written);
}

/* ---- The command. */

/* Executes the solution if requested, and reports. */
static int report(const struct sp_network *net, const struct sp_network_solution *solution,
                  const struct network_options *o, const char *provenance)
{
  struct network_runs runs = {0};
  int code = o->simulate ? cli_network_simulate(net, solution, o, &runs) : SP_OK;
  if (code == SP_OK)
    code = cli_network_write(net, &runs, o, provenance);
  if (code == SP_OK) {
    if (o->json)
      cli_network_json(net, solution, is_alone(net, solution) ? alone : NULL, o->schedule,
                       o->simulate ? &runs : NULL);
    else
      print_text(net, solution, o->schedule, &runs);
    code = cli_network_verdict(&runs);
  }
  cli_run_clear(&runs.run);
  return code;
}

static int solve(const struct sp_network *net, const struct network_options *o,
                 const char *provenance)
{
  struct sp_network_solution solution;
  struct sp_error error;
  int code = sp_network_solve(net, &solution, &error);
  if (code != SP_OK)
    return cli_complain(code, "network %s: %s", o->kind, error.text);
  code = report(net, &solution, o, provenance);
  sp_network_solution_clear(&solution);
  return code;
}

int cli_network(int argc, char **argv)
{
  struct network_options o = {0};
  struct sp_error error;
  char *provenance = cli_command_line(argc, argv);
  cli_execution_preset(&o.execution);
  cli_parse(&command, argc, argv, &o);
  enum sp_network_kind kind = sp_network_kind_of(o.kind);
  if (kind == SP_NETWORK_KINDS)
    cli_usage(argv[0],
              "unknown kind '%s', expected chain, loop, tree, star, bus, hypercube or switch",
              o.kind);
  if (o.ordered && kind != SP_SWITCH)
    cli_usage(argv[0], "--order is for a switch, not for a %s", o.kind);
  int code = cli_files_probe(&o.files);
  struct sp_network *net = code == SP_OK ? sp_network_parse(kind, o.spec, &error) : NULL;
  if (net)
    code = solve(net, &o, provenance);
  else if (code == SP_OK)
    code = cli_complain(SP_BAD_INPUT, "%s", error.text);
  sp_network_free(net);
  cli_execution_clear(&o.execution);
  free(provenance);
  return code;
}
