/* Checks that a campaign continues what a database holds: the same experiment with the options of
 * the command line that its text has in [override], for as many platforms or more. An experiment
 * whose file was edited replaces the older one; a trial with other options would do so, too. */
#include "base/text.h"
#include "campaign/experiment/experiment.h"

static bool is_key(const char *line, const char *key)
{
  size_t length = strlen(key);
  return !strncmp(line, key, length) && line[length + strspn(line + length, " ")] == '=';
}

/* The lines of the sections [override], "engine = native, workers=3"; without tier and count, of
 * which *sized says whether there is one. */
static const char *options_of(const struct sp_experiment *e, const char *text, bool *sized)
{
  char *rest = sp_experiment_copy(e, text), *options = NULL;
  bool inside = false, first = true;
  FILE *out = sp_open_string(&options);
  *sized = false;
  for (char *line; (line = strsep(&rest, "\n"));) {
    bool size_option = is_key(line, "tier") || is_key(line, "count");
    if (*line == '[')
      inside = !strcmp(line, "[override]");
    else if (inside && size_option)
      *sized = true;
    else if (inside && *line) {
      fprintf(out, "%s%s", first ? "" : ", ", line);
      first = false;
    }
  }
  return sp_experiment_end(e, out, &options);
}

static int refuse(const char *database, const struct sp_experiment *e, const char *has,
                  const char *wants, struct sp_error *error)
{
  return sp_bad_input(
      error,
      "%.100s: it holds '%s' %s%.100s, this is %s%.100s: name another database with --db=FILE",
      database, e->id, *has ? "with " : "without options", has,
      *wants ? "with " : "without options", wants);
}

static int check_count(const char *database, const struct sp_experiment *e, const char *stored,
                       struct sp_error *error)
{
  struct sp_experiment old;
  char has[64], wants[32];
  if (sp_experiment_parse(database, stored, NULL, &old, NULL))
    return SP_OK;
  long count = old.count;
  sp_experiment_clear(&old);
  if (e->count >= count)
    return SP_OK;
  snprintf(has, sizeof has, "%ld platform%s a point", count, sp_plural((double)count));
  snprintf(wants, sizeof wants, "%ld", e->count);
  return refuse(database, e, has, wants, error);
}

int sp_experiment_check_options(const struct sp_experiment *e, const char *database,
                                const char *stored, struct sp_error *error)
{
  bool sized, was_sized;
  const char *wants = options_of(e, e->text, &sized), *has = options_of(e, stored, &was_sized);
  if (strcmp(wants, has) != 0)
    return refuse(database, e, has, wants, error);
  return sized || was_sized ? check_count(database, e, stored, error) : SP_OK;
}
