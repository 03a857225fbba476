/* Writes the files of a run: Gantt chart, Paje trace, events. */
#include "cli/shared/files.h"
#include "base/file.h"
#include "cli/shared/messages.h"
#include "io/chart/gantt.h"
#include "io/trace/trace.h"
#include <stdio.h>
#include <string.h>

static void read_gantt(void *options, const char *text, const char *command)
{
  cli_check_picture(command, text);
  ((struct cli_files *)options)->gantt = text;
}

static const struct cli_option options[] = {
    {"gantt", CLI_READ, 0, "FILE.svg|pdf|png", "draw the trace", .group = 3, .read = read_gantt},
    {"paje", CLI_TEXT, offsetof(struct cli_files, paje), "FILE", "write a Paje trace", .group = 3},
    {"events", CLI_TEXT, offsetof(struct cli_files, events), "FILE.csv", "write the events",
     .group = 3},
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

static int write_gantt(const char *path, const struct cli_shown *shown)
{
  struct sp_error error;
  int code = sp_write_gantt(path, shown->trace, shown->title, shown->bound, &error);
  return code ? cli_complain(code, "%s", error.text) : SP_OK;
}

static int write_text(const char *path, bool paje, const struct cli_shown *shown)
{
  struct sp_error error;
  struct sp_file *file = sp_create_file(path, &error);
  if (!file)
    return cli_complain(SP_BAD_INPUT, "%s", error.text);
  if (paje)
    sp_write_paje(file->stream, shown->trace, shown->in, shown->provenance);
  else
    sp_write_events(file->stream, shown->trace);
  int code = sp_commit_file(file, &error);
  return code ? cli_complain(code, "%s", error.text) : SP_OK;
}

int cli_files_write(const struct cli_files *files, const struct cli_shown *shown)
{
  int code = files->gantt ? write_gantt(files->gantt, shown) : SP_OK;
  if (!code && files->paje)
    code = write_text(files->paje, true, shown);
  if (!code && files->events)
    code = write_text(files->events, false, shown);
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

int cli_probe_output(const char *path)
{
  struct sp_error error;
  struct sp_file *file = sp_create_file(path, &error);
  if (!file)
    return cli_complain(SP_BAD_INPUT, "%s", error.text);
  sp_abandon_file(file);
  return SP_OK;
}

void cli_check_picture(const char *command, const char *path)
{
  const char *dot = strrchr(path, '.');
  if (!dot || (strcasecmp(dot, ".svg") && strcasecmp(dot, ".pdf") && strcasecmp(dot, ".png")))
    cli_usage(command, "unknown picture format '%s', expected FILE.svg, FILE.pdf or FILE.png",
              path);
}
