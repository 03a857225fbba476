/* The settings of a family of random platforms: their names, how their values are read, and the
 * fields of the generator that they set. */
#include "base/memory.h"
#include "base/text.h"
#include "campaign/generate/generate.h"
#include "io/text/star.h"

#include <float.h>

struct setting;
/* The value of a setting, and the columns of empirical laws. */
struct given {
  const struct setting *own;
  const char *value;
  struct sp_csv_columns *columns;
};
/* Reads it into a field of the generator. Returns NULL, or a text that says what was expected. */
typedef const char *reader(void *field, struct given);

/* Flags of a setting; positive: its draws are > 0. WHOLE, REALS: of ranges, STATE: of changes. */
enum { OF_LOADS = 1, POSITIVE = 2, WHOLE = 4, REALS = 8, STATE = 16 };
struct setting {
  struct sp_setting_help help;
  reader *read;
  size_t field; /* its offset in the generator */
  int flags;
  const char *expected; /* of words, "yes or no", and numbers */
  const char *on;       /* of words: the one that sets the field */
  double least, most;   /* of numbers */
};

/* Those that are neither whole nor reals have the type of c, w and latency. */
static const char *read_range(void *range, struct given g)
{
  return (g.own->flags & WHOLE   ? sp_whole_range_parse
          : g.own->flags & REALS ? sp_real_range_parse
                                 : sp_range_parse)(g.value, g.columns, range);
}

static const char *read_workers(void *field, struct given g)
{
  struct sp_range *range = field;
  const char *expected = sp_whole_range_parse(g.value, g.columns, range);
  bool whole = !expected && range->min == floor(range->min) && range->max == floor(range->max);
  return expected ? expected
         : whole && range->min >= 1 && range->max <= STAR_MOST_WORKERS
             ? sp_range_fault(range, true)
             : "a whole number from 1 to 1000000, or int A..B";
}

static const char *read_word(void *is_on, struct given g)
{
  char first[8], second[8];
  sscanf(g.own->expected, "%7s or %7s", first, second);
  *(bool *)is_on = !strcmp(g.value, g.own->on);
  return strcmp(g.value, first) && strcmp(g.value, second) ? g.own->expected : NULL;
}

static const char *read_number(void *number, struct given g)
{
  struct sp_num *x = number;
  bool good = !sp_num_parse(g.value, x) && x->v >= g.own->least && x->v <= g.own->most;
  return good ? NULL : g.own->expected;
}

static const char *read_coming(void *coming, struct given g)
{
  return sp_coming_parse(g.value, coming);
}

enum { MOST_LAW = 80 }; /* bytes */

static const char *read_sizes(void *sizes, struct given g)
{
  const char *expected = sizes_read_law(sizes, g.value);
  return expected || strlen(g.value) < MOST_LAW ? expected : "a shorter law";
}

static const char *read_minimum(void *minimum, struct given g)
{
  struct sp_num x;
  if (sp_num_parse(g.value, &x) || x.den != 1 || x.num < 0)
    return "a whole number >= 0";
  *(double *)minimum = x.v;
  return NULL;
}

