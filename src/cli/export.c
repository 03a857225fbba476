/* starport export: writes an instance as SimGrid XML, or for DLT Studio. */
#include "base/text.h"
#include "cli/commands.h"
#include "cli/shared/files.h"
#include "cli/shared/instance.h"
#include "cli/shared/output.h"
#include "io/exchange/dlt.h"
#include "io/text/star.h"

struct export_options {
  struct cli_source source;
  const char *output;
  bool json;
};

#define AT(field) offsetof(struct export_options, field)
static const struct cli_option options[] = {
    {"output", CLI_TEXT, AT(output), "FILE", "the file to write: FILE.xml, FILE.json or FILE.txt",
     .group = 0, .letter = 'o'},
    {"json", CLI_FLAG, AT(json), NULL, "print the instance as --star takes it, in a JSON document",
     .group = 0},
    {0},
};

static void check_export_options(void *options_of, const char *name)
{
  const struct export_options *o = options_of;
  if (!o->output == !o->json)
    cli_usage(name, o->json ? "-o and --json exclude each other" : "name a file with -o FILE");
  if (o->output && !sp_has_suffix(o->output, ".xml") && !sp_has_suffix(o->output, ".json") &&
      !sp_has_suffix(o->output, ".txt"))
    cli_usage(name, "-o %s, expected a name that ends in .xml, .json or .txt", o->output);
}

/* Writes an instance of DLT Studio. */
static int write_dlt(const char *path, struct sp_instance *in)
{
  struct sp_error error;
  struct sp_file *file = sp_create_file(path, &error);
  int code = file ? sp_write_dlt(file->stream, in, sp_has_suffix(path, ".txt"), &error) : SP_OK;
  code = cli_close_file(file, code, &error);
  if (!code)
    printf("wrote %s\n", path);
  return code;
}

/* FILE.xml, FILE_d.xml and the profiles. */
static int write_xml(const char *path, struct sp_instance *in)
{
  const char *stem = cli_format("%.*s", (int)(strlen(path) - strlen(".xml")), path);
  int profiles, code = cli_write_star(stem, in, NULL, &profiles);
  if (!code)
    printf("wrote %s.xml\nwrote %s_d.xml\n", stem, stem);
  if (!code && profiles > 0)
    printf("wrote %d profile%s, %s_*.profile\n", profiles, sp_plural(profiles), stem);
  return code;
}

static int run_export_command(void *options_of)
{
  const struct export_options *o = options_of;
  struct sp_instance *in = cli_read_instance(&o->source, NULL);
  if (o->json)
    json_print(json_pack("{s:s, s:s}", "problem", sp_problem_name(in->problem), "star",
                         cli_keep(star_text(in))));
  else
    return (sp_has_suffix(o->output, ".xml") ? write_xml : write_dlt)(o->output, in);
  return SP_OK;
}

const struct cli_command cli_export = {
    .name = "export",
    .does = "writes an instance as SimGrid XML or for DLT Studio",
    .option = options,
    .usage =
        "PLATFORM.xml [DEPLOY.xml] -o FILE\n--star=TEXT -o FILE\nPLATFORM.xml [DEPLOY.xml] --json",
    .help =
        "Writes an instance in another format. FILE.xml: a SimGrid platform, with its deployment "
        "in FILE_d.xml and a profile of what changes in a file each, FILE_w1.profile or the like. "
        "FILE.json: an instance of DLT Studio (divisible load), which every command reads back in "
        "place of a platform. FILE.txt: the text that DLT Studio's command line reads. --json: the "
        "instance in words, from which --star gives it again."
        "\vExample: starport export --star=\"c=0.1,0.1 w=0.2 work=1000\" -o two.json",
    .group = {{&cli_instance_group, AT(source)}},
    .check = check_export_options,
    .size = sizeof(struct export_options),
    .run = run_export_command,
};
