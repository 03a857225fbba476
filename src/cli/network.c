/* starport network: solves the division of a load on a network. */
#include "cli/parts/network.h"
#include "base/text_table.h"
#include "cli/commands.h"
#include "cli/shared/files.h"
#include "io/graph/network_spec.h"
#include "solve/network/direct.h"

struct network_options {
  const char *kind, *spec;
  bool json, schedule, simulate;
  enum sp_switch_order order;
  bool ordered; /* --order was given */
  struct cli_files files;
  struct cli_execution execution;
};

#define AT(field) offsetof(struct network_options, field)
static const struct cli_option options[] = {
    {NULL, CLI_ARGUMENT, .offset = AT(kind)},
    {NULL, CLI_ARGUMENT, .offset = AT(spec), .needed = "expected KIND \"SPEC\""},
    {"simulate", CLI_FLAG, AT(simulate), NULL,
     "execute the solution and compare the completion time", .group = 4},
    {"order", CLI_CHOICE, AT(order), "NAME",
     "order on a switch: parallel (default), sequential (the own load first), fair (sharing "
     "instead of the rates of the solution) or tasks (whole tasks, one port a processor each way)",
     .group = 4, .choices = "parallel|sequential|fair|tasks", .given = AT(ordered)},
    {NULL, CLI_HEADING, 0, NULL, "Output:", .group = 3},
    {"schedule", CLI_FLAG, AT(schedule), NULL, "also print when each processor receives",
     .group = 3},
    {"json", CLI_FLAG, AT(json), NULL, "print one JSON document", .group = 3},
    {0},
};

static void check_network_options(void *options_of, const char *name)
{
  const struct network_options *o = options_of;
  const char *file = cli_files_option(&o->files);
  const char *given = o->ordered ? "--order" : file ? file : cli_execution_option(&o->execution);
  enum sp_network_kind kind = sp_network_kind_of(o->kind);
  if (given && !o->simulate)
    cli_usage(name, "%s without --simulate", given);
  if (kind == SP_NETWORK_KINDS)
    cli_usage(name,
              "unknown kind '%s', expected chain, loop, tree, star, bus, hypercube, switch, mesh "
              "or torus",
              o->kind);
  if (o->ordered && kind != SP_SWITCH)
    cli_usage(name, "--order is for a switch, not for a %s", o->kind);
}

/* ---- Text. */

enum { SHOWN = 40 }; /* rows of a table; --json prints all */

/* Prints the first of n rows. */
static void end_table(struct sp_table *table, long n)
{
  if (n == 0)
    puts("nothing moves");
  sp_table_end(table, stdout);
  if (n > SHOWN)
    printf("... and %ld more: --json shows all\n", n - SHOWN);
}

static void print_rows(const struct sp_network *net, const struct sp_network_solution *solution,
                       bool schedule)
{
  static const char *const heads[] = {"processor", "load",    "exactly", "from", "start",
                                      "ready",     "carried", "bus",     "group"};
  static const char *const layers[] = {"layer", "load",    "exactly", "from", "start",
                                       "ready", "carried", "bus",     "group"};
  bool cube = net->kind == SP_HYPERCUBE;
  struct sp_table *table = sp_table_alloc(9, cube ? layers : heads, "rrrrrrrrr");
  for (long i = 0; i < solution->n && i < SHOWN; i++) {
    const struct sp_network_row *row = &solution->row[i];
    bool sent = row->parent != SP_UNUSED, dated = schedule && (sent || row->carried > 0);
    bool on_bus = solution->bus && solution->bus[i] != SP_UNUSED;
    sp_table_add(table, "Ifsffffff", i + !cube, row->alpha,
                 solution->alpha_exact && solution->n <= 16 ? solution->alpha_exact[i] : NULL,
                 sent && (dated || net->edge) ? (double)row->parent + !cube : NAN,
                 dated ? row->start : NAN, dated ? row->ready : NAN, dated ? row->carried : NAN,
                 on_bus ? solution->bus[i] + 1.0 : NAN,
                 solution->group && row->used && i ? (double)solution->group[i] + 1 : NAN);
    if (dated && i == solution->meet)
      sp_table_note(table, "%*s and %.6g from %ld, from %.6g on", 9, "", solution->second_carried,
                    solution->second_parent + 1, solution->second_start);
  }
  end_table(table, solution->n);
}

