/* Puts overlapping items of a Gantt row into lanes, one below the other.
 *
 * Each item, by increasing start, gets the first free lane: an interval graph needs no more lanes
 * than its greatest number of simultaneous items. On a page's communication row of a worker
 * emissions are above receptions. */
#include "base/memory.h"
#include "base/num.h"
#include "io/chart/layout.h"
#include <stdlib.h>

static const double rounding = 1e-6; /* overlaps below this fraction of the horizon are rounding */

/* The items of a row that one pass handles. */
enum group { ALL, SENT, RECEIVED };

static bool in_group(const struct gantt_item *item, enum group group)
{
  return group == ALL || item->sends == (group == SENT);
}

/* Gives each item of the group the first free lane from `base` on, of at most `most`; returns the
 * number of lanes used. If no lane is free, the item is shown in the lane that becomes free first,
 * from that date on. */
static int fill_lanes(struct gantt_item *item, long n, enum group group, int base, int most,
                      double slack)
{
  double *free_at = sp_xcalloc((size_t)most, sizeof *free_at);
  int lanes = 0;
  for (long k = 0; k < n; k++) {
    if (!in_group(&item[k], group))
      continue;
    int lane = 0, soonest = 0;
    while (lane < lanes && free_at[lane] > item[k].start + slack) {
      soonest = free_at[lane] < free_at[soonest] ? lane : soonest;
      lane++;
    }
    if (lane == most)
      lane = soonest;
    else if (lane == lanes)
      free_at[lanes++] = 0;
    if (free_at[lane] > item[k].start + slack)
      item[k].start = free_at[lane] < item[k].end ? free_at[lane] : item[k].end;
    if (item[k].end > free_at[lane])
      free_at[lane] = item[k].end;
    item[k].lane = base + lane;
  }
  free(free_at);
  return lanes;
}

static int compare_dates(const void *a, const void *b)
{
  const double *p = a, *q = b;
  return SP_COMPARE(*p, *q);
}

/* The greatest number of items at one date: starts (already sorted) against sorted ends. */
static int peak(const struct gantt_item *item, long n, double slack)
{
  double *end = sp_xcalloc((size_t)n, sizeof *end);
  for (long k = 0; k < n; k++)
    end[k] = item[k].end;
  qsort(end, (size_t)n, sizeof *end, compare_dates);
  long ended = 0;
  int most = 0;
  for (long k = 0; k < n; k++) {
    while (ended < k && end[ended] <= item[k].start + slack)
      ended++;
    most = k + 1 - ended > most ? (int)(k + 1 - ended) : most;
  }
  free(end);
  return most;
}

void gantt_assign_lanes(struct gantt_chart *chart)
{
  double slack = chart->horizon * rounding;
  for (int r = 0; r < chart->n_rows; r++) {
    struct gantt_row *row = &chart->row[r];
    struct gantt_item *item = chart->item + row->first;
    row->at_once = peak(item, row->n, slack);
    int most = chart->whole ? row->at_once : GANTT_MAX_LANES;
    if (row->at_once > 1 && row->role == GANTT_COMM && !chart->whole) {
      row->lanes = fill_lanes(item, row->n, SENT, 0, most, slack);
      row->lanes += fill_lanes(item, row->n, RECEIVED, row->lanes, most, slack);
    } else if (row->at_once > 1) {
      row->lanes = fill_lanes(item, row->n, ALL, 0, most, slack);
    }
  }
}
