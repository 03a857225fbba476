/* starport generate: writes random platforms as SimGrid XML with their deployments. */
#include "campaign/generate/generate.h"
#include "cli/commands.h"
#include "cli/shared/experiment.h"
#include "cli/shared/family.h"
#include "cli/shared/files.h"
#include "cli/shared/output.h"
#include "cli/shared/paths.h"
#include "io/text/star.h"

#define MOST_INSTANCES 1000000

struct generate_options {
  struct cli_family family;
  const char *from, *output;
  long count;
  uint64_t seed;
  bool seeded, json;
};

#define AT(field) offsetof(struct generate_options, field)
static const struct cli_option options[] = {
    {"from", CLI_TEXT, AT(from), "EXPERIMENT:AXES:INDEX",
     "in place of a family: one platform of an experiment, as 'starport run' takes it", .group = 0,
     .letter = 'F'},
    {"count", CLI_INTEGER, AT(count), "N", "number of platforms (default 1)", .group = 0,
     .letter = 'n', .least = 1, .most = MOST_INSTANCES},
    {"seed", CLI_SEED, AT(seed), "S", "seed of all random draws (default 0)", .group = 0,
     .letter = 'S', .given = AT(seeded)},
    {"output", CLI_TEXT, AT(output), "DIR", "the directory of the files; made if it does not exist",
     .group = 0, .letter = 'o'},
    {"json", CLI_FLAG, AT(json), NULL,
     "in place of files, print the platforms as --star takes them, in a JSON document", .group = 0},
    {0},
};

static void check_generate_options(void *options_of, const char *name)
{
  const struct generate_options *o = options_of;
  const struct cli_family *f = &o->family;
  bool other = f->name || f->workers || f->tasks || f->work || f->buffer;
  if (o->from && (other || o->count > 1 || o->seeded))
    cli_usage(name, "--from names one platform, expected no --family, --workers, --tasks, --work, "
                    "--buffer, --count or --seed");
  if (!o->from && !f->name)
    cli_usage(name, "name a family with --family=NAME");
  if (!o->output == !o->json)
    cli_usage(name, o->json ? "-o and --json exclude each other" : "name a directory with -o DIR");
}

/* ---- The document. */

/* Adds the instance in words. */
static void add_star(json_t *stars, const struct sp_instance *in)
{
  char *text = star_text(in);
  json_array_append_new(stars, json_string(text));
  free(text);
}

/* ---- Files. */

/* The settings as options, " -s KEY=VALUE", each between quotes: two dashes are not allowed in a
 * comment of XML. */
static const char *options_of(const struct cli_strings *settings, const char *quote)
{
  char *text = NULL;
  FILE *stream = sp_open_string(&text);
  for (int i = 0; i < settings->n; i++)
    fprintf(stream, " -s %s%s%s", quote, settings->item[i], quote);
  return sp_context_end(cli_memory(), stream, &text);
}

/* ---- One platform of an experiment. */

/* Writes DIR/ID[-VARIANT]-POINT-INDEX; points have numbers, since labels such as c<=w are not good
 * file names. */
static int write_place(const struct generate_options *o, const struct cli_place *place,
                       struct sp_instance *in)
{
  const struct sp_experiment *e = &place->experiment;
  const char *name = cli_format("%s/%s%s%s-%d-%u", o->output, e->id, place->variant ? "-" : "",
                                e->variant[place->variant].name, place->point, place->index);
  int code = cli_write_star(
      name, in,
      cli_format("starport generate -F %s%s -o DIR", o->from, options_of(&o->family.set, "'")),
      NULL);
  if (!code)
    printf("wrote %s.xml and its deployment (_d.xml)\n", name);
  return code;
}

static int generate_place(const struct generate_options *o)
{
  struct cli_place place;
  struct sp_error error;
  int code = SP_OK;
  cli_end_if(cli_failed(cli_place_read(o->from, &o->family.set, &place, &error), &error));
  cli_end_if(o->json ? SP_OK : cli_make_directory(o->output));
  struct sp_instance *in = cli_place_instance(&place, true, &error);
  if (!in)
    return cli_failed(SP_BAD_INPUT, &error);
  if (o->json)
    json_print(json_pack("{s:[s]}", "stars", cli_keep(star_text(in))));
  else
    code = write_place(o, &place, in);
  sp_instance_free(in);
  sp_experiment_clear(&place.experiment);
  return code;
}

