/* starport export: writes an instance as SimGrid XML, or for DLT Studio. */
#include "base/memory.h"
#include "cli/commands.h"
#include "io/exchange/dlt.h"
#include "model/star.h"
#include <stdlib.h>
#include <string.h>

struct export_options {
  struct cli_source source;
  const char *output;
  bool json;
};

/* The suffix gives the format. */
enum format { SIMGRID_XML, DLT_JSON, DLT_TEXT, FORMATS };
static const char *const suffix_of[FORMATS] = {
    [SIMGRID_XML] = ".xml", [DLT_JSON] = ".json", [DLT_TEXT] = ".txt"};

static enum format format_of(const char *path)
{
  enum format format = 0;
  while (format < FORMATS && !sp_has_suffix(path, suffix_of[format]))
    format++;
  return format;
}

#define AT(field) offsetof(struct export_options, field)
static const struct cli_option options[] = {
    {"output", CLI_TEXT, AT(output), "FILE", "the file to write: FILE.xml, FILE.json or FILE.txt",
     .group = 0, .letter = 'o'},
    {"json", CLI_FLAG, AT(json), NULL, "print the instance as --star takes it, in a JSON document",
     .group = 0},
    {0},
};

static void check(void *options_of, const char *name)
{
  const struct export_options *o = options_of;
  if (!o->output == !o->json)
    cli_usage(name, o->json ? "-o and --json exclude each other" : "name a file with -o FILE");
  if (o->output && format_of(o->output) == FORMATS)
    cli_usage(name, "-o %s, expected a name that ends in .xml, .json or .txt", o->output);
}

/* Writes the instance to the path. For SimGrid XML it writes the deployment if `deployment`, else
 * the platform. */
static int write_file(const char *path, enum format format, bool deployment,
                      const struct sp_instance *in)
{
  struct sp_error error;
  int code = SP_OK;
  struct sp_file *file = sp_create_file(path, &error);
  if (file && format != SIMGRID_XML)
    code = sp_write_dlt(file->stream, in, format == DLT_TEXT, &error);
  else if (file && deployment)
    sp_write_deployment(file->stream, in, NULL);
  else if (file)
    sp_write_platform(file->stream, in, NULL);
  code = cli_close_file(file, code, &error);
  if (!code)
    printf("wrote %s\n", path);
  return code;
}

/* FILE.xml and FILE_d.xml. */
static int write_xml(const char *path, struct sp_instance *in)
{
  int stem = (int)(strlen(path) - strlen(suffix_of[SIMGRID_XML]));
  char *deployment = sp_format("%.*s_d.xml", stem, path);
  sp_exact_units(in, NULL); /* on failure the file holds the costs that no unit makes exact */
  int code = write_file(path, SIMGRID_XML, false, in);
  if (!code)
    code = write_file(deployment, SIMGRID_XML, true, in);
  free(deployment);
  return code;
}

static void print_document(const struct sp_instance *in)
{
  char *star = star_text(in);
  json_print(json_pack("{s:s, s:s}", "problem", sp_problem_name(in->problem), "star", star));
  free(star);
}

static int run(void *options_of)
{
  const struct export_options *o = options_of;
  struct sp_instance *in = cli_read_instance(&o->source, NULL);
  int code = SP_OK;
  if (!in)
    return SP_BAD_INPUT;
  if (o->json)
    print_document(in);
  else if (format_of(o->output) == SIMGRID_XML)
    code = write_xml(o->output, in);
  else
    code = write_file(o->output, format_of(o->output), false, in);
  sp_instance_free(in);
  return code;
}

const struct cli_command cli_export = {
    .name = "export",
    .does = "writes an instance as SimGrid XML or for DLT Studio",
    .option = options,
    .usage =
        "PLATFORM.xml [DEPLOY.xml] -o FILE\n--star=TEXT -o FILE\nPLATFORM.xml [DEPLOY.xml] --json",
    .help = "Writes an instance in another format. FILE.xml: a SimGrid platform, with its "
            "deployment in FILE_d.xml. FILE.json: an instance of DLT Studio (divisible load), "
            "which every command reads back in place of a platform. FILE.txt: the text that DLT "
            "Studio's command line reads. --json: the instance in words, from which --star gives "
            "it again."
            "\vExample: starport export --star=\"c=0.1,0.1 w=0.2 work=1000\" -o two.json",
    .group = {{&cli_instance_group, AT(source)}},
    .check = check,
    .size = sizeof(struct export_options),
    .run = run,
};
