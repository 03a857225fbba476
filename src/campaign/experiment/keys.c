/* The sections of an experiment file and their keys. The values of most keys are kept as they are;
 * texts are parts of the file's text, which the experiment keeps. */
#include "base/text.h"
#include "campaign/experiment/reading.h"

#include <errno.h>

static int read_text(struct reading *r, char *value, void *field)
{
  (void)r;
  *(char **)field = value;
  return SP_OK;
}

static int read_methods(struct reading *r, char *value, void *field)
{
  const struct sp_texts *methods = field;
  int code = experiment_list(r, value, ",", field);
  for (int k = 0; k < methods->n && !code; k++)
    code = experiment_check_formula(r, "method", methods->text[k]);
  return code;
}

static int read_words(struct reading *r, char *value, void *field)
{
  return experiment_list(r, value, " \t,", field);
}

/* A whole number from 1 to 2^32 - 1: indices of platforms are words of 32 bits. */
static int read_count(struct reading *r, char *value, void *field)
{
  struct sp_num x;
  if (sp_num_parse(value, &x) || x.den != 1 || x.num < 1 || x.num > UINT32_MAX)
    return experiment_refuse(r, "%s = %.64s, expected a whole number from 1 to 4294967295", r->key,
                             value);
  *(long *)field = (long)x.num;
  return SP_OK;
}

/* compare = FILE.csv TAG: of the table, of all points, or of the open figure. */
static int read_compare(struct reading *r, char *value, void *field)
{
  struct sp_experiment *e = r->e;
  struct sp_plot *plot = field;
  bool figure = r->part == PART_FIGURE, overall = !strcmp(r->key, "compare-overall");
  char *tag = value + strcspn(value, " \t");
  if (*tag)
    *tag++ = '\0';
  tag = experiment_trim(tag);
  if (strcmp(tag, "printed") && strcmp(tag, "claim") && strcmp(tag, "ours"))
    return experiment_refuse(r, "compare: '%.64s' after %.100s, expected printed, claim or ours",
                             tag, value);
  *(figure ? &plot->compare : overall ? &e->compare_overall : &e->compare) = value;
  *(figure ? &plot->compare_tag : overall ? &e->compare_overall_tag : &e->compare_tag) = tag;
  return SP_OK;
}

/* ---- The head. */

static int read_id(struct reading *r, char *value, void *field)
{
  if (!experiment_is_name(value))
    return experiment_refuse(
        r, "id = %.64s, expected at most 64 letters, digits, '.', '_' and, not first, '-'", value);
  return read_text(r, value, field);
}

static int read_problem(struct reading *r, char *value, void *field)
{
  static const enum sp_problem drawn[] = {SP_REDISTRIBUTION, SP_BAG, SP_DIVISIBLE, SP_NETWORK,
                                          SP_STEADY};
  for (int i = 0; i < 5; i++)
    if (!strcmp(value, sp_problem_name(drawn[i]))) {
      *(enum sp_problem *)field = drawn[i];
      return SP_OK;
    }
  return experiment_refuse(
      r, "problem = %.64s, expected redistribution, bag, divisible, network or steady", value);
}

static int read_seed(struct reading *r, char *value, void *field)
{
  char *end;
  errno = 0;
  uint64_t seed = strtoull(value, &end, 10);
  if (errno || *end || !(*value >= '0' && *value <= '9'))
    return experiment_refuse(r, "seed = %.64s, expected a whole number from 0 to 2^64 - 1", value);
  *(uint64_t *)field = seed;
  r->has_seed = true;
  return SP_OK;
}

static int read_file_count(struct reading *r, char *value, void *field)
{
  int code = read_count(r, value, field);
  r->count = r->e->count;
  return code;
}

