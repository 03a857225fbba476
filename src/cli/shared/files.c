/* Writes the files of a run (Gantt chart, traces of several formats, events) and of a star. */
#include "cli/shared/files.h"
#include "cli/shared/output.h"
#include "io/chart/gantt.h"
#include "io/star/star.h"
#include "io/text/star.h"

static void read_gantt(void *options, const char *text, const char *command)
{
  cli_check_picture(command, text);
  ((struct cli_files *)options)->path[CLI_GANTT] = text;
}

/* The formats of --trace, by a word before the file's name or by the end of the name; rows: is the
 * explorer's. */
struct format {
  const char *text;
  enum cli_file file;
};
static const struct format prefix[] = {{"perfetto:", CLI_PERFETTO},
                                       {"vega:", CLI_VEGA},
                                       {"paje:", CLI_PAJE},
                                       {"jobs:", CLI_JOBS},
                                       {"rows:", CLI_ROWS}};
static const struct format suffix[] = {{".vl.json", CLI_VEGA}, /* before .json */
                                       {".json", CLI_PERFETTO},
                                       {".trace", CLI_PAJE},
                                       {".paje", CLI_PAJE},
                                       {".csv", CLI_JOBS}};

/* The format of --trace=TEXT and the file's path; CLI_FILES: TEXT names none. */
static enum cli_file format_of(const char *text, const char **path)
{
  *path = text;
  for (size_t k = 0; k < sizeof prefix / sizeof *prefix; k++)
    if (!strncmp(text, prefix[k].text, strlen(prefix[k].text))) {
      *path += strlen(prefix[k].text);
      return prefix[k].file;
    }
  for (size_t k = 0; k < sizeof suffix / sizeof *suffix; k++)
    if (sp_has_suffix(text, suffix[k].text))
      return suffix[k].file;
  return CLI_FILES;
}

static void read_trace(void *options, const char *text, const char *command)
{
  struct cli_files *files = options;
  const char *path;
  enum cli_file file = format_of(text, &path);
  if (file == CLI_FILES)
    cli_usage(command,
              "--trace=%s, expected FILE.json, FILE.vl.json, FILE.trace or FILE.csv, or "
              "perfetto:FILE, vega:FILE, paje:FILE or jobs:FILE",
              text);
  else if (files->path[file])
    cli_usage(command, "--trace=%s, expected one file of a format: '%s' is another", text,
              files->path[file]);
  else
    files->path[file] = path;
}

#define AT(field) offsetof(struct cli_files, field)
static const struct cli_option options[] = {
    {"gantt", CLI_READ, 0, "FILE.svg|pdf|png", "draw the trace", .group = 3, .read = read_gantt},
    {NULL, CLI_LINE, .offset = AT(provenance)},
    {"trace", CLI_READ, 0, "[FORMAT:]FILE",
     "write a trace in the format of the suffix: .json (Perfetto, Chrome), .vl.json (Vega-Lite), "
     ".trace or .paje (Paje), .csv (Batsim's jobs); or in FORMAT: perfetto, vega, paje, jobs; may "
     "be repeated",
     .group = 3, .read = read_trace},
    {"paje", CLI_TEXT, AT(path[CLI_PAJE]), "FILE", .group = 3},
    {"events", CLI_TEXT, AT(path[CLI_EVENTS]), "FILE.csv", "write the events", .group = 3},
    {0},
};

/* The files that have a writer; the chart is a picture. */
static const struct {
  const char *option;
  sp_trace_writer *write;
} kinds[CLI_FILES] = {
    [CLI_GANTT] = {"--gantt", NULL},
    [CLI_PAJE] = {"--trace=paje", sp_write_paje},
    [CLI_PERFETTO] = {"--trace=perfetto", sp_write_perfetto},
    [CLI_VEGA] = {"--trace=vega", sp_write_vega},
    [CLI_JOBS] = {"--trace=jobs", sp_write_jobs},
    [CLI_ROWS] = {"--trace=rows", sp_write_rows},
    [CLI_EVENTS] = {"--events", sp_write_events},
};

void cli_files_check(const struct cli_files *files, int n, const char *option, const char *path,
                     const char *command)
{
  for (int k = 0; k < n; k++)
    if (files->path[k] && path && sp_is_same_output(files->path[k], path))
      cli_usage(command, "%s and %s write the same file, '%s'", kinds[k].option, option, path);
}

static void check_files_options(void *options_of, const char *command)
{
  const struct cli_files *files = options_of;
  for (int k = 0; k < CLI_FILES; k++)
    cli_files_check(files, k, kinds[k].option, files->path[k], command);
}

const struct cli_command cli_files_group = {.option = options, .check = check_files_options};

const char *cli_files_option(const struct cli_files *files)
{
  for (int k = 0; k < CLI_FILES; k++)
    if (files->path[k])
      return kinds[k].option;
  return NULL;
}

void cli_files_probe(const struct cli_files *files)
{
  for (int k = 0; k < CLI_FILES; k++)
    cli_probe_output(files->path[k]);
}

