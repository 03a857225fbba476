/* Transfers and computations that SimGrid can lose; see lossy.h.
 *
 * What SimGrid 3.32 offers from C for this: sg_exec_wait and sg_comm_wait return that a host or a
 * link has failed. sg_actor_execute and sg_host_sendto, by which stars that cannot fail run, would
 * throw a C++ exception instead, and there is no sg_host_sendto that can be waited for. So a
 * transfer has an actor for the receiver, which SimGrid kills if its host goes down: the sender's
 * wait then returns that the network has failed. A computation is begun and waited for from afar.
 */
#include "engine/simgrid/lossy.h"
#include <simgrid/actor.h>
#include <simgrid/comm.h>
#include <simgrid/exec.h>
#include <simgrid/host.h>
#include <simgrid/mailbox.h>
#include <stddef.h>

/* The mailbox of a host's transfers: there is one at a time. */
static sg_mailbox_t mailbox_of(sg_host_t host)
{
  return sg_mailbox_by_name(sg_host_get_name(host));
}

static void receive(int argc, char **argv)
{
  (void)argc, (void)argv;
  void *nothing;
  sg_comm_wait(sg_mailbox_get_async(mailbox_of(sg_host_self()), &nothing));
}

bool lossy_send(sg_host_t to, double bytes)
{
  static char something;
  if (!sg_host_is_on(to)) /* there an actor cannot start */
    return false;
  sg_actor_start_(sg_actor_init("receiver", to), receive, 0, NULL);
  return sg_comm_wait(sg_mailbox_put_async(mailbox_of(to), &something, (long)bytes)) == SG_OK;
}

bool lossy_execute(sg_host_t on, double flops)
{
  sg_exec_t execution = sg_actor_exec_init(flops);
  sg_exec_set_host(execution, on);
  sg_exec_start(execution);
  return sg_exec_wait(execution) == SG_OK;
}
