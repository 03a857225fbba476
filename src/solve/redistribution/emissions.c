/* The receivers of a redistribution in the order in which the master sends to them, with the dates
 * of these emissions. The k-th is sent when the port is free and the k-th task has arrived: end_k =
 * max(A_k, end_(k-1)) + c_k The most expensive receiver can be replaced by one at the end, if that
 * one is then in time. This is known without the other dates: a binary tree over the sequence has,
 * for each node, a bound on the date at which its last emission ends. A removal changes one number
 * in each node above it, and most replacements are decided by bounds; only the leaves whose bound
 * is too late are looked at. */
#include <starport/redistribution.h>

#include <string.h>

enum { LEAF = 16 };

/* The positions of sigma are the leaves of a binary tree, LEAF each. */
struct sp_emissions_node {
  long n;        /* entries */
  double cost;   /* sum of their c */
  double latest; /* at least the date of the last one if the port is free before the first one, */
  long rank;     /* when that many entries preceded the node */
  bool exact;    /* it is that date */
};

struct sp_emissions sp_emissions_new(struct sp_context *cx, const struct sp_redistribution *p)
{
  return (struct sp_emissions){.p = p, .sigma = sp_sigma_new(cx, p)};
}

static double later(double a, double b)
{
  return a > b ? a : b;
}

/* The bound when `rank` entries precede the node. If they are fewer than before all of its entries
 * are earlier by at least as much as the first one, since the intervals between arrivals grow. */
static double latest_at(const struct sp_emissions_node *node, const double *arrival, long rank)
{
  if (node->n == 0)
    return -INFINITY;
  return node->rank < rank ? INFINITY : node->latest - (arrival[node->rank] - arrival[rank]);
}

/* Adds an entry of cost c, with k entries of sigma before it. */
static void add(struct sp_emissions_node *leaf, const double *arrival, long k, double c)
{
  long rank = k - leaf->n;
  leaf->exact = leaf->n == 0 || (leaf->exact && leaf->rank == rank);
  leaf->latest = later(latest_at(leaf, arrival, rank), arrival[k]) + c;
  leaf->rank = rank;
  leaf->n++;
  leaf->cost += c;
}

/* Sets inner node q, which `rank` entries precede, from its children. */
static void join(struct sp_emissions *x, const double *arrival, long q, long rank)
{
  const struct sp_emissions_node *left = &x->node[2 * q], *right = left + 1;
  double through = latest_at(left, arrival, rank) + right->cost;
  double behind = latest_at(right, arrival, rank + left->n);
  bool exact = through > behind ? left->exact && left->rank == rank
                                : right->exact && right->rank == rank + left->n;
  x->node[q] = (struct sp_emissions_node){left->n + right->n, left->cost + right->cost,
                                          later(through, behind), rank, exact};
}

/* Sets all nodes above leaf q, which `rank` entries precede. */
static void join_above(struct sp_emissions *x, const double *arrival, long q, long rank)
{
  for (; q > 1; q /= 2) {
    rank -= q % 2 ? x->node[q - 1].n : 0;
    join(x, arrival, q / 2, rank);
  }
}

/* Makes room in the tree for as many positions as the sequence has room for. */
static void reserve(struct sp_emissions *x)
{
  long leaves = 1;
  while (leaves * LEAF < x->sigma.cap)
    leaves *= 2;
  if (leaves > x->room)
    x->node = sp_new(x->sigma.cx, 2 * (x->room = leaves), struct sp_emissions_node);
  x->leaves = leaves;
}

void sp_emissions_clear(struct sp_emissions *x, long n)
{
  sp_sigma_clear(&x->sigma);
  sp_sigma_reserve(&x->sigma, n);
  reserve(x);
  memset(x->node, 0, (size_t)(2 * x->leaves) * sizeof *x->node);
  x->end = 0;
}

void sp_emissions_copy(struct sp_emissions *to, const struct sp_emissions *from)
{
  sp_sigma_copy(&to->sigma, &from->sigma);
  reserve(to);
  memcpy(to->node, from->node, (size_t)(2 * to->leaves) * sizeof *to->node);
  to->end = from->end;
}

/* Adds the entry at position k, the last one, which `rank` entries precede. The nodes above the
 * last leaf are set when it is full. */
static void add_position(struct sp_emissions *x, const double *arrival, long k, long rank)
{
  double c = x->p->c[x->sigma.worker[k]];
  long q = x->leaves + k / LEAF;
  if (k % LEAF == 0 && k > 0)
    join_above(x, arrival, q - 1, rank - x->node[q - 1].n);
  add(&x->node[q], arrival, rank, c);
  x->end = later(arrival[rank], x->end) + c;
}

/* Sets the dates anew; sigma has no gaps. */
static void set_all(struct sp_emissions *x, const double *arrival)
{
  reserve(x);
  memset(x->node, 0, (size_t)(2 * x->leaves) * sizeof *x->node);
  x->end = 0;
  for (long k = 0; k < x->sigma.used; k++)
    add_position(x, arrival, k, k);
}

void sp_emissions_compact(struct sp_emissions *x, const double *arrival)
{
  sp_sigma_compact(&x->sigma);
  set_all(x, arrival);
}

void sp_emissions_append(struct sp_emissions *x, const double *arrival, int r)
{
  struct sp_sigma *sigma = &x->sigma;
  bool full = sigma->used == sigma->cap;
  sp_sigma_append(sigma, r);
  if (full)
    set_all(x, arrival);
  else
    add_position(x, arrival, sigma->used - 1, sigma->n - 1);
}

