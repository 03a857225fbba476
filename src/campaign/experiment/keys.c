/* The keys of the head, [run], [variant ..] and [override] of an experiment file. */
#include "base/memory.h"
#include "base/text.h"
#include "campaign/experiment/reading.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int keep(char **field, const char *value)
{
  *field = sp_xstrdup(value);
  return SP_OK;
}

/* A whole number from 1 to 2^32 - 1: indices of platforms are words of 32 bits. */
static int read_count(const struct reading *r, const char *key, const char *value, long *count)
{
  struct sp_num x;
  if (sp_num_parse(value, &x) || x.den != 1 || x.num < 1 || x.num > UINT32_MAX)
    return experiment_refuse(r, r->line, "%s = %.64s, expected a whole number from 1 to 4294967295",
                             key, value);
  *count = (long)x.num;
  return SP_OK;
}

/* ---- The head. */

static int read_id(struct reading *r, char *value)
{
  if (!experiment_is_name(value))
    return experiment_refuse(
        r, r->line, "id = %.64s, expected at most 64 letters, digits, '.', '-' and '_'", value);
  return keep(&r->e->id, value);
}

static int read_title(struct reading *r, char *value)
{
  return keep(&r->e->title, value);
}

static int read_source(struct reading *r, char *value)
{
  return keep(&r->e->source, value);
}

static int read_problem(struct reading *r, char *value)
{
  static const enum sp_problem drawn[] = {SP_REDISTRIBUTION, SP_BAG, SP_DIVISIBLE, SP_NETWORK,
                                          SP_STEADY};
  for (int i = 0; i < 5; i++)
    if (!strcmp(value, sp_problem_name(drawn[i]))) {
      r->e->problem = drawn[i];
      return SP_OK;
    }
  return experiment_refuse(
      r, r->line, "problem = %.64s, expected redistribution, bag, divisible, network or steady",
      value);
}

static int read_seed(struct reading *r, char *value)
{
  char *end;
  errno = 0;
  uint64_t seed = strtoull(value, &end, 10);
  if (errno || *end || !(*value >= '0' && *value <= '9'))
    return experiment_refuse(r, r->line, "seed = %.64s, expected a whole number from 0 to 2^64 - 1",
                             value);
  r->e->seed = seed;
  r->has_seed = true;
  return SP_OK;
}

static int read_platforms(struct reading *r, char *value)
{
  return read_count(r, "count", value, &r->count);
}

static int read_assumed(struct reading *r, char *value)
{
  if (r->comment && *r->comment)
    r->e->assumed_because = sp_xstrdup(r->comment);
  return experiment_list(r, "assumed", value, " \t,", &r->e->assumed);
}

int experiment_tier(struct reading *r, const char *name, char *value)
{
  struct sp_experiment *e = r->e;
  struct sp_tier tier = {NULL, 0};
  char key[80];
  snprintf(key, sizeof key, "tier.%.64s", name);
  if (!experiment_is_name(name))
    return experiment_refuse(r, r->line, "unknown key '%s', expected tier.NAME", key);
  for (int i = 0; i < e->n_tiers; i++)
    if (!strcmp(e->tier[i].name, name))
      return experiment_refuse(r, r->line, "duplicate key '%s', expected it once", key);
  int code = read_count(r, key, value, &tier.count);
  if (code)
    return code;
  tier.name = sp_xstrdup(name);
  e->tier = sp_xrealloc(e->tier, (size_t)e->n_tiers + 1, sizeof *e->tier);
  e->tier[e->n_tiers++] = tier;
  return SP_OK;
}

static const struct key head_keys[] = {
    {"id", false, read_id},
    {"title", false, read_title},
    {"source", false, read_source},
    {"problem", false, read_problem},
    {"seed", false, read_seed},
    {"count", false, read_platforms},
    {"assumed", false, read_assumed},
    {"claim", true, experiment_read_claim},
    {0},
};

/* ---- [run] and [variant ..]. */

