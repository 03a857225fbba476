/* Puts overlapping items of a Gantt row into lanes, one below the other.
 *
 * Each item, by increasing start, gets the first free lane: an interval graph needs no more lanes
 * than its greatest number of simultaneous items. On a page's communication row of a worker
 * emissions are above receptions. */
#include "base/memory.h"
#include "io/chart/layout.h"
#include <stdlib.h>

static const double rounding = 1e-6; /* overlaps below this fraction of the horizon are rounding */

/* The items of a row that one pass handles. */
enum group { RECEIVED, SENT, ALL };

/* Gives each item of the group the first free lane from `base` on, of at most `most`; returns the
 * number of lanes used. If no lane is free, the item is shown in the lane that becomes free first,
 * from that date on. */
static int fill_lanes(struct gantt_item *item, long n, enum group group, int base, long most,
                      double slack)
{
  double *free_at = NULL;
  int lanes = 0, room = 0;
  for (long k = 0; k < n; k++) {
    if (group != ALL && item[k].sends != (group == SENT))
      continue;
    int lane = 0, soonest = 0;
    while (lane < lanes && free_at[lane] > item[k].start + slack) {
      soonest = free_at[lane] < free_at[soonest] ? lane : soonest;
      lane++;
    }
    if (lane == lanes && lanes < most) {
      sp_grow(free_at, lanes, room);
      free_at[lanes++] = 0;
    } else if (lane == lanes) {
      lane = soonest;
      item[k].start = fmin(free_at[lane], item[k].end);
    }
    free_at[lane] = fmax(free_at[lane], item[k].end);
    item[k].lane = base + lane;
  }
  free(free_at);
  return lanes;
}

void gantt_assign_lanes(struct gantt_chart *chart)
{
  double slack = chart->horizon * rounding;
  for (int r = 0; r < chart->n_rows; r++) {
    struct gantt_row *row = &chart->row[r];
    struct gantt_item *item = chart->item + row->first;
    row->at_once = fill_lanes(item, row->n, ALL, 0, row->n, slack);
    if (chart->whole && row->at_once > 1) {
      row->lanes = row->at_once;
    } else if (row->at_once > 1 && row->role == GANTT_COMM) {
      row->lanes = fill_lanes(item, row->n, SENT, 0, GANTT_MAX_LANES, slack);
      row->lanes += fill_lanes(item, row->n, RECEIVED, row->lanes, GANTT_MAX_LANES, slack);
    } else if (row->at_once > 1) {
      row->lanes = fill_lanes(item, row->n, ALL, 0, GANTT_MAX_LANES, slack);
    }
  }
}
