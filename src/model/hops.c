/* Lists of hops, and the source that gives all of a list at date 0. */
#include "base/memory.h"
#include <starport/hops.h>

#include <stdlib.h>

void sp_hops_add(struct sp_hops *hops, const struct sp_hop *hop)
{
  sp_grow(hops->hop, hops->n, hops->cap);
  hops->hop[hops->n++] = *hop;
}

void sp_hops_clear(struct sp_hops *hops)
{
  free(hops->hop);
  *hops = SP_HOPS_EMPTY;
}

static bool add_all(void *state, const struct sp_hop_view *view, struct sp_hops *add)
{
  const struct sp_hops *hops = state;
  (void)view;
  for (long k = 0; k < hops->n; k++)
    sp_hops_add(add, &hops->hop[k]);
  return false;
}

struct sp_hop_source sp_hops_source(const struct sp_hops *hops)
{
  return (struct sp_hop_source){.more = add_all, .state = (void *)hops};
}