int experiment_open_variant(struct reading *r, const char *name)
{
  struct sp_experiment *e = r->e;
  for (int i = 1; i < e->n_variants; i++)
    if (!strcmp(e->variant[i].name, name))
      return experiment_refuse(r, r->line, "duplicate variant '%.64s', expected it once", name);
  e->variant = sp_xrealloc(e->variant, (size_t)e->n_variants + 1, sizeof *e->variant);
  e->variant[e->n_variants++] = (struct sp_variant){.name = sp_xstrdup(name)};
  return SP_OK;
}

/* The variant of the open section; [run] is variant 0. */
static struct sp_variant *open_variant(struct reading *r)
{
  return &r->e->variant[r->part == PART_VARIANT ? r->e->n_variants - 1 : 0];
}

static int read_methods(struct reading *r, char *value)
{
  return experiment_list(r, "methods", value, ",", &open_variant(r)->methods);
}

static int read_also(struct reading *r, char *value)
{
  return experiment_list(r, "also", value, ",", &open_variant(r)->also);
}

static int read_when(struct reading *r, char *value)
{
  return experiment_list(r, "when", value, " \t,", &open_variant(r)->when.text);
}

static int read_variant_title(struct reading *r, char *value)
{
  return keep(&open_variant(r)->title, value);
}

static int read_engine(struct reading *r, char *value)
{
  if (strcmp(value, "simgrid") && strcmp(value, "native"))
    return experiment_refuse(r, r->line, "engine = %.64s, expected simgrid or native", value);
  r->e->engine = strcmp(value, "native") ? SP_ENGINE_SIMGRID : SP_ENGINE_NATIVE;
  return SP_OK;
}

static int read_noise(struct reading *r, char *value)
{
  struct sp_experiment *e = r->e;
  if (sp_noise_parse(value, &e->noise_link, &e->noise_cpu))
    return experiment_refuse(
        r, r->line, "noise = %.64s, expected link:X, cpu:Y or both with 0 <= X, Y < 1", value);
  return SP_OK;
}

static int read_cfg(struct reading *r, char *value)
{
  if (!strchr(value, ':'))
    return experiment_refuse(r, r->line, "cfg = %.64s, expected ITEM:VALUE", value);
  experiment_add_text(&r->e->cfg, value);
  return SP_OK;
}

static const struct key run_keys[] = {
    {"methods", false, read_methods},
    {"also", false, read_also},
    {"engine", false, read_engine},
    {"noise", false, read_noise},
    {"cfg", true, read_cfg},
    {"title", false, read_variant_title},
    {0},
};
static const struct key variant_keys[] = {
    {"title", false, read_variant_title},
    {"when", false, read_when},
    {"methods", false, read_methods},
    {"also", false, read_also},
    {0},
};

/* ---- [override]: from the command line; a later line replaces an earlier one. */

static int read_overriding_count(struct reading *r, char *value)
{
  return read_count(r, "count", value, &r->overriding_count);
}

static int read_overriding_tier(struct reading *r, char *value)
{
  free(r->overriding_tier);
  r->overriding_tier = sp_xstrdup(value);
  r->overriding_tier_line = r->line;
  r->overriding_count = 0;
  return SP_OK;
}

static const struct key override_keys[] = {
    {"tier", true, read_overriding_tier},
    {"count", true, read_overriding_count},
    {"seed", true, read_seed},
    {"engine", true, read_engine},
    {"noise", true, read_noise},
    {"cfg", true, read_cfg},
    {0},
};

const struct key *experiment_keys(enum part part)
{
  static const struct key none[] = {{0}};
  static const struct key *const keys[PARTS] = {
      [PART_HEAD] = head_keys,
      [PART_RUN] = run_keys,
      [PART_VARIANT] = variant_keys,
      [PART_TABLE] = experiment_table_keys,
      [PART_FIGURE] = experiment_figure_keys,
      [PART_OVERRIDE] = override_keys,
  };
  return keys[part] ? keys[part] : none;
}
