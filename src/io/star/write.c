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

static void put_actor(FILE *f, const char *host, const char *function)
{
  xml_put_name(f, "  <actor host", host);
  fprintf(f, " function=\"%s\">", function);
}

void sp_write_deployment(FILE *f, const struct sp_instance *in, const char *comment)
{
  static const struct star_form prop = {"<prop id=\"", "\" value=\"", "\"/>"};
  const struct sp_node *node = in->platform.node;
  xml_put_head(f, comment);
  put_actor(f, node[0].name, "master");
  fprintf(f, "<prop id=\"task_bytes\" value=\"%.17g\"/><prop id=\"task_flops\" value=\"%.17g\"/>",
          in->task_bytes, in->task_flops);
  if (in->problem == SP_BAG || in->problem == SP_DIVISIBLE)
    xml_put_prop(f, in->problem == SP_BAG ? "tasks" : "work", in->total);
  star_write_settings(f, in, &prop);
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

/* ---- Units: finds bytes and flops of a unit with which costs become bandwidths and speeds without
 * rounding.
 *
 * A SimGrid file holds a bandwidth x, the model needs the cost c = fl(B/x). For a given c and
 * number of bytes B it may be that no double x gives c: near x = B/c the quotients of neighbouring
 * x are further apart than neighbouring costs whenever the mantissa of c exceeds that of x. Only
 * the mantissa of B matters, so the search tries small odd multiples of 2^20; 45 works for all
 * integers from 1 to 100 together. With any B about one in ten reals fails, so no B works for
 * thousands of reals together: put_cost then writes the cost in addition to the bandwidth.
 *
 * The same holds for the factors f of a bandwidth x: a profile's file holds fl(f x), and a reader
 * computes fl(fl(f x)/x). That is f where the mantissas' product is below 2; else, with a chance of
 * 1 - mantissa(x)/2, it is another, and no double in place of fl(f x) gives f. */

static const double unit = 1048576; /* 2^20: a whole number of bytes, often divisible by 2 */
enum { MULTIPLES = 65536 };

/* True for costs that become a bandwidth or a speed. */
static bool divides(double cost)
{
  return cost > 0 && isfinite(cost);
}

/* Do the factors of a bandwidth come back? */
static bool factors_come_back(double bandwidth, const struct sp_profile *p)
{
  for (long k = 0; k < p->n; k++)
    if (p->factor[k] * bandwidth / bandwidth != p->factor[k])
      return false;
  return true;
}

/* The first worker whose cost no double gives with this quantity, or whose factors (NULL: none)
 * do not come back; 0 if there is none. If a double x gives quantity/x == cost, it is the one
 * nearest to quantity/cost, since the quotients of its neighbours are further from the cost. */
static int first_inexact(double quantity, const struct sp_num *cost,
                         const struct sp_profile *profile, int m)
{
  for (int i = 1; i <= m; i++) {
    double x = quantity / cost[i].v;
    if (divides(cost[i].v) &&
        (quantity / x != cost[i].v || (profile && !factors_come_back(x, &profile[i]))))
      return i;
  }
  return 0;
}

/* Finds the quantity with which the first inexact worker is as late as possible; returns that
 * worker, or 0 if all are exact. */
static int search(double *quantity, const struct sp_num *cost, const struct sp_profile *profile,
                  int m)
{
  double best = 45 * unit;
  int reached = first_inexact(best, cost, profile, m);
  for (int k = 1; k < MULTIPLES && reached; k += 2) {
    int worker = first_inexact(k * unit, cost, profile, m);
    if (!worker || worker > reached) {
      best = k * unit;
      reached = worker;
    }
  }
  *quantity = best;
  return reached;
}

int sp_exact_units(struct sp_instance *in, struct sp_error *error)
{
  int c = search(&in->task_bytes, in->c, in->profile[SP_BANDWIDTH], in->m);
  int w = search(&in->task_flops, in->w, NULL, in->m);
  if (!c && !w)
    return SP_OK;
  int i = c ? c : w;
  return sp_failure(error, SP_CANNOT,
                    "worker %d: %s is %.17g; no %s gives it%s exactly with a unit that suits the "
                    "workers before it, expected integers or fewer workers",
                    i, c ? "c" : "w", c ? in->c[i].v : in->w[i].v, c ? "bandwidth" : "speed",
                    c && in->profile[SP_BANDWIDTH] ? " and its factors" : "");
}

double sp_bandwidth(const struct sp_instance *in, int i)
{
  return divides(in->c[i].v) ? in->task_bytes / in->c[i].v : 1e30;
}

double sp_speed(const struct sp_instance *in, int i)
{
  return divides(in->w[i].v) ? in->task_flops / in->w[i].v : 1;
}
