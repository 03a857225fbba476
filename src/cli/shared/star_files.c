/* Writes a star as SimGrid's files: a platform, its deployment and the files of its profiles. */
#include "cli/shared/star_files.h"
#include "base/file.h"
#include "base/memory.h"
#include "cli/shared/output.h"
#include "io/star/star.h"
#include "io/text/star.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* STEM without its folder, since names are relative to the platform. */
static void name_profile(const void *stem, enum sp_changing kind, int i, char name[SP_PROFILE_NAME])
{
  const char *path = stem, *slash = strrchr(path, '/');
  snprintf(name, SP_PROFILE_NAME, "%.250s_%s%d.profile", slash ? slash + 1 : path,
           profile_target[kind], i);
}

/* Files under temporary names, of which each gets its own once all are written. */
struct files {
  int n, cap;
  struct sp_file **file;
};

/* The stream of one more file, whose path it frees; NULL with *error. */
static FILE *begin(struct files *files, char *path, struct sp_error *error)
{
  struct sp_file *file = sp_create_file(path, error);
  free(path);
  if (!file)
    return NULL;
  sp_grow(files->file, files->n, files->cap);
  files->file[files->n++] = file;
  return file->stream;
}

static int finish(const struct files *files, struct sp_error *error)
{
  return sp_finish_file(files->file[files->n - 1], error);
}

static int write_profile(struct files *files, const char *stem, const struct sp_instance *in,
                         enum sp_changing kind, int i, struct sp_error *error)
{
  char *path = sp_format("%s_%s%d.profile", stem, profile_target[kind], i);
  FILE *f = begin(files, path, error);
  if (!f)
    return SP_BAD_INPUT;
  sp_write_profile(f, in, kind, i);
  return finish(files, error);
}

static int write_all(struct files *files, const char *stem, const struct sp_instance *in,
                     const char *comment, struct sp_error *error)
{
  FILE *f = begin(files, sp_format("%s.xml", stem), error);
  if (!f)
    return SP_BAD_INPUT;
  sp_write_platform(f, in, comment, &(struct sp_profile_names){name_profile, stem, false});
  int code = finish(files, error);
  if (code)
    return code;
  if (!(f = begin(files, sp_format("%s_d.xml", stem), error)))
    return SP_BAD_INPUT;
  sp_write_deployment(f, in, comment);
  code = finish(files, error);
  for (int kind = 0; kind < SP_CHANGING; kind++)
    for (int i = 1; in->profile[kind] && i <= in->m && !code; i++)
      if (in->profile[kind][i].n > 0)
        code = write_profile(files, stem, in, (enum sp_changing)kind, i, error);
  return code;
}

/* The platform gets its name last, so that it never names a file that is not there. */
int cli_write_star(const char *stem, struct sp_instance *in, const char *comment)
{
  struct files files = {0};
  struct sp_error error;
  sp_exact_units(in, NULL); /* on failure the file holds the costs that no unit makes exact */
  int code = write_all(&files, stem, in, comment, &error);
  while (files.n > 0) {
    struct sp_file *file = files.file[--files.n];
    if (code)
      sp_abandon_file(file);
    else
      code = sp_commit_file(file, &error);
  }
  free(files.file);
  return cli_failed(code, &error);
}
