/* Solves the recursion of a form, which solve/network/form.h explains, and writes its rows. */
#include "solve/network/form.h"
#include "solve/network/kinds.h"

/* A time below zero by at most this share of T is rounding: alpha = 0 counts as usable. */
static const double ROUNDING = 1e-13;

double network_r(const struct sp_network *net, long link)
{
  return net->r[link].v + net->back.v;
}

double network_z(const struct sp_network *net, long link)
{
  return net->z[link].v * (1 + net->beta.v) * net->tcm.v;
}

double network_s(const struct sp_network *net, long row)
{
  double w = net->w[net->kind == SP_HYPERCUBE ? 0 : row].v * net->tcp.v;
  return 1 / (net->intercept ? w + net->intercept[row].v * net->tcm.v : w);
}

double network_start(const struct sp_network *net, long row)
{
  return net->start ? net->start[row].v : 0;
}

double network_info(const struct sp_network *net, long link, double below)
{
  return net->z[link].v * net->tcm.v * net->info.v * below;
}

double network_merge(const struct sp_network *net, double below)
{
  return below > 1 ? net->merge.v * net->tcp.v : 0;
}

struct form form_new(struct sp_context *cx, const struct sp_network *net, long capacity)
{
  long row = net->originator;
  struct form form = {net, sp_new(cx, capacity, struct form_node), sp_new(cx, capacity, long), 1};
  form.node[0] = (struct form_node){.row = row,
                                    .link = SP_UNUSED,
                                    .count = 1,
                                    .links = 1,
                                    .s = network_s(net, row),
                                    .start = network_start(net, row)};
  return form;
}

long form_add(struct form *form, long row, long link, long base, bool own)
{
  form->node[form->n] = (struct form_node){.row = row,
                                           .base = base,
                                           .link = link,
                                           .own = own,
                                           .count = 1,
                                           .links = 1,
                                           .s = network_s(form->net, row),
                                           .start = network_start(form->net, row),
                                           .r = network_r(form->net, link),
                                           .z = network_z(form->net, link)};
  return form->n++;
}

/* Sums up the load as a function of each C, the last node first. */
static void reduce(struct form *form, long k)
{
  struct form_node *node = form->node;
  for (long i = 0; i < k; i++) {
    node[i].a = node[i].count * node[i].s;
    node[i].b = -node[i].s * node[i].start;
    node[i].below = 1;
  }
  for (long i = k - 1; i > 0; i--) {
    struct form_node *x = &node[i], *base = &node[x->base];
    double r = x->r + network_info(form->net, x->link, x->below);
    double z = x->z + network_merge(form->net, x->below);
    x->p = 1 + z * (x->own ? x->s : x->a);
    x->q = r + z * (x->own ? -x->s * x->start : x->b);
    base->below += x->own ? 0 : x->below;
    base->a += x->a / x->p;
    base->b += x->b - x->a * x->q / x->p;
  }
}

/* The C of all nodes for a completion time; returns 0 or the first node with C < start. */
static long expand(struct form *form, long k, double time)
{
  struct form_node *node = form->node;
  long late = 0;
  node[0].rest = time;
  for (long i = 1; i < k; i++) {
    double rest = (node[node[i].base].rest - node[i].q) / node[i].p;
    double start = node[i].start;
    if (rest < start && !late && rest < start - ROUNDING * time)
      late = i;
    node[i].rest = rest < start && !late ? start : rest;
  }
  return late;
}

long form_solve(struct form *form, long k, double *time)
{
  reduce(form, k);
  *time = sp_network_is_dual(form->net) ? form->net->deadline.v
                                        : (1 - form->node[0].b) / form->node[0].a;
  return expand(form, k, *time);
}

double form_cost(const struct form *form, double time)
{
  bool dual = sp_network_is_dual(form->net);
  return dual ? -(form->node[0].a * time + form->node[0].b) : time;
}

/* Drops node `late` and all that are based on it. */
static void drop(struct form *form, long late)
{
  struct form_node *node = form->node;
  long *at = form->at, n = late;
  for (long i = 0; i < form->n; i++) {
    at[i] = i < late ? i : SP_UNUSED;
    if (i > late && at[node[i].base] != SP_UNUSED) {
      at[i] = n;
      node[n] = node[i];
      node[n++].base = at[node[i].base];
    }
  }
  form->n = n;
}

/* The load as a function of T is convex: a node that is late, though negative loads below make
 * messages shorter, is late in each part of the form, and at each smaller T. So Newton's method
 * descends from the originator's own time to the solution. Rationals decide at last. */
double form_prune(struct form *form, bool exact)
{
  double least, time;
  form_solve(form, 1, &time);
  while (form_solve(form, form->n, &least)) {
    reduce(form, form->n);
    long late = expand(form, form->n, time);
    if (late)
      drop(form, late);
    else
      time = least;
  }
  exact = exact && exact_possible(form->net);
  for (long late; exact && (late = exact_solve(form, form->n, NULL));)
    drop(form, late);
  form_solve(form, form->n, &time);
  return time;
}

/* ---- Rows of a solution. */

/* Loads of the subtrees, summed up into node.b. */
static void sum_up(struct form *form, long k)
{
  struct form_node *node = form->node;
  for (long i = 0; i < k; i++)
    node[i].b = node[i].count * node[i].s * fmax(0, node[i].rest - node[i].start);
  for (long i = k - 1; i > 0; i--)
    node[node[i].base].b += node[i].b;
}

void form_report(struct form *form, long k, double time, struct sp_network_solution *solution)
{
  const struct form_node *node = form->node;
  solution->time = time;
  sum_up(form, k);
  for (long i = 0; i < k; i++) {
    double alpha = node[i].s * fmax(0, node[i].rest - node[i].start);
    long parent = !i ? SP_UNUSED : node[i].own ? node[0].row : node[node[i].base].row;
    solution->row[node[i].row] = (struct sp_network_row){
        .alpha = alpha,
        .parent = parent,
        .link = node[i].link,
        .start = i ? time - node[node[i].base].rest : 0,
        .ready = time - fmax(0, node[i].rest),
        .carried = !i            ? 0
                   : node[i].own ? alpha
                                 : node[i].b / node[i].links,
        .below = node[i].below,
        .used = true,
    };
  }
  if (exact_possible(form->net))
    exact_solve(form, k, solution);
}

void form_report_reached(struct form *form, struct sp_network_solution *solution)
{
  double time = form_prune(form, true);
  form_report(form, form->n, time, solution);
}

int form_report_all(struct form *form, struct sp_network_solution *solution, struct sp_error *error)
{
  double time;
  long late = form_solve(form, form->n, &time);
  if (exact_possible(form->net))
    late = exact_solve(form, form->n, NULL);
  if (late)
    return sp_bad_input(error,
                        "processor %ld cannot be reached before the others end, expected a network "
                        "without it",
                        form->node[late].row + 1);
  form_report(form, form->n, time, solution);
  return SP_OK;
}
