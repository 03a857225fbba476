/* The families of random platforms, and the settings that vary them. The twelve families are the
 * rows of RR-6005, Table 1: homogeneous or heterogeneous links and processors, crossed with three
 * ranges of the costs, which are times: "c<=w" means links faster than processors. */
#include "campaign/generate.h"
#include "model/text.h"

#include <stdio.h>
#include <string.h>

#define GENERAL \
  {1, 100},     \
  {             \
    1, 100      \
  }
#define FAST_LINKS \
  {20, 50},        \
  {                \
    50, 80         \
  }
#define SLOW_LINKS \
  {50, 80},        \
  {                \
    20, 50         \
  }

static const struct sp_family families[] = {
    {"hom-hom", "links alike, processors alike; c, w in 1..100", true, true, GENERAL},
    {"hom-hom-fast-links", "the same with c <= w: c in 20..50, w in 50..80", true, true,
     FAST_LINKS},
    {"hom-hom-slow-links", "the same with c >= w: c in 50..80, w in 20..50", true, true,
     SLOW_LINKS},
    {"hom-het", "links alike, processors different; c, w in 1..100", true, false, GENERAL},
    {"hom-het-fast-links", "the same with c <= w: c in 20..50, w in 50..80", true, false,
     FAST_LINKS},
    {"hom-het-slow-links", "the same with c >= w: c in 50..80, w in 20..50", true, false,
     SLOW_LINKS},
    {"het-hom", "links different, processors alike; c, w in 1..100", false, true, GENERAL},
    {"het-hom-fast-links", "the same with c <= w: c in 20..50, w in 50..80", false, true,
     FAST_LINKS},
    {"het-hom-slow-links", "the same with c >= w: c in 50..80, w in 20..50", false, true,
     SLOW_LINKS},
    {"het-het", "links different, processors different; c, w in 1..100", false, false, GENERAL},
    {"het-het-fast-links", "the same with c <= w: c in 20..50, w in 50..80", false, false,
     FAST_LINKS},
    {"het-het-slow-links", "the same with c >= w: c in 50..80, w in 20..50", false, false,
     SLOW_LINKS},
};

enum { FAMILIES = sizeof families / sizeof *families };

const struct sp_family *sp_families(int *n)
{
  *n = FAMILIES;
  return families;
}

int sp_family_find(const char *name, const struct sp_family **family, struct sp_error *error)
{
  int least = INT_MAX, nearest = 0;
  for (int i = 0; i < FAMILIES; i++) {
    int distance = sp_name_distance(families[i].name, name);
    if (!sp_name_compare(families[i].name, name)) {
      *family = &families[i];
      return SP_OK;
    }
    if (distance < least) {
      least = distance;
      nearest = i;
    }
  }
  if (least > 4)
    return sp_bad_input(error, "unknown family '%.64s'; `starport list families` shows them all",
                        name);
  return sp_bad_input(error,
                      "unknown family '%.64s'; did you mean %s? (`starport list families` "
                      "shows them all)",
                      name, families[nearest].name);
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
                             .load = {0, 50},
                             .buffer = {INFINITY, INFINITY},
                             .minimum = 50,
                             .problem = SP_REDISTRIBUTION,
                             .total = sp_int(0),
                             .deadline = {INFINITY, 0, 0},
                             .recv = 1,
                             .send = 1};
  return SP_OK;
}

/* A setting: how its value is read, and where in the generator it goes. */
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

static int read_range(struct sp_generator *g, const struct setting *s, const char *value,
                      struct sp_error *error)
{
  static const char expected[] = "A..B with 0 <= A <= B, or one number";
  struct sp_num min, max;
  const char *dots = strstr(value, "..");
  char first[32];
  int length = dots ? (int)(dots - value) : (int)strlen(value);
  if (length >= (int)sizeof first)
    return unexpected(s, value, expected, error);
  snprintf(first, sizeof first, "%.*s", length, value);
  if (sp_num_parse(first, &min) || sp_num_parse(dots ? dots + 2 : first, &max))
    return unexpected(s, value, expected, error);
  if (!(min.v >= 0 && min.v <= max.v))
    return unexpected(s, value, expected, error);
  struct sp_range range = {min.v, max.v};
  memcpy((char *)g + s->field, &range, sizeof range);
  return SP_OK;
}

static int read_load(struct sp_generator *g, const struct setting *s, const char *value,
                     struct sp_error *error)
{
  g->load_set = true;
  return read_range(g, s, value, error);
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

/* The paper's own names of the three ranges, for any family. */
static int read_constraint(struct sp_generator *g, const struct setting *s, const char *value,
                           struct sp_error *error)
{
  static const struct {
    const char *name;
    struct sp_range c, w;
  } known[] = {{"general", GENERAL}, {"c<=w", FAST_LINKS}, {"c>=w", SLOW_LINKS}};
  for (int i = 0; i < 3; i++)
    if (!strcmp(value, known[i].name)) {
      g->c = known[i].c;
      g->w = known[i].w;
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
    {"buffer", read_range, FIELD(buffer)},
    {"deadline", read_deadline, 0},
    {"recv", read_ports, FIELD(recv)},
    {"send", read_ports, FIELD(send)},
};

/* The same for people, in the same order. */
static const struct sp_generator_key keys[] = {
    {"c=A..B", "time per unit on a link (one number: no choice)"},
    {"w=A..B", "time per unit on a worker"},
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
