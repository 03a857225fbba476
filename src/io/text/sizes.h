/* The sizes of the tasks of a bag, or of the units of a divisible load, as they are written:
 * "1,2,0.5"; a law (draw/size_law.h) "LAW[:SEED]"; or @FILE, the column `size` of a CSV file. */
#pragma once

#include "draw/size_law.h"
#include "io/text/numbers.h"

/* All zero: not given. */
struct sizes {
  struct numbers size; /* of a list */
  bool drawn;          /* of the law */
  struct size_law law;
  bool told;       /* the heuristics know their mean and deviation: */
  double mean, sd; /* these if they are not NAN, else those of the law or the list */
};

static inline bool sizes_are_given(const struct sizes *s)
{
  return s->size.n > 0 || s->drawn;
}
/* Their column of a file. */
struct numbers_column sizes_column(struct numbers *);
/* Reads a text of that many bytes; "sizes is .., expected ..". */
int sizes_add(struct sizes *, struct sp_context *, const char *text, size_t length,
              struct sp_error *);
/* Reads "yes", "no" or "MEAN,DEVIATION". */
int sizes_tell(struct sizes *, const char *text, size_t length, struct sp_error *);
/* Reads the text of a law without seed: NULL, or what was expected. */
const char *sizes_read_law(struct sizes *, const char *law);
/* Gives the tasks of the bag, or the units of the load, their sizes; refuses other problems, and a
 * list of another length. */
int sizes_of_bag(const struct sizes *, struct sp_instance *, struct sp_error *);
/* Writes what is told, "no" or "MEAN,DEVIATION". */
void sizes_write_told(FILE *, const struct sp_instance *);
