/* Experiments from a file, from a text, or from the arguments of `starport compare`. Overrides of
 * the command line are appended to the text as its section [override], so that the text alone
 * defines the experiment. */
#include "base/file.h"
#include "campaign/experiment/reading.h"

#include <errno.h>
#include <inttypes.h>

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

static long lines_of(const char *text)
{
  long lines = 0;
  for (; *text; text++)
    lines += *text == '\n';
  return lines;
}

/* The text, then the overrides; NULL with *error. *lines: the number of lines of the file alone. */
static char *whole_text(const char *text, const struct sp_overrides *o, long *lines,
                        struct sp_error *error)
{
  char *whole = NULL;
  size_t length = strlen(text);
  FILE *out = sp_open_string(&whole);
  bool cut = !length || text[length - 1] != '\n';
  *lines = lines_of(text) + cut;
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
  *e = (struct sp_experiment){.memory = sp_context_plain(),
                              .margin = SP_USUAL_MARGIN,
                              .n_variants = 1,
                              .engine = SP_ENGINE_SIMGRID,
                              .columns = sp_csv_columns_alloc()};
  e->file = sp_experiment_copy(e, file);
  e->variant = sp_new(e->memory, 1, struct sp_variant);
  e->variant->name = sp_experiment_copy(e, "");
  e->text = whole_text(text, o, &r.override_line, error);
  r.override_line++;
  int code = SP_BAD_INPUT;
  if (e->text) {
    r.rest = sp_experiment_copy(e, e->text);
    code = experiment_read_lines(&r);
    if (!code)
      code = experiment_complete(&r);
  }
  if (code)
    sp_experiment_clear(e);
  return code;
}

/* The whole file, which the caller frees; NULL with *error. */
static char *read_text(const char *path, struct sp_error *error)
{
  FILE *in = sp_open_file(path, error);
  if (!in)
    return NULL;
  char *text = sp_xcalloc(MOST_BYTES + 2, 1);
  errno = 0;
  size_t n = fread(text, 1, MOST_BYTES + 1, in);
  int code = SP_OK;
  if (ferror(in))
    code = sp_bad_input(error, "%s: cannot read: %s", path, strerror(errno));
  else if (n > MOST_BYTES)
    code = sp_bad_input(error, "%s: more than %d bytes, expected an experiment", path, MOST_BYTES);
  else if (strlen(text) < n)
    code = sp_bad_input(error, "%s:%ld: a byte 0, expected text", path, 1 + lines_of(text));
  fclose(in);
  if (!code)
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

enum sp_problem sp_overrides_problem(const struct sp_overrides *o)
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
  *e = (struct sp_experiment){0};
  if (sp_family_find(family, &found, error))
    return SP_BAD_INPUT;
  for (int i = 0; i < n_methods; i++)
    if (strpbrk(method[i], ",;\n\r"))
      return sp_bad_input(error, "method '%.100s', expected no comma, ';' or line break in it",
                          method[i]);
  FILE *out = sp_open_string(&text);
  fprintf(out, "id = compare-%s\ntitle = %s\nproblem = %s\nseed = %llu\ncount = 100\n", found->name,
          found->summary, sp_problem_name(sp_overrides_problem(o)), (unsigned long long)seed);
  fprintf(out,
          "[platform]\nfamily = %s\nworkers = 10\n[run]\nengine = native\nmethods = ", found->name);
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

const struct sp_quantity *sp_experiment_quantity(const struct sp_experiment *e, int k)
{
  if (k < e->n_quantities)
    return &e->quantity[k];
  k -= e->n_quantities;
  if (k < 2 * e->n_plots)
    return k % 2 ? &e->plot[k / 2].x_value : &e->plot[k / 2].y;
  k -= 2 * e->n_plots;
  return k < e->n_claims ? &e->claim[k].quantity : NULL;
}

void sp_experiment_clear(struct sp_experiment *e)
{
  sp_context_free(e->memory);
  sp_csv_columns_free(e->columns);
  free(e->text);
  *e = (struct sp_experiment){0};
}
