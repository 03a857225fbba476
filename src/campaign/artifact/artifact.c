/* Writes the folder of an artifact. Its files are read from an EXTRACT of the database, which holds
 * this experiment only. So the dump and the checksum equal those of the same campaign with an empty
 * database. The checksum of the small tier comes from a smaller extract. */
#include "base/file.h"
#include "campaign/artifact/parts.h"

#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <sys/stat.h>
#include <unistd.h>

static int cannot(struct sp_error *error, const char *path)
{
  return sp_failure(error, SP_CANNOT, "%s: cannot write: %s", path, strerror(errno));
}

/* ---- Files. */

/* A function that writes a file: SP_OK or a failure with *error. */
typedef int writer(struct artifact *, FILE *, struct sp_error *);

/* Opens a new file of the artifact, making the folders of its path; NULL with *error. */
static FILE *open_new(struct artifact *a, const char *name, struct sp_error *error)
{
  const struct sp_experiment *e = a->order->experiment;
  char *path = sp_experiment_text(e, "%s/%s", a->folder, name);
  for (char *p = path + strlen(a->folder) + 1; (p = strchr(p, '/')); *p++ = '/') {
    *p = '\0';
    mkdir(path, 0777); /* if it fails, so does fopen */
  }
  FILE *f = fopen(path, "wx");
  if (f) {
    a->name = sp_experiment_grow(e, a->name, a->n, sizeof *a->name);
    a->name[a->n++] = sp_experiment_copy(e, name);
  } else
    cannot(error, path);
  return f;
}

static int write_file(struct artifact *a, const char *name, writer *put, struct sp_error *error)
{
  FILE *f = open_new(a, name, error);
  if (!f)
    return SP_CANNOT;
  int code = put(a, f, error);
  bool whole = !fflush(f) && !ferror(f);
  whole &= !fclose(f);
  return code || whole ? code : cannot(error, name);
}

static int put_copy(struct artifact *a, FILE *f, struct sp_error *error)
{
  size_t size;
  char *text = sp_read_file(a->copied, &size, error);
  if (text)
    fwrite(text, 1, size, f);
  free(text);
  return text ? SP_OK : SP_BAD_INPUT;
}

static int copy_file(struct artifact *a, const char *from, const char *name, struct sp_error *error)
{
  a->copied = from;
  return write_file(a, name, put_copy, error);
}

/* Copies a file of the data directory, if it has it. */
static int copy_data(struct artifact *a, const char *name, bool *has, struct sp_error *error)
{
  if (!a->order->data)
    return SP_OK;
  const char *path = sp_experiment_text(a->order->experiment, "%s/%s", a->order->data, name);
  *has = access(path, R_OK) == 0;
  return *has ? copy_file(a, path, name, error) : SP_OK;
}

static int put_experiment(struct artifact *a, FILE *f, struct sp_error *error)
{
  (void)error;
  fputs(a->order->experiment->text, f);
  return SP_OK;
}

static int put_dump(struct artifact *a, FILE *f, struct sp_error *error)
{
  return sp_store_dump(a->extract, f, error);
}

static int put_platforms(struct artifact *a, FILE *f, struct sp_error *error)
{
  const struct sp_experiment *e = a->order->experiment;
  if (e->n_files)
    fputs("# The index is the number of the file, from 0, in [files] of experiment.ini.\n", f);
  fprintf(f,
          "# Seed %llu; every draw follows from (seed, parameter, index, worker, draw).\n"
          "# A platform: starport generate --from='experiment.ini:AXES:INDEX' -o DIR\n"
          "axes,index,instance\n",
          (unsigned long long)e->seed);
  return sp_store_put_platforms(a->extract, e->id, f, error);
}

static int put_versions(struct artifact *a, FILE *f, struct sp_error *error)
{
  fprintf(f,
          "starport " STARPORT_VERSION "\n"
          "Methods, with the version and the SHA-256 of their heuristic's source, the engine with "
          "its version\nand what it pins, and the number of runs:\n");
  return sp_store_put_sources(a->extract, f, error);
}

static int put_attempts(struct artifact *a, FILE *f, struct sp_error *error)
{
  fprintf(f,
          "What is not reproducible. Seconds of one processor, of each run its last attempt:\n"
          "small tier: %.3f s\nfull tier: %.3f s\n"
          "Hosts and builds, with dates, attempts, seconds and memory:\n",
          a->small.seconds, a->full.seconds);
  return sp_store_put_attempts(a->extract, f, error);
}

static int put_report(struct artifact *a, FILE *f, struct sp_error *error)
{
  return sp_report(a->order->experiment, a->extract, a->format, f, NULL, error);
}

static int compare_names(const void *a, const void *b)
{
  return strcmp(*(char *const *)a, *(char *const *)b);
}

/* SHA256SUMS over all files before it, sorted by name, as sha256sum of coreutils writes it. */
static int put_sums(struct artifact *a, FILE *f, struct sp_error *error)
{
  int n = a->n - 1, code = SP_OK;
  qsort(a->name, (size_t)n, sizeof *a->name, compare_names);
  for (int i = 0; i < n && !code; i++) {
    struct sp_key digest;
    char hex[65];
    const char *path = sp_experiment_text(a->order->experiment, "%s/%s", a->folder, a->name[i]);
    code = sp_key_of_file(path, &digest, error) ? SP_CANNOT : SP_OK;
    if (!code)
      fprintf(f, "%s  %s\n", sp_key_text(&digest, hex), a->name[i]);
  }
  return code;
}

