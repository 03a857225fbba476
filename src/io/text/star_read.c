/* What --star names: the text of star_text.c, or a CSV file.
 *
 * --star=@workers.csv: a header row with some of the keys of --star, then a row for each worker. A
 * key that has one value for all is a column with the same value in all rows, or a word of a
 * comment line:
 *     # deadline=100 tasks=inf latency=1
 *     c,w,buffer
 *     2,3,1
 *     1/2,4,inf
 * Other comments, empty lines and blanks around cells are skipped. */
#include "base/csv.h"
#include "base/memory.h"
#include "base/text.h"
#include "io/text/star.h"

static const char blanks[] = " \t\r\n";

/* What has been read of the file. */
struct table {
  struct csv csv;
  struct star star;
  int columns;                  /* 0: the header has not been read */
  enum star_key key[STAR_KEYS]; /* [0..columns-1] */
  int rows;
  long *row_line; /* [0..rows-1] line of each worker */
};

static int read_header(struct table *t, struct sp_error *error)
{
  for (int k = 0; k < t->csv.n; k++) {
    const char *name = t->csv.field[k];
    enum star_key key = star_find_key(name, strlen(name));
    if (sp_name_is("profile", name, strlen(name)))
      return sp_bad_input(error, "profile is a column, expected a comment line '# profile=..'");
    if (sp_name_is("release", name, strlen(name)))
      return sp_bad_input(error, "release is a column, expected a comment line '# release=..', or "
                                 "tasks=@FILE");
    if (key == STAR_KEYS)
      return sp_bad_input(error, "unknown column '%.40s', expected %s", name, star_known_keys);
    bool repeated = t->star.column[key].n > 0;
    for (int i = 0; i < t->columns; i++)
      repeated = repeated || t->key[i] == key;
    if (repeated)
      return sp_bad_input(error, "%s is given twice, expected it once", star_keys[key].name);
    t->key[t->columns++] = key;
  }
  return SP_OK;
}

/* A key that has one value has the same in every row. */
static int same_as_first(struct table *t, enum star_key key, const char *cell,
                         struct sp_error *error)
{
  struct star_column *column = &t->star.column[key];
  if (key < STAR_PER_WORKER || column->n < 2)
    return SP_OK;
  column->n = 1;
  if (column->value[1].v == column->value[0].v)
    return SP_OK;
  return sp_bad_input(error, "%s is '%.40s', expected the value of the rows above",
                      star_keys[key].name, cell);
}

static int read_row(struct table *t, struct sp_error *error)
{
  for (int i = 0; i < t->csv.n && i < t->columns; i++) {
    enum star_key key = t->key[i];
    const char *cell = t->csv.field[i];
    if (!*cell)
      return star_refuse_empty(key, error);
    if (star_add(&t->star, key, cell, strlen(cell), error) != SP_OK ||
        same_as_first(t, key, cell, error) != SP_OK)
      return SP_BAD_INPUT;
  }
  if (t->csv.n != t->columns)
    return sp_bad_input(error, "%s cells than columns, expected %d",
                        t->csv.n > t->columns ? "more" : "fewer", t->columns);
  t->row_line = sp_context_grow(t->star.memory, t->row_line, t->rows, sizeof *t->row_line);
  t->row_line[t->rows++] = t->csv.number;
  return SP_OK;
}

/* The keys of comments have one value, and are no columns. */
static int check_keys(const struct table *t, struct sp_error *error)
{
  int most[STAR_PER_WORKER];
  for (int key = 0; key < STAR_PER_WORKER; key++)
    most[key] = 1;
  for (int k = 0; k < t->columns; k++)
    if (t->key[k] < STAR_PER_WORKER)
      most[t->key[k]] = t->rows;
  for (int key = 0; key < STAR_PER_WORKER; key++)
    if (t->star.column[key].n > most[key])
      return sp_bad_input(error,
                          "%s in a comment, expected one value for all workers and no such column",
                          star_keys[key].name);
  return SP_OK;
}

/* A comment in which all words are key=value gives the keys that have one value. */
static int read_comment(struct table *t, const char *text, struct sp_error *error)
{
  size_t n;
  for (const char *p = text + strspn(text, blanks); *p; p += n + strspn(p + n, blanks)) {
    n = strcspn(p, blanks);
    if (!memchr(p, '=', n))
      return SP_OK;
  }
  int code = star_add_words(&t->star, text, error);
  return code == SP_OK ? check_keys(t, error) : code;
}

static int read_line(struct table *t, struct sp_error *error)
{
  const char *text = t->csv.line + strspn(t->csv.line, blanks);
  if (*text == '#')
    return read_comment(t, text + 1, error);
  if (!*text)
    return SP_OK;
  csv_cut(&t->csv, 0);
  return t->columns ? read_row(t, error) : read_header(t, error);
}

