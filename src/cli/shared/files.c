/* Writes the files of a run: Gantt chart, Paje trace, events. */
#include "cli/shared/cli.h"
#include "io/chart/gantt.h"
#include "io/trace/trace.h"
#include <stdio.h>
#include <string.h>

static void read_gantt(void *options, const char *text, const char *command)
{
  cli_check_picture(command, text);
  ((struct cli_files *)options)->gantt = text;
}

#define AT(field) offsetof(struct cli_files, field)
static const struct cli_option options[] = {
    {"gantt", CLI_READ, 0, "FILE.svg|pdf|png", "draw the trace", .group = 3, .read = read_gantt},
    {NULL, CLI_LINE, .offset = AT(provenance)},
    {"paje", CLI_TEXT, AT(paje), "FILE", "write a Paje trace", .group = 3},
    {"events", CLI_TEXT, AT(events), "FILE.csv", "write the events", .group = 3},
    {0},
};
const struct cli_command cli_files_group = {.option = options};

const char *cli_files_option(const struct cli_files *files)
{
  return files->gantt ? "--gantt" : files->paje ? "--paje" : files->events ? "--events" : NULL;
}

int cli_files_probe(const struct cli_files *files)
{
  const char *path[] = {files->gantt, files->paje, files->events};
  int code = SP_OK;
  for (int i = 0; i < 3 && !code; i++)
    if (path[i])
      code = cli_probe_output(path[i]);
  return code;
}

int cli_files_write(const struct cli_files *files, const struct sp_trace *trace,
                    const struct sp_instance *in, const char *title, double bound)
{
  struct sp_error error;
  struct sp_file *file;
  int code = SP_OK;
  if (files->gantt)
    code = cli_failed(sp_write_gantt(files->gantt, trace, in, title, bound, &error), &error);
  if (!code && files->paje) {
    if ((file = sp_create_file(files->paje, &error)))
      sp_write_paje(file->stream, trace, in, files->provenance);
    code = cli_close_file(file, SP_OK, &error);
  }
  if (!code && files->events) {
    if ((file = sp_create_file(files->events, &error)))
      sp_write_events(file->stream, trace);
    code = cli_close_file(file, SP_OK, &error);
  }
  return code;
}

void cli_files_print(const struct cli_files *files)
{
  const char *path[] = {files->gantt, files->paje, files->events};
  if (cli_files_option(files))
    putchar('\n');
  for (int i = 0; i < 3; i++)
    if (path[i])
      printf("wrote %s\n", path[i]);
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

int cli_probe_output(const char *path)
{
  struct sp_error error;
  return sp_probe_file(path, &error) ? cli_failed(SP_BAD_INPUT, &error) : SP_OK;
}

void cli_check_picture(const char *command, const char *path)
{
  const char *dot = strrchr(path, '.');
  if (!dot || (strcasecmp(dot, ".svg") && strcasecmp(dot, ".pdf") && strcasecmp(dot, ".png")))
    cli_usage(command, "unknown picture format '%s', expected FILE.svg, FILE.pdf or FILE.png",
              path);
}
