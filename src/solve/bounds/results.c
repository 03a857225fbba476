/* A lower bound on the time of a divisible load whose results return: the steady state with
 * results.
 *
 * Let l_i be the loads that the workers compute by T. Worker i computes, its link carries, each
 * way, and the ports of the master, P_out and P_in, are busy for no longer than T:
 *
 *   l_i max(w_i, c_i, d_i) <= T ,  sum c_i l_i <= P_out T ,  sum d_i l_i <= P_in T
 *   half duplex: sum (c_i/P_out + d_i/P_in) l_i <= T
 *
 * With one port each way S, the least latency, is to be taken from T before the first unit has
 * arrived, and if all results return once more: the emission port sends nothing while the last
 * result comes, the reception port receives nothing while the first message is sent, and a worker
 * computes at neither time. So T >= W/rho + S or 2 S, with rho the greatest sum of l_i for T = 1.
 *
 * rho is bounded by the duals y >= 0 of the rows of the ports, with u_i = 1/max(w_i, c_i, d_i),
 *
 *   rho <= sum y + sum u_i max(0, 1 - y (column i))
 *
 * which holds for every y, however exactly the programme has been solved. */
#include "model/instance.h"
#include "solve/bounds/bounds.h"
#include "solve/lp/lp.h"

enum { EMISSION, RECEPTION, MEDIUM, PORTS };

/* Time of the ports that a unit of worker i takes, of T = 1. */
static void take_ports(const struct sp_instance *in, int i, double *column)
{
  const struct sp_ports *ports = &in->platform.node[0].ports;
  column[EMISSION] = ports->send == INT_MAX ? 0 : in->c[i].v / ports->send;
  column[RECEPTION] = ports->recv == INT_MAX ? 0 : in->result[i].v / ports->recv;
  column[MEDIUM] = ports->recv_send ? 0 : column[EMISSION] + column[RECEPTION];
}

/* The most that worker i alone computes in a unit of time. */
static double most(const struct sp_instance *in, int i)
{
  return 1 / fmax(in->w[i].v, fmax(in->c[i].v, in->result[i].v));
}

/* The rate that the weights prove. */
static double proven_rate(const struct sp_instance *in, const double *y)
{
  double rate = 0, column[PORTS];
  for (int port = 0; port < PORTS; port++)
    rate += fmax(y[port], 0);
  for (int i = 1; i <= in->m; i++) {
    double price = 0;
    take_ports(in, i, column);
    for (int port = 0; port < PORTS; port++)
      price += fmax(y[port], 0) * column[port];
    rate += most(in, i) * fmax(0, 1 - price);
  }
  return rate;
}

/* The programme in shares of most(i); of a unit that makes its value about 1. */
static struct sp_lp *programme(const struct sp_instance *in, double unit)
{
  struct sp_lp *lp = sp_lp_alloc(true);
  for (int port = 0; port < PORTS; port++)
    sp_lp_row(lp, sp_lp_minus(SP_LP_FREE), sp_int(1));
  for (int i = 1; i <= in->m; i++) {
    double column[PORTS], u = most(in, i);
    int j = sp_lp_column(lp, sp_int(0), sp_int(1), sp_double(u / unit), false);
    take_ports(in, i, column);
    for (int port = 0; port < PORTS; port++)
      if (column[port] * u > 0)
        sp_lp_set(lp, port, j, sp_double(column[port] * u));
  }
  return lp;
}

static double least_latency(const struct sp_instance *in, bool *all_return)
{
  double least = INFINITY;
  *all_return = true;
  for (int i = 1; i <= in->m; i++) {
    if (isinf(in->w[i].v))
      continue;
    least = fmin(least, in->latency[i].v);
    *all_return = *all_return && sp_returns(in, i);
  }
  return least;
}

double results_bound(const struct sp_instance *in)
{
  const struct sp_ports *ports = &in->platform.node[0].ports;
  double unit = 0, y[PORTS] = {0};
  bool twice;
  for (int i = 1; i <= in->m; i++)
    unit = fmax(unit, most(in, i));
  if (unit == 0 || in->total.v == 0)
    return 0;
  struct sp_lp *lp = programme(in, unit);
  struct sp_lp_solution s;
  if (sp_lp_solve(lp, 0, &s, NULL) == SP_OK) {
    for (int port = 0; port < PORTS && s.status == SP_LP_OPTIMAL; port++)
      y[port] = s.dual[port] * unit;
    sp_lp_solution_clear(&s);
  }
  sp_lp_free(lp);
  double start_up = least_latency(in, &twice) * (twice ? 2 : 1);
  if (ports->send != 1 || ports->recv != 1)
    start_up = 0;
  return bound_below(in->total.v / proven_rate(in, y) + start_up, false);
}
