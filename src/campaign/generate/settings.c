/* The settings that vary a family of random platforms: what each is called, how its value is read,
 * and where in the generator it goes. */
#include "base/text.h"
#include "campaign/generate/generate.h"
#include "model/star.h"

#include <stdio.h>
#include <string.h>

struct setting {
  const char *key;
  int (*read)(struct sp_generator *, const struct setting *, const char *value, struct sp_error *);
  size_t field;
};

static int unexpected(const struct setting *s, const char *value, const char *expected,
                      struct sp_error *error)
{
  return sp_bad_input(error, "%s=%.64s: expected %s", s->key, value, expected);
}

/* c, w and latency may be reals, and of a normal distribution. */
static int read_range(struct sp_generator *g, const struct setting *s, const char *value,
                      struct sp_error *error)
{
  struct sp_range range;
  const char *expected = sp_range_parse(value, &range);
  if (expected)
    return unexpected(s, value, expected, error);
  memcpy((char *)g + s->field, &range, sizeof range);
  return SP_OK;
}

static int read_whole_range(struct sp_generator *g, const struct setting *s, const char *value,
                            struct sp_error *error)
{
  struct sp_range range;
  const char *expected = sp_whole_range_parse(value, &range);
  if (expected)
    return unexpected(s, value, expected, error);
  memcpy((char *)g + s->field, &range, sizeof range);
  return SP_OK;
}

static int read_workers(struct sp_generator *g, const struct setting *s, const char *value,
                        struct sp_error *error)
{
  struct sp_range range;
  const char *expected = sp_whole_range_parse(value, &range);
  if (expected)
    return unexpected(s, value, expected, error);
  if (range.min < 1 || range.max > STAR_MOST_WORKERS || range.min != floor(range.min) ||
      range.max != floor(range.max))
    return unexpected(s, value, "a whole number from 1 to 1000000, or int A..B", error);
  g->workers = range;
  return SP_OK;
}

static int read_yes_no(struct sp_generator *g, const struct setting *s, const char *value,
                       struct sp_error *error)
{
  bool yes = !strcmp(value, "yes");
  if (!yes && strcmp(value, "no"))
    return unexpected(s, value, "yes or no", error);
  memcpy((char *)g + s->field, &yes, sizeof yes);
  return SP_OK;
}

static int read_load(struct sp_generator *g, const struct setting *s, const char *value,
                     struct sp_error *error)
{
  g->load_set = true;
  return read_whole_range(g, s, value, error);
}

static int read_minimum(struct sp_generator *g, const struct setting *s, const char *value,
                        struct sp_error *error)
{
  struct sp_num x;
  if (sp_num_parse(value, &x) || x.den != 1 || x.num < 0)
    return unexpected(s, value, "a whole number >= 0", error);
  g->load_set = true;
  g->minimum = x.v;
  return SP_OK;
}

static int read_type(struct sp_generator *g, const struct setting *s, const char *value,
                     struct sp_error *error)
{
  if (strcmp(value, "int") && strcmp(value, "real"))
    return unexpected(s, value, "int or real", error);
  g->real = !strcmp(value, "real");
  return SP_OK;
}

/* "sum(load) >= N": the minimum, as a formula. */
static int read_requirement(struct sp_generator *g, const struct setting *s, const char *value,
                            struct sp_error *error)
{
  int used = 0;
  struct sp_error ignored;
  sscanf(value, " sum ( load ) >= %n", &used);
  if (!used || read_minimum(g, s, value + used, &ignored) != SP_OK)
    return unexpected(s, value, "sum(load) >= N with a whole number N >= 0", error);
  return SP_OK;
}

/* Which workers hold initial tasks: the first K; the costs of workers are drawn alike, so it does
 * not matter which. */
static int read_loaded(struct sp_generator *g, const struct setting *s, const char *value,
                       struct sp_error *error)
{
  struct sp_num x = sp_int(0);
  bool all = !strcmp(value, "all"), half = !strcmp(value, "half");
  if (!all && !half && (sp_num_parse(value, &x) || x.den != 1 || x.num < 1 || x.num > INT_MAX))
    return unexpected(s, value, "all, half or a whole number >= 1", error);
  g->load_set = true;
  g->loaded = all ? INT_MAX : half ? 0 : (int)x.num;
  return SP_OK;
}

/* The paper's own names of the three ranges, for any family: those of the family that stands for
 * each. */
static int read_constraint(struct sp_generator *g, const struct setting *s, const char *value,
                           struct sp_error *error)
{
  static const char *const known[][2] = {
      {"general", "hom-hom"}, {"c<=w", "hom-hom-fast-links"}, {"c>=w", "hom-hom-slow-links"}};
  const struct sp_family *family;
  for (int i = 0; i < 3; i++)
    if (!strcmp(value, known[i][0]) && !sp_family_find(known[i][1], &family, error)) {
      g->c = family->c;
      g->w = family->w;
      return SP_OK;
    }
  return unexpected(s, value, "general, c<=w or c>=w", error);
}

