/* The table of families of random platforms. The twelve families are the rows of RR-6005, Table 1:
 * homogeneous or heterogeneous links and processors, each with three ranges of the costs. Costs are
 * times: "c<=w" means that links are faster than processors. */
#include "base/text.h"
#include "campaign/generate/generate.h"

#include <stdio.h>
#include <string.h>

#define UNIFORM(a, b) ((struct sp_range){.min = (a), .max = (b), .grid = SP_AS_TYPE})
/* The three families of a pair of kinds. */
#define FAMILIES_OF(name, kinds, shared_c, shared_w)                                          \
  {name, kinds "; c, w in 1..100", shared_c, shared_w, UNIFORM(1, 100), UNIFORM(1, 100)},     \
      {name "-fast-links", "the same with c <= w: c in 20..50, w in 50..80",                  \
       shared_c,           shared_w,                                                          \
       UNIFORM(20, 50),    UNIFORM(50, 80)},                                                  \
  {                                                                                           \
    name "-slow-links", "the same with c >= w: c in 50..80, w in 20..50", shared_c, shared_w, \
        UNIFORM(50, 80), UNIFORM(20, 50)                                                      \
  }

static const struct sp_family families[] = {
    FAMILIES_OF("hom-hom", "links alike, processors alike", true, true),
    FAMILIES_OF("hom-het", "links alike, processors different", true, false),
    FAMILIES_OF("het-hom", "links different, processors alike", false, true),
    FAMILIES_OF("het-het", "links different, processors different", false, false),
};

enum { FAMILIES = sizeof families / sizeof *families };

const struct sp_family *sp_families(int *n)
{
  *n = FAMILIES;
  return families;
}

int sp_family_find(const char *name, const struct sp_family **family, struct sp_error *error)
{
  struct sp_nearest nearest = {.word = name};
  for (int i = 0; i < FAMILIES; i++)
    if (!sp_name_compare(families[i].name, name)) {
      *family = &families[i];
      return SP_OK;
    }
  for (int i = 0; i < FAMILIES; i++)
    sp_nearest_offer(&nearest, families[i].name);
  return sp_bad_input(error, "unknown family '%.64s'%s (`starport list families` shows them all)",
                      name, sp_did_you_mean(&nearest));
}

int sp_generator_init(struct sp_generator *g, const char *name, struct sp_error *error)
{
  const struct sp_family *family;
  int code = sp_family_find(name, &family, error);
  if (code != SP_OK)
    return code;
  *g = (struct sp_generator){.family = family,
                             .c = family->c,
                             .w = family->w,
                             .load = {.max = 50, .grid = SP_INTEGERS},
                             .buffer = {.min = INFINITY, .max = INFINITY, .grid = SP_INTEGERS},
                             .workers = {.grid = SP_INTEGERS},
                             .shared_c = family->shared_c,
                             .shared_w = family->shared_w,
                             .loaded = INT_MAX,
                             .minimum = 50,
                             .problem = SP_REDISTRIBUTION,
                             .total = sp_int(0),
                             .deadline = {INFINITY, 0, 0},
                             .recv = 1,
                             .send = 1};
  return SP_OK;
}
