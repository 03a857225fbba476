/* Random platforms with their workload: families (`starport list families`) and settings
 * (key=value). Each parameter has its own stream (base/stream.h), which is read at (index of the
 * instance, worker, draw). So no setting and no other worker shifts a draw, and experiments that
 * vary one setting are paired in all others. */
#pragma once

#include "io/text/sizes.h"

/* ---- Profiles (changes.c). */

/* How the speeds, bandwidths or states of a star change over time:
 *
 *   constant                          not at all
 *   on LAW off LAW [at F]             in turn factor 1 and F (0), each for a drawn length
 *   drift STEP every T in A..B        the factor is a random walk: every T it moves up or down by
 *                                     STEP, and A and B reflect it
 *   night N of DAY [at F] [from LAW]  every DAY, from a drawn date on, the factor is F for N */
enum sp_way_name { SP_UNCHANGING, SP_ON_OFF, SP_DRIFT, SP_NIGHTS };
struct sp_way {
  enum sp_way_name name;
  struct sp_range on, off;  /* on/off: lengths */
  double step, least, most; /* drift */
  double time;              /* drift: between two changes; night: its length */
  double day;               /* night */
  struct sp_range from;     /* night: the date at which the first begins, modulo the day */
  double factor;            /* while off, or at night */
};

/* How change k, from 0, is written, and what it is; false after the last. */
bool sp_way_help(int k, const char **form, const char **help);
/* Reads one of these texts. state: only factors 0 and 1. Returns NULL, or a text that says what was
 * expected, and lives as long as the columns. */
const char *sp_way_parse(const char *value, bool state, struct sp_csv_columns *, struct sp_way *);
/* Draws the profile of one worker: pieces up to the horizon, then it begins again. *left: how many
 * more pieces there may be; it is lowered. False if there would be more. The caller clears the
 * profile. */
bool sp_way_draw(const struct sp_way *, struct sp_draws, double horizon, long *left,
                 struct sp_profile *);

/* ---- Dates at which tasks arrive (coming.c). */

/* poisson(R), poisson(K rates), every(T) or every(K tasks): R tasks in a unit of time, or K times
 * the rate of the best steady state of the star; a task every T, or K times the inverse of that
 * rate. */
struct sp_coming {
  double rate, every; /* the one that is > 0; neither: all tasks are there at date 0 */
  bool of_star;       /* in rates of the star */
};
/* Reads such a text. NULL, or what was expected. */
const char *sp_coming_parse(const char *value, struct sp_coming *);
/* Gives the bag its dates of arrival, those of the instance that the draws are of. */
int sp_coming_draw(const struct sp_coming *, struct sp_draws, struct sp_instance *,
                   struct sp_error *);

/* ---- Stars. */

#define SP_FAMILY_SETTINGS 5

/* A family is a set of settings, which those of the user replace. */
struct sp_family {
  const char *name;
  const char *summary;
  const char *setting[SP_FAMILY_SETTINGS + 1]; /* "c=1..100"; up to NULL */
};

struct sp_generator {
  const struct sp_family *family;
  struct sp_csv_columns *columns; /* of empirical laws; NULL: they are refused. Not owned */
  struct sp_range c, w, latency, load;
  struct sp_range buffer, memory; /* max = INFINITY: unlimited */
  bool by_chunk;                  /* memory is free at the end of a chunk */
  struct sp_range result;         /* d over c; max = 0: nothing returns */
  bool hold_result, half_duplex;
  struct sp_coming release;
  bool known;         /* how many tasks are still to come */
  struct sizes sizes; /* of tasks: perhaps a law; are they told? */
  struct sp_num overhead, request;
  struct sp_num correlation; /* of the ranks of a worker's c and w (Spearman), -1..1 */
  struct sp_range workers;   /* max = 0: not set */
  bool shared_c, shared_w;   /* one draw for all workers */
  int loaded;                /* the first `loaded` workers have loads; 0: half of them */
  double minimum;            /* loads are drawn again until their sum reaches it */
  bool real;                 /* c, w and latency are reals unless their range says otherwise */
  enum sp_problem problem;   /* redistribution, unless tasks or work is set */
  bool load_set;             /* a setting of loads was given */
  struct sp_num total;       /* tasks or work */
  struct sp_num deadline;
  int recv, send; /* ports of the master; INT_MAX: any number */
  struct sp_way change[SP_CHANGING];
  bool lost_stay;      /* loads stay at a host that fails */
  double horizon;      /* of what changes: a date, or */
  bool horizon_bounds; /* so many times the capacity bound of the star */
};

