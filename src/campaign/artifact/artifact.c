/* The artifact's folder. What goes into it is read from an EXTRACT of the database, which holds
 * this experiment alone: so its dump, and the checksum, are those of a campaign that somebody else
 * runs into an empty database. The small tier's checksum comes from a smaller extract. */
#include "base/memory.h"
#include "campaign/artifact/parts.h"
#include "campaign/report/report.h"
#include "campaign/store/provenance.h"

#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <starport/api.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int cannot(struct sp_error *error, const char *path)
{
  return sp_failure(error, SP_CANNOT, "%s: cannot write: %s", path, strerror(errno));
}

static char *path_in(const char *folder, const char *name)
{
  char *path = NULL;
  if (asprintf(&path, "%s/%s", folder, name) < 0)
    abort();
  return path;
}

/* ---- Files. */

FILE *artifact_open(struct artifact *a, const char *name, struct sp_error *error)
{
  char *path = path_in(a->folder, name);
  for (char *p = path + strlen(a->folder) + 1; (p = strchr(p, '/')); *p++ = '/') {
    *p = '\0';
    mkdir(path, 0777); /* if it fails, so does fopen */
  }
  FILE *f = a->n < ARTIFACT_FILES ? fopen(path, "wx") : NULL;
  if (f)
    a->name[a->n++] = sp_xstrdup(name);
  else
    cannot(error, path);
  free(path);
  return f;
}

int artifact_close(struct artifact *a, FILE *f, struct sp_error *error)
{
  bool failed = fflush(f) || ferror(f);
  failed |= fclose(f) != 0;
  return failed ? cannot(error, a->name[a->n - 1]) : SP_OK;
}

/* Copies a file; *there, if not NULL, tells whether there is one (else it must be there). */
static int copy_file(struct artifact *a, const char *from, const char *name, bool *there,
                     struct sp_error *error)
{
  char block[1 << 14];
  FILE *in = fopen(from, "rb");
  if (there)
    *there = in != NULL;
  if (!in && there)
    return SP_OK;
  if (!in)
    return sp_bad_input(error, "%s: cannot read: %s", from, strerror(errno));
  FILE *out = artifact_open(a, name, error);
  for (size_t n; out && (n = fread(block, 1, sizeof block, in)) > 0;)
    fwrite(block, 1, n, out);
  fclose(in);
  return out ? artifact_close(a, out, error) : SP_CANNOT;
}

static int copy_data(struct artifact *a, const char *name, bool *there, struct sp_error *error)
{
  char *path = path_in(a->order->data ? a->order->data : "", name);
  int code = a->order->data ? copy_file(a, path, name, there, error) : SP_OK;
  free(path);
  return code;
}

static int write_experiment(struct artifact *a, struct sp_error *error)
{
  FILE *f = artifact_open(a, "experiment.ini", error);
  if (!f)
    return SP_CANNOT;
  fputs(a->order->experiment->text, f);
  return artifact_close(a, f, error);
}

static int write_dump(struct artifact *a, struct sp_store *extract, struct sp_error *error)
{
  FILE *f = artifact_open(a, "dump.txt", error);
  if (!f)
    return SP_CANNOT;
  int code = sp_store_dump(extract, f, error);
  int closed = artifact_close(a, f, code ? NULL : error); /* the first error counts */
  return code ? code : closed;
}

static int put_platform(void *f, const struct sp_platform_row *row)
{
  char hex[65];
  fprintf(f, "%s,%ld,%s\n", row->axes, row->index, sp_key_text(&row->instance, hex));
  return 0;
}

static int write_platforms(struct artifact *a, struct sp_store *extract, struct sp_error *error)
{
  const struct sp_experiment *e = a->order->experiment;
  FILE *f = artifact_open(a, "platforms.csv", error);
  if (!f)
    return SP_CANNOT;
  fprintf(f,
          "# Seed %llu; every draw follows from (seed, parameter, index, worker, draw).\n"
          "# A platform: starport generate --from='experiment.ini:AXES:INDEX' -o DIR\n"
          "axes,index,instance\n",
          (unsigned long long)e->seed);
  int code = sp_store_platforms(extract, e->id, put_platform, f, error);
  int closed = artifact_close(a, f, error);
  return code ? code : closed;
}

/* Notes the first method that no built-in heuristic has. */
struct versions {
  struct artifact *a;
  FILE *f;
};
static int put_source(void *data, const struct sp_source_row *row)
{
  struct versions *v = data;
  struct sp_method method;
  struct sp_error ignored;
  char hex[65];
  fprintf(v->f, "%s\tversion %d\tsource %s\t%s: %s\t%ld runs\n", row->method, row->version,
          sp_key_text(&row->source, hex), row->engine, row->model, row->runs);
  if (!sp_method_parse(v->a->order->registry, row->method, &method, &ignored))
    sp_method_clear(&method);
  else if (!v->a->foreign)
    v->a->foreign = sp_xstrdup(row->method);
  return 0;
}

static int write_versions(struct artifact *a, struct sp_store *extract, struct sp_error *error)
{
  struct versions v = {a, artifact_open(a, "versions.txt", error)};
  if (!v.f)
    return SP_CANNOT;
  fprintf(v.f,
          "starport " STARPORT_VERSION "\n"
          "Methods, with the version and the SHA-256 of their heuristic's source, the engine with "
          "its version\nand what it pins, and the number of runs:\n");
  int code = sp_store_sources(extract, put_source, &v, error);
  int closed = artifact_close(a, v.f, error);
  return code ? code : closed;
}