static void print_measure(const char *name, double value, const char *exact)
{
  if (isnan(value))
    return;
  const char *rounded = cli_rounded(value);
  printf("%-17s %s", name, rounded);
  if (exact && strcmp(exact, rounded) != 0)
    printf("  = %.60s%s", exact, strlen(exact) > 60 ? "..." : "");
  putchar('\n');
}

static void print_switch(const struct sp_network_solution *solution)
{
  static const char *const heads[] = {"from", "to", "amount", "rate"};
  struct sp_table *table = sp_table_alloc(4, heads, "rrrr");
  for (long k = 0; k < solution->streams && k < SHOWN; k++) {
    const struct sp_switch_stream *stream = &solution->stream[k];
    sp_table_add(table, "IIff", stream->from + 1, stream->to + 1, stream->amount, stream->rate);
  }
  putchar('\n');
  end_table(table, solution->streams);
}

static void print_tasks(const struct sp_schedule *plan)
{
  static const char *const heads[] = {"message", "from", "to", "sends on"};
  struct sp_table *table = sp_table_alloc(4, heads, "rrrr");
  for (long k = 0; k < plan->n && k < SHOWN; k++)
    sp_table_add(table, "Iiif", k + 1, plan->msg[k].from, plan->msg[k].to,
                 plan->msg[k].after < 0 ? NAN : (double)plan->msg[k].after + 1);
  end_table(table, plan->n);
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
    printf("%-17s %ld of %ld\n", "layers", solution->layers, solution->depth);
  if (solution->ordered) {
    printf("%-17s", "order");
    for (long k = 0; k < solution->ordered && k < SHOWN; k++)
      printf(" %ld", solution->order[k] + 1);
    puts(solution->ordered > SHOWN ? " .." : "");
  }
  if (!isnan(solution->lower_bound))
    print_measure(sp_network_is_dual(net) ? "upper bound" : "lower bound", solution->lower_bound,
                  NULL);
  if (!solution->proven)
    printf("%-17s another choice may be better\n", "not proven");
}

static void print_runs(const struct network_answer *a)
{
  bool is_switch = a->net->kind == SP_SWITCH;
  for (int k = 0; k < a->runs.n; k++) {
    const struct sp_result *r = &a->runs.result[k];
    const char *engine = sp_engine_name(a->runs.engine[k]);
    if (r->status != SP_RUN_OK) {
      printf("%-17s %s on %s\n", "simulated", sp_status_name(r->status), engine);
      continue;
    }
    printf("%-17s %s on %s", "simulated", cli_rounded(r->makespan), engine);
    if (is_switch)
      printf(", %s", sp_switch_order_name(a->order));
    if (fabs(cli_network_difference(r)) <= 1e-9)
      puts(", as solved");
    else
      printf(", %+.3g %%\n", 100 * cli_network_difference(r));
  }
  if (a->runs.n == 2 && !a->runs.difference.text[0])
    printf("%-17s %s within 1e-9\n", "engines agree", is_switch ? "completion times" : "dates");
}

static void print_text(const struct network_answer *a, const struct network_options *o)
{
  const struct sp_network_solution *solution = &a->solution;
  const char *note = cli_network_note(a);
  bool dual = sp_network_is_dual(a->net);
  print_measure("time", solution->time, dual ? NULL : solution->time_exact);
  if (dual)
    print_measure("load", solution->load, solution->time_exact);
  if (a->order == SP_TASKS)
    print_measure(solution->proven ? "tasks, optimal" : "tasks", solution->tasks.planned, NULL);
  print_runs(a);
  print_measure("usable", solution->usable, NULL);
  print_measure("speedup", solution->speedup, NULL);
  print_measure("equivalent speed", solution->equivalent_speed, NULL);
  print_measure("utilisation", solution->utilisation, NULL);
  print_kind(a->net, solution);
  if (note)
    puts(note);
  putchar('\n');
  if (a->order == SP_TASKS)
    print_tasks(&solution->tasks);
  else
    print_rows(a->net, solution, o->schedule);
  if (a->net->kind == SP_SWITCH ? a->order != SP_TASKS : solution->streams > 0)
    print_switch(solution);
  if (a->runs.trace[0].n)
    cli_files_print(&o->files);
}

/* ---- The command. */

