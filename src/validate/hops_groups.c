/* Deals the events of a graph's trace out to the nodes that they concern; see hops_groups.h. */
#include "validate/hops_groups.h"
#include "base/memory.h"

#include <stdlib.h>

int hop_receiver(const struct hop_check *check, const struct sp_event *e, int side)
{
  (void)check;
  return side == 0 && e->kind == SP_TRANSFER ? e->to - 1 : -1;
}

int hop_sender(const struct hop_check *check, const struct sp_event *e, int side)
{
  (void)check;
  return side == 0 && e->kind == SP_TRANSFER ? e->from - 1 : -1;
}

int hop_computer(const struct hop_check *check, const struct sp_event *e, int side)
{
  (void)check;
  return side == 0 && e->kind == SP_COMPUTE ? e->from - 1 : -1;
}

int hop_owner(const struct hop_check *check, const struct sp_event *e, int side)
{
  (void)check;
  return side == 0 ? e->from - 1 : -1;
}

struct hop_groups hop_deal(const struct hop_check *check, const struct selection *all, int places,
                           hop_place *place)
{
  struct hop_groups to = {places, sp_xcalloc((size_t)places + 2, sizeof *to.first), NULL};
  int p;

  for (long j = 0; j < all->n; j++)
    for (int side = 0; side < 2; side++)
      if ((p = place(check, all->event[j], side)) >= 0)
        to.first[p + 2]++;
  for (int k = 2; k <= places + 1; k++)
    to.first[k] += to.first[k - 1];
  to.event = sp_xcalloc((size_t)to.first[places + 1], sizeof *to.event);
  for (long j = 0; j < all->n;
       j++) /* first[p+1] runs through p's part, and ends where p+1 begins */
    for (int side = 0; side < 2; side++)
      if ((p = place(check, all->event[j], side)) >= 0)
        to.event[to.first[p + 1]++] = all->event[j];
  return to;
}

void hop_groups_clear(struct hop_groups *groups)
{
  free(groups->first);
  free(groups->event);
}