static int put_attempts(void *f, const struct sp_attempts_row *row)
{
  fprintf(f, "%s\t%s\t%s to %s\t%ld attempts\t%.3f s\tat most %ld KiB\n", row->host, row->build,
          row->first, row->last, row->attempts, row->seconds, row->max_rss_kb);
  return 0;
}

static int write_attempts(struct artifact *a, struct sp_store *extract, struct sp_error *error)
{
  FILE *f = artifact_open(a, "attempts.txt", error);
  if (!f)
    return SP_CANNOT;
  fprintf(f,
          "What is not reproducible. Seconds of one processor, of each run its last attempt:\n"
          "small tier: %.3f s\nfull tier: %.3f s\n"
          "Hosts and builds, with dates, attempts, seconds and memory:\n",
          a->small.seconds, a->full.seconds);
  int code = sp_store_attempts(extract, put_attempts, f, error);
  int closed = artifact_close(a, f, error);
  return code ? code : closed;
}

static int write_reports(struct artifact *a, struct sp_store *extract, struct sp_error *error)
{
  static const struct {
    const char *name;
    enum sp_format format;
  } reports[] = {{"report.txt", SP_TEXT_FORMAT},
                 {"report.csv", SP_CSV_FORMAT},
                 {"report.tex", SP_LATEX_FORMAT}};
  int code = SP_OK;
  for (int i = 0; i < 3 && !code; i++) {
    FILE *f = artifact_open(a, reports[i].name, error);
    if (!f)
      return SP_CANNOT;
    code = sp_report(a->order->experiment, extract, reports[i].format, f, NULL, error);
    int closed = artifact_close(a, f, code ? NULL : error);
    code = code ? code : closed;
  }
  return code;
}

/* ---- The folder. */

static int write_copies(struct artifact *a, struct sp_error *error)
{
  const struct sp_artifact *o = a->order;
  int code = SP_OK;
  if (o->print_name)
    code = copy_file(a, o->experiment->compare, o->print_name, NULL, error);
  if (!code)
    code = copy_data(a, "CITATION.cff", &a->has_citation, error);
  return code ? code : copy_data(a, "LICENSE", &a->has_license, error);
}

static int write_files(struct artifact *a, struct sp_store *extract, struct sp_error *error)
{
  static int (*const writers[])(struct artifact *, struct sp_store *, struct sp_error *) = {
      write_dump, write_platforms, write_versions, write_attempts, write_reports};
  int code = write_experiment(a, error);
  for (size_t i = 0; i < sizeof writers / sizeof *writers && !code; i++)
    code = writers[i](a, extract, error);
  if (!code)
    code = write_copies(a, error);
  if (!code)
    code = artifact_readme(a, error);
  return code ? code : artifact_sums(a, error);
}

static int fill(struct artifact *a, struct sp_error *error)
{
  const struct sp_experiment *e = a->order->experiment;
  struct sp_store *small = NULL, *full = NULL;
  int code = artifact_extract(a, "small", artifact_small_count(e), &a->small, &small, error);
  artifact_release(a, "small", small);
  if (!code)
    code = artifact_extract(a, "full", e->count, &a->full, &full, error);
  if (!code)
    code = write_files(a, full, error);
  artifact_release(a, "full", full);
  return code;
}

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *where)
{
  (void)status, (void)type, (void)where;
  return remove(path);
}

/* A new folder beside the directory, with the permissions that mkdir would have given it; NULL with
 * *error. */
static char *make_sibling(const char *directory, struct sp_error *error)
{
  char *folder = NULL;
  mode_t mask = umask(0);
  umask(mask);
  if (asprintf(&folder, "%s.XXXXXX", directory) < 0)
    abort();
  if (mkdtemp(folder) && chmod(folder, 0777 & ~mask) == 0)
    return folder;
  cannot(error, directory);
  free(folder);
  return NULL;
}

static bool is_taken(int number)
{
  return number == ENOTEMPTY || number == EEXIST || number == ENOTDIR;
}

/* Is the name free: nothing there, or an empty folder? */
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
  return sp_bad_input(error, "%s: is there already, expected a new or empty folder", directory);
}

int sp_artifact_write(const struct sp_artifact *order, struct sp_artifact_tally *tally,
                      struct sp_error *error)
{
  struct artifact a = {.order = order};
  char *directory = sp_xstrdup(order->directory);
  for (size_t n = strlen(directory); n > 1 && directory[n - 1] == '/'; n--)
    directory[n - 1] = '\0';
  int code = check_free(directory, error);
  if (!code && !(a.folder = make_sibling(directory, error)))
    code = SP_CANNOT;
  if (!code)
    code = fill(&a, error);
  if (!code && rename(a.folder, directory) != 0)
    code = is_taken(errno) ? check_free(directory, error) : cannot(error, directory);
  if (code && a.folder)
    nftw(a.folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
  *tally = (struct sp_artifact_tally){.wanted = a.full.wanted, .missing = a.full.missing};
  memcpy(tally->checksum, a.full.checksum, sizeof tally->checksum);
  for (int i = 0; i < a.n; i++)
    free(a.name[i]);
  free(a.foreign);
  free(a.folder);
  free(directory);
  return code;
}