/* Writes the files of the command line if there is a trace. */
static int write_files(const struct network_answer *a, const struct network_options *o)
{
  const struct sp_instance in = {.kind = SP_INSTANCE_NETWORK, .network = a->net};
  bool is_switch = a->net->kind == SP_SWITCH;
  if (a->runs.trace[0].n == 0)
    return SP_OK;
  const char *title =
      cli_format("%s%s%s, %s: completion time %s", sp_network_name[a->net->kind],
                 is_switch ? ", " : "", is_switch ? sp_switch_order_name(a->order) : "",
                 sp_engine_name(a->runs.engine[0]), cli_rounded(a->runs.result[0].makespan));
  return cli_files_write(&o->files, &a->runs.trace[0], &in, title, NAN);
}

/* Executes the solution if requested, and reports. */
static int report(struct network_answer *a, const struct network_options *o)
{
  cli_end_if(o->simulate ? cli_network_simulate(a, &o->execution) : SP_OK);
  cli_end_if(write_files(a, o));
  if (o->json)
    json_print(cli_network_json(a, o->schedule));
  else
    print_text(a, o);
  return cli_run_verdict(&a->runs, true);
}

static int run_network_command(void *options_of)
{
  struct network_options *o = options_of;
  struct network_answer *a = cli_keep(sp_xcalloc(1, sizeof *a));
  struct sp_error error;
  cli_files_probe(&o->files);
  if (o->simulate)
    cli_settle_engine(&o->execution);
  a->order = o->order;
  a->net = sp_network_parse(sp_network_kind_of(o->kind), o->spec, &error);
  if (!a->net)
    return cli_failed(SP_BAD_INPUT, &error);
  int code = sp_network_solve(a->net, &a->solution, &error);
  if (code == SP_OK && o->order == SP_TASKS)
    code = direct_solve(a->net, &a->solution, &error);
  return code == SP_OK ? report(a, o) : cli_complain(code, "network %s: %s", o->kind, error.text);
}

const struct cli_command cli_network = {
    .name = "network",
    .does = "divides a load on a chain, loop, tree, star, bus, hypercube, switch, mesh or torus",
    .option = options,
    .usage = "KIND \"SPEC\"",
    .help =
        "Divides a load among the processors of a network with start-up costs so that it is "
        "computed in the least time. KIND is chain, loop, tree, star, bus, hypercube, mesh, torus "
        "or switch; SPEC, or @FILE with the same words:\n"
        "  chain      w=.. z=.. r=.. [originator=I] [branches=L-R]\n"
        "  loop       w=.. z=.. r=..\n"
        "  tree       w=.. z=.. r=.. parent=0,1,1,..\n"
        "  tree       w=.. edges=1-2:Z:R,1-3:Z:R,..  (the best tree of a graph)\n"
        "  star       w=.. z=.. r=.. [mode=parallel|sequential]\n"
        "  bus        w1=W bus1=Z:R:w,w,.. [bus2=..] [free=w,w@1+2,..] [recv=K] [send=K]\n"
        "  hypercube  d=D w=W z=Z r=R\n"
        "  mesh       d=AxB w=W z=Z r=R [originator=I] [mode=layers|tree]\n"
        "  torus      the same, rows and columns closed\n"
        "  switch     alpha=.. s=.. b=..\n"
        "and, except for a switch, tcp, tcm (default 1), beta and return (default 0). deadline=T "
        "asks for the most load that is computed by T. Chains, trees and stars take the variants "
        "of the paper's section 2.1: start=S,.. before processor i can compute; intercept=I,.. to "
        "take its part out of what came (x I tcm); info=K, so many units in a message for each "
        "processor that it serves; merge=M (not on a star): who sends on merges results in M tcp a "
        "unit. One value of a list serves all processors or links; n= then gives their number. z "
        "and r have a value for each link: one less than w on a chain and a star (where a first "
        "one, for the originator, may be given and is not used), as many on a loop and a tree. "
        "With --simulate the solution is executed and the trace validated; the exit code is 3 if "
        "the trace is invalid, the completion time differs from the solution, or the engines "
        "differ."
        "\vExample: starport network chain \"w=1,1,1,1/2,1/2 z=1,1,1/2,1/2 r=.2,.2,.1,.1 tcp=2\"",
    .group = {{&cli_seed_group, AT(execution)},
              {&cli_engine_group, AT(execution)},
              {&cli_files_group, AT(files)}},
    .check = check_network_options,
    .size = sizeof(struct network_options),
    .run = run_network_command,
};