/* A share: "0.5" or "50 %". */
static int read_margin(struct reading *r, char *value, void *field)
{
  struct sp_num x;
  size_t length = strlen(value);
  bool percent = value[length - 1] == '%';
  char *text = experiment_trim(sp_experiment_copy(r->e, value));
  if (percent)
    text[strlen(text) - 1] = '\0';
  if (sp_num_parse(experiment_trim(text), &x) || !(x.v > 0 && x.v <= (percent ? 100 : 1)))
    return experiment_refuse(r, "margin = %.64s, expected a share such as 0.05 or 5 %%", value);
  *(double *)field = percent ? x.v / 100 : x.v;
  return SP_OK;
}

static int read_assumed(struct reading *r, char *value, void *field)
{
  if (r->comment && *r->comment)
    r->e->assumed_because = r->comment;
  return read_words(r, value, field);
}

int experiment_tier(struct reading *r, char *key, char *value)
{
  struct sp_experiment *e = r->e;
  struct sp_tier tier = {.name = key + strlen("tier.")};
  if (!experiment_is_name(tier.name))
    return experiment_refuse(r, "unknown key '%.69s', expected tier.NAME", key);
  for (int i = 0; i < e->n_tiers; i++)
    if (!strcmp(e->tier[i].name, tier.name))
      return experiment_refuse(r, "duplicate key '%s', expected it once", key);
  r->key = key;
  int code = read_count(r, value, &tier.count);
  e->tier = sp_experiment_grow(e, e->tier, e->n_tiers, sizeof *e->tier);
  e->tier[e->n_tiers++] = tier;
  return code;
}

/* ---- [run] and [variant ..]. */

int experiment_open_variant(struct reading *r, char *name)
{
  struct sp_experiment *e = r->e;
  for (int i = 1; i < e->n_variants; i++)
    if (!strcmp(e->variant[i].name, name))
      return experiment_refuse(r, "duplicate variant '%.64s', expected it once", name);
  e->variant = sp_experiment_grow(e, e->variant, e->n_variants, sizeof *e->variant);
  e->variant[e->n_variants++] = (struct sp_variant){.name = name, .apart = true};
  return SP_OK;
}

/* verdict = yes: its values are those of the paper; no: other rules, told apart. */
static int read_verdict(struct reading *r, char *value, void *field)
{
  if (strcmp(value, "yes") && strcmp(value, "no"))
    return experiment_refuse(r, "verdict = %.64s, expected yes or no", value);
  *(bool *)field = !strcmp(value, "no");
  return SP_OK;
}

static int read_engine(struct reading *r, char *value, void *field)
{
  (void)field;
  if (strcmp(value, "simgrid") && strcmp(value, "native"))
    return experiment_refuse(r, "engine = %.64s, expected simgrid or native", value);
  r->e->engine = strcmp(value, "native") ? SP_ENGINE_SIMGRID : SP_ENGINE_NATIVE;
  return SP_OK;
}

static int read_noise(struct reading *r, char *value, void *field)
{
  struct sp_experiment *e = r->e;
  (void)field;
  if (sp_noise_parse(value, &e->noise_link, &e->noise_cpu, NULL))
    return experiment_refuse(r, "noise = %.64s, expected link:X, cpu:Y or both with 0 <= X, Y < 1",
                             value);
  return SP_OK;
}

static int read_cfg(struct reading *r, char *value, void *field)
{
  (void)field;
  if (!strchr(value, ':'))
    return experiment_refuse(r, "cfg = %.64s, expected ITEM:VALUE", value);
  experiment_add_text(r, &r->e->cfg, value);
  return SP_OK;
}

/* ---- [override]: from the command line; a later line replaces an earlier one. */

static int read_tier(struct reading *r, char *value, void *field)
{
  struct sp_experiment *e = r->e;
  const char *known[64] = {"full"};
  int n = 1;
  for (; n <= e->n_tiers && n < 64; n++)
    known[n] = e->tier[n - 1].name;
  for (int i = 0; i < n; i++)
    if (!strcmp(known[i], value)) {
      *(long *)field = i ? e->tier[i - 1].count : r->count;
      return SP_OK;
    }
  return experiment_unknown(r, r->line, "tier", "", value, n, known);
}

