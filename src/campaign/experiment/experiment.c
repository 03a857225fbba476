/* Experiments from a file, from a text, or from the arguments of `starport compare`. Overrides of
 * the command line are appended to the text as its section [override], so that the text alone
 * defines the experiment. */
#include "base/memory.h"
#include "campaign/experiment/reading.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1 << 20 };

/* ---- Texts. */

static const char *fault_of_setting(const char *setting)
{
  for (const char *p = setting; *p; p++)
    if ((unsigned char)*p < ' ' || *p == ';')
      return "no line break, tab or ';' in it";
  const char *equals = strchr(setting, '=');
  return !equals || equals == setting || setting[0] == '[' ? "KEY=VALUE" : NULL;
}

static int write_overrides(FILE *out, const struct sp_overrides *o, struct sp_error *error)
{
  fputs("[override]\n", out);
  if (o->tier)
    fprintf(out, "tier = %s\n", o->tier);
  if (o->count)
    fprintf(out, "count = %ld\n", o->count);
  if (o->engine >= 0)
    fprintf(out, "engine = %s\n", o->engine == SP_ENGINE_NATIVE ? "native" : "simgrid");
  if (o->seed)
    fprintf(out, "seed = %" PRIu64 "\n", *o->seed);
  if (o->noise)
    fprintf(out, "noise = %s\n", o->noise);
  for (int i = 0; i < o->n_cfg; i++) {
    if (strpbrk(o->cfg[i], ";\n\r"))
      return sp_bad_input(error, "--cfg='%.100s', expected no line break or ';' in it", o->cfg[i]);
    fprintf(out, "cfg = %s\n", o->cfg[i]);
  }
  for (int i = 0; i < o->n_set; i++) {
    const char *fault = fault_of_setting(o->set[i]);
    if (fault)
      return sp_bad_input(error, "--set='%.100s', expected %s", o->set[i], fault);
    fprintf(out, "%s\n", o->set[i]);
  }
  return SP_OK;
}

/* The text, then the overrides; NULL with *error. *lines: the number of lines of the file alone. */
static char *whole_text(const char *text, const struct sp_overrides *o, long *lines,
                        struct sp_error *error)
{
  char *whole = NULL;
  size_t size = 0, length = strlen(text);
  FILE *out = sp_open_text(&whole, &size);
  *lines = 0;
  for (const char *p = text; *p; p++)
    *lines += *p == '\n';
  bool cut = !length || text[length - 1] != '\n';
  *lines += cut;
  fprintf(out, "%s%s", text, cut ? "\n" : "");
  int code = SP_OK;
  if (o && (o->tier || o->count || o->engine >= 0 || o->seed || o->noise || o->n_cfg || o->n_set))
    code = write_overrides(out, o, error);
  fclose(out);
  if (!code)
    return whole;
  free(whole);
  return NULL;
}

int sp_experiment_parse(const char *file, const char *text, const struct sp_overrides *o,
                        struct sp_experiment *e, struct sp_error *error)
{
  struct reading r = {.e = e, .error = error};
  *e = (struct sp_experiment){.file = sp_xstrdup(file), .engine = SP_ENGINE_SIMGRID};
  e->text = whole_text(text, o, &r.override_line, error);
  r.override_line++;
  int code = e->text ? SP_OK : SP_BAD_INPUT;
  if (!code) {
    char *copy = sp_xstrdup(e->text);
    e->variant = sp_xcalloc(1, sizeof *e->variant);
    e->variant[e->n_variants++].name = sp_xstrdup("");
    r.rest = copy;
    code = experiment_read_lines(&r);
    if (!code)
      code = experiment_complete(&r);
    free(copy);
    free(r.overriding_tier);
  }
  if (code)
    sp_experiment_clear(e);
  return code;
}

/* The whole file, which the caller frees; NULL with *error. */
static char *read_text(const char *path, struct sp_error *error)
{
  FILE *in = fopen(path, "r");
  if (!in) {
    sp_bad_input(error, "%s: cannot read: %s", path, strerror(errno));
    return NULL;
  }
  char *text = sp_xcalloc(MOST_BYTES + 2, 1);
  errno = 0;
  size_t n = fread(text, 1, MOST_BYTES + 1, in);
  bool failed = ferror(in);
  const char *why = strerror(errno);
  size_t length = strlen(text);
  long line = 1;
  for (size_t i = 0; i < length; i++)
    line += text[i] == '\n';
  if (failed)
    sp_bad_input(error, "%s: cannot read: %s", path, why);
  else if (n > MOST_BYTES)
    sp_bad_input(error, "%s: more than %d bytes, expected an experiment", path, MOST_BYTES);
  else if (length < n)
    sp_bad_input(error, "%s:%ld: a byte 0, expected text", path, line);
  else
    line = 0;
  fclose(in);
  if (!line)
    return text;
  free(text);
  return NULL;
}

int sp_experiment_read(const char *path, const struct sp_overrides *o, struct sp_experiment *e,
                       struct sp_error *error)
{
  *e = (struct sp_experiment){0};
  char *text = read_text(path, error);
  if (!text)
    return SP_BAD_INPUT;
  int code = sp_experiment_parse(path, text, o, e, error);
  free(text);
  return code;
}

