/* The settings of a family of random platforms: their names, how their values are read, and the
 * fields of the generator that they set. */
#include "base/text.h"
#include "campaign/generate/generate.h"
#include "io/text/star.h"

#include <stdio.h>
#include <string.h>

/* Reads a value into a field of the generator, whose empirical laws are of the columns. Returns
 * NULL, or a text that says what was expected. */
typedef const char *reader(void *field, const char *value, struct sp_csv_columns *);

struct setting {
  struct sp_setting_help help;
  reader *read;
  size_t field; /* its offset in the generator */
  bool of_loads;
};

/* c, w and latency may be reals. */
static const char *read_range(void *range, const char *value, struct sp_csv_columns *columns)
{
  return sp_range_parse(value, columns, range);
}

static const char *read_w(void *field, const char *value, struct sp_csv_columns *columns)
{
  struct sp_range *range = field;
  const char *expected = sp_range_parse(value, columns, range);
  range->positive = true;
  return expected;
}

static const char *read_whole_range(void *range, const char *value, struct sp_csv_columns *columns)
{
  return sp_whole_range_parse(value, columns, range);
}

static const char *read_buffer(void *field, const char *value, struct sp_csv_columns *columns)
{
  struct sp_range *range = field;
  const char *expected = sp_whole_range_parse(value, columns, range);
  range->positive = true;
  return expected;
}

static const char *read_workers(void *field, const char *value, struct sp_csv_columns *columns)
{
  struct sp_range *range = field;
  const char *expected = sp_whole_range_parse(value, columns, range);
  bool whole = !expected && range->min == floor(range->min) && range->max == floor(range->max);
  return expected ? expected
         : whole && range->min >= 1 && range->max <= STAR_MOST_WORKERS
             ? sp_range_fault(range, true)
             : "a whole number from 1 to 1000000, or int A..B";
}

static const char *read_correlation(void *correlation, const char *value,
                                    struct sp_csv_columns *columns)
{
  struct sp_num x;
  (void)columns;
  if (sp_num_parse(value, &x) || !(x.v >= -1 && x.v <= 1))
    return "a number from -1 to 1";
  *(double *)correlation = x.v;
  return NULL;
}

static const char *read_yes_no(void *yes, const char *value, struct sp_csv_columns *columns)
{
  (void)columns;
  *(bool *)yes = !strcmp(value, "yes");
  return *(bool *)yes || !strcmp(value, "no") ? NULL : "yes or no";
}

static const char *read_type(void *real, const char *value, struct sp_csv_columns *columns)
{
  (void)columns;
  *(bool *)real = !strcmp(value, "real");
  return *(bool *)real || !strcmp(value, "int") ? NULL : "int or real";
}

static const char *read_minimum(void *minimum, const char *value, struct sp_csv_columns *columns)
{
  (void)columns;
  struct sp_num x;
  if (sp_num_parse(value, &x) || x.den != 1 || x.num < 0)
    return "a whole number >= 0";
  *(double *)minimum = x.v;
  return NULL;
}

/* "sum(load) >= N": the minimum, as a formula. */
static const char *read_requirement(void *minimum, const char *value,
                                    struct sp_csv_columns *columns)
{
  (void)columns;
  int used = 0;
  sscanf(value, " sum ( load ) >= %n", &used);
  return used && !read_minimum(minimum, value + used, columns)
             ? NULL
             : "sum(load) >= N with a whole number N >= 0";
}

/* Reads a whole number >= 1; false if the value is something else. */
static bool read_count(const char *value, int *count)
{
  struct sp_num x;
  if (sp_num_parse(value, &x) || x.den != 1 || x.num < 1 || x.num > INT_MAX)
    return false;
  *count = (int)x.num;
  return true;
}

/* The first K workers have initial tasks. The costs of all workers are drawn alike, so the choice
 * does not matter. */
static const char *read_loaded(void *loaded, const char *value, struct sp_csv_columns *columns)
{
  (void)columns;
  bool all = !strcmp(value, "all");
  if (all || !strcmp(value, "half"))
    *(int *)loaded = all ? INT_MAX : 0;
  else if (!read_count(value, loaded))
    return "all, half or a whole number >= 1";
  return NULL;
}

static const char *read_ports(void *ports, const char *value, struct sp_csv_columns *columns)
{
  (void)columns;
  struct sp_num x;
  if (!sp_num_parse(value, &x) && x.v == INFINITY)
    *(int *)ports = INT_MAX;
  else if (!read_count(value, ports))
    return "a whole number >= 1 or inf";
  return NULL;
}