/* One amount replaces the other. */
static int replace_workload(struct star *star, const struct star_workload *w,
                            struct sp_error *error)
{
  const struct {
    const char *text;
    enum star_key key;
  } given[] = {{w->tasks, STAR_TASKS}, {w->work, STAR_WORK}, {w->deadline, STAR_DEADLINE}};
  int code = SP_OK;
  if (w->no_release && release_is_given(&star->tasks.release))
    return sp_bad_input(error, "release is given, expected none: %s", w->no_release);
  if (w->tasks || w->work)
    star->column[STAR_TASKS].n = star->column[STAR_WORK].n = 0;
  for (int k = 0; k < 3 && code == SP_OK; k++)
    if (given[k].text) {
      size_t length = strlen(given[k].text);
      star->column[given[k].key].n = 0;
      code = given[k].key == STAR_TASKS
                 ? star_add_tasks(star, given[k].text, length, error)
                 : star_add(star, given[k].key, given[k].text, length, error);
    }
  return code;
}

/* Builds the instance; a refusal of a worker names the line of its row. */
static struct sp_instance *build(struct table *t, const struct star_workload *workload,
                                 struct sp_error *error)
{
  if (replace_workload(&t->star, workload, error) != SP_OK)
    return NULL;
  struct sp_instance *in = star_build(&t->star, error);
  int worker;
  if (!in && sscanf(error->text, "worker %d:", &worker) == 1 && worker <= t->rows)
    t->csv.number = t->row_line[worker - 1];
  return in;
}

static struct sp_instance *read_csv(const char *path, const struct star_workload *workload,
                                    struct sp_error *error)
{
  struct table t = {.star = {.memory = sp_context_plain()}};
  struct sp_error why = {""};
  struct sp_instance *in = NULL;
  int code;
  if (csv_open(&t.csv, path, error) != SP_OK) {
    star_clear(&t.star);
    return NULL;
  }
  t.csv.trimmed = true;
  while (csv_next(&t.csv, &code) && (code = read_line(&t, &why)) == SP_OK)
    ;
  if (code == SP_OK && !t.rows)
    sp_bad_input(&why, "%s, expected a header and a row for each worker",
                 t.columns ? "a header alone" : "no header");
  else if (code == SP_OK)
    in = build(&t, workload, &why);
  if (!in && why.text[0])
    csv_refuse(&t.csv, "%s", why.text);
  star_clear(&t.star);
  csv_close(&t.csv);
  return in;
}

struct sp_instance *star_parse(const char *text, const struct star_workload *workload,
                               struct sp_error *error)
{
  if (text[0] == '@')
    return read_csv(text + 1, workload, error);
  struct star star = {.memory = sp_context_plain()};
  struct sp_error why;
  struct sp_instance *in = NULL;
  if (star_add_words(&star, text, &why) == SP_OK &&
      replace_workload(&star, workload, &why) == SP_OK)
    in = star_build(&star, &why);
  star_clear(&star);
  if (!in)
    sp_bad_input(error, "--star: %.500s", why.text);
  return in;
}

struct sp_instance *sp_star_parse(const char *text, struct sp_error *error)
{
  return star_parse(text, &(const struct star_workload){.tasks = NULL}, error);
}

/* Lends the column to the star. */
static int lend(struct star *star, const struct sp_star_column *column, struct sp_error *error)
{
  enum star_key key = star_find_key(column->key, strlen(column->key));
  if (key == STAR_KEYS)
    return sp_bad_input(error, "unknown key '%.40s', expected %s", column->key, star_known_keys);
  if (star->column[key].n)
    return sp_bad_input(error, "%s is given twice, expected it once", column->key);
  if (column->n > STAR_MOST_WORKERS)
    return sp_bad_input(error, "more than %d values of %s, expected at most as many workers",
                        STAR_MOST_WORKERS, column->key);
  star->column[key] = (struct star_column){.n = column->n, .value = (struct sp_num *)column->value};
  return SP_OK;
}

struct sp_instance *sp_star_with(const char *text, const struct sp_star_column *column, int columns,
                                 struct sp_error *error)
{
  struct star star = {.memory = sp_context_plain()};
  struct sp_error why;
  int code = star_add_words(&star, text, &why);
  for (int k = 0; k < columns && code == SP_OK; k++)
    code = lend(&star, &column[k], &why);
  struct sp_instance *in = code == SP_OK ? star_build(&star, &why) : NULL;
  star_clear(&star);
  if (!in)
    sp_bad_input(error, "--star: %.500s", why.text);
  return in;
}
