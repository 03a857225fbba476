/* Writes an instance as SimGrid XML (DTD 4.1; loaded by 3.32 and 4.x).
 *
 * The star is a Cluster zone, which takes O(m) of SimGrid's memory. Each worker has its own
 * SPLITDUPLEX link. The master has no host_link, which in a Cluster zone means that it is the
 * centre: the route from it to worker i is only link i, so bandwidth and latency equal those of
 * that link, to the bit, and the two directions are independent. */
#include "base/num.h"
#include "io/platform/platform.h"
#include "io/star/star.h"

/* Writes the cost as a property if quantity/x, which a reader computes, differs from it. */
static void put_cost(FILE *f, const char *key, struct sp_num cost, double quantity, double x)
{
  if (!sp_num_same(cost, sp_double(quantity / x)))
    xml_put_prop(f, key, cost);
}

static void put_profile(FILE *f, const struct sp_instance *in, enum sp_changing kind, int i,
                        const struct sp_profile_names *names)
{
  if (in->profile[kind])
    xml_put_profile(f, &in->profile[kind][i], kind, i, names);
}

/* One link with two directions, or a link of each (sp_profile_names.one_way). */
static void put_link(FILE *f, const struct sp_instance *in, int i,
                     const struct sp_profile_names *names)
{
  const struct sp_profile *state = in->profile[SP_LINK_STATE];
  bool two = names && names->one_way && state && state[i].n > 0;
  const char *const direction[] = {two ? "_UP" : "", "_DOWN"};
  for (int k = 0; k < (two ? 2 : 1); k++) {
    fprintf(f, "    <link id=\"l%d%s\" bandwidth=\"%.17gBps\" latency=\"%.17gs\"", i, direction[k],
            sp_bandwidth(in, i), in->latency[i].v);
    if (!two)
      fputs(" sharing_policy=\"SPLITDUPLEX\"", f);
    if (!two || k == 1 || !sp_from_master(in) || sp_returns(in, i)) {
      put_profile(f, in, SP_BANDWIDTH, i, names);
      put_profile(f, in, SP_LINK_STATE, i, names);
      put_profile(f, in, SP_LATENCY, i, names);
    }
    fputs("/>\n", f);
  }
}

static void put_worker(FILE *f, const struct sp_instance *in, int i,
                       const struct sp_profile_names *names)
{
  double bandwidth = sp_bandwidth(in, i), speed = sp_speed(in, i);
  const char *name = in->platform.node[i].name;
  xml_put_name(f, "    <host id", name);
  fprintf(f, " speed=\"%.17gf\"", speed);
  put_profile(f, in, SP_SPEED, i, names);
  put_profile(f, in, SP_HOST_STATE, i, names);
  fputc('>', f);
  put_cost(f, "c", in->c[i], in->task_bytes, bandwidth);
  if (in->w[i].v > 0)
    put_cost(f, "w", in->w[i], in->task_flops, speed);
  if (sp_returns(in, i))
    xml_put_prop(f, "result", in->result[i]);
  fputs("</host>\n", f);
  put_link(f, in, i, names);
  xml_put_name(f, "    <host_link id", name);
  fprintf(f, " up=\"l%d_UP\" down=\"l%d_DOWN\"/>\n", i, i);
}

void sp_write_platform(FILE *f, const struct sp_instance *in, const char *comment,
                       const struct sp_profile_names *names)
{
  xml_put_head(f, comment);
  xml_put_zone(f, &in->platform, "star", "Cluster");
  xml_put_name(f, "    <host id", in->platform.node[0].name);
  fputs(" speed=\"1f\"/>\n", f);
  for (int i = 1; i <= in->m; i++)
    put_worker(f, in, i, names);
  fputs("  </zone>\n</platform>\n", f);
}

void sp_write_profile(FILE *f, const struct sp_instance *in, enum sp_changing kind, int i)
{
  double unit = kind == SP_BANDWIDTH ? sp_bandwidth(in, i)
                : kind == SP_LATENCY ? in->latency[i].v
                                     : 1;
  profile_put_file(f, &in->profile[kind][i], unit);
}

static void put_ports(FILE *f, const char *key, int ports)
{
  if (ports != 1)
    xml_put_prop(f, key, ports == INT_MAX ? SP_INFINITE : sp_int(ports));
}

static void put_actor(FILE *f, const char *host, const char *function)
{
  xml_put_name(f, "  <actor host", host);
  fprintf(f, " function=\"%s\">", function);
}

void sp_write_deployment(FILE *f, const struct sp_instance *in, const char *comment)
{
  const struct sp_node *node = in->platform.node;
  xml_put_head(f, comment);
  put_actor(f, node[0].name, "master");
  fprintf(f, "<prop id=\"task_bytes\" value=\"%.17g\"/><prop id=\"task_flops\" value=\"%.17g\"/>",
          in->task_bytes, in->task_flops);
  if (in->problem == SP_BAG || in->problem == SP_DIVISIBLE)
    xml_put_prop(f, in->problem == SP_BAG ? "tasks" : "work", in->total);
  if (isfinite(in->deadline.v))
    xml_put_prop(f, "deadline", in->deadline);
  put_ports(f, "recv", node[0].ports.recv);
  put_ports(f, "send", node[0].ports.send);
  if (!node[0].ports.recv_send)
    fputs("<prop id=\"duplex\" value=\"half\"/>", f);
  if (in->free_by_chunk)
    fputs("<prop id=\"free\" value=\"chunk\"/>", f);
  if (in->hold_result)
    fputs("<prop id=\"hold\" value=\"result\"/>", f);
  if (in->release) {
    fputs("<prop id=\"release\" value=\"", f);
    numbers_write(f, in->release, (long)in->total.v);
    fputs("\"/>", f);
  }
  if (in->weights) {
    fputs("<prop id=\"weights\" value=\"", f);
    numbers_write(f, in->weights, (long)in->total.v);
    fputs("\"/>", f);
  }
  if (in->known)
    fputs("<prop id=\"known\" value=\"yes\"/>", f);
  if (in->sizes) {
    fputs("<prop id=\"sizes\" value=\"", f);
    numbers_write(f, in->sizes, sp_size_count(in));
    fputs("\"/>", f);
  }
  if (in->told) {
    fputs("<prop id=\"told\" value=\"", f);
    sizes_write_told(f, in);
    fputs("\"/>", f);
  }
  if (in->overhead.v > 0)
    xml_put_prop(f, "overhead", in->overhead);
  if (in->request.v > 0)
    xml_put_prop(f, "request", in->request);
  if (in->timeout.v > 0)
    xml_put_prop(f, "timeout", in->timeout);
  if (in->lost_stay)
    fputs("<prop id=\"lost\" value=\"stay\"/>", f);
  fputs("</actor>\n", f);
  for (int i = 1; i <= in->m; i++) {
    put_actor(f, node[i].name, "worker");
    if (in->problem == SP_REDISTRIBUTION)
      xml_put_prop(f, "load", in->load[i]);
    else if (in->problem == SP_IMBALANCE)
      xml_put_prop(f, "delta", in->load[i]);
    if (in->buffer[i] != LONG_MAX)
      xml_put_prop(f, "buffer", sp_int(in->buffer[i]));
    if (isfinite(in->memory[i].v))
      xml_put_prop(f, "memory", in->memory[i]);
    fputs("</actor>\n", f);
  }
  fputs("</platform>\n", f);
}