/* ---- Without a file. */

/* The problem that the settings describe; errors in them are reported later. */
static enum sp_problem problem_of(const struct sp_overrides *o)
{
  struct sp_generator g;
  sp_generator_init(&g, "het-het", NULL);
  for (int i = 0; o && i < o->n_set; i++)
    sp_generator_set(&g, o->set[i], NULL);
  return g.problem;
}

int sp_experiment_compare(const char *family, const struct sp_overrides *o,
                          const char *const *method, int n_methods, uint64_t seed,
                          struct sp_experiment *e, struct sp_error *error)
{
  const struct sp_family *found;
  char *text = NULL;
  size_t size = 0;
  *e = (struct sp_experiment){0};
  if (sp_family_find(family, &found, error))
    return SP_BAD_INPUT;
  for (int i = 0; i < n_methods; i++)
    if (strpbrk(method[i], ",;\n\r"))
      return sp_bad_input(error, "method '%.100s', expected no comma, ';' or line break in it",
                          method[i]);
  FILE *out = sp_open_text(&text, &size);
  fprintf(out, "id = compare-%s\ntitle = %s\nproblem = %s\nseed = %llu\ncount = 100\n", found->name,
          found->summary, sp_problem_name(problem_of(o)), (unsigned long long)seed);
  fprintf(out, "[platform]\nfamily = %s\nworkers = 10\n[run]\nmethods = ", found->name);
  for (int i = 0; i < n_methods; i++)
    fprintf(out, "%s%s", i ? ", " : "", method[i]);
  fputc('\n', out);
  fclose(out);
  int code = sp_experiment_parse("compare", text, o, e, error);
  free(text);
  return code;
}

/* ---- Conditions. */

struct sp_conditions sp_experiment_conditions(const struct sp_experiment *e)
{
  return (struct sp_conditions){.seed = e->seed,
                                .noise_link = e->noise_link,
                                .noise_cpu = e->noise_cpu,
                                .n_cfg = e->cfg.n,
                                .cfg = (const char *const *)e->cfg.text};
}

/* ---- Freeing. */

static void clear_texts(struct sp_texts *texts)
{
  for (int i = 0; i < texts->n; i++)
    free(texts->text[i]);
  free(texts->text);
}

static void clear_choices(struct sp_choices *choices)
{
  clear_texts(&choices->text);
  free(choices->choice);
}

static void clear_overlay(struct sp_overlay *overlay)
{
  for (int i = 0; i < overlay->n; i++) {
    free(overlay->setting[i].key);
    free(overlay->setting[i].value);
  }
  free(overlay->setting);
  free(overlay->label);
}

static void clear_axes(struct sp_experiment *e)
{
  for (int a = 0; a < e->n_axes; a++) {
    for (int k = 0; k < e->axis[a].n; k++)
      clear_overlay(&e->axis[a].value[k]);
    free(e->axis[a].value);
    free(e->axis[a].name);
  }
  free(e->axis);
}

static void clear_variants(struct sp_experiment *e)
{
  for (int v = 0; v < e->n_variants; v++) {
    struct sp_variant *variant = &e->variant[v];
    clear_choices(&variant->when);
    clear_texts(&variant->methods);
    clear_texts(&variant->also);
    clear_overlay(&variant->settings);
    free(variant->name);
    free(variant->title);
  }
  free(e->variant);
}

static void clear_table(struct sp_experiment *e)
{
  clear_texts(&e->rows);
  free(e->quantity);
  free(e->compare);
  free(e->compare_tag);
  free(e->compare_overall);
  free(e->compare_overall_tag);
}

static void clear_figures(struct sp_experiment *e)
{
  for (int i = 0; i < e->n_plots; i++) {
    struct sp_plot *plot = &e->plot[i];
    char *texts[] = {plot->name,   plot->title,   plot->x,
                     plot->series, plot->compare, plot->compare_tag};
    for (int k = 0; k < 6; k++)
      free(texts[k]);
  }
  free(e->plot);
}

static void clear_claims(struct sp_experiment *e)
{
  for (int i = 0; i < e->n_claims; i++) {
    free(e->claim[i].text);
    free(e->claim[i].condition);
    clear_choices(&e->claim[i].at);
  }
  free(e->claim);
}

void sp_experiment_clear(struct sp_experiment *e)
{
  char *texts[] = {e->file, e->text, e->id, e->title, e->source, e->assumed_because};
  for (int i = 0; i < 6; i++)
    free(texts[i]);
  for (int i = 0; i < e->n_tiers; i++)
    free(e->tier[i].name);
  free(e->tier);
  clear_texts(&e->assumed);
  clear_texts(&e->cfg);
  clear_overlay(&e->base);
  clear_overlay(&e->set);
  clear_axes(e);
  clear_variants(e);
  clear_table(e);
  clear_figures(e);
  clear_claims(e);
  *e = (struct sp_experiment){0};
}
