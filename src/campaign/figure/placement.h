/* Where the names of marks are written in a figure whose x is a quantity, on the page and in
 * gnuplot's pictures: each beside its mark, at the place where it covers least. */
#pragma once

#include <stdio.h>

enum {
  SP_NAME_LONGEST = 28,  /* letters of a name; longer ones are cut, the table below has them all */
  SP_NAME_AWAY = 9,      /* pixels between a mark and a name beside it */
  SP_LETTER_WIDTH = 7,   /* of gnuplot's font, in pixels */
  SP_LETTER_HEIGHT = 14, /* likewise */
};

/* The middle of a name, from its mark: in half lengths of the name (with SP_NAME_AWAY) to the
 * right, and in pixels upwards. */
struct sp_name_place {
  int halves, up;
};

/* In pixels, upwards. */
struct sp_box {
  double left, right, low, high;
};

struct sp_named_mark {
  char name[SP_NAME_LONGEST + 1];
  double x, y;                       /* of the mark, in pixels from the lower left corner */
  double low, high;                  /* ends of its bar */
  const struct sp_name_place *place; /* set by sp_place_names */
  struct sp_box box;                 /* of the name; likewise */
};

/* Places the names in the order of the marks. */
void sp_place_names(struct sp_named_mark *, int n, double width, double height);
/* The places and costs as a JSON object, with which the page's script places names in the same
 * way. */
void sp_write_placement(FILE *);
