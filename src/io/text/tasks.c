/* Files of tasks; see tasks.h. */
#include "io/text/tasks.h"

static void move(struct numbers *to, struct numbers *from)
{
  if (from->n == 0)
    return;
  *to = *from;
  *from = (struct numbers){0};
}

int tasks_read(struct release *release, struct sizes *sizes, const char *path,
               struct sp_error *error)
{
  struct release dates = {.every = 0};
  struct sizes other = {.law = NULL};
  const struct numbers_column column[] = {release_column(&dates), sizes_column(&other),
                                          weights_column(&dates)};
  int code = numbers_read(column, 3, path, error);
  if (code == SP_OK && dates.date.n > 0 && release_is_given(release))
    code = sp_bad_input(error, "tasks is a file and release is given, expected one of the two");
  if (code == SP_OK && other.size.n > 0 && sizes_are_given(sizes))
    code = sp_bad_input(error, "tasks is a file with sizes and sizes is given, expected one of the "
                               "two");
  if (code == SP_OK && dates.weight.n > 0 && release->weight.n > 0)
    code = sp_bad_input(error, "tasks is a file with weights and weights is given, expected one of "
                               "the two");
  if (code == SP_OK) {
    move(&release->date, &dates.date);
    move(&release->weight, &dates.weight);
    move(&sizes->size, &other.size);
  }
  release_clear(&dates);
  sizes_clear(&other);
  return code;
}