/* The paper's names of its three pairs of ranges, for any family. */
static const char *read_constraint(void *generator, const char *value,
                                   struct sp_csv_columns *columns)
{
  static const char *const known[][3] = {
      {"general", "1..100", "1..100"}, {"c<=w", "20..50", "50..80"}, {"c>=w", "50..80", "20..50"}};
  struct sp_generator *g = generator;
  for (int i = 0; i < 3; i++)
    if (!strcmp(value, known[i][0])) {
      sp_range_parse(known[i][1], columns, &g->c);
      sp_range_parse(known[i][2], columns, &g->w);
      return NULL;
    }
  return "general, c<=w or c>=w";
}

static const char *read_total(void *total, const char *value, struct sp_csv_columns *columns)
{
  (void)columns;
  return sp_num_parse(value, total) ? "a number such as 1000 or inf" : NULL;
}

static const char *read_deadline(void *deadline, const char *value, struct sp_csv_columns *columns)
{
  (void)columns;
  struct sp_num *x = deadline;
  return sp_num_parse(value, x) || !(x->v >= 0) ? "a number >= 0 or inf" : NULL;
}

static const char *read_change(void *way, const char *value, struct sp_csv_columns *columns)
{
  return sp_way_parse(value, false, columns, way);
}

static const char *read_state(void *way, const char *value, struct sp_csv_columns *columns)
{
  return sp_way_parse(value, true, columns, way);
}

/* "T" or "K bounds". */
static const char *read_horizon(void *generator, const char *value, struct sp_csv_columns *columns)
{
  (void)columns;
  struct sp_generator *g = generator;
  char number[40] = "", unit[8] = "";
  struct sp_num x;
  int used = 0;
  int words = sscanf(value, "%39s %7s%n", number, unit, &used);
  g->horizon_bounds = words == 2 && !strcmp(unit, "bounds") && !value[used];
  bool good = (words == 1 || g->horizon_bounds) && !sp_num_parse(number, &x) && x.v > 0;
  g->horizon = good ? x.v : 0;
  return good && isfinite(x.v) ? NULL : "a time > 0, or K bounds with K > 0";
}

#define FIELD(name) offsetof(struct sp_generator, name)

static const struct setting settings[] = {
    {{"c", "A..B", "time per unit on a link (one number: no choice); real A..B: as type=real"},
     read_range,
     FIELD(c),
     false},
    {{"w", "A..B", "time per unit on a worker; this and all A..B also: a law, below"},
     read_w,
     FIELD(w),
     false},
    {{"range", "general", "c, w as in RR-6005: 1..100; c<=w: 20..50, 50..80; c>=w: exchanged"},
     read_constraint,
     0,
     false},
    {{"type", "int", "c, w, latency: int, whole numbers (default); real, multiples of 2^-20"},
     read_type,
     FIELD(real),
     false},
    {{"latency", "A..B", "time added to each message (default 0)"},
     read_range,
     FIELD(latency),
     false},
    {{"load", "A..B", "tasks that a worker holds at the start (default 0..50)"},
     read_whole_range,
     FIELD(load),
     true},
    {{"minimum", "N", "loads are drawn again until their sum is at least N (default 50)"},
     read_minimum,
     FIELD(minimum),
     true},
    {{"tasks", "N", "N tasks at the master instead of loads; inf with a deadline"},
     read_total,
     FIELD(total),
     false},
    {{"work", "W", "divisible load W at the master instead; inf with a deadline"},
     read_total,
     FIELD(total),
     false},
    {{"buffer", "A..B", "places of a worker, with tasks (default inf)"},
     read_buffer,
     FIELD(buffer),
     false},
    {{"deadline", "T", "maximise the work done by T"}, read_deadline, FIELD(deadline), false},
    {{"recv", "K", "messages that the master can receive at once (default 1; inf: any number)"},
     read_ports,
     FIELD(recv),
     false},
    {{"send", "K", "messages that the master can send at once (default 1; inf: any number)"},
     read_ports,
     FIELD(send),
     false},
    {{"workers", "A..B", "number of workers, drawn for each platform"},
     read_workers,
     FIELD(workers),
     false},
    {{"c.shared", "yes", "yes: one draw of c (and latency) for all workers; no: one for each"},
     read_yes_no,
     FIELD(shared_c),
     false},
    {{"w.shared", "yes", "the same for w"}, read_yes_no, FIELD(shared_w), false},
    {{"correlation", "R", "of the ranks of a worker's c and w, -1..1 (default 0: independent)"},
     read_correlation,
     FIELD(correlation),
     false},
    {{"require", "sum(load) >= N", "another way to write minimum=N"},
     read_requirement,
     FIELD(minimum),
     true},
    {{"loaded", "K", "only the first K workers (half: half of them) hold tasks (default all)"},
     read_loaded,
     FIELD(loaded),
     true},
    {{"speed", "CHANGE",
      "how a worker's speed changes over time (default constant): a change, below"},
     read_change,
     FIELD(change[SP_SPEED]),
     false},
    {{"bandwidth", "CHANGE", "the same of a link's bandwidth"},
     read_change,
     FIELD(change[SP_BANDWIDTH]),
     false},
    {{"host", "CHANGE",
      "when a worker fails, which loses its work, and returns: on .. or night .."},
     read_state,
     FIELD(change[SP_HOST_STATE]),
     false},
    {{"link", "CHANGE", "the same of a link"}, read_state, FIELD(change[SP_LINK_STATE]), false},
    {{"horizon", "T", "changes are drawn up to it; K bounds: K total / sum 1/w (default 4)"},
     read_horizon,
     0,
     false},
};
enum { SETTINGS = sizeof settings / sizeof *settings };

