/* Stars on the command line and in CSV files.
 *
 * --star="c=2,2,2,2 w=3,3,4,4 load=8,1,1,0": words key=value[,value..]; one value serves all
 * workers. Keys c, w, latency, load, buffer, delta have a value a worker; tasks, work, deadline,
 * recv, send (messages that the master can receive, send at once) have one.
 *
 * --star=@workers.csv: a header row with some of these keys, then a row a worker. What has one
 * value stands in a column that is the same in all rows, or on a comment line of its own:
 *     # deadline=100 tasks=inf
 *     c,w,buffer
 *     2,3,1
 *     1/2,4,inf
 * Other comments, empty lines, blanks around cells, quotes around cells and a byte order mark are
 * skipped. */
#include "model/star.h"
#include "base/memory.h"
#include "io/io.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char blanks[] = " \t\r\n";
static const char known_keys[] =
    "c, w, latency, load, buffer, delta, tasks, work, deadline, recv or send";

/* Adds the values of "v1,v2,.." (`length` bytes). */
static int add_list(struct star *star, enum star_key key, const char *list, size_t length,
                    struct sp_error *error)
{
  const char *end = list + length;
  for (;; list++) {
    size_t n = strcspn(list, ",");
    if (n > (size_t)(end - list))
      n = (size_t)(end - list);
    if (!n)
      return sp_bad_input(error, "%s has an empty value, expected a number", star_key_name[key]);
    int code = star_add(star, key, list, n, error);
    list += n;
    if (code != SP_OK || list == end)
      return code;
  }
}

/* Adds one "key=list"; first: the first key that is allowed. */
static int add_word(struct star *star, const char *word, size_t length, enum star_key first,
                    struct sp_error *error)
{
  const char *equals = memchr(word, '=', length);
  int shown = length > 40 ? 40 : (int)length;
  if (!equals)
    return sp_bad_input(error, "'%.*s', expected key=value[,value..]", shown, word);
  size_t name = (size_t)(equals - word);
  enum star_key key = star_find_key(word, name);
  if (key == STAR_KEYS || key < first)
    return sp_bad_input(error, "unknown key '%.*s', expected %s", name > 40 ? 40 : (int)name, word,
                        first ? "tasks, work, deadline, recv or send" : known_keys);
  if (star->column[key].n)
    return sp_bad_input(error, "%s is given twice, expected it once", star_key_name[key]);
  return add_list(star, key, equals + 1, length - name - 1, error);
}

static int add_words(struct star *star, const char *text, enum star_key first,
                     struct sp_error *error)
{
  int code = SP_OK;
  for (text += strspn(text, blanks); *text && code == SP_OK; text += strspn(text, blanks)) {
    size_t length = strcspn(text, blanks);
    code = add_word(star, text, length, first, error);
    text += length;
  }
  return code;
}

struct sp_instance *sp_star_parse(const char *text, struct sp_error *error)
{
  if (text[0] == '@')
    return sp_read_star_csv(text + 1, error);
  struct star star = {0};
  struct sp_error why;
  struct sp_instance *in = NULL;
  if (add_words(&star, text, 0, &why) == SP_OK)
    in = star_build(&star, &why);
  star_clear(&star);
  if (!in)
    sp_bad_input(error, "--star: %.500s", why.text);
  return in;
}

/* A CSV file being read. */
struct csv {
  struct star star;
  int line;                     /* of the file, from 1 */
  int columns;                  /* 0: the header has not been met */
  enum star_key key[STAR_KEYS]; /* [0..columns-1] */
  int rows, cap;
  int *row_line; /* [0..rows-1] line of each worker */
};

/* Cuts the cell that starts at *p, without blanks and quotes around it, and moves *p to the next
 * one (NULL after the last). */
static char *cut_cell(char **p)
{
  char *cell = *p + strspn(*p, blanks), *comma = strchr(cell, ',');
  if (comma)
    *comma = '\0';
  *p = comma ? comma + 1 : NULL;
  size_t n = strlen(cell);
  while (n && strchr(blanks, cell[n - 1]))
    cell[--n] = '\0';
  if (n >= 2 && cell[0] == '"' && cell[n - 1] == '"') {
    cell[n - 1] = '\0';
    cell++;
  }
  return cell;
}

static int read_header(struct csv *csv, char *p, struct sp_error *error)
{
  while (p) {
    const char *name = cut_cell(&p);
    enum star_key key = star_find_key(name, strlen(name));
    if (key == STAR_KEYS)
      return sp_bad_input(error, "unknown column '%.40s', expected %s", name, known_keys);
    bool repeated = csv->star.column[key].n > 0;
    for (int i = 0; i < csv->columns; i++)
      repeated = repeated || csv->key[i] == key;
    if (repeated)
      return sp_bad_input(error, "%s is given twice, expected it once", star_key_name[key]);
    csv->key[csv->columns++] = key;
  }
  return SP_OK;
}

