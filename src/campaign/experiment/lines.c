/* Reads the lines of an experiment file, the lists and the names in them, and writes its error
 * messages. A ';' begins a comment; blanks at the ends of a line and empty lines do not count. What
 * is read here goes to terminals, so control characters are replaced. */
#include "base/text.h"
#include "campaign/experiment/reading.h"

#include <stdarg.h>

int experiment_refuse_at(const struct reading *r, long line, const char *format, ...)
{
  char text[sizeof r->error->text];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (line >= r->override_line)
    return sp_bad_input(r->error, "%s: command line: %s", r->e->file, text);
  return sp_bad_input(r->error, "%s:%ld: %s", r->e->file, line, text);
}

int experiment_unknown(const struct reading *r, long line, const char *what, const char *where,
                       const char *word, int n, const char *const *known)
{
  struct sp_error error;
  char words[64];
  snprintf(words, sizeof words, "%s%s%.40s", what, *where ? " in " : "", where);
  sp_unknown_word(words, word, n, known, &error);
  return experiment_refuse_at(r, line, "%s", error.text);
}

static const char margin[] = " \t\r\n\v\f";

char *experiment_trim(char *text)
{
  text += strspn(text, margin);
  size_t length = strlen(text);
  while (length && strchr(margin, text[length - 1]))
    length--;
  text[length] = '\0';
  return text;
}

char *experiment_line(struct reading *r)
{
  for (char *line; (line = strsep(&r->rest, "\n"));) {
    r->line++;
    for (char *p = line; *(p += strcspn(p, margin)); p++)
      *p = ' ';
    sp_make_plain(line);
    r->comment = strchr(line, ';');
    if (r->comment) {
      *r->comment++ = '\0';
      r->comment = experiment_trim(r->comment);
    }
    line = experiment_trim(line);
    if (*line)
      return line;
  }
  return NULL;
}

char *experiment_cut(char *text, char sign)
{
  char *at = strchr(text, sign);
  if (!at)
    return NULL;
  *at = '\0';
  experiment_trim(text);
  return experiment_trim(at + 1);
}

void experiment_add_text(const struct reading *r, struct sp_texts *texts, char *text)
{
  texts->text = sp_experiment_grow(r->e, texts->text, texts->n, sizeof *texts->text);
  texts->text[texts->n++] = text;
}

int experiment_list(const struct reading *r, char *value, const char *separators,
                    struct sp_texts *list)
{
  const char *what = r->key;
  bool blanks = strchr(separators, ' ') != NULL;
  list->line = r->line;
  for (char *item; (item = strsep(&value, separators));) {
    item = experiment_trim(item);
    if (!*item && blanks)
      continue;
    if (!*item)
      return experiment_refuse(r, "%s: an empty name, expected names separated by commas", what);
    for (int i = 0; i < list->n; i++)
      if (!strcmp(list->text[i], item))
        return experiment_refuse(r, "%s: '%.100s' twice, expected each once", what, item);
    experiment_add_text(r, list, item);
  }
  return SP_OK;
}

bool experiment_is_name(const char *name)
{
  size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_");
  return length && length <= 64 && !name[length] && *name != '-';
}

int experiment_check_formula(const struct reading *r, const char *what, const char *text)
{
  struct sp_num number;
  if (!*text || !strchr("=+-@", *text) || !sp_num_parse(text, &number))
    return SP_OK;
  return experiment_refuse(
      r, "%s '%.64s', expected one that does not begin with %c, as a formula of a spreadsheet does",
      what, text, *text);
}

/* ---- Names of axes and labels. */

int experiment_find_axis(const struct reading *r, long line, const char *where, const char *name)
{
  const char *known[MOST_AXES];
  int n = r->e->n_axes, axis = sp_axis_find(r->e, name);
  for (int i = 0; i < n; i++)
    known[i] = r->e->axis[i].name;
  if (axis < 0 && !n)
    experiment_refuse_at(r, line, "%s: '%.64s', expected nothing: there is no axis", where, name);
  else if (axis < 0)
    experiment_unknown(r, line, "axis", where, name, n, known);
  return axis;
}

/* The number of that label of the axis; refuses (-1) an unknown one. */
static int find_label(const struct reading *r, long line, const char *where,
                      const struct sp_axis *axis, const char *label)
{
  const char *known[MOST_VALUES];
  int value = sp_label_find(axis, label);
  for (int k = 0; k < axis->n; k++)
    known[k] = axis->value[k].label;
  if (value < 0)
    experiment_unknown(r, line, "label", where, label, axis->n, known);
  return value;
}

int experiment_find_choices(const struct reading *r, long line, const char *where, const char *hint,
                            struct sp_choices *choices)
{
  choices->choice = sp_new(r->e->memory, choices->text.n, struct sp_choice);
  for (int i = 0; i < choices->text.n; i++) {
    struct sp_choice *choice = &choices->choice[i];
    char *name = choices->text.text[i], *label = experiment_cut(name, '=');
    *choice = (struct sp_choice){-1, -1};
    if (!label)
      return experiment_refuse_at(r, line, "%s: '%.100s'%s, expected AXIS=LABEL", where, name,
                                  hint);
    choice->axis = experiment_find_axis(r, line, where, name);
    if (choice->axis >= 0)
      choice->value = find_label(r, line, where, &r->e->axis[choice->axis], label);
    if (choice->value < 0)
      return SP_BAD_INPUT;
    char *sign = name + strlen(name);
    *sign = '='; /* without blanks around it */
    memmove(sign + 1, label, strlen(label) + 1);
  }
  return SP_OK;
}
