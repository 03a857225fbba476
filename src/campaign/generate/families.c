/* The table of families of random platforms. Twelve are the rows of RR-6005, Table 1: homogeneous
 * or heterogeneous links and processors, each with three ranges of the costs. Costs are times:
 * "c<=w" means that links are faster than processors. The others are like real platforms, in
 * seconds for a task of a stated size, on the grid of 2^-20 ("real"): docs/families.md says what
 * has a source and what is assumed. */
#include "base/text.h"
#include "campaign/generate/generate.h"

#define FAMILY(name, summary, ...) \
  {                                \
    name, summary,                 \
    {                              \
      __VA_ARGS__                  \
    }                              \
  }
#define SHARED(c, w) "c.shared=" c, "w.shared=" w
/* The three families of a pair of kinds. */
#define FAMILIES_OF(name, kinds, c, w)                                                         \
  FAMILY(name, kinds "; c, w in 1..100", "c=1..100", "w=1..100", SHARED(c, w)),                \
      FAMILY(name "-fast-links", "the same with c <= w: c in 20..50, w in 50..80", "c=20..50", \
             "w=50..80", SHARED(c, w)),                                                        \
      FAMILY(name "-slow-links", "the same with c >= w: c in 50..80, w in 20..50", "c=50..80", \
             "w=20..50", SHARED(c, w))
/* Settings of several families. Hosts of volunteers: 1 Tflop and 1 MB a task. */
#define VOLUNTEER(mu, sigma)                                                  \
  "w=real 1000 / lognormal(" mu ", " sigma ")", "c=real 1 / lognormal(0, 1)", \
      "latency=real constant(0.1)"
#define EDGE \
  "w=real 100 / uniform(2, 20)", "c=real 10 / uniform(2, 20)", "latency=real uniform(0.005, 0.05)"
#define CLASSROOM                                                     \
  "w=real 1000 / normal(50, 2.5) in 15..30", "c=real constant(0.08)", \
      "latency=real constant(0.0002)"
#define VOLUNTEERS(name, project, mu, sigma) \
  FAMILY(name, project ", 2016: speeds as in ComBoS (2017), links assumed", VOLUNTEER(mu, sigma))

static const struct sp_family families[] = {
    FAMILIES_OF("hom-hom", "links alike, processors alike", "yes", "yes"),
    FAMILIES_OF("hom-het", "links alike, processors different", "yes", "no"),
    FAMILIES_OF("het-hom", "links different, processors alike", "no", "yes"),
    FAMILIES_OF("het-het", "links different, processors different", "no", "no"),
    VOLUNTEERS("volunteer-seti", "hosts of SETI@home", "1.267", "0.986"),
    VOLUNTEERS("volunteer-einstein", "hosts of Einstein@home", "2.372", "0.870"),
    VOLUNTEERS("volunteer-lhc", "hosts of LHC@home", "2.765", "0.654"),
    FAMILY("grid-clusters", "hosts of Grid'5000: speeds and links as in SimGrid's g5k.xml (2021)",
           "w=real 1000 / lognormal(2.333, 0.701) in 33.19..212.1", "c=real constant(1)",
           "latency=real constant(0.0001)"),
    FAMILY("edge", "devices at one radio cell, assumed (2026): 2..20 GFLOPS, 2..20 MB/s", EDGE),
    FAMILY("classroom", "PCs alike at one switch, assumed (2026): 50 GFLOPS +- 5 %, 125 MB/s",
           CLASSROOM),
    FAMILY("volunteer-onoff",
           "volunteer-seti, on for 4 h and off for 2 h on average, assumed (2026)",
           VOLUNTEER("1.267", "0.986"),
           "speed=on weibull(0.5, 7200) off hyperexponential(0.7, 600, 21600)"),
    FAMILY("edge-drift", "edge, bandwidths drifting between a fifth and the whole, assumed (2026)",
           EDGE, "bandwidth=drift 0.1 every 60 in 0.2..1"),
    FAMILY("classroom-nights",
           "classroom from 8 in the morning, off for 10 h from 20..22 on, assumed (2026)",
           CLASSROOM, "speed=night 36000 of 86400 from 43200..50400"),
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
                             .load = {.max = 50, .grid = SP_INTEGERS},
                             .buffer = {.min = INFINITY, .max = INFINITY, .grid = SP_INTEGERS},
                             .memory = {.min = INFINITY, .max = INFINITY},
                             .workers = {.grid = SP_INTEGERS},
                             .loaded = INT_MAX,
                             .minimum = 50,
                             .problem = SP_REDISTRIBUTION,
                             .total = sp_int(0),
                             .deadline = {INFINITY, 0, 0},
                             .overhead = sp_int(0),
                             .request = sp_int(0),
                             .correlation = sp_int(0),
                             .recv = 1,
                             .send = 1,
                             .horizon = 4,
                             .horizon_bounds = true};
  for (int i = 0; family->setting[i] && !code; i++)
    code = sp_generator_set(g, family->setting[i], error);
  return code;
}
