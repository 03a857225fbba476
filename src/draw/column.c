/* Reads columns, see column.h. Lines that begin with '#' and empty ones are skipped. */
#include "draw/column.h"
#include "base/csv.h"
#include "base/memory.h"

#include <gsl/gsl_sort.h>

static const double greatest = 4294967296.0;

struct sp_csv_columns *sp_csv_columns_alloc(void)
{
  return sp_xcalloc(1, sizeof(struct sp_csv_columns));
}

static void free_column(struct sp_csv_column *v)
{
  free(v->path);
  free(v->name);
  free(v->value);
  free(v);
}

void sp_csv_columns_free(struct sp_csv_columns *all)
{
  if (!all)
    return;
  for (int i = 0; i < all->n; i++)
    free_column(all->item[i]);
  free(all->item);
  free(all);
}

/* The number of the column; -1 with the fault. */
static int find_column(struct sp_csv_columns *all, struct csv *file, const char *name)
{
  int code = SP_OK, k = 0;
  if (!csv_next_row(file, &code)) {
    if (!code)
      snprintf(all->fault, sizeof all->fault,
               "a first line with the names of the columns in %.200s", file->path);
    return -1;
  }
  while (k < file->n && strcmp(file->field[k], name))
    k++;
  if (k < file->n)
    return k;
  snprintf(all->fault, sizeof all->fault,
           "a column '%.64s' in line %ld of %.200s, which begins with %.64s", name, file->number,
           file->path, file->n ? file->field[0] : "");
  return -1;
}

static bool read_value(struct sp_csv_columns *all, const struct csv *file, int column,
                       double *value)
{
  struct sp_num x;
  const char *text = column < file->n ? file->field[column] : "";
  if (!sp_num_parse(text, &x) && x.v >= 0 && x.v <= greatest) {
    *value = x.v;
    return true;
  }
  snprintf(all->fault, sizeof all->fault,
           "a number from 0 to 2^32 in line %ld of %.200s, which has '%.40s'", file->number,
           file->path, text);
  return false;
}

/* Reads the values of the open file; false with the fault, or with the file's error. */
static bool read_values(struct sp_csv_columns *all, struct csv *file, struct sp_csv_column *v)
{
  int code = SP_OK, column = find_column(all, file, v->name);
  long cap = 0;
  if (column < 0)
    return false;
  while (csv_next_row(file, &code)) {
    sp_grow(v->value, v->n, cap);
    if (!read_value(all, file, column, &v->value[v->n]))
      return false;
    v->n++;
  }
  if (!code && !v->n)
    snprintf(all->fault, sizeof all->fault, "lines with values in %.200s, which has only its first",
             file->path);
  return !code && v->n;
}

const struct sp_csv_column *sp_csv_column_read(struct sp_csv_columns *all, const char *path,
                                               const char *name)
{
  struct sp_error error = {""};
  struct csv file;
  for (int i = 0; i < all->n; i++)
    if (!strcmp(all->item[i]->path, path) && !strcmp(all->item[i]->name, name))
      return all->item[i];
  struct sp_csv_column *v = sp_xcalloc(1, sizeof *v);
  *v = (struct sp_csv_column){.path = sp_xstrdup(path), .name = sp_xstrdup(name)};
  *all->fault = '\0';
  bool good = csv_open(&file, path, &error) == SP_OK;
  file.trimmed = true;
  good = good && read_values(all, &file, v);
  csv_close(&file);
  if (!good) {
    if (!*all->fault)
      snprintf(all->fault, sizeof all->fault, "a file that can be read: %.300s", error.text);
    free_column(v);
    return NULL;
  }
  gsl_sort(v->value, 1, (size_t)v->n);
  sp_grow(all->item, all->n, all->cap);
  return all->item[all->n++] = v;
}