/* ---- The folder. */

/* Copies a file of the sections [files] and [data], which the artifact's experiment finds in the
 * same place. */
static int copy_listed(struct artifact *a, const char *what, const char *path,
                       struct sp_error *error)
{
  if (path[0] == '/' || strstr(path, ".."))
    return sp_bad_input(
        error, "%s: a %s outside of the current directory, expected a path below it", path, what);
  return copy_file(a, path, path, error);
}

static int write_copies(struct artifact *a, struct sp_error *error)
{
  const struct sp_artifact *o = a->order;
  const struct sp_experiment *e = o->experiment;
  int code = SP_OK;
  for (int k = 0; k < e->n_files && !code; k++) {
    code = copy_listed(a, "platform", e->platform[k].path, error);
    if (!code && e->platform[k].deployment)
      code = copy_listed(a, "platform", e->platform[k].deployment, error);
  }
  for (int k = 0; k < e->data.n && !code; k++)
    code = copy_listed(a, "file", e->data.text[k], error);
  for (int k = 0; k < a->n_plugins && !code; k++)
    code = copy_file(a, a->plugin[k].source, basename(a->plugin[k].source), error);
  if (code)
    return code;
  if (o->print_name)
    code = copy_file(a, o->experiment->compare, o->print_name, error);
  if (!code)
    code = copy_data(a, "CITATION.cff", &a->has_citation, error);
  return code ? code : copy_data(a, "LICENSE", &a->has_license, error);
}

static int write_files(struct artifact *a, struct sp_error *error)
{
  static const struct {
    const char *name;
    writer *put;
  } files[] = {{"experiment.ini", put_experiment},
               {"dump.txt", put_dump},
               {"platforms.csv", put_platforms},
               {"versions.txt", put_versions},
               {"attempts.txt", put_attempts}};
  static const char *const reports[] = {"report.txt", "report.csv", "report.tex"};
  int code = artifact_plugins(a, error);
  for (size_t i = 0; i < sizeof files / sizeof *files && !code; i++)
    code = write_file(a, files[i].name, files[i].put, error);
  for (a->format = SP_TEXT_FORMAT; a->format <= SP_LATEX_FORMAT && !code; a->format++)
    code = write_file(a, reports[a->format], put_report, error);
  if (!code)
    code = write_copies(a, error);
  if (!code)
    code = write_file(a, "README.md", artifact_readme, error);
  return code ? code : write_file(a, ARTIFACT_SUMS, put_sums, error);
}

static int fill(struct artifact *a, struct sp_error *error)
{
  const struct sp_experiment *e = a->order->experiment;
  int code = artifact_extract(a, "small", artifact_small_count(e), &a->small, error);
  artifact_release(a, "small");
  if (!code)
    code = artifact_extract(a, "full", e->count, &a->full, error);
  if (!code)
    code = write_files(a, error);
  artifact_release(a, "full");
  return code;
}

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *where)
{
  (void)status, (void)type, (void)where;
  return remove(path);
}

/* Makes a folder next to the directory, with the permissions of mkdir; NULL with *error. */
static char *make_sibling(const struct sp_experiment *e, const char *directory,
                          struct sp_error *error)
{
  char *folder = sp_experiment_text(e, "%s.XXXXXX", directory);
  mode_t mask = umask(0);
  umask(mask);
  if (mkdtemp(folder) && chmod(folder, 0777 & ~mask) == 0)
    return folder;
  cannot(error, directory);
  return NULL;
}

/* SP_OK if nothing has that name, or an empty folder. */
static int check_free(const char *directory, struct sp_error *error)
{
  struct dirent **entry;
  struct stat status;
  if (lstat(directory, &status) != 0)
    return SP_OK;
  int n = S_ISDIR(status.st_mode) ? scandir(directory, &entry, NULL, NULL) : -1;
  for (int i = 0; i < n; i++)
    free(entry[i]);
  if (n >= 0)
    free(entry);
  if (n == 2) /* "." and ".." */
    return SP_OK;
  return sp_bad_input(error, "%s: exists already, expected a new or empty folder", directory);
}

int sp_artifact_write(const struct sp_artifact *order, struct sp_artifact_tally *tally,
                      struct sp_error *error)
{
  struct artifact a = {.order = order};
  char *directory = sp_experiment_copy(order->experiment, order->directory);
  for (size_t n = strlen(directory); n > 1 && directory[n - 1] == '/'; n--)
    directory[n - 1] = '\0';
  int code = check_free(directory, error);
  if (!code && !(a.folder = make_sibling(order->experiment, directory, error)))
    code = SP_CANNOT;
  if (!code)
    code = fill(&a, error);
  if (!code && rename(a.folder, directory) != 0) {
    bool taken = errno == ENOTEMPTY || errno == EEXIST || errno == ENOTDIR;
    code = taken ? check_free(directory, error) : cannot(error, directory);
  }
  if (code && a.folder)
    nftw(a.folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
  *tally = (struct sp_artifact_tally){.wanted = a.full.wanted, .missing = a.full.missing};
  memcpy(tally->checksum, a.full.checksum, sizeof tally->checksum);
  return code;
}
