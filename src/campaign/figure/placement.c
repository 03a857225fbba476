/* Chooses the places of names beside marks. */
#include "campaign/figure/placement.h"

#include <stdbool.h>
#include <string.h>

/* The first of the cheapest places is taken. */
static const struct sp_name_place places[] = {{1, 0},  {-1, 0},  {0, 15},  {0, -15},
                                              {1, 14}, {1, -14}, {-1, 14}, {-1, -14},
                                              {0, 28}, {0, -28}, {1, 27},  {1, -27}};
enum { PLACES = sizeof places / sizeof *places };
/* Half the size of a mark and half the width of a bar, in pixels. */
enum { MARK = 6, BAR = 3 };
/* Costs of a name: if it leaves the picture; for each mark or earlier name, and for each bar, that
 * it covers. */
enum { OUTSIDE = 100, COVERED = 10, BAR_COVERED = 1 };

static bool overlap(const struct sp_box *a, const struct sp_box *b)
{
  return a->left < b->right && b->left < a->right && a->low < b->high && b->low < a->high;
}

static struct sp_box box_at(const struct sp_named_mark *mark, const struct sp_name_place *place)
{
  double half = SP_LETTER_WIDTH * (double)strlen(mark->name) / 2;
  double x = mark->x + place->halves * (half + SP_NAME_AWAY), y = mark->y + place->up;
  return (struct sp_box){x - half, x + half, y - SP_LETTER_HEIGHT / 2.0,
                         y + SP_LETTER_HEIGHT / 2.0};
}

/* The cost of the name of mark `own` in that box. */
static int cost_of(const struct sp_named_mark *mark, int n, int own, const struct sp_box *name,
                   double width, double height)
{
  bool outside = name->left < 0 || name->right > width || name->low < 0 || name->high > height;
  int cost = outside ? OUTSIDE : 0;
  for (int k = 0; k < n; k++) {
    double x = mark[k].x, y = mark[k].y;
    struct sp_box around = {x - MARK, x + MARK, y - MARK, y + MARK};
    struct sp_box bar = {x - BAR, x + BAR, mark[k].low, mark[k].high};
    cost += COVERED * (k != own && overlap(name, &around));
    cost += COVERED * (k < own && overlap(name, &mark[k].box));
    cost += BAR_COVERED * overlap(name, &bar);
  }
  return cost;
}

void sp_place_names(struct sp_named_mark *mark, int n, double width, double height)
{
  for (int k = 0; k < n; k++) {
    int least = -1;
    for (int i = 0; i < PLACES; i++) {
      struct sp_box box = box_at(&mark[k], &places[i]);
      int cost = cost_of(mark, n, k, &box, width, height);
      if (least >= 0 && cost >= least)
        continue;
      least = cost;
      mark[k].box = box;
      mark[k].place = &places[i];
    }
  }
}

void sp_write_placement(FILE *out)
{
  fprintf(out,
          "{\"longest\":%d,\"away\":%d,\"mark\":%d,\"bar\":%d,\"outside\":%d,\"covered\":%d,"
          "\"barCovered\":%d,\"places\":[",
          SP_NAME_LONGEST, SP_NAME_AWAY, MARK, BAR, OUTSIDE, COVERED, BAR_COVERED);
  for (int i = 0; i < PLACES; i++)
    fprintf(out, "%s[%d,%d]", i ? "," : "", places[i].halves, places[i].up);
  fputs("]}", out);
}
