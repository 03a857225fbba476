/* Files of tasks; see tasks.h. */
#include "io/text/tasks.h"

int tasks_read(struct release *release, struct sizes *sizes, const char *path,
               struct sp_error *error)
{
  struct release dates = {.every = 0};
  struct sizes other = {.law = NULL};
  const struct numbers_column column[] = {release_column(&dates), sizes_column(&other)};
  int code = numbers_read(column, 2, path, error);
  if (code == SP_OK && dates.date.n > 0 && release_is_given(release))
    code = sp_bad_input(error, "tasks is a file and release is given, expected one of the two");
  if (code == SP_OK && other.size.n > 0 && sizes_are_given(sizes))
    code = sp_bad_input(error, "tasks is a file with sizes and sizes is given, expected one of the "
                               "two");
  if (code == SP_OK && dates.date.n > 0)
    release->date = dates.date;
  else
    release_clear(&dates);
  if (code == SP_OK && other.size.n > 0)
    sizes->size = other.size;
  else
    sizes_clear(&other);
  return code;
}
