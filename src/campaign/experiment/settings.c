/* Settings of [platform], [workload], axes and variants: their names and values are those of
 * `starport generate`. */
#include "base/memory.h"
#include "base/text.h"
#include "campaign/experiment/points.h"
#include "campaign/experiment/reading.h"
#include "campaign/generate/graph.h"

#include <stdlib.h>
#include <string.h>

static char *name_of(const struct sp_generator_key *key)
{
  char *name = strndup(key->usage, strcspn(key->usage, "="));
  if (!name)
    abort();
  return name;
}

/* The generator's name of a setting, which the caller frees; NULL: unknown. Ports of the master may
 * have their longer names from the platform format. */
static char *canonical(enum sp_problem problem, const char *name)
{
  int n;
  if (sp_of_graphs(problem))
    return sp_word_key(problem, name);
  const struct sp_generator_key *known = sp_generator_keys(&n);
  if (!strcmp(name, "family"))
    return sp_xstrdup(name);
  if (!strncmp(name, "platform.master.", 16))
    name += 16;
  for (int i = 0; i < n; i++) {
    char *key = name_of(&known[i]);
    if (!sp_name_compare(key, name))
      return key;
    free(key);
  }
  return NULL;
}

int experiment_unknown_key(const struct reading *r, const char *name, bool settings)
{
  int n = 0, n_settings;
  const struct sp_generator_key *known = sp_of_graphs(r->e->problem)
                                             ? sp_word_keys(r->e->problem, &n_settings)
                                             : sp_generator_keys(&n_settings);
  const char *word[MOST_KEYS + 64];
  for (const struct key *k = experiment_keys(r->part); k->name; k++)
    word[n++] = k->name;
  if (r->part == PART_HEAD)
    word[n++] = "tier.NAME";
  int own = n;
  for (int i = 0; settings && i < n_settings && i < 64; i++)
    word[n++] = name_of(&known[i]);
  int code = experiment_unknown(r, "key", name, n, word);
  while (n > own)
    free((char *)word[--n]);
  return code;
}

/* Checks a value by itself. */
static int check_value(const struct reading *r, const char *key, const char *value)
{
  struct sp_error error;
  struct sp_generator g;
  const struct sp_family *family;
  int code;
  if (sp_of_graphs(r->e->problem)) /* their settings depend on each other: check.c */
    return SP_OK;
  if (!strcmp(key, "family")) {
    code = sp_family_find(value, &family, &error);
  } else {
    sp_generator_init(&g, "het-het", NULL);
    code = experiment_apply(&g, key, value, &error);
  }
  return code ? experiment_refuse(r, r->line, "%s", error.text) : SP_OK;
}

int experiment_add_setting(const struct reading *r, struct sp_overlay *overlay, const char *name,
                           const char *value)
{
  char *key = canonical(r->e->problem, name);
  if (!key)
    return experiment_unknown_key(r, name, true);
  int code =
      *value ? check_value(r, key, value)
             : experiment_refuse(r, r->line, "%s has no value, expected %s = VALUE", name, name);
  for (int i = 0; i < overlay->n && !code && r->part != PART_OVERRIDE; i++)
    if (!strcmp(overlay->setting[i].key, key))
      code = experiment_refuse(r, r->line, "duplicate key '%s', first on line %ld", name,
                               overlay->setting[i].line);
  if (code) {
    free(key);
    return code;
  }
  overlay->setting =
      sp_xrealloc(overlay->setting, (size_t)overlay->n + 1, sizeof *overlay->setting);
  overlay->setting[overlay->n++] =
      (struct sp_setting){.key = key, .value = sp_xstrdup(value), .line = r->line};
  return SP_OK;
}
