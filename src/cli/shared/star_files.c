/* Writes a star as SimGrid's files: a platform, its deployment and the files of its profiles. */
#include "base/memory.h"
#include "cli/shared/cli.h"
#include "io/star/star.h"
#include "model/star.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* STEM without its folder, since names are relative to the platform. */
static void name_profile(const void *stem, enum sp_changing kind, int i, char name[SP_PROFILE_NAME])
{
  const char *path = stem, *slash = strrchr(path, '/');
  snprintf(name, SP_PROFILE_NAME, "%.250s_%s%d.profile", slash ? slash + 1 : path,
           star_changing_name[kind], i);
}

static int write_platform(const char *stem, const struct sp_instance *in, const char *comment)
{
  struct sp_error error;
  char *path = sp_format("%s.xml", stem);
  struct sp_file *file = sp_create_file(path, &error);
  free(path);
  if (file)
    sp_write_platform(file->stream, in, comment,
                      &(struct sp_profile_names){name_profile, stem, false});
  return cli_close_file(file, SP_OK, &error);
}

static int write_deployment(const char *stem, const struct sp_instance *in, const char *comment)
{
  struct sp_error error;
  char *path = sp_format("%s_d.xml", stem);
  struct sp_file *file = sp_create_file(path, &error);
  free(path);
  if (file)
    sp_write_deployment(file->stream, in, comment);
  return cli_close_file(file, SP_OK, &error);
}

static int write_profile(const char *stem, const struct sp_instance *in, enum sp_changing kind,
                         int i)
{
  struct sp_error error;
  char *path = sp_format("%s_%s%d.profile", stem, star_changing_name[kind], i);
  struct sp_file *file = sp_create_file(path, &error);
  free(path);
  if (file)
    sp_write_profile(file->stream, in, kind, i);
  return cli_close_file(file, SP_OK, &error);
}

int cli_write_star(const char *stem, struct sp_instance *in, const char *comment)
{
  sp_exact_units(in, NULL); /* on failure the file holds the costs that no unit makes exact */
  int code = write_platform(stem, in, comment);
  if (!code)
    code = write_deployment(stem, in, comment);
  for (int kind = 0; kind < SP_CHANGING; kind++)
    for (int i = 1; in->profile[kind] && i <= in->m && !code; i++)
      if (in->profile[kind][i].n > 0)
        code = write_profile(stem, in, (enum sp_changing)kind, i);
  return code;
}