/* "sum(load) >= N": the minimum, as a formula. */
static const char *read_requirement(void *minimum, struct given g)
{
  int used = 0;
  sscanf(g.value, " sum ( load ) >= %n", &used);
  return used && !read_minimum(minimum, (struct given){.value = g.value + used})
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
static const char *read_loaded(void *loaded, struct given g)
{
  bool all = !strcmp(g.value, "all");
  if (all || !strcmp(g.value, "half"))
    *(int *)loaded = all ? INT_MAX : 0;
  else if (!read_count(g.value, loaded))
    return "all, half or a whole number >= 1";
  return NULL;
}

static const char *read_ports(void *ports, struct given g)
{
  struct sp_num x;
  if (!sp_num_parse(g.value, &x) && x.v == INFINITY)
    *(int *)ports = INT_MAX;
  else if (!read_count(g.value, ports))
    return "a whole number >= 1 or inf";
  return NULL;
}

/* The paper's names of its three pairs of ranges, for any family. */
static const char *read_constraint(void *generator, struct given g)
{
  static const char *const known[][3] = {
      {"general", "1..100", "1..100"}, {"c<=w", "20..50", "50..80"}, {"c>=w", "50..80", "20..50"}};
  struct sp_generator *all = generator;
  for (int i = 0; i < 3; i++)
    if (!strcmp(g.value, known[i][0])) {
      sp_range_parse(known[i][1], g.columns, &all->c);
      sp_range_parse(known[i][2], g.columns, &all->w);
      return NULL;
    }
  return "general, c<=w or c>=w";
}

static const char *read_change(void *way, struct given g)
{
  return sp_way_parse(g.value, g.own->flags & STATE, g.columns, way);
}

/* "T" or "K bounds". */
static const char *read_horizon(void *generator, struct given g)
{
  struct sp_generator *all = generator;
  char number[40] = "", unit[8] = "";
  struct sp_num x;
  int used = 0;
  int words = sscanf(g.value, "%39s %7s%n", number, unit, &used);
  all->horizon_bounds = words == 2 && !strcmp(unit, "bounds") && !g.value[used];
  bool good = (words == 1 || all->horizon_bounds) && !sp_num_parse(number, &x) && x.v > 0;
  all->horizon = good ? x.v : 0;
  return good && isfinite(x.v) ? NULL : "a time > 0, or K bounds with K > 0";
}

/* A reader of several fields gets the first one, which is where the generator begins. */
#define SETTING(key, text, reader, member, which, words)        \
  {                                                             \
    .help = {key, text, words}, .read = reader, .flags = which, \
    .field = offsetof(struct sp_generator, member)              \
  }
#define WORD(key, text, member, words, word, about)                               \
  {                                                                               \
    .help = {key, text, about}, .read = read_word, .expected = words, .on = word, \
    .field = offsetof(struct sp_generator, member)                                \
  }
#define NUMBER(key, text, member, from, to, words, about)                                          \
  {                                                                                                \
    .help = {key, text, about}, .read = read_number, .expected = words, .least = from, .most = to, \
    .field = offsetof(struct sp_generator, member)                                                 \
  }
static const struct setting settings[] = {
    SETTING("c", "A..B", read_range, c, 0,
            "time per unit on a link (one number: no choice); real A..B: as type=real"),
    SETTING("w", "A..B", read_range, w, POSITIVE,
            "time per unit on a worker; this and all A..B also: a law, below"),
    SETTING("range", "general", read_constraint, family, 0,
            "c, w as in RR-6005: 1..100; c<=w: 20..50, 50..80; c>=w: exchanged"),
    WORD("type", "int", real, "int or real", "real",
         "c, w, latency: int, whole numbers (default); real, multiples of 2^-20"),
    SETTING("latency", "A..B", read_range, latency, 0, "time added to each message (default 0)"),
    SETTING("load", "A..B", read_range, load, OF_LOADS | WHOLE,
            "tasks that a worker holds at the start (default 0..50)"),
    SETTING("minimum", "N", read_minimum, minimum, OF_LOADS,
            "loads are drawn again until their sum is at least N (default 50)"),
    NUMBER("tasks", "N", total, -INFINITY, INFINITY, "a number such as 1000 or inf",
           "N tasks at the master instead of loads; inf with a deadline"),
    NUMBER("work", "W", total, -INFINITY, INFINITY, "a number such as 1000 or inf",
           "divisible load W at the master instead; inf with a deadline"),
    SETTING("buffer", "A..B", read_range, buffer, POSITIVE | WHOLE,
            "places of a worker, with tasks (default inf)"),
    SETTING("memory", "A..B", read_range, memory, POSITIVE,
            "units that a worker can hold, with work (default inf)"),
    WORD("free", "unit", by_chunk, "unit or chunk", "chunk",
         "memory is free unit by unit (default) or, chunk, at the end of a chunk"),
    SETTING("result", "A..B", read_range, result, REALS,
            "a result's time over that of its task on the link, d/c (default 0: nothing returns)"),
    WORD("hold", "task", hold_result, "task or result", "result",
         "a place is free when its task is computed (default) or, result, once that has left"),
    WORD("duplex", "full", half_duplex, "half or full", "half",
         "the master sends and receives at once (default) or, half, one of them"),
    SETTING(
        "release", "LAW", read_coming, release, 0,
        "when tasks arrive: poisson(R), every(T), by the star poisson(K rates), every(K tasks)"),
    WORD("known", "no", known, "yes or no", "yes",
         "yes: rules that decide on line know how many tasks are to come (default no)"),
    SETTING("sizes", "LAW", read_sizes, sizes, 0,
            "sizes of tasks, times w (default 1): a law below, increasing(A,B), decreasing(A,B), "
            "bimodal(P,A,B)"),
    WORD("told", "no", sizes.told, "yes or no", "yes",
         "yes: rules know the mean and the deviation of the sizes (default no)"),
    NUMBER("overhead", "T", overhead, 0, DBL_MAX, "a number >= 0",
           "time of a worker at each message before it computes (default 0)"),
    NUMBER("request", "T", request, 0, DBL_MAX, "a number >= 0",
           "time from a worker being idle until the master knows it (default 0)"),
    NUMBER("deadline", "T", deadline, 0, INFINITY, "a number >= 0 or inf",
           "maximise the work done by T"),
    SETTING("recv", "K", read_ports, recv, 0,
            "messages that the master can receive at once (default 1; inf: any number)"),
    SETTING("send", "K", read_ports, send, 0,
            "messages that the master can send at once (default 1; inf: any number)"),
    SETTING("workers", "A..B", read_workers, workers, 0,
            "number of workers, drawn for each platform"),
    WORD("c.shared", "yes", shared_c, "yes or no", "yes",
         "yes: one draw of c (and latency) for all workers; no: one for each"),
    WORD("w.shared", "yes", shared_w, "yes or no", "yes", "the same for w"),
    NUMBER("correlation", "R", correlation, -1, 1, "a number from -1 to 1",
           "of the ranks of a worker's c and w, -1..1 (default 0: independent)"),
    SETTING("require", "sum(load) >= N", read_requirement, minimum, OF_LOADS,
            "another way to write minimum=N"),
    SETTING("loaded", "K", read_loaded, loaded, OF_LOADS,
            "only the first K workers (half: half of them) hold tasks (default all)"),
    SETTING("speed", "CHANGE", read_change, change[SP_SPEED], 0,
            "how a worker's speed changes over time (default constant): a change, below"),
    SETTING("bandwidth", "CHANGE", read_change, change[SP_BANDWIDTH], 0,
            "the same of a link's bandwidth"),
    SETTING("host", "CHANGE", read_change, change[SP_HOST_STATE], STATE,
            "when a worker fails, which loses its work, and returns: on .. or night .."),
    SETTING("link", "CHANGE", read_change, change[SP_LINK_STATE], STATE, "the same of a link"),
    WORD("lost", "master", lost_stay, "master or stay", "stay",
         "loads of a host that fails go to the master (default), or stay there"),
    SETTING("horizon", "T", read_horizon, family, 0,
            "changes are drawn up to it; K bounds: K total / sum 1/w (default 4)"),
};
enum { SETTINGS = sizeof settings / sizeof *settings };

/* The settings of networks and graphs; docs/experiments.md explains them. */
static const char *const network_names[] = {
    "kind",   "n",        "w",     "z",         "r",    "tcp",   "tcm",        "beta",
    "return", "deadline", "start", "intercept", "info", "merge", "originator", "branches",
    "mode",   "parent",   "edges", "buses",     "w1",   "busK",  "free",       "recv",
    "send",   "d",        "alpha", "s",         "b",    NULL};
static const char *const steady_names[] = {
    "kind",  "w",       "edges",  "model", "ports", "recv", "send", "buffer", "result",
    "sizes", "profile", "master", "nodes", "links", "c",    "K",    "time",   NULL};

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

bool sp_unknown_word(const char *what, const char *word, int n, const char *const *known,
                     struct sp_error *error)
{
  struct sp_nearest nearest = {.word = word};
  char all[400] = "";
  size_t used = 0;
  for (int i = 0; i < n; i++) {
    sp_nearest_offer(&nearest, known[i]);
    if (used < sizeof all)
      used += (size_t)snprintf(all + used, sizeof all - used, "%s%s",
                               !i          ? ""
                               : i + 1 < n ? ", "
                                           : " or ",
                               known[i]);
  }
  if (nearest.name)
    sp_bad_input(error, "unknown %s '%.64s'%s", what, word, sp_did_you_mean(&nearest));
  else
    sp_bad_input(error, "unknown %s '%.64s', expected %s", what, word, all);
  return nearest.name;
}

static int unknown_setting(const char *key, struct sp_error *error)
{
  char word[64];
  const char *known[SETTINGS];
  struct sp_error words;
  snprintf(word, sizeof word, "%s", key);
  for (int i = 0; i < SETTINGS; i++)
    known[i] = settings[i].help.name;
  bool near = sp_unknown_word("setting", word, SETTINGS, known, &words);
  return sp_bad_input(error, "%s%s", words.text,
                      near ? " (`starport list families` shows them all)" : "");
}

/* Applies the setting; a refused value leaves the generator as it is. The setting `tasks` makes the
 * problem a bag, `work` a divisible load. */
static int apply(struct sp_generator *g, const struct setting *s, const char *value,
                 struct sp_error *error)
{
  struct sp_generator changed = *g;
  void *field = (char *)&changed + s->field;
  const char *expected = s->read(field, (struct given){s, value, g->columns});
  if (s->flags & POSITIVE)
    ((struct sp_range *)field)->positive = true;
  if (expected)
    return sp_bad_input(error, "%s=%.64s: expected %s", s->help.name, value, expected);
  bool tasks = !strcmp(s->help.name, "tasks");
  if (tasks || !strcmp(s->help.name, "work"))
    changed.problem = tasks ? SP_BAG : SP_DIVISIBLE;
  if (g->problem != SP_REDISTRIBUTION && g->problem != changed.problem)
    return sp_bad_input(error, "tasks and work, expected one of the two");
  changed.load_set |= (s->flags & OF_LOADS) != 0;
  *g = changed;
  return SP_OK;
}

int sp_generator_apply(struct sp_generator *g, const char *key, const char *value,
                       struct sp_error *error)
{
  for (int i = 0; i < SETTINGS; i++)
    if (!sp_name_compare(settings[i].help.name, key))
      return apply(g, &settings[i], value, error);
  return unknown_setting(key, error);
}

int sp_generator_set(struct sp_generator *g, const char *key_value, struct sp_error *error)
{
  char *key = sp_xstrdup(key_value), *value = strchr(key, '=');
  if (value)
    *value++ = '\0';
  int code = value ? sp_generator_apply(g, key, value, error)
                   : sp_bad_input(error, "'%.64s', expected key=value", key);
  free(key);
  return code;
}