/* Sets leaf q, which `rank` entries precede, without a bound. */
static void set_leaf(struct sp_emissions *x, const double *arrival, long q, long rank)
{
  const struct sp_sigma *sigma = &x->sigma;
  struct sp_emissions_node leaf = {.rank = rank};
  long first = (q - x->leaves) * LEAF;
  for (long k = first; k < first + LEAF && k < sigma->used; k++)
    if (sigma->worker[k] != 0)
      add(&leaf, arrival, rank + leaf.n, x->p->c[sigma->worker[k]]);
  x->node[q] = leaf;
}

/* The entries before leaf q. */
static long entries_before(const struct sp_emissions *x, long q)
{
  long n = 0;
  for (; q > 1; q /= 2)
    n += q % 2 ? x->node[q - 1].n : 0;
  return n;
}

/* The later of `end` and the date of the last entry of sigma if the port is free before node q,
 * which `rank` entries precede and entries of cost `after` follow. Looks only at leaves whose bound
 * is later than what is known, and replaces it by the date. */
static double end_from(struct sp_emissions *x, const double *arrival, long q, long rank,
                       double after, double end)
{
  if (!(latest_at(&x->node[q], arrival, rank) + after > end))
    return end;
  if (x->node[q].exact && x->node[q].rank == rank)
    return x->node[q].latest + after;
  if (q >= x->leaves) {
    set_leaf(x, arrival, q, rank);
    return later(end, x->node[q].latest + after);
  }
  const struct sp_emissions_node *left = &x->node[2 * q], *right = left + 1;
  double behind = after + right->cost;
  long ahead = rank + left->n;
  bool first = latest_at(left, arrival, rank) + behind > latest_at(right, arrival, ahead) + after;
  if (first)
    end = end_from(x, arrival, 2 * q, rank, behind, end);
  end = end_from(x, arrival, 2 * q + 1, ahead, after, end);
  if (!first)
    end = end_from(x, arrival, 2 * q, rank, behind, end);
  join(x, arrival, q, rank);
  return end;
}

/* A part of the tree: `rank` entries precede it, and entries of cost `after` follow. */
struct part {
  long q, rank;
  double after, bound;
};

/* Sets the part that ends where `next` begins, and goes on to what precedes it. */
static void set_part(const struct sp_emissions *x, const double *arrival, long q, struct part *next,
                     struct part *part)
{
  const struct sp_emissions_node *node = &x->node[q];
  next->q = q;
  next->rank -= node->n;
  next->bound = latest_at(node, arrival, next->rank) + next->after;
  *part = *next;
  next->after += node->cost;
}

/* The date of the last entry of sigma. Its parts are the last leaf, above which no node is set, and
 * the nodes on the left of the way from it to the root; the latest bounds first. */
static double end_of(struct sp_emissions *x, const double *arrival)
{
  struct part part[64], next = {.rank = x->sigma.n};
  long q = x->leaves + (x->sigma.used - 1) / LEAF;
  int parts = 0;
  set_part(x, arrival, q, &next, &part[parts++]);
  for (; q > 1; q /= 2)
    if (q % 2)
      set_part(x, arrival, q - 1, &next, &part[parts++]);
  for (double end = 0;;) {
    int latest = 0;
    for (int k = 1; k < parts; k++)
      latest = part[k].bound > part[latest].bound ? k : latest;
    if (!(part[latest].bound > end))
      return end;
    const struct part *of = &part[latest];
    end = end_from(x, arrival, of->q, of->rank, of->after, end);
    part[latest].bound = -INFINITY;
  }
}

/* Removes the entry at position e. The bounds on dates stay, too large. */
static void take_out(struct sp_emissions *x, long e)
{
  double c = x->p->c[x->sigma.worker[e]];
  x->sigma.worker[e] = 0;
  for (long q = x->leaves + e / LEAF; q >= 1; q /= 2) {
    x->node[q].n--;
    x->node[q].cost -= c;
    x->node[q].exact = false;
  }
}

/* Puts r at position e again. */
static void put_back(struct sp_emissions *x, const double *arrival, long e, int r)
{
  long q = x->leaves + e / LEAF, rank = entries_before(x, q);
  x->sigma.worker[e] = r;
  set_leaf(x, arrival, q, rank);
  join_above(x, arrival, q, rank);
}

bool sp_emissions_replace(struct sp_emissions *x, const double *arrival, int r, double d)
{
  struct sp_sigma *sigma = &x->sigma;
  double c = x->p->c[r], last = arrival[sigma->n - 1];
  long e = sigma->top[sigma->largest];
  int replaced = sigma->worker[e];
  if (last + c > d)
    return false;
  take_out(x, e);
  sigma->n--;
  double end = end_of(x, arrival);
  sigma->n++;
  if (later(last, end) + c > d) {
    put_back(x, arrival, e, replaced);
    return false;
  }
  sp_sigma_remove_largest(sigma);
  x->end = end;
  sp_emissions_append(x, arrival, r);
  return true;
}

double sp_emissions_waits(const struct sp_emissions *x, const double *arrival, double *last)
{
  double end = *last = 0, waits = 0;
  long rank = 0;
  for (long k = 0; k < x->sigma.used; k++) {
    if (x->sigma.worker[k] == 0)
      continue;
    if (arrival[rank] > end) {
      waits += arrival[rank] - end;
      end = *last = arrival[rank];
    }
    end += x->p->c[x->sigma.worker[k]];
    rank++;
  }
  return waits;
}
