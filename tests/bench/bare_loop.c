/* The reference for the speed of the simgrid engine: the first master-worker loop of every SimGrid
 * user. A master puts tasks into the mailboxes of its workers in turn; a worker gets a task and
 * executes it. Platform, number of messages and configuration are those of the engine, but there
 * are no model, no decisions and no worker views.
 *
 *   bare_loop [WORKERS [MESSAGES]] */
#include "bench.h"
#include "engine/engine.h"
#include "io/star/star.h"
#include <simgrid/actor.h>
#include <simgrid/engine.h>
#include <simgrid/host.h>
#include <simgrid/mailbox.h>
#include <sys/mman.h>
#include <unistd.h>

struct loop {
  const struct sp_instance *in;
  sg_mailbox_t *mailbox; /* [1..m] */
  long messages;
};

struct place {
  const struct loop *loop;
  int worker;
};

static void master(int argc, char **argv)
{
  const struct loop *loop = sg_actor_self_get_data();
  static char task[] = "task", end[] = "end";
  int m = loop->in->m;
  (void)argc, (void)argv;
  for (long k = 0; k < loop->messages; k++)
    sg_mailbox_put(loop->mailbox[1 + k % m], task, (long)loop->in->task_bytes);
  for (int i = 1; i <= m; i++)
    sg_mailbox_put(loop->mailbox[i], end, 1);
}

static void worker(int argc, char **argv)
{
  const struct place *place = sg_actor_self_get_data();
  (void)argc, (void)argv;
  while (((const char *)sg_mailbox_get(place->loop->mailbox[place->worker]))[0] == 't')
    sg_actor_execute(place->loop->in->task_flops);
}

static void load(const struct sp_instance *in)
{
  char name[64];
  int memory = memfd_create("platform.xml", 0);
  FILE *stream = fdopen(memory, "w");
  sp_write_platform(stream, in, NULL, NULL);
  fflush(stream);
  snprintf(name, sizeof name, "/proc/self/fd/%d", memory);
  simgrid_load_platform(name);
  fclose(stream);
}

static void spawn(const struct sp_instance *in, int i, void (*code)(int, char **), void *data)
{
  sg_actor_t actor = sg_actor_init("actor", sg_host_by_name(in->platform.node[i].name));
  sg_actor_set_data(actor, data);
  sg_actor_start_(actor, code, 0, NULL);
}

int main(int argc, char **argv)
{
  int m = argc > 1 ? atoi(argv[1]) : 20;
  struct loop loop = {.messages = argc > 2 ? atol(argv[2]) : 20480};
  struct sp_instance *in = bench_instance(m, loop.messages);
  loop.in = in;
  loop.mailbox = calloc((size_t)m + 1, sizeof *loop.mailbox);
  struct place *place = calloc((size_t)m + 1, sizeof *place);
  sp_simgrid_warm(&(struct sp_conditions){.seed = 1});
  double start = bench_seconds();
  load(in);
  spawn(in, 0, master, &loop);
  for (int i = 1; i <= m; i++) {
    loop.mailbox[i] = sg_mailbox_by_name(in->platform.node[i].name);
    place[i] = (struct place){&loop, i};
    spawn(in, i, worker, &place[i]);
  }
  simgrid_run();
  bench_report("bare loop", m, loop.messages, bench_seconds() - start);
  free(place);
  free(loop.mailbox);
  sp_instance_free(in);
  return 0;
}
