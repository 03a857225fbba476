/* Reads experiments that a command line names, and single platforms of them. */
#include "cli/shared/experiment.h"
#include "base/file.h"
#include "campaign/store/store.h"
#include "cli/shared/output.h"
#include "cli/shared/paths.h"
#include "model/network.h"

#include <glob.h>
#include <unistd.h>

const char *cli_experiment_path(const char *experiment)
{
  if (strchr(experiment, '/') || sp_has_suffix(experiment, ".ini"))
    return experiment;
  const char *data = cli_data_directory();
  const char *path = data ? cli_format("%s/experiments/%s.ini", data, experiment) : NULL;
  return path && access(path, R_OK) == 0 ? path : NULL;
}

struct sp_store *cli_read_store(const char *path)
{
  struct sp_store *store;
  struct sp_error error;
  cli_end_if(cli_failed(sp_store_open(path, SP_STORE_READ, &store, &error), &error));
  return store;
}

struct cli_strings cli_stored_texts(struct sp_store *store, const char *wanted)
{
  struct cli_strings texts = {0};
  const char *id, *text;
  for (int k = 0; sp_store_experiment_at(store, k, &id, &text); k++)
    if (!wanted || !strcmp(id, wanted))
      cli_strings_add(&texts, cli_format("%s", text));
  return texts;
}

struct cli_strings cli_find_stored(struct sp_store *store, const char *path, const char *wanted)
{
  const struct cli_strings texts = cli_stored_texts(store, wanted);
  if (!texts.n && wanted)
    cli_refuse(SP_BAD_INPUT, "%s: no experiment '%s' in it", path, wanted);
  if (!texts.n)
    cli_refuse(SP_BAD_INPUT, "%s: no experiment in it", path);
  return texts;
}

/* Reads an experiment from a database, "FILE.db" or "FILE.db#ID". */
static int read_stored(const char *name, const struct sp_overrides *overrides,
                       struct sp_experiment *e, struct sp_error *error)
{
  struct sp_store *store;
  char *path = cli_format("%s", name), *id = strrchr(path, '#');
  if (id)
    *id++ = '\0';
  if (sp_store_open(path, SP_STORE_READ, &store, error))
    return SP_BAD_INPUT;
  const struct cli_strings texts = cli_stored_texts(store, id);
  int code =
      texts.n == 1 ? sp_experiment_parse(path, texts.item[0], overrides, e, error)
      : id         ? sp_bad_input(error, "%s: it holds no experiment '%.64s'", path, id)
           : sp_bad_input(error, "%s: it holds %d experiments, expected one: name it as %s#ID",
                          path, texts.n, path);
  sp_store_close(store);
  return code;
}

int cli_unknown_experiment(struct sp_nearest *nearest, struct sp_error *error)
{
  int n;
  char **path = cli_experiment_paths(&n);
  for (int i = 0; i < n; i++) {
    char *id = strrchr(path[i], '/') + 1;
    id[strlen(id) - strlen(".ini")] = '\0';
    sp_nearest_offer(nearest, id);
  }
  return sp_bad_input(error, "unknown experiment '%.64s'%s (%s; or FILE.ini)", nearest->word,
                      sp_did_you_mean(nearest),
                      path ? "`starport list experiments` shows them all" : CLI_NO_DATA);
}

int cli_experiment_read(const char *name, const struct sp_overrides *overrides,
                        struct sp_experiment *e, struct sp_error *error)
{
  *e = (struct sp_experiment){0};
  if (sp_is_database(name))
    return read_stored(name, overrides, e, error);
  const char *path = cli_experiment_path(name);
  return path ? sp_experiment_read(path, overrides, e, error)
              : cli_unknown_experiment(&(struct sp_nearest){.word = name}, error);
}

char **cli_experiment_paths(int *n)
{
  static glob_t found;
  const char *data = cli_data_directory();
  bool none = !data || glob(cli_format("%s/experiments/*.ini", data), 0, NULL, &found);
  *n = none ? 0 : (int)found.gl_pathc;
  return none ? NULL : found.gl_pathv;
}