/* ---- [table]. */

static int read_cells(struct reading *r, char *value, void *field)
{
  struct sp_experiment *e = field;
  struct sp_texts list = {0};
  r->cells_line = r->line;
  int code = read_words(r, value, &list);
  e->quantity = sp_new(e->memory, list.n, struct sp_quantity);
  for (int i = 0; i < list.n && !code; i++)
    code = experiment_quantity(r, list.text[i], &e->quantity[e->n_quantities++]);
  return code;
}

static int read_best(struct reading *r, char *value, void *field)
{
  (void)field;
  if (!strcmp(value, "methods"))
    return SP_OK;
  return experiment_refuse(
      r, "best = %.64s, expected methods: the best is that of the declared methods", value);
}

/* ---- [figure ..]. */

int experiment_open_figure(struct reading *r, char *name)
{
  struct sp_experiment *e = r->e;
  for (int i = 0; i < e->n_plots; i++)
    if (!strcmp(e->plot[i].name, name))
      return experiment_refuse(r, "duplicate figure '%.64s', expected it once", name);
  e->plot = sp_experiment_grow(e, e->plot, e->n_plots, sizeof *e->plot);
  e->plot[e->n_plots++] = (struct sp_plot){.name = name, .line = r->line};
  return SP_OK;
}

/* Reads the words after the first, each once, into flags; cuts them off. */
static int read_flags(const struct reading *r, char *value, const char *const *known,
                      bool *const *flag)
{
  char *rest = value + strcspn(value, " \t");
  if (*rest)
    *rest++ = '\0';
  for (char *word; (word = strsep(&rest, " \t"));) {
    int k = 0;
    while (known[k] && strcmp(known[k], word))
      k++;
    if (*word && (!known[k] || *flag[k]))
      return experiment_refuse(r, "%s: '%.64s' after %.64s, expected %s%s%s", r->key, word, value,
                               known[0], known[1] ? " or " : "", known[1] ? known[1] : "");
    if (*word)
      *flag[k] = true;
  }
  return SP_OK;
}

static int read_x(struct reading *r, char *value, void *field)
{
  static const char *const words[] = {"log", NULL};
  struct sp_plot *plot = field;
  int code = read_flags(r, value, words, (bool *const[]){&plot->log_x});
  plot->x = value;
  return code || !strchr(value, '(') ? code : experiment_quantity(r, value, &plot->x_value);
}

static int read_y(struct reading *r, char *value, void *field)
{
  static const char *const words[] = {"ci95", "log", NULL};
  struct sp_plot *plot = field;
  int code = read_flags(r, value, words, (bool *const[]){&plot->ci95, &plot->log_y});
  return code ? code : experiment_quantity(r, value, &plot->y);
}

static int read_series(struct reading *r, char *value, void *field)
{
  struct sp_plot *plot = field;
  if (strcmp(value, "method"))
    plot->series = value;
  plot->series_line = r->line;
  return SP_OK;
}

/* ---- Tables. */

#define OF_EXPERIMENT(name) offsetof(struct sp_experiment, name)
#define OF_VARIANT(name)    offsetof(struct sp_variant, name)

