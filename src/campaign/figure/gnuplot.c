/* Runs gnuplot on a script, and fixes the date that it writes into a PDF: the same data give the
 * same bytes. */
#include "base/child.h"
#include "base/file.h"
#include "campaign/figure/plot.h"
#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NOT_FOUND = 127 };

_Noreturn static void become_gnuplot(const char *directory, const char *script)
{
  if (!chdir(directory) && !setenv("LC_ALL", "C.UTF-8", 1)) /* scripts are UTF-8 */
    execlp("gnuplot", "gnuplot", script, (char *)NULL);
  _exit(NOT_FOUND);
}

static int cannot(struct sp_error *error, const char *directory, const char *name, const char *why)
{
  return sp_failure(error, SP_CANNOT, "%s/%s.gp: %s", directory, name, why);
}

/* "/CreationDate (D:20261120193542Z)" becomes the first day of 2000. */
static void fix_date(char *text, size_t size)
{
  static const char key[] = "/CreationDate (D:", date[] = "20000101000000";
  char *found = memmem(text, size, key, sizeof key - 1);
  if (found && (size_t)(text + size - found) > sizeof key + sizeof date)
    memcpy(found + sizeof key - 1, date, sizeof date - 1);
}

/* True if the picture ends with these words, as it does unless the disk was full; a PDF gets the
 * fixed date. */
static bool finish(const char *path, const char *last, bool pdf)
{
  struct sp_error error;
  size_t size;
  char *text = sp_read_file(path, &size, &error);
  size_t tail = size < 64 ? size : 64;
  bool ok = text && memmem(text + size - tail, tail, last, strlen(last));
  FILE *file = ok && pdf ? fopen(path, "r+") : NULL;
  if (file) {
    fix_date(text, size);
    ok = fwrite(text, 1, size, file) == size;
    ok &= !fclose(file);
  }
  free(text);
  return ok && (file || !pdf);
}

/* Runs gnuplot in a child with this mask of signals; returns its status, or -1 with errno. */
static int run_gnuplot(const char *directory, const char *script, const sigset_t *mask)
{
  pid_t child = sp_fork();
  if (!child) {
    sigprocmask(SIG_SETMASK, mask, NULL);
    become_gnuplot(directory, script);
  }
  return child < 0 ? -1 : sp_wait(child);
}

int sp_gnuplot(const struct sp_album *album, const char *name, struct sp_error *error)
{
  const char *directory = album->directory, *script = sp_context_text(album->memory, "%s.gp", name);
  const char *pdf = sp_context_text(album->memory, "%s/%s.pdf", directory, name);
  const char *svg = sp_context_text(album->memory, "%s/%s.svg", directory, name);
  sigset_t mask;
  sp_block_signals(&mask); /* Ctrl-C ends gnuplot, and this process after the pictures */
  int status = run_gnuplot(directory, script, &mask), code = SP_OK;
  bool started = status >= 0 && !(WIFEXITED(status) && WEXITSTATUS(status) == NOT_FOUND);
  if (status < 0)
    code = cannot(error, directory, name, strerror(errno));
  else if (!started)
    code = cannot(error, directory, name, "written, but gnuplot is not installed");
  else if (status)
    code = cannot(error, directory, name, "gnuplot could not draw it");
  else if (!finish(svg, "</svg>", false) || !finish(pdf, "%%EOF", true))
    code = cannot(error, directory, name, "gnuplot wrote no complete SVG and PDF");
  if (code && started) {
    unlink(svg);
    unlink(pdf);
  }
  sigprocmask(SIG_SETMASK, &mask, NULL);
  return code;
}
