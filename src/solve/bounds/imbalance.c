/* Lower bounds on the time of an imbalance: transfers alone, nothing is computed. c_i means c_i +
 * S_i; P_in and P_out are the numbers of messages that the master can receive and send at once.
 *
 * - port: all receptions and then the cheapest emission, (sum delta_i c_i)/P_in + min c_r; or the
 *   cheapest reception and then all emissions, min c_s + (sum -delta_i c_i)/P_out.
 * - worker: the tasks of one sender cross its link one after another, then the last is sent on; in
 *   the same way the tasks of one receiver follow the first reception.
 *
 * Sums of integers that doubles hold are exact; others are taken as bound_below(). */
#include "solve/bounds/bounds.h"

/* The workers with loads of one sign: 0 the senders, 1 the receivers. */
struct side {
  double work, cheapest, longest; /* sum of |delta_i| c_i, least c_i, greatest |delta_i| c_i */
};

static void sides(const struct sp_redistribution *p, struct side side[2])
{
  side[0] = side[1] = (struct side){0, INFINITY, 0};
  for (int i = 1; i <= p->m; i++) {
    struct side *s = &side[p->load[i] < 0];
    double work = fabs(p->load[i]) * p->c[i];
    if (p->load[i] == 0)
      continue;
    s->work += work;
    s->longest = fmax(s->longest, work);
    s->cheapest = fmin(s->cheapest, p->c[i]);
  }
}

int bounds_imbalance(const struct sp_instance *in, const struct sp_redistribution *p,
                     struct sp_context *cx, struct sp_bound *bound)
{
  (void)cx;
  const struct sp_ports *ports = &in->platform.node[0].ports;
  struct side s[2];
  sides(p, s);
  bool none = s[0].cheapest == INFINITY; /* the loads add up to 0: no sender, no receiver */
  double port =
      fmax(s[0].work / ports->recv + s[1].cheapest, s[0].cheapest + s[1].work / ports->send);
  double worker = fmax(s[0].longest + s[1].cheapest, s[0].cheapest + s[1].longest);
  bool exact = p->exact && ports->recv == 1 && ports->send == 1 && port < 0x1p53;
  bound[0] = (struct sp_bound){"port", bound_below(port, exact)};
  bound[1] = (struct sp_bound){"worker", bound_below(worker, exact)};
  for (int k = 0; k < 2; k++)
    bound[k].value = none ? 0 : sp_redistribution_time(p, bound[k].value);
  return 2;
}