static const struct key head_keys[] = {
    {"id", false, read_id, OF_EXPERIMENT(id)},
    {"title", false, read_text, OF_EXPERIMENT(title)},
    {"source", false, read_text, OF_EXPERIMENT(source)},
    {"problem", false, read_problem, OF_EXPERIMENT(problem)},
    {"instances", false, read_words, OF_EXPERIMENT(instances)},
    {"seed", false, read_seed, OF_EXPERIMENT(seed)},
    {"count", false, read_file_count, OF_EXPERIMENT(count)},
    {"margin", false, read_margin, OF_EXPERIMENT(margin)},
    {"assumed", false, read_assumed, OF_EXPERIMENT(assumed)},
    {"claim", true, experiment_read_claim, 0},
    {0},
};
static const struct key run_keys[] = {
    {"methods", false, read_methods, OF_VARIANT(methods)},
    {"also", false, read_methods, OF_VARIANT(also)},
    {"engine", false, read_engine, 0},
    {"noise", false, read_noise, 0},
    {"cfg", true, read_cfg, 0},
    {"title", false, read_text, OF_VARIANT(title)},
    {"reason", false, read_text, OF_VARIANT(reason)},
    {"verdict", false, read_verdict, OF_VARIANT(apart)},
    {0},
};
static const struct key variant_keys[] = {
    {"title", false, read_text, OF_VARIANT(title)},
    {"reason", false, read_text, OF_VARIANT(reason)},
    {"verdict", false, read_verdict, OF_VARIANT(apart)},
    {"when", false, read_words, OF_VARIANT(when.text)},
    {"methods", false, read_methods, OF_VARIANT(methods)},
    {"also", false, read_methods, OF_VARIANT(also)},
    {0},
};
static const struct key table_keys[] = {
    {"rows", false, read_words, OF_EXPERIMENT(rows)},
    {"cells", false, read_cells, 0},
    {"best", false, read_best, 0},
    {"claim", true, experiment_read_claim, 0},
    {"theorem", true, experiment_read_claim, 0},
    {"compare", false, read_compare, 0},
    {"compare-overall", false, read_compare, 0},
    {0},
};
static const struct key figure_keys[] = {
    {"title", false, read_text, offsetof(struct sp_plot, title)},
    {"x", false, read_x, 0},
    {"y", false, read_y, 0},
    {"xlabel", false, read_text, offsetof(struct sp_plot, x_label)},
    {"ylabel", false, read_text, offsetof(struct sp_plot, y_label)},
    {"series", false, read_series, 0},
    {"compare", false, read_compare, 0},
    {"claim", true, experiment_read_claim, 0},
    {0},
};
static const struct key override_keys[] = {
    {"tier", true, read_tier, OF_EXPERIMENT(count)},
    {"count", true, read_count, OF_EXPERIMENT(count)},
    {"seed", true, read_seed, OF_EXPERIMENT(seed)},
    {"engine", true, read_engine, 0},
    {"noise", true, read_noise, 0},
    {"cfg", true, read_cfg, 0},
    {0},
};
static const struct key no_keys[] = {{0}};

const struct section experiment_sections[PARTS] = {
    [PART_HEAD] = {"", false, false, false, head_keys},
    [PART_PLATFORM] = {"platform", false, true, false, no_keys},
    [PART_WORKLOAD] = {"workload", false, true, false, no_keys},
    [PART_AXIS] = {"axis", true, false, true, no_keys},
    [PART_RUN] = {"run", false, false, false, run_keys},
    [PART_VARIANT] = {"variant", true, true, true, variant_keys},
    [PART_TABLE] = {"table", false, false, false, table_keys},
    [PART_FIGURE] = {"figure", true, false, true, figure_keys},
    [PART_OVERRIDE] = {"override", false, true, true, override_keys},
    [PART_FILES] = {"files", false, false, false, no_keys},
    [PART_DATA] = {"data", false, false, true, no_keys},
};

int experiment_unknown_key(const struct reading *r, const char *name)
{
  const struct section *section = &experiment_sections[r->part];
  const char *word[MOST_KEYS + 64], *own;
  int n = 0;
  for (const struct key *k = section->key; k->name; k++)
    word[n++] = k->name;
  if (r->part == PART_HEAD)
    word[n++] = "tier.NAME";
  bool settings = section->settings || r->part == PART_AXIS;
  for (int i = 0; settings && i < 64 && (own = experiment_setting(r->e, i)); i++)
    word[n++] = own;
  return experiment_unknown(r, r->line, "key", "", name, n, word);
}