/* If *path is not found from the current directory, it becomes a path in the data directory. */
static void find_file(struct sp_experiment *e, char **path)
{
  if (!*path || (*path)[0] == '/' || !access(*path, R_OK))
    return;
  const char *directory = cli_data_directory();
  const char *found = directory ? cli_format("%s/%s", directory, *path) : NULL;
  if (found && !access(found, R_OK))
    *path = sp_experiment_copy(e, found);
}

/* A text in a database may come from anywhere: it names files here or in the data directory. */
static int check_stored(const char *path, const char *database)
{
  if (!path || (path[0] != '/' && !strstr(path, "..")))
    return SP_OK;
  return cli_complain(SP_BAD_INPUT,
                      "%s: compare = %.200s: expected a file in the current or the data directory, "
                      "without '..'",
                      database, path);
}

int cli_find_stored_published(struct sp_experiment *e, const char *database)
{
  int code = check_stored(e->compare, database);
  if (!code)
    code = check_stored(e->compare_overall, database);
  for (int k = 0; k < e->n_plots && !code; k++)
    code = check_stored(e->plot[k].compare, database);
  if (!code)
    cli_find_published(e);
  return code;
}

void cli_find_published(struct sp_experiment *e)
{
  find_file(e, &e->compare);
  find_file(e, &e->compare_overall);
  for (int k = 0; k < e->n_plots; k++)
    find_file(e, &e->plot[k].compare);
}

/* Cuts off what follows the last ':'; NULL if there is none. */
static char *cut_last(char *text)
{
  char *colon = strrchr(text, ':');
  if (!colon)
    return NULL;
  *colon = '\0';
  return colon + 1;
}

static int read_index(const char *text, uint32_t *index, struct sp_error *error)
{
  struct sp_num x;
  if (sp_num_parse(text, &x) || x.den != 1 || x.num < 0 || x.num > UINT32_MAX)
    return sp_bad_input(error, "index '%.64s', expected a whole number from 0 to 4294967295", text);
  *index = (uint32_t)x.num;
  return SP_OK;
}

int cli_place_read(const char *text, const struct cli_strings *set, struct cli_place *place,
                   struct sp_error *error)
{
  struct sp_overrides overrides = {.n_set = set->n, .set = set->item, .engine = -1};
  struct sp_error words;
  char *name = cli_format("%s", text), *index = cut_last(name),
       *axes = index ? cut_last(name) : NULL;
  *place = (struct cli_place){0};
  int code = SP_OK;
  if (!axes)
    code = sp_bad_input(error, "--from=%.200s, expected EXPERIMENT:AXES:INDEX", text);
  else if (read_index(index, &place->index, &words))
    code = sp_bad_input(error, "--from=%.200s: %.250s", text, words.text);
  if (!code)
    code = cli_experiment_read(name, &overrides, &place->experiment, error);
  if (!code && sp_place_find(&place->experiment, axes, &place->variant, &place->point, &words))
    code = sp_bad_input(error, "--from=%.200s: %.250s", text, words.text);
  if (code)
    sp_experiment_clear(&place->experiment);
  return code;
}

/* What a command for stars says of a network or graph. */
static void refuse_graph(const struct sp_instance *in, struct sp_error *error)
{
  const char *words = in->spec + strspn(in->spec, " ");
  if (in->kind == SP_INSTANCE_NETWORK) {
    const char *kind = sp_network_name[in->network->kind];
    words += strlen(kind);
    sp_bad_input(error, "not a star, use starport network %s \"%.400s\"", kind,
                 words + strspn(words, " "));
  } else if (in->graph->platform.file)
    sp_bad_input(error, "not a star, use starport steady %.400s", in->graph->platform.file);
  else
    sp_bad_input(error, "not a star, use starport steady --graph=\"%.400s\"%s", words,
                 strstr(words, "master=") ? " (master=.. as --master)" : "");
}

struct sp_instance *cli_place_instance(const struct cli_place *place, bool star,
                                       struct sp_error *error)
{
  struct sp_instance *in =
      sp_experiment_instance(&place->experiment, place->variant, place->point, place->index, error);
  if (!in || !star || in->kind == SP_INSTANCE_STAR)
    return in;
  refuse_graph(in, error);
  sp_instance_free(in);
  return NULL;
}
