/* A one-port master and workers with few places, in plain SimGrid: min_c and mct of RR-5196.
 *
 *   cc -std=c17 master_worker.c -o master_worker -lsimgrid -lm
 *   ./master_worker PLATFORM.xml DEPLOYMENT.xml min_c|mct
 *
 * The master sends one task at a time; a worker receives while it computes, and holds at most as
 * many tasks as it has places, from the start of a message to the end of the computation. The
 * deployment gives the properties tasks, task_bytes, task_flops, release (dates at which the tasks
 * come to the master; default: all at 0) of the master and buffer of each worker (default: no
 * limit), as `starport generate` writes them. Prints the makespan, the longest flow and the sum of
 * flows: the times from the arrivals of the tasks to their ends. */
#include <math.h>
#include <simgrid/actor.h>
#include <simgrid/engine.h>
#include <simgrid/host.h>
#include <simgrid/mailbox.h>
#include <simgrid/semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xbt/config.h>

/* What the master knows of a worker, and the dates that it expects. */
struct worker {
  sg_host_t host;
  sg_sem_t place;       /* free places */
  double c, w;          /* time of a message, and of a task */
  int places;           /* at most the number of tasks */
  long sent;            /* tasks, */
  int *task;            /* their numbers */
  double *end, idle_at; /* end[k % places] of its k-th task; of the last one */
};

static const char *rule;
static int tasks, m;
static double task_bytes, task_flops, *release; /* release[0..tasks-1] */
static double makespan, max_flow, sum_flow;
static struct worker *worker; /* [0..m-1] in the order of the deployment */

static double property(const char *name, double preset)
{
  const char *value = sg_actor_get_property_value(sg_actor_self(), name);
  return value ? strtod(value, NULL) : preset;
}

static void run_worker(int argc, char **argv)
{
  (void)argc, (void)argv;
  const char *name = sg_host_get_name(sg_host_self());
  int me = m++, places = (int)fmin(property("buffer", tasks), tasks);
  worker = realloc(worker, (size_t)m * sizeof *worker);
  worker[me] = (struct worker){.host = sg_host_self(),
                               .place = sg_sem_init(places),
                               .places = places,
                               .task = calloc((size_t)tasks, sizeof(int)),
                               .end = calloc((size_t)places, sizeof(double))};
  sg_mailbox_set_receiver(name); /* messages come while it computes */
  for (long k = 0; *(char *)sg_mailbox_get(sg_mailbox_by_name(name)) == 't'; k++) {
    sg_actor_execute(task_flops);
    makespan = simgrid_get_clock();
    double flow = makespan - release[worker[me].task[k]];
    max_flow = fmax(max_flow, flow);
    sum_flow += flow;
    sg_sem_release(worker[me].place);
  }
}

/* The date at which a worker has a place for one more task. */
static double room_at(const struct worker *x)
{
  return x->sent < x->places ? 0 : x->end[x->sent % x->places];
}

/* The date at which it would end one more task, sent at date `now` or when there is a place. */
static double completion(const struct worker *x, double now)
{
  return fmax(fmax(room_at(x), now) + x->c, x->idle_at) + x->w;
}

/* min_c: the cheapest link of those that have a free place, or that have it first. */
static int min_c(double now)
{
  double first = INFINITY;
  int best = -1;
  for (int i = 0; i < m; i++)
    first = fmin(first, room_at(&worker[i]));
  for (int i = 0; i < m; i++)
    if (room_at(&worker[i]) <= fmax(now, first) && (best < 0 || worker[i].c < worker[best].c))
      best = i;
  return best;
}

/* mct: the worker that would end the task first. */
static int mct(double now)
{
  int best = 0;
  for (int i = 1; i < m; i++)
    if (completion(&worker[i], now) < completion(&worker[best], now))
      best = i;
  return best;
}

/* Sends task k, and waits until it has come. Returns the date that the master expects then. */
static double send_task(struct worker *x, int k, double now)
{
  x->task[x->sent] = k;
  sg_sem_acquire(x->place);
  sg_mailbox_put(sg_mailbox_by_name(sg_host_get_name(x->host)), "task", (long)task_bytes);
  double arrival = fmax(room_at(x), now) + x->c;
  x->end[x->sent++ % x->places] = x->idle_at = fmax(arrival, x->idle_at) + x->w;
  return arrival;
}

/* The dates "0,1.5,3" of the tasks. */
static void read_release(void)
{
  const char *text = sg_actor_get_property_value(sg_actor_self(), "release");
  release = calloc((size_t)tasks, sizeof *release);
  for (int k = 0; text && k < tasks; k++) {
    char *end;
    release[k] = strtod(text, &end);
    text = *end ? end + 1 : end;
  }
}

/* Waits for task k; returns the date at which it is there and the port is free. */
static double await_task(int k, double now)
{
  if (release[k] <= now)
    return now;
  sg_actor_sleep_for(release[k] - simgrid_get_clock());
  return release[k];
}

static void run_master(int argc, char **argv)
{
  (void)argc, (void)argv;
  tasks = (int)property("tasks", 0);
  task_bytes = property("task_bytes", 1);
  task_flops = property("task_flops", 1);
  read_release();
  sg_actor_yield(); /* the workers begin */
  for (int i = 0; i < m; i++) {
    sg_host_t here = sg_host_self(), there = worker[i].host;
    worker[i].c = sg_host_get_route_latency(here, there) +
                  task_bytes / sg_host_get_route_bandwidth(here, there);
    worker[i].w = task_flops / sg_host_get_speed(there);
  }
  double now = 0;
  for (int k = 0; k < tasks; k++) {
    now = await_task(k, now);
    now = send_task(&worker[strcmp(rule, "mct") ? min_c(now) : mct(now)], k, now);
  }
  for (int i = 0; i < m; i++)
    sg_mailbox_put(sg_mailbox_by_name(sg_host_get_name(worker[i].host)), "end", 0);
}

int main(int argc, char **argv)
{
  simgrid_init(&argc, argv);
  if (argc != 4)
    return fprintf(stderr, "usage: %s PLATFORM.xml DEPLOYMENT.xml min_c|mct\n", argv[0]), 1;
  /* A message takes latency + bytes / bandwidth. */
  sg_cfg_set_string("network/model", "CM02");
  sg_cfg_set_boolean("network/crosstraffic", "no");
  sg_cfg_set_double("network/TCP-gamma", 0);
  sg_cfg_set_double("network/weight-S", 0);
  rule = argv[3];
  simgrid_load_platform(argv[1]);
  simgrid_register_function("master", run_master);
  simgrid_register_function("worker", run_worker);
  simgrid_load_deployment(argv[2]);
  simgrid_run();
  printf("%.17g %.17g %.17g\n", makespan, max_flow, sum_flow);
  return 0;
}