/* The table of families, *n of them. */
const struct sp_family *sp_families(int *n);
/* Finds a family by name (case, '-' and '_' ignored). SP_OK, or SP_BAD_INPUT with the nearest
 * name. */
int sp_family_find(const char *name, const struct sp_family **family, struct sp_error *);

/* Makes a generator of that family, else with the settings of RR-6005: redistribution, loads 0..50
 * drawn again until they sum to at least 50, whole numbers, no latency, one-port master. SP_OK, or
 * SP_BAD_INPUT: unknown family. */
int sp_generator_init(struct sp_generator *, const char *family, struct sp_error *);
/* Applies one "key=value"; later settings override earlier ones. SP_OK, or SP_BAD_INPUT with an
 * unchanged generator. */
int sp_generator_set(struct sp_generator *, const char *key_value, struct sp_error *);
int sp_generator_apply(struct sp_generator *, const char *key, const char *value,
                       struct sp_error *);
/* Checks all settings together, for that many workers; called once, after the last setting. SP_OK,
 * or SP_BAD_INPUT. */
int sp_generator_check(const struct sp_generator *, int workers, struct sp_error *);
/* Number of workers of instance `index` by the setting `workers`; 0 if it is not set. */
int sp_generator_workers(const struct sp_generator *, uint64_t seed, uint32_t index);
/* Instance number `index` of the seed, checked; the caller frees it. NULL only if
 * sp_generator_check refuses. */
struct sp_instance *sp_generate(const struct sp_generator *, int workers, uint64_t seed,
                                uint32_t index);

/* ---- Networks and graphs. Their settings become the words of the command line (`starport
 * network`, `starport steady --graph`): ranges are drawn, families of graphs built. */

/* Is it a problem of graphs or networks? */
static inline bool sp_of_graphs(enum sp_problem problem)
{
  return problem == SP_NETWORK || problem == SP_STEADY;
}

/* One `key = value` line of an experiment. */
struct sp_setting {
  const char *key, *value;
  long line;
};
/* Settings in force; a later one replaces an earlier one with the same key. Borrowed. */
struct sp_settings {
  int n;
  const struct sp_setting **setting;
  struct sp_csv_columns *columns; /* as those of a generator */
};
/* The value in force of a key, `preset` if it is not set. */
const char *sp_setting_value(const struct sp_settings *, const char *key, const char *preset);
/* Instance `index` of the seed, checked; NULL with *error, which begins with the key of a
 * single wrong value. The caller frees it. */
struct sp_instance *sp_generate_graph(enum sp_problem, const struct sp_settings *, uint64_t seed,
                                      uint32_t index, struct sp_error *);

/* ---- The settings of a problem. */

/* Setting k of stars: "c", "A..B", "time per unit on a link". NULL after the last. */
struct sp_setting_help {
  const char *name, *value, *help;
};
const struct sp_setting_help *sp_setting_help(int k);
/* The name of setting k of the problem; NULL after the last. */
const char *sp_setting_name(enum sp_problem, int k);
/* The setting of that name ("master" of steady, "bus3" of network) in its own spelling: a constant,
 * or a part of `name`. Ports of the master may have their longer names from the platform format.
 * NULL: unknown. */
const char *sp_setting_find(enum sp_problem, const char *name);
/* The error "unknown WHAT 'word'" with the nearest of the n known, or with all of them. Returns
 * whether one is near. */
bool sp_unknown_word(const char *what, const char *word, int n, const char *const *known,
                     struct sp_error *);
