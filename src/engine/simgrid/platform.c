/* The star's platform in SimGrid: its own file, or one that is written for it; loaded, its costs
 * are compared with the instance's. */
#include "engine/simgrid/setup.h"
#include "engine/simgrid/simgrid.h"
#include "io/star/star.h"
#include <simgrid/engine.h>
#include <simgrid/host.h>

static bool compare_route(struct controller *d, int i, sg_host_t from, sg_host_t to)
{
  const struct sp_instance *in = d->in;
  double latency = sg_host_get_route_latency(from, to);
  double c = in->task_bytes / sg_host_get_route_bandwidth(from, to);
  if (!simgrid_same(latency, in->latency[i].v))
    sp_run_fails(d->result, "worker %d: SimGrid's latency is %.17g, the instance's %.17g", i,
                 latency, in->latency[i].v);
  else if (in->c[i].v > 0 && !simgrid_same(c, in->c[i].v))
    sp_run_fails(d->result,
                 "worker %d: a unit takes %.17g on SimGrid's link, %.17g in the instance", i, c,
                 in->c[i].v);
  else
    return true;
  return false;
}

static bool compare(struct controller *d)
{
  const struct sp_instance *in = d->in;
  const struct sp_node *node = in->platform.node;
  sg_host_t master = sg_host_by_name(node[0].name);
  for (int i = 0; i <= in->m; i++) {
    sg_host_t host = sg_host_by_name(node[i].name);
    if (!host)
      return sp_run_fails(d->result, "SimGrid's platform has no host '%s'", node[i].name);
    if (i == 0)
      continue;
    double w = in->task_flops / sg_host_get_speed(host);
    bool computes = in->problem != SP_IMBALANCE && !isinf(in->w[i].v);
    if (computes && !simgrid_same(w, in->w[i].v))
      return sp_run_fails(d->result,
                          "worker %d: a unit takes %.17g on SimGrid's host, %.17g in the "
                          "instance",
                          i, w, in->w[i].v);
    if (!compare_route(d, i, master, host) || !compare_route(d, i, host, master))
      return false;
  }
  return true;
}

static void write_star(FILE *stream, const void *instance)
{
  sp_write_platform(stream, instance, NULL);
}

bool simgrid_load_star(struct controller *d)
{
  const struct sp_instance *in = d->in;
  double bytes = in->task_bytes;
  struct sp_error error;
  if (in->problem != SP_DIVISIBLE && bytes - (double)(uint64_t)bytes > 1e-9 * bytes)
    return sp_run_fails(d->result, "a task of %.17g bytes: SimGrid moves whole bytes only", bytes);
  if (!simgrid_configure(d->job->conditions, &error))
    return sp_run_fails(d->result, "%s", error.text);
  if (controller_capacity(d, SP_IN) > 1 || controller_capacity(d, SP_OUT) > 1)
    simgrid_update_fully(d->job->conditions);
  if (in->platform.file)
    simgrid_load_platform(in->platform.file);
  else if (!simgrid_load_written(write_star, in, &error))
    return sp_run_fails(d->result, "%s", error.text);
  simgrid_seal();
  return compare(d);
}
