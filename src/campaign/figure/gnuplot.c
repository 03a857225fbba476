/* Runs gnuplot on a script, and fixes the date that it writes into a PDF: the same data give the
 * same bytes. */
#include "base/child.h"
#include "base/memory.h"
#include "campaign/figure/plot.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
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

static int fix_pdf(const char *path)
{
  FILE *file = fopen(path, "r+");
  if (!file)
    return -1;
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  char *text = sp_xcalloc(size > 0 ? (size_t)size : 0, 1);
  rewind(file);
  bool ok = size > 0 && fread(text, 1, (size_t)size, file) == (size_t)size;
  if (ok) {
    fix_date(text, (size_t)size);
    rewind(file);
    ok = fwrite(text, 1, (size_t)size, file) == (size_t)size;
  }
  free(text);
  return fclose(file) || !ok ? -1 : 0;
}

int sp_gnuplot(const char *directory, const char *name, struct sp_error *error)
{
  char *script = sp_format("%s.gp", name), *pdf = sp_format("%s/%s.pdf", directory, name);
  int status = 0, code = SP_OK;
  pid_t child = sp_fork();
  if (!child)
    become_gnuplot(directory, script);
  if (child > 0)
    status = sp_wait(child);
  if (child < 0)
    code = cannot(error, directory, name, strerror(errno));
  else if (WIFEXITED(status) && WEXITSTATUS(status) == NOT_FOUND)
    code = cannot(error, directory, name, "written, but gnuplot is not installed");
  else if (status)
    code = cannot(error, directory, name, "gnuplot could not draw it");
  else if (fix_pdf(pdf))
    code = cannot(error, directory, name, "gnuplot wrote no PDF");
  free(pdf);
  free(script);
  return code;
}
