/* Reads the platforms of files: SimGrid XML, CSV or DLT Studio's JSON of a star; for a steady state
 * SimGrid XML, or the words of --graph. Settings replace what a file says. */
#include "base/file.h"
#include "base/num.h"
#include "campaign/experiment/reading.h"
#include "io/graph/graph.h"
#include "io/instance.h"

/* ---- Settings. */

const char *experiment_setting(const struct sp_experiment *e, int k)
{
  static const char *const of_stars[] = {"tasks",  "work",       "deadline",   "buffer",  "memory",
                                         "free",   "result",     "hold",       "release", "known",
                                         "master", "task-bytes", "task-flops", NULL};
  static const char *const of_graphs[] = {"master",     "model",      "time",
                                          "task-bytes", "task-flops", NULL};
  if (!e->instances.n)
    return sp_setting_name(e->problem, k);
  return e->problem == SP_STEADY ? of_graphs[k] : of_stars[k];
}

/* ---- Digests. */

int experiment_check_digest(const char *path, const struct sp_key *expected, struct sp_error *error)
{
  struct sp_key now;
  if (sp_key_of_file(path, &now, error))
    return SP_BAD_INPUT;
  if (!memcmp(&now, expected, sizeof now))
    return SP_OK;
  return sp_bad_input(error, "%s: it has changed since the campaign, expected the same file", path);
}

/* Sets a drawn number of worker i: places, memory, or the result as a share of the link's cost. */
static void set_number(struct sp_instance *in, enum sp_stream what, int i, double x)
{
  if (what == SP_STREAM_BUFFER)
    in->buffer[i] = x == INFINITY ? LONG_MAX : (long)x;
  else if (what == SP_STREAM_MEMORY)
    in->memory[i] = x == INFINITY ? SP_INFINITE : sp_double(x);
  else
    in->result[i] = sp_double(x * in->c[i].v);
}

/* The numbers of all workers that settings draw. */
static void set_numbers(const struct sp_experiment *e, struct sp_instance *in,
                        const struct sp_settings *s, uint32_t index)
{
  static const struct {
    const char *key;
    const char *(*parse)(const char *value, struct sp_csv_columns *, struct sp_range *);
    enum sp_stream what;
  } drawn[] = {{"buffer", sp_whole_range_parse, SP_STREAM_BUFFER},
               {"memory", sp_range_parse, SP_STREAM_MEMORY},
               {"result", sp_real_range_parse, SP_STREAM_RESULT}};
  for (size_t k = 0; k < sizeof drawn / sizeof *drawn; k++) {
    struct sp_range range;
    struct sp_draws at = {.seed = e->seed, .instance = index, .parameter = drawn[k].what};
    const char *value = sp_setting_value(s, drawn[k].key, NULL);
    if (!value || drawn[k].parse(value, e->columns, &range))
      continue;
    range.positive = drawn[k].what != SP_STREAM_RESULT;
    for (at.worker = 1; at.worker <= (uint32_t)in->m; at.worker++)
      set_number(in, drawn[k].what, (int)at.worker,
                 range.min == INFINITY ? INFINITY : sp_range_draw(&range, at));
  }
}

/* Sets what a word of a setting says. */
static void set_word(const struct sp_settings *s, const char *key, const char *on, bool *is_on)
{
  const char *word = sp_setting_value(s, key, NULL);
  if (word)
    *is_on = !strcmp(word, on);
}

/* When the tasks arrive. */
static int set_release(const struct sp_experiment *e, struct sp_instance *in,
                       const struct sp_settings *s, uint32_t index, struct sp_error *error)
{
  struct sp_coming coming;
  struct sp_draws at = {.seed = e->seed, .instance = index};
  const char *value = sp_setting_value(s, "release", NULL);
  if (!value || sp_coming_parse(value, &coming))
    return SP_OK;
  free(in->release);
  in->release = NULL;
  return sp_coming_draw(&coming, at, in, error);
}

