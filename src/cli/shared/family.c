/* Reads the family of random platforms that a command line describes, and its settings. */
#include "cli/shared/family.h"
#include "cli/shared/output.h"
#include "io/text/star.h"

enum { USUAL_WORKERS = 10 };

#define AT(field) offsetof(struct cli_family, field)
static const struct cli_option options[] = {
    {"family", CLI_TEXT, AT(name), "NAME", "one of 'starport list families'", .group = 0,
     .letter = 'f'},
    {"set", CLI_TEXTS, AT(set), "KEY=VALUE", "a setting of the family; may be repeated", .group = 0,
     .letter = 's'},
    {"workers", CLI_INTEGER, AT(workers), "M",
     "workers of each platform (default 10; -s workers=A..B draws them)", .group = 0, .letter = 'w',
     .least = 1, .most = STAR_MOST_WORKERS},
    {"tasks", CLI_TEXT, AT(tasks), "N", "tasks at the master (bag)", .group = 0},
    {"work", CLI_TEXT, AT(work), "X", "load at the master (divisible)", .group = 0},
    {"buffer", CLI_TEXT, AT(buffer), "B",
     "places of each worker, or a law of them; of a divisible load the greatest chunk", .group = 0},
    {0},
};
const struct cli_command cli_family_group = {.option = options};

struct cli_strings cli_family_settings(const struct cli_family *f)
{
  struct cli_strings all = {0};
  for (int k = 0; k < f->set.n; k++)
    cli_strings_add(&all, f->set.item[k]);
  if (f->workers)
    cli_strings_add(&all, cli_format("workers=%ld", f->workers));
  if (f->tasks)
    cli_strings_add(&all, cli_format("tasks=%s", f->tasks));
  if (f->work)
    cli_strings_add(&all, cli_format("work=%s", f->work));
  if (f->buffer)
    cli_strings_add(&all, cli_format("buffer=%s", f->buffer));
  return all;
}

/* Is that the key of the setting? */
static bool has_key(const char *setting, const char *key, size_t length)
{
  return !strncmp(setting, key, length) && setting[length] == '=';
}

/* Ends the process: the message follows the option of whose setting its first word is the key, if
 * there is one. */
static _Noreturn void refuse(const struct cli_family *f, const struct sp_error *error)
{
  size_t length = strcspn(error->text, "= ");
  const char *given = NULL, *text = error->text;
  for (int k = 0; k < f->set.n; k++)
    if (has_key(f->set.item[k], text, length))
      given = cli_format("--set=%s: ", f->set.item[k]);
  const char *const option[][2] = {{"tasks", f->tasks}, {"work", f->work}, {"buffer", f->buffer}};
  for (size_t k = 0; k < sizeof option / sizeof *option; k++)
    if (option[k][1] && !strncmp(text, option[k][0], length) && !option[k][0][length])
      given = cli_format("--%s=%s: ", option[k][0], option[k][1]);
  const char *after = strstr(text, ": ");
  if (given && text[length] == '=' && after)
    text = after + 2; /* the option names the value */
  cli_refuse(SP_BAD_INPUT, "%s%s", given ? given : "", text);
}

void cli_family_generator(const struct cli_family *f, struct sp_csv_columns *columns,
                          struct sp_generator *generator)
{
  struct sp_error error;
  cli_end_if(cli_failed(sp_generator_init(generator, f->name, &error), &error));
  struct cli_strings all = cli_family_settings(f);
  generator->columns = columns;
  int code = sp_generator_set(generator, cli_format("workers=%d", USUAL_WORKERS), &error);
  for (int k = 0; k < all.n && !code; k++)
    code = sp_generator_set(generator, all.item[k], &error);
  const double workers[] = {generator->workers.min, generator->workers.max};
  for (int k = 0; k < 2 && !code; k++)
    code = sp_generator_check(generator, (int)workers[k], &error);
  if (code)
    refuse(f, &error);
}