/* ---- Platforms of a family. */

/* "DIR/NAME-007" with as many digits as the last index needs, at least three. */
static char *name_of(const struct generate_options *o, long index)
{
  int digits = snprintf(NULL, 0, "%ld", o->count - 1);
  return sp_format("%s/%s-%0*ld", o->output, o->family.name, digits < 3 ? 3 : digits, index);
}

/* command: the one that makes all of them. */
static int write_instance(const struct generate_options *o, const struct sp_generator *generator,
                          const char *command, long index, json_t *stars)
{
  int workers = sp_generator_workers(generator, o->seed, (uint32_t)index);
  struct sp_instance *in = sp_generate(generator, workers, o->seed, (uint32_t)index);
  if (!in)
    return cli_complain(SP_BAD_INPUT, "number %ld: the settings cannot be met", index);
  int code = SP_OK;
  if (o->json)
    add_star(stars, in);
  else {
    char *name = name_of(o, index), *comment = sp_format("%s (number %ld)", command, index);
    code = cli_write_star(name, in, comment, NULL);
    free(comment);
    free(name);
  }
  sp_instance_free(in);
  return code;
}

static void report(const struct generate_options *o)
{
  const char *first = cli_keep(name_of(o, 0)), *last = cli_keep(name_of(o, o->count - 1));
  if (o->count == 1)
    printf("wrote %s.xml and its deployment (_d.xml)\n", first);
  else
    printf("wrote %s.xml to %s.xml, each with its deployment (_d.xml)\n", first, last);
}

/* The command that makes all of them. */
static const char *command_of(const struct generate_options *o)
{
  const struct cli_family *f = &o->family;
  struct cli_strings all = cli_family_settings(f);
  int first = f->set.n + (f->workers > 0); /* of --tasks, --work, --buffer */
  struct cli_strings others = {all.n - first, all.item + first};
  const char *workers = f->workers ? cli_format(" -w %ld", f->workers) : "";
  const char *command = cli_format("starport generate -f %s%s%s%s -n %ld -S %llu -o DIR", f->name,
                                   options_of(&f->set, ""), workers, options_of(&others, ""),
                                   o->count, (unsigned long long)o->seed);
  return command;
}

static int generate_family(struct generate_options *o)
{
  struct sp_generator generator;
  struct sp_csv_columns *columns = sp_csv_columns_alloc();
  int code = SP_OK;
  cli_family_generator(&o->family, columns, &generator);
  o->family.name = generator.family->name;
  cli_end_if(o->json ? SP_OK : cli_make_directory(o->output));
  json_t *stars = json_array();
  const char *command = command_of(o);
  for (long index = 0; index < o->count && !code; index++)
    code = write_instance(o, &generator, command, index, stars);
  if (!code && o->json)
    json_print(json_pack("{s:O}", "stars", stars));
  else if (!code)
    report(o);
  json_decref(stars);
  sp_csv_columns_free(columns);
  return code;
}

static int run_generate_command(void *options_of)
{
  struct generate_options *o = options_of;
  return o->from ? generate_place(o) : generate_family(o);
}

const struct cli_command cli_generate = {
    .name = "generate",
    .does = "writes random platforms as SimGrid XML",
    .option = options,
    .usage = "--family=NAME -o DIR\n--from=EXPERIMENT:AXES:INDEX -o DIR\n--family=NAME --json",
    .help =
        "Writes DIR/NAME-000.xml and its deployment DIR/NAME-000_d.xml, and so on, which SimGrid "
        "loads unchanged and 'starport run' reads back exactly. A comment in each file holds the "
        "command that makes it again; the same seed makes the same bytes. --json writes no file."
        "\vExample: starport generate --family=hom-het --workers=10 --count=5 -o random",
    .group = {{&cli_family_group, AT(family)}},
    .check = check_generate_options,
    .initial = &(const struct generate_options){.count = 1},
    .size = sizeof(struct generate_options),
    .run = run_generate_command,
};