static struct sp_instance *read_star(const struct sp_experiment *e,
                                     const struct sp_platform_file *file,
                                     const struct sp_settings *s, uint32_t index,
                                     struct sp_error *error)
{
  char *csv = sp_has_suffix(file->path, ".csv") ? sp_format("@%s", file->path) : NULL;
  struct sp_source source = {.platform = csv ? NULL : file->path,
                             .deployment = file->deployment,
                             .star = csv,
                             .master = sp_setting_value(s, "master", NULL),
                             .task_bytes = sp_setting_value(s, "task-bytes", NULL),
                             .task_flops = sp_setting_value(s, "task-flops", NULL),
                             .tasks = sp_setting_value(s, "tasks", NULL),
                             .work = sp_setting_value(s, "work", NULL),
                             .deadline = sp_setting_value(s, "deadline", NULL)};
  struct sp_instance *in = sp_read_instance(&source, error);
  free(csv);
  if (!in)
    return NULL;
  set_numbers(e, in, s, index);
  set_word(s, "free", "chunk", &in->free_by_chunk);
  set_word(s, "hold", "result", &in->hold_result);
  set_word(s, "known", "yes", &in->known);
  if (in->problem == e->problem && !set_release(e, in, s, index, error) &&
      !sp_instance_check(in, error))
    return in;
  if (in->problem != e->problem)
    sp_bad_input(error, "%s: the problem is %s, expected %s as in the head", file->path,
                 sp_problem_name(in->problem), sp_problem_name(e->problem));
  sp_instance_free(in);
  return NULL;
}

/* The words of the file, with those of the settings; NULL with *error. */
static char *words_of(const struct sp_platform_file *file, const char *master, const char *model,
                      struct sp_error *error)
{
  char *text = sp_read_graph_words(file->path, error);
  char *words = text ? sp_format("%s%s%s%s%s", text, master ? " master=" : "", master ? master : "",
                                 model ? " model=" : "", model ? model : "")
                     : NULL;
  free(text);
  return words;
}

static struct sp_instance *read_graph(const struct sp_platform_file *file,
                                      const struct sp_settings *s, struct sp_error *error)
{
  struct sp_graph_source source = {.platform = file->path,
                                   .master = sp_setting_value(s, "master", NULL),
                                   .model = sp_setting_value(s, "model", NULL),
                                   .task_bytes = sp_setting_value(s, "task-bytes", NULL),
                                   .task_flops = sp_setting_value(s, "task-flops", NULL)};
  struct sp_num time = {INFINITY, 0, 0};
  const char *until = sp_setting_value(s, "time", NULL);
  if (until && (sp_num_parse(until, &time) || !(time.v > 0))) {
    sp_bad_input(error, "time = %.64s, expected a number > 0", until);
    return NULL;
  }
  bool xml = sp_has_suffix(file->path, ".xml");
  char *spec =
      xml ? sp_format("%s master=%s model=%s bytes=%s flops=%s", file->path,
                      source.master ? source.master : "1", source.model ? source.model : "base",
                      source.task_bytes ? source.task_bytes : "1",
                      source.task_flops ? source.task_flops : "1")
          : words_of(file, source.master, source.model, error);
  struct sp_graph *g = !spec ? NULL
                       : xml ? sp_read_graph(&source, error)
                             : sp_read_graph_spec(spec, error);
  if (!g) {
    free(spec);
    return NULL;
  }
  struct sp_instance *in = sp_instance_of_graph(g, spec);
  in->deadline = time;
  return in;
}

struct sp_instance *experiment_file_instance(const struct sp_experiment *e,
                                             const struct sp_settings *settings, uint32_t index,
                                             struct sp_error *error)
{
  if (index >= (uint32_t)e->n_files) {
    sp_bad_input(error, "platform %u, expected a number below %d: that of the files", index,
                 e->n_files);
    return NULL;
  }
  const struct sp_platform_file *file = &e->platform[index];
  if (experiment_check_digest(file->path, &file->digest[0], error) ||
      (file->deployment && experiment_check_digest(file->deployment, &file->digest[1], error)))
    return NULL;
  return e->problem == SP_STEADY ? read_graph(file, settings, error)
                                 : read_star(e, file, settings, index, error);
}
