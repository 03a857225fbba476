/* Measures how the cost of each heuristic, bound and solver grows with the size of the instance.
 *
 *   growth [SECONDS [NAME..]]     (default: 20 seconds of processor time a run, everything)
 *
 * Each run is a process of its own. A line shows the problem, the name, the seconds of processor
 * time at three sizes, 10 times as large each, and the exponent of the last step: 1 means that ten
 * times as much work takes ten times as long. ">" means that it was stopped, "refused" that it does
 * not serve this size. Sizes:
 *   redistribution  10, 100, 1000 workers with 0..200 tasks each, c and w in 1..100
 *   bag             10, 100, 1000 workers, 100 tasks a worker, c in 1..100, w in 1..100 times half
 *                   the number of workers, 1 to 3 places
 *   divisible       10, 100, 1000 workers, load 100 a worker, c, w in 1..10, S in 1..10
 *   network         10^3, 10^4, 10^5 processors (a switch: 10, 100, 1000), random costs
 *   steady          10, 20, 40 nodes (here a step doubles the size), two links a node */
#include "bench.h"
#include "engine/perform/perform.h"
#include "io/graph/network_spec.h"
#include "solve/network/network.h"
#include "solve/steady/steady.h"

#include <starport/starport.h>

#include <math.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SEED = 1313, SIZES = 3 };

/* ---- What is measured: a job of one size; false if it is refused. */

struct job {
  enum { STAR, BOUNDS, NETWORK, STEADY } kind;
  enum sp_problem problem;
  const char *method; /* of a star, or the network's kind */
  int size;           /* 0.. */
};

static struct sp_instance *star(enum sp_problem problem, int m)
{
  struct bench_dice d = {SEED, (uint32_t)m, 0};
  struct sp_instance *in = sp_instance_alloc(m);
  bool divisible = problem == SP_DIVISIBLE, bag = problem == SP_BAG;
  in->problem = problem;
  for (int i = 1; i <= m; i++) {
    in->c[i] = sp_int(bench_draw(&d, 1, divisible ? 10 : 100));
    in->w[i] = sp_int(bench_draw(&d, 1, divisible ? 10 : 100) * (bag ? (m + 1) / 2 : 1));
    if (divisible)
      in->latency[i] = sp_int(bench_draw(&d, 1, 10));
    if (bag)
      in->buffer[i] = bench_draw(&d, 1, 3);
    if (problem == SP_REDISTRIBUTION)
      in->load[i] = sp_int(bench_draw(&d, 0, 200));
  }
  if (divisible || bag)
    in->total = sp_int(100 * m);
  return in;
}

static bool run_star(const struct job *job)
{
  struct sp_error error;
  struct sp_method method;
  struct sp_result result;
  struct sp_conditions nominal = {0};
  struct sp_instance *in = star(job->problem, (int[]){10, 100, 1000}[job->size]);
  struct sp_registry *registry = sp_registry_alloc(&error);
  if (sp_method_parse(registry, job->method, &method, &error))
    return false;
  sp_native_run(in, registry, &method, &nominal, &result, NULL, NULL);
  return result.status == SP_RUN_OK;
}

static bool run_bounds(const struct job *job)
{
  struct sp_bound bound[SP_MAX_BOUNDS];
  return sp_bounds(star(job->problem, (int[]){10, 100, 1000}[job->size]), bound) > 0;
}

/* Writes " KEY=x,x,.." with n random values. */
static void list(FILE *to, struct bench_dice *d, const char *key, int n)
{
  fprintf(to, " %s=", key);
  for (int k = 0; k < n; k++)
    fprintf(to, "%s%d", k ? "," : "", bench_draw(d, 1, 9));
}

static char *network(enum sp_network_kind kind, int n)
{
  char *text;
  size_t length;
  struct bench_dice d = {SEED, (uint32_t)n, 0};
  FILE *to = open_memstream(&text, &length);
  int links = kind == SP_CHAIN ? n - 1 : n;
  if (!to)
    abort();
  if (kind == SP_SWITCH) {
    list(to, &d, "alpha", n);
    list(to, &d, "s", n);
    fputs(" b=2", to);
  } else if (kind == SP_BUS) {
    fputs("w1=3 bus1=2:0:", to);
    for (int k = 1; k < n; k++)
      fprintf(to, "%s%d", k > 1 ? "," : "", bench_draw(&d, 1, 9));
  } else {
    list(to, &d, "w", n);
    list(to, &d, "z", links);
    fputs(kind == SP_TREE ? " r=0" : " r=1e-6", to);
  }
  if (kind == SP_TREE) {
    fputs(" parent=0", to);
    for (int k = 1; k < n; k++)
      fprintf(to, ",%d", bench_draw(&d, 1, k));
  }
  fclose(to);
  return text;
}

