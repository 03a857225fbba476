/* Transfers and computations that SimGrid can lose; see nominal.h.
 *
 * What SimGrid 3.32 offers from C for this: sg_exec_wait and sg_comm_wait return that a host or a
 * link has failed. sg_actor_execute and sg_host_sendto, by which stars that cannot fail run, would
 * throw a C++ exception instead, and there is no sg_host_sendto that can be waited for. So a
 * transfer has an actor for the receiver, which SimGrid kills if its host goes down: the sender's
 * wait then returns that the network has failed; and one for a sender whose host can go down, whose
 * end is waited for. A computation is begun and waited for from afar. */
#include "base/memory.h"
#include "engine/simgrid/nominal.h"
#include <simgrid/actor.h>
#include <simgrid/comm.h>
#include <simgrid/exec.h>
#include <simgrid/host.h>
#include <simgrid/mailbox.h>

/* One transfer; there is one at a time from a host to another. */
struct sending {
  sg_mailbox_t mailbox;
  double bytes;
  bool arrived;
};

static void receive(int argc, char **argv)
{
  (void)argc, (void)argv;
  void *nothing;
  sg_comm_wait(sg_mailbox_get_async(sg_actor_self_get_data(), &nothing));
}

static void put(struct sending *s)
{
  static char something;
  s->arrived = sg_comm_wait(sg_mailbox_put_async(s->mailbox, &something, (long)s->bytes)) == SG_OK;
}

static void send(int argc, char **argv)
{
  (void)argc, (void)argv;
  put(sg_actor_self_get_data());
}

/* An actor on the host, which SimGrid kills if that goes down. */
static sg_actor_t begin(const char *name, sg_host_t host, xbt_main_func_t function, void *data)
{
  sg_actor_t actor = sg_actor_init(name, host);
  sg_actor_set_data(actor, data);
  sg_actor_start_(actor, function, 0, NULL);
  return actor;
}

bool lossy_send(sg_host_t from, sg_host_t to, double bytes)
{
  if (!sg_host_is_on(from) || !sg_host_is_on(to)) /* there an actor cannot start */
    return false;
  char *way = sp_format("%s>%s", sg_host_get_name(from), sg_host_get_name(to));
  struct sending s = {sg_mailbox_by_name(way), bytes, false};
  free(way);
  begin("receiver", to, receive, s.mailbox);
  if (from == sg_host_self())
    put(&s);
  else
    sg_actor_join(begin("sender", from, send, &s), -1);
  return s.arrived;
}

bool lossy_execute(sg_host_t on, double flops)
{
  sg_exec_t execution = sg_actor_exec_init(flops);
  sg_exec_set_host(execution, on);
  sg_exec_start(execution);
  return sg_exec_wait(execution) == SG_OK;
}
