/* The files of an experiment. Those of `instances = FILES`: platform k is in the k-th file, in the
 * order of the names' bytes; FILE_d.xml beside a SimGrid platform FILE.xml is its deployment. Those
 * with columns that settings draw from. The experiment's text gets sections [files] and [data] with
 * the digest of each, so that an experiment of a database means the same files, unchanged. */
#include "base/file.h"
#include "base/text.h"
#include "campaign/experiment/reading.h"

#include <glob.h>
#include <unistd.h>

enum { MOST_FILES = 100000 };

/* The deployment beside a SimGrid platform; NULL: there is none. */
static const char *deployment_of(const struct sp_experiment *e, const char *platform)
{
  if (!sp_has_suffix(platform, ".xml"))
    return NULL;
  const char *path =
      sp_experiment_text(e, "%.*s_d.xml", (int)(strlen(platform) - strlen(".xml")), platform);
  return access(path, F_OK) ? NULL : path;
}

/* Adds a file with its digest. A deployment belongs to the file before it. */
static int add_file(const struct reading *r, long line, const char *path,
                    const struct sp_key *digest)
{
  struct sp_experiment *e = r->e;
  struct sp_platform_file *last = e->n_files ? &e->platform[e->n_files - 1] : NULL;
  if (last && sp_has_suffix(path, "_d.xml")) {
    last->deployment = sp_experiment_copy(e, path);
    last->digest[1] = *digest;
    return SP_OK;
  }
  if (e->n_files == MOST_FILES)
    return experiment_refuse_at(r, line, "more than %d files, expected fewer", MOST_FILES);
  e->platform = sp_experiment_grow(e, e->platform, e->n_files, sizeof *e->platform);
  e->platform[e->n_files++] =
      (struct sp_platform_file){.path = sp_experiment_copy(e, path), .digest = {*digest, {{0}}}};
  return SP_OK;
}

/* Reads the digest of a line "SHA-256 = FILE". */
static int read_digest(const struct reading *r, const char *digest, const char *path,
                       struct sp_key *key)
{
  if (strspn(digest, "0123456789abcdef") != 64 || digest[64] || !*path)
    return experiment_refuse(r, "'%.80s = %.100s', expected SHA-256 = FILE", digest, path);
  for (int i = 0; i < 32; i++)
    sscanf(digest + 2 * i, "%2hhx", &key->byte[i]);
  return SP_OK;
}

int experiment_file_line(const struct reading *r, const char *digest, const char *path)
{
  struct sp_key key;
  int code = read_digest(r, digest, path, &key);
  return code ? code : add_file(r, r->line, path, &key);
}

/* ---- Files with columns. */

int experiment_data_line(const struct reading *r, const char *digest, const char *path)
{
  struct sp_key key;
  struct sp_error why;
  int code = read_digest(r, digest, path, &key);
  if (!code && experiment_check_digest(path, &key, &why))
    code = experiment_refuse(r, "%s", why.text);
  if (!code)
    experiment_add_text(r, &r->e->data, sp_experiment_copy(r->e, path));
  return code;
}

static bool is_listed(const struct sp_experiment *e, const char *path)
{
  for (int i = 0; i < e->data.n; i++)
    if (!strcmp(e->data.text[i], path))
      return true;
  return false;
}

int experiment_list_data(const struct reading *r)
{
  struct sp_experiment *e = r->e;
  struct sp_error why;
  struct sp_key key;
  char hex[65];
  for (int i = 0; i < e->columns->n; i++) {
    const char *path = e->columns->item[i]->path;
    if (is_listed(e, path))
      continue;
    if (sp_key_of_file(path, &key, &why))
      return experiment_refuse_at(r, 1, "%s", why.text);
    experiment_add_text(r, &e->data, sp_experiment_copy(e, path));
    char *text = sp_format("%s[data]\n%s = %s\n", e->text, sp_key_text(&key, hex), path);
    free(e->text);
    e->text = text;
  }
  return SP_OK;
}

/* ---- Files with platforms. */