static int read_total(struct sp_generator *g, const struct setting *s, const char *value,
                      struct sp_error *error)
{
  enum sp_problem problem = !strcmp(s->key, "tasks") ? SP_BAG : SP_DIVISIBLE;
  struct sp_num x;
  if (sp_num_parse(value, &x))
    return unexpected(s, value, "a number such as 1000 or inf", error);
  if (g->problem != SP_REDISTRIBUTION && g->problem != problem)
    return sp_bad_input(error, "tasks beside work, expected one of the two");
  g->problem = problem;
  g->total = x;
  return SP_OK;
}

static int read_deadline(struct sp_generator *g, const struct setting *s, const char *value,
                         struct sp_error *error)
{
  struct sp_num x;
  if (sp_num_parse(value, &x) || !(x.v >= 0))
    return unexpected(s, value, "a number >= 0 or inf", error);
  g->deadline = x;
  return SP_OK;
}

static int read_ports(struct sp_generator *g, const struct setting *s, const char *value,
                      struct sp_error *error)
{
  struct sp_num x;
  if (sp_num_parse(value, &x) || (x.v != INFINITY && (x.den != 1 || x.num < 1 || x.num > INT_MAX)))
    return unexpected(s, value, "a whole number >= 1 or inf", error);
  int ports = x.v == INFINITY ? INT_MAX : (int)x.num;
  memcpy((char *)g + s->field, &ports, sizeof ports);
  return SP_OK;
}

#define FIELD(name) offsetof(struct sp_generator, name)

static const struct setting settings[] = {
    {"c", read_range, FIELD(c)},
    {"w", read_range, FIELD(w)},
    {"range", read_constraint, 0},
    {"type", read_type, 0},
    {"latency", read_range, FIELD(latency)},
    {"load", read_load, FIELD(load)},
    {"minimum", read_minimum, 0},
    {"tasks", read_total, 0},
    {"work", read_total, 0},
    {"buffer", read_whole_range, FIELD(buffer)},
    {"deadline", read_deadline, 0},
    {"recv", read_ports, FIELD(recv)},
    {"send", read_ports, FIELD(send)},
    {"workers", read_workers, 0},
    {"c.shared", read_yes_no, FIELD(shared_c)},
    {"w.shared", read_yes_no, FIELD(shared_w)},
    {"require", read_requirement, 0},
    {"loaded", read_loaded, 0},
};

/* The same for people, in the same order. */
static const struct sp_generator_key keys[] = {
    {"c=A..B", "time per unit on a link (one number: no choice); real A..B: as type=real"},
    {"w=A..B", "time per unit on a worker; c, w, latency also: normal MEAN SD in A..B"},
    {"range=general", "c, w as in RR-6005: 1..100; c<=w: 20..50, 50..80; c>=w: the converse"},
    {"type=int", "c, w, latency: int, whole numbers (default); real, multiples of 2^-20"},
    {"latency=A..B", "time that each message takes on top (default 0)"},
    {"load=A..B", "tasks that a worker holds at the start (default 0..50)"},
    {"minimum=N", "loads are drawn again until their sum is at least N (default 50)"},
    {"tasks=N", "N tasks at the master instead of loads; inf with a deadline"},
    {"work=W", "divisible load W at the master instead; inf with a deadline"},
    {"buffer=A..B", "places of a worker, with tasks (default inf)"},
    {"deadline=T", "maximise what is done by T"},
    {"recv=K", "messages that the master can receive at once (default 1; inf: any number)"},
    {"send=K", "messages that the master can send at once (default 1; inf: any number)"},
    {"workers=A..B", "how many workers, drawn for each platform"},
    {"c.shared=yes", "yes: one draw of c (and latency) for all workers; no: one for each"},
    {"w.shared=yes", "the same of w"},
    {"require=sum(load) >= N", "another way to write minimum=N"},
    {"loaded=K", "only the first K workers (half: half of them) hold tasks (default all)"},
};

enum { SETTINGS = sizeof settings / sizeof *settings };
_Static_assert(sizeof keys / sizeof *keys == SETTINGS, "every setting is explained");

const struct sp_generator_key *sp_generator_keys(int *n)
{
  *n = SETTINGS;
  return keys;
}

static int unknown_setting(const char *key, size_t length, struct sp_error *error)
{
  char known[256];
  size_t used = 0;
  for (int i = 0; i < SETTINGS && used < sizeof known; i++)
    used += (size_t)snprintf(known + used, sizeof known - used, "%s%s",
                             !i                 ? ""
                             : i + 1 < SETTINGS ? ", "
                                                : " or ",
                             settings[i].key);
  return sp_bad_input(error, "unknown setting '%.*s', expected %s", length > 64 ? 64 : (int)length,
                      key, known);
}

int sp_generator_set(struct sp_generator *g, const char *key_value, struct sp_error *error)
{
  const char *equals = strchr(key_value, '=');
  if (!equals)
    return sp_bad_input(error, "'%.64s', expected key=value", key_value);
  size_t length = (size_t)(equals - key_value);
  for (int i = 0; i < SETTINGS; i++)
    if (sp_name_is(settings[i].key, key_value, length))
      return settings[i].read(g, &settings[i], equals + 1, error);
  return unknown_setting(key_value, length, error);
}