static int write_file(const char *path, sp_trace_writer *write, const struct sp_trace *trace,
                      const struct sp_trace_about *about)
{
  struct sp_error error;
  struct sp_file *file = sp_create_file(path, &error);
  if (file)
    write(file->stream, trace, about);
  return cli_close_file(file, SP_OK, &error);
}

int cli_files_write(const struct cli_files *files, const struct sp_trace *trace,
                    const struct sp_instance *in, const char *title, double bound)
{
  const struct sp_trace_about about = {in, title, files->provenance};
  const char *gantt = files->path[CLI_GANTT];
  struct sp_error error;
  int code = SP_OK;
  if (gantt)
    code = cli_failed(sp_write_gantt(gantt, trace, in, title, bound, NULL, &error), &error);
  for (int k = 0; k < CLI_FILES && !code; k++)
    if (files->path[k] && kinds[k].write)
      code = write_file(files->path[k], kinds[k].write, trace, &about);
  return code;
}

void cli_files_print(const struct cli_files *files)
{
  if (cli_files_option(files))
    putchar('\n');
  for (int k = 0; k < CLI_FILES; k++)
    if (files->path[k])
      printf("wrote %s\n", files->path[k]);
}

int cli_close_file(struct sp_file *file, int code, struct sp_error *error)
{
  if (!file)
    code = SP_BAD_INPUT;
  else if (code)
    sp_abandon_file(file);
  else
    code = sp_commit_file(file, error);
  if (code)
    cli_stop_if_cut(); /* the file may be /dev/stdout */
  return cli_failed(code, error);
}

void cli_probe_output(const char *path)
{
  struct sp_error error;
  if (path && sp_probe_file(path, &error))
    cli_exit(cli_failed(SP_BAD_INPUT, &error));
}

void cli_check_picture(const char *command, const char *path)
{
  const char *dot = strrchr(path, '.');
  if (!dot || (strcasecmp(dot, ".svg") && strcasecmp(dot, ".pdf") && strcasecmp(dot, ".png")))
    cli_usage(command, "unknown picture format '%s', expected FILE.svg, FILE.pdf or FILE.png",
              path);
}

/* ---- A star as SimGrid's files: a platform, its deployment and the files of its profiles. */

/* STEM without its folder, since names are relative to the platform. */
static void name_profile(const void *stem, enum sp_changing kind, int i, char name[SP_PROFILE_NAME])
{
  const char *path = stem, *slash = strrchr(path, '/');
  snprintf(name, SP_PROFILE_NAME, "%.250s_%s%d.profile", slash ? slash + 1 : path,
           profile_target[kind], i);
}

/* Files under temporary names, of which each gets its own once all are written. */
struct batch {
  int n, cap;
  struct sp_file **file;
};

/* The stream of one more file, whose path it frees; NULL with *error. */
static FILE *begin(struct batch *batch, char *path, struct sp_error *error)
{
  struct sp_file *file = sp_create_file(path, error);
  free(path);
  if (!file)
    return NULL;
  sp_grow(batch->file, batch->n, batch->cap);
  batch->file[batch->n++] = file;
  return file->stream;
}

static int finish(const struct batch *batch, struct sp_error *error)
{
  return sp_finish_file(batch->file[batch->n - 1], error);
}

static int write_star_profile(struct batch *batch, const char *stem, const struct sp_instance *in,
                              enum sp_changing kind, int i, struct sp_error *error)
{
  char *path = sp_format("%s_%s%d.profile", stem, profile_target[kind], i);
  FILE *f = begin(batch, path, error);
  if (!f)
    return SP_BAD_INPUT;
  sp_write_profile(f, in, kind, i);
  return finish(batch, error);
}

static int write_all(struct batch *batch, const char *stem, const struct sp_instance *in,
                     const char *comment, struct sp_error *error)
{
  FILE *f = begin(batch, sp_format("%s.xml", stem), error);
  if (!f)
    return SP_BAD_INPUT;
  sp_write_platform(f, in, comment, &(struct sp_profile_names){name_profile, stem, false});
  int code = finish(batch, error);
  if (code)
    return code;
  if (!(f = begin(batch, sp_format("%s_d.xml", stem), error)))
    return SP_BAD_INPUT;
  sp_write_deployment(f, in, comment);
  code = finish(batch, error);
  for (int kind = 0; kind < SP_CHANGING; kind++)
    for (int i = 1; in->profile[kind] && i <= in->m && !code; i++)
      if (in->profile[kind][i].n > 0)
        code = write_star_profile(batch, stem, in, (enum sp_changing)kind, i, error);
  return code;
}

/* The platform gets its name last, so that it never names a file that is not there. */
int cli_write_star(const char *stem, struct sp_instance *in, const char *comment, int *profiles)
{
  struct batch batch = {0};
  struct sp_error error;
  sp_exact_units(in, NULL); /* on failure the file holds the costs that no unit makes exact */
  int code = write_all(&batch, stem, in, comment, &error);
  if (profiles)
    *profiles = batch.n - 2;
  while (batch.n > 0) {
    struct sp_file *file = batch.file[--batch.n];
    if (code)
      sp_abandon_file(file);
    else
      code = sp_commit_file(file, &error);
  }
  free(batch.file);
  return cli_failed(code, &error);
}