/* A cell of a key that has one value: the same in every row. */
static int same_as_first(struct csv *csv, enum star_key key, const char *cell,
                         struct sp_error *error)
{
  struct star other = {0};
  struct star_column *mine = &csv->star.column[key];
  if (!csv->rows)
    return star_add(&csv->star, key, cell, strlen(cell), error);
  int code = star_add(&other, key, cell, strlen(cell), error);
  if (code == SP_OK && other.column[key].value[0].v != mine->value[0].v)
    code = sp_bad_input(error, "%s is '%.40s', expected the value of the rows above",
                        star_key_name[key], cell);
  star_clear(&other);
  return code;
}

static int read_row(struct csv *csv, char *p, struct sp_error *error)
{
  int i = 0;
  for (; p && i < csv->columns; i++) {
    enum star_key key = csv->key[i];
    const char *cell = cut_cell(&p);
    if (!*cell)
      return sp_bad_input(error, "%s is empty, expected a number", star_key_name[key]);
    int code = key >= STAR_PER_WORKER ? same_as_first(csv, key, cell, error)
                                      : star_add(&csv->star, key, cell, strlen(cell), error);
    if (code != SP_OK)
      return code;
  }
  if (p || i < csv->columns)
    return sp_bad_input(error, "%s cells than columns, expected %d", p ? "more" : "fewer",
                        csv->columns);
  if (csv->rows == csv->cap) {
    csv->cap = csv->cap ? 2 * csv->cap : 64;
    csv->row_line = sp_xrealloc(csv->row_line, (size_t)csv->cap, sizeof *csv->row_line);
  }
  csv->row_line[csv->rows++] = csv->line;
  return SP_OK;
}

/* A comment that consists of key=value words alone sets what has one value. */
static int read_comment(struct csv *csv, const char *text, struct sp_error *error)
{
  size_t n;
  for (const char *p = text + strspn(text, blanks); *p; p += n + strspn(p + n, blanks)) {
    n = strcspn(p, blanks);
    if (!memchr(p, '=', n))
      return SP_OK;
  }
  return add_words(&csv->star, text, STAR_PER_WORKER, error);
}

static int read_line(struct csv *csv, char *line, struct sp_error *error)
{
  if (csv->line == 1 && !strncmp(line, "\xef\xbb\xbf", 3))
    line += 3;
  char *p = line + strspn(line, blanks);
  if (*p == '#')
    return read_comment(csv, p + 1, error);
  if (!*p)
    return SP_OK;
  return csv->columns ? read_row(csv, p, error) : read_header(csv, p, error);
}

static int read_lines(struct csv *csv, FILE *file, struct sp_error *error)
{
  char *line = NULL;
  size_t size = 0;
  ssize_t length;
  int code = SP_OK;
  while (code == SP_OK && (length = getline(&line, &size, file)) >= 0) {
    csv->line++;
    code = strlen(line) == (size_t)length
               ? read_line(csv, line, error)
               : sp_bad_input(error, "a zero byte, expected text: comma-separated values");
  }
  free(line);
  if (code == SP_OK && ferror(file))
    code = sp_bad_input(error, "cannot be read: %s", strerror(errno));
  else if (code == SP_OK && !csv->rows)
    code = sp_bad_input(error, "%s, expected a header and a row for each worker",
                        csv->columns ? "a header alone" : "no header");
  return code;
}

/* Builds the instance; what is wrong with a worker is told with the line of its row. */
static struct sp_instance *build(struct csv *csv, struct sp_error *error)
{
  struct sp_instance *in = star_build(&csv->star, error);
  int worker;
  if (!in && sscanf(error->text, "worker %d:", &worker) == 1 && worker <= csv->rows)
    csv->line = csv->row_line[worker - 1];
  return in;
}

struct sp_instance *sp_read_star_csv(const char *path, struct sp_error *error)
{
  FILE *file = fopen(path, "re");
  if (!file) {
    sp_bad_input(error, "%s: cannot be opened: %s, expected a CSV file", path, strerror(errno));
    return NULL;
  }
  struct csv csv = {0};
  struct sp_error why;
  struct sp_instance *in = NULL;
  if (read_lines(&csv, file, &why) == SP_OK)
    in = build(&csv, &why);
  if (!in)
    sp_bad_input(error, "%.200s:%d: %.280s", path, csv.line > 0 ? csv.line : 1, why.text);
  fclose(file);
  free(csv.row_line);
  star_clear(&csv.star);
  return in;
}