static bool run_network(const struct job *job)
{
  struct sp_error error;
  struct sp_network_solution solution;
  enum sp_network_kind kind = sp_network_kind_of(job->method);
  const int *sizes = kind == SP_SWITCH ? (int[]){10, 100, 1000} : (int[]){1000, 10000, 100000};
  struct sp_network *net = sp_network_parse(kind, network(kind, sizes[job->size]), &error);
  bool solved = net && sp_network_solve(net, &solution, &error) == SP_OK;
  if (!solved)
    fprintf(stderr, "%s: %s\n", job->method, error.text);
  return solved;
}

static bool run_steady(const struct job *job)
{
  int n = 10 << job->size;
  struct bench_dice d = {SEED, (uint32_t)n, 0};
  struct sp_graph *g = sp_graph_alloc(n);
  struct sp_steady steady;
  struct sp_error error;
  g->master[0] = true;
  for (int i = 0; i < n; i++)
    g->w[i] = sp_int(bench_draw(&d, 1, 9));
  for (int i = 1; i < n; i++)
    for (int k = 0; k < (i > 1 ? 2 : 1); k++)
      sp_graph_add_link(g,
                        k ? i - 1 - bench_draw(&d, 0, i - 2) % (i - 1) : bench_draw(&d, 0, i - 1),
                        i, sp_int(bench_draw(&d, 1, 9)), sp_int(bench_draw(&d, 1, 9)));
  return sp_steady_solve(g, true, &steady, &error) == SP_OK;
}

/* ---- Measuring. */

enum outcome { DONE, REFUSED, STOPPED };

/* Runs the job in a child process with a limit on its processor time. */
static enum outcome measure(const struct job *job, double limit, double *seconds)
{
  static bool (*const run[])(const struct job *) = {run_star, run_bounds, run_network, run_steady};
  struct rusage used;
  int status;
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    struct rlimit cpu = {(rlim_t)ceil(limit), (rlim_t)ceil(limit) + 1};
    setrlimit(RLIMIT_CPU, &cpu);
    _exit(run[job->kind](job) ? 0 : 1);
  }
  if (child < 0 || wait4(child, &status, 0, &used) < 0)
    abort();
  *seconds = (double)used.ru_utime.tv_sec + 1e-6 * (double)used.ru_utime.tv_usec +
             (double)used.ru_stime.tv_sec + 1e-6 * (double)used.ru_stime.tv_usec;
  return !WIFEXITED(status) ? STOPPED : WEXITSTATUS(status) ? REFUSED : DONE;
}

static void line(struct job job, const char *what, const char *name, double limit)
{
  double seconds[SIZES] = {0};
  enum outcome outcome = DONE;
  printf("%-15s %-24s", what, name);
  for (job.size = 0; job.size < SIZES && outcome != STOPPED; job.size++) {
    outcome = measure(&job, limit, &seconds[job.size]);
    if (outcome == DONE)
      printf(" %9.3f", seconds[job.size]);
    else
      printf(" %9s", outcome == REFUSED ? "refused" : ">");
  }
  double step = job.kind == STEADY ? 2 : 10;
  if (outcome == DONE && seconds[2] > 0.02)
    printf("  %4.1f", log(seconds[2] / fmax(seconds[1], 1e-3)) / log(step));
  putchar('\n');
}

static bool asked(int argc, char **argv, const char *name)
{
  for (int k = 2; k < argc; k++)
    if (!strcmp(argv[k], name))
      return true;
  return argc <= 2;
}

int main(int argc, char **argv)
{
  static const enum sp_problem problems[] = {SP_REDISTRIBUTION, SP_BAG, SP_DIVISIBLE};
  double limit = argc > 1 ? strtod(argv[1], NULL) : 20;
  struct sp_error error;
  struct sp_registry *registry = sp_registry_alloc(&error);
  for (size_t p = 0; p < 3; p++) {
    const char *what = sp_problem_name(problems[p]);
    for (int k = 0; k < registry->n; k++)
      if ((registry->item[k]->problems & (unsigned)problems[p]) &&
          asked(argc, argv, registry->item[k]->name))
        line((struct job){STAR, problems[p], registry->item[k]->name, 0}, what,
             registry->item[k]->name, limit);
    if (asked(argc, argv, "bounds"))
      line((struct job){BOUNDS, problems[p], NULL, 0}, what, "bounds", limit);
  }
  for (int kind = 0; kind <= SP_SWITCH; kind++)
    if (kind != SP_HYPERCUBE && asked(argc, argv, sp_network_name[kind]))
      line((struct job){NETWORK, 0, sp_network_name[kind], 0}, "network", sp_network_name[kind],
           limit);
  if (asked(argc, argv, "steady"))
    line((struct job){STEADY, 0, NULL, 0}, "steady", "exact", limit);
  sp_registry_free(registry);
  return 0;
}
