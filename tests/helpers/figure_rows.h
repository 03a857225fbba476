/* Shared by the tests of figures: a folder of pictures of the tiny experiment. */
#pragma once

#include "report_rows.h"
#include <dirent.h>

#include "campaign/figure/plot.h"

static inline int enter(void **state)
{
  char name[] = "/tmp/starport-figures-XXXXXX";
  *state = strdup(mkdtemp(name));
  return *state ? 0 : -1;
}

/* Removes the files whose names end so; returns how many there were. */
static inline int remove_files(const char *directory, const char *suffix)
{
  char path[600];
  int n = 0;
  DIR *folder = opendir(directory);
  for (struct dirent *entry; (entry = readdir(folder));) {
    size_t length = strlen(entry->d_name), tail = strlen(suffix);
    if (length < tail || strcmp(entry->d_name + length - tail, suffix) != 0)
      continue;
    snprintf(path, sizeof path, "%s/%s", directory, entry->d_name);
    n += unlink(path) == 0;
  }
  closedir(folder);
  return n;
}

static inline int leave(void **state)
{
  remove_files(*state, "");
  int code = rmdir(*state);
  free(*state);
  return code;
}

static inline char *content(const char *directory, const char *name)
{
  enum { SIZE = 1 << 20 };
  char path[400], *text = calloc(1, SIZE);
  snprintf(path, sizeof path, "%s/%s", directory, name);
  FILE *file = fopen(path, "r");
  if (!file)
    fail_msg("%s is not there", path);
  assert_true(fread(text, 1, SIZE - 1, file) > 0);
  fclose(file);
  return text;
}

static inline void has(const char *directory, const char *name, const char *part)
{
  char *text = content(directory, name);
  if (!strstr(text, part))
    fail_msg("%s lacks\n%s\nit is\n%s", name, part, text);
  free(text);
}

static inline void has_not(const char *directory, const char *name, const char *part)
{
  char *text = content(directory, name);
  if (strstr(text, part))
    fail_msg("%s has\n%s", name, part);
  free(text);
}

static inline void drawn(int code, const struct sp_error *error)
{
  if (code)
    fail_msg("%s", error->text);
}

#define IN_FOLDER(f) cmocka_unit_test_setup_teardown(f, enter, leave)