/* The paths that the pattern matches; a folder stands for the platforms in it. */
static void match(const struct sp_experiment *e, const char *pattern, glob_t *found)
{
  static const char *const of_stars[] = {"xml", "csv", "json", NULL};
  static const char *const of_graphs[] = {"xml", "txt", NULL};
  const char *const *suffix = e->problem == SP_STEADY ? of_graphs : of_stars;
  size_t first = found->gl_pathc;
  glob(pattern, GLOB_MARK | GLOB_APPEND, NULL, found);
  for (size_t i = first, end = found->gl_pathc; i < end; i++)
    for (int k = 0; suffix[k] && sp_has_suffix(found->gl_pathv[i], "/"); k++)
      glob(sp_experiment_text(e, "%s*.%s", found->gl_pathv[i], suffix[k]), GLOB_MARK | GLOB_APPEND,
           NULL, found);
}

/* Can the section [files] name it? */
static bool is_plain(const struct sp_experiment *e, const char *path)
{
  char *copy = sp_experiment_copy(e, path);
  sp_make_plain(copy);
  return !strcmp(experiment_trim(copy), path) && !strchr(path, ';');
}

/* Lists a matched file and its deployment with their digests. */
static int list_file(const struct reading *r, const char *path, FILE *out)
{
  struct sp_error why;
  struct sp_key digest;
  char hex[65];
  const char *file[] = {path, deployment_of(r->e, path)};
  int code = SP_OK;
  if (!is_plain(r->e, path))
    code = experiment_refuse_at(r, r->e->instances.line,
                                "'%.200s', expected a file name without ';' and control characters",
                                path);
  for (int k = 0; k < 2 && file[k] && !code; k++) {
    code = sp_key_of_file(file[k], &digest, &why)
               ? experiment_refuse_at(r, r->e->instances.line, "%s", why.text)
               : add_file(r, r->e->instances.line, file[k], &digest);
    fprintf(out, "%s = %s\n", sp_key_text(&digest, hex), file[k]);
  }
  return code;
}

static int compare_paths(const void *a, const void *b)
{
  return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Lists the matched files in order, each once, without folders and deployments. */
static int list_files(const struct reading *r, const glob_t *found, FILE *out)
{
  int code = SP_OK;
  const char *last = "";
  qsort(found->gl_pathv, found->gl_pathc, sizeof *found->gl_pathv, compare_paths);
  for (size_t i = 0; i < found->gl_pathc && !code; i++) {
    const char *path = found->gl_pathv[i];
    if (strcmp(path, last) && !sp_has_suffix(path, "/") && !sp_has_suffix(path, "_d.xml"))
      code = list_file(r, path, out);
    last = path;
  }
  return code;
}

/* Finds the files of all patterns, and appends the section [files] to the text. */
static int find_files(const struct reading *r)
{
  struct sp_experiment *e = r->e;
  glob_t found = {0};
  char *text;
  int code = SP_OK;
  FILE *out = sp_open_string(&text);
  fprintf(out, "%s[files]\n", e->text);
  for (int i = 0; i < e->instances.n && !code; i++) {
    size_t before = found.gl_pathc;
    match(e, e->instances.text[i], &found);
    if (found.gl_pathc == before)
      code =
          experiment_refuse_at(r, e->instances.line,
                               "instances: '%.200s' matches nothing, expected files or a folder, "
                               "from the current directory",
                               e->instances.text[i]);
  }
  if (!code)
    code = list_files(r, &found, out);
  if (!code && !e->n_files)
    code = experiment_refuse_at(r, e->instances.line, "instances: no platform in '%.200s'",
                                e->instances.text[0]);
  globfree(&found);
  fclose(out);
  free(e->text);
  e->text = text;
  return code;
}

int experiment_find_files(const struct reading *r)
{
  struct sp_experiment *e = r->e;
  if (!e->instances.n)
    return e->n_files
               ? experiment_refuse_at(r, r->opened[PART_FILES],
                                      "[files], expected it with instances = FILES in the head")
               : SP_OK;
  if (e->problem == SP_NETWORK)
    return experiment_refuse_at(r, e->instances.line,
                                "instances, expected another problem than network");
  int code = e->n_files ? SP_OK : find_files(r);
  if (!code && e->count > e->n_files)
    code = experiment_refuse_at(r, e->instances.line,
                                "count = %ld, expected at most %d: the number of files", e->count,
                                e->n_files);
  if (!e->count)
    e->count = e->n_files;
  return code;
}