/* The settings of networks and graphs; docs/formats.md explains them. */
static const char *const network_names[] = {
    "kind",   "n",          "w",        "z",     "r",      "tcp",   "tcm",   "beta",
    "return", "originator", "branches", "mode",  "parent", "edges", "buses", "w1",
    "busK",   "free",       "d",        "alpha", "s",      "b",     NULL};
static const char *const steady_names[] = {"kind", "w",      "edges",   "model",  "ports", "recv",
                                           "send", "buffer", "profile", "master", "nodes", "links",
                                           "c",    "K",      "time",    NULL};

const struct sp_setting_help *sp_setting_help(int k)
{
  return k < SETTINGS ? &settings[k].help : NULL;
}

const char *sp_setting_name(enum sp_problem problem, int k)
{
  return problem == SP_NETWORK  ? network_names[k]
         : problem == SP_STEADY ? steady_names[k]
         : k < SETTINGS         ? settings[k].help.name
                                : NULL;
}

const char *sp_setting_find(enum sp_problem problem, const char *name)
{
  bool star = !sp_of_graphs(problem);
  size_t digits = problem == SP_NETWORK && !strncmp(name, "bus", 3) && name[3] != '0'
                      ? strspn(name + 3, "0123456789")
                      : 0;
  if ((digits && !name[3 + digits]) || (star && !strcmp(name, "family")))
    return name;
  if (star && !strncmp(name, "platform.master.", 16))
    name += 16;
  const char *known;
  for (int k = 0; (known = sp_setting_name(problem, k)); k++)
    if (strcmp(known, "busK") && !sp_name_compare(known, name))
      return known;
  return NULL;
}

static int unknown_setting(const char *key, size_t length, struct sp_error *error)
{
  char known[256], word[64];
  size_t used = 0;
  snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word), key);
  struct sp_nearest nearest = {.word = word};
  for (int i = 0; i < SETTINGS; i++) {
    if (used < sizeof known)
      used += (size_t)snprintf(known + used, sizeof known - used, "%s%s",
                               !i                 ? ""
                               : i + 1 < SETTINGS ? ", "
                                                  : " or ",
                               settings[i].help.name);
    sp_nearest_offer(&nearest, settings[i].help.name);
  }
  if (nearest.name)
    return sp_bad_input(error, "unknown setting '%s'%s (`starport list families` shows them all)",
                        word, sp_did_you_mean(&nearest));
  return sp_bad_input(error, "unknown setting '%s', expected %s", word, known);
}

/* Applies the setting; a refused value leaves the generator as it is. The setting `tasks` makes the
 * problem a bag, `work` a divisible load. */
static int apply(struct sp_generator *g, const struct setting *s, const char *value,
                 struct sp_error *error)
{
  struct sp_generator changed = *g;
  const char *expected = s->read((char *)&changed + s->field, value, g->columns);
  if (expected)
    return sp_bad_input(error, "%s=%.64s: expected %s", s->help.name, value, expected);
  if (s->read == read_total)
    changed.problem = !strcmp(s->help.name, "tasks") ? SP_BAG : SP_DIVISIBLE;
  if (g->problem != SP_REDISTRIBUTION && g->problem != changed.problem)
    return sp_bad_input(error, "tasks and work, expected one of the two");
  changed.load_set |= s->of_loads;
  *g = changed;
  return SP_OK;
}

int sp_generator_set(struct sp_generator *g, const char *key_value, struct sp_error *error)
{
  const char *equals = strchr(key_value, '=');
  if (!equals)
    return sp_bad_input(error, "'%.64s', expected key=value", key_value);
  size_t length = (size_t)(equals - key_value);
  for (int i = 0; i < SETTINGS; i++)
    if (sp_name_is(settings[i].help.name, key_value, length))
      return apply(g, &settings[i], equals + 1, error);
  return unknown_setting(key_value, length, error);
}
