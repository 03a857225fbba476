/* Reads the lines of an experiment file and the lists in them, and writes its error messages. A ';'
 * begins a comment; blanks at the ends of a line and empty lines do not count. */
#include "base/memory.h"
#include "base/text.h"
#include "campaign/experiment/reading.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int experiment_refuse(const struct reading *r, long line, const char *format, ...)
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

int experiment_unknown(const struct reading *r, const char *what, const char *word, int n,
                       const char *const *known)
{
  int least = INT_MAX, nearest = 0;
  char all[256] = "";
  size_t used = 0;
  for (int i = 0; i < n; i++) {
    int distance = sp_name_distance(known[i], word);
    if (distance < least) {
      least = distance;
      nearest = i;
    }
    if (used < sizeof all)
      used += (size_t)snprintf(all + used, sizeof all - used, "%s%s",
                               !i          ? ""
                               : i + 1 < n ? ", "
                                           : " or ",
                               known[i]);
  }
  if (least <= 1 + (int)strlen(word) / 4)
    return experiment_refuse(r, r->line, "unknown %s '%.64s'; did you mean %s?", what, word,
                             known[nearest]);
  return experiment_refuse(r, r->line, "unknown %s '%.64s', expected %s", what, word, all);
}

char *experiment_trim(char *text)
{
  static const char margin[] = " \t\r\n\v\f";
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

void experiment_add_text(struct sp_texts *texts, const char *text)
{
  texts->text = sp_xrealloc(texts->text, (size_t)texts->n + 1, sizeof *texts->text);
  texts->text[texts->n++] = sp_xstrdup(text);
}

int experiment_list(const struct reading *r, const char *what, char *value, const char *separators,
                    struct sp_texts *list)
{
  bool blanks = strchr(separators, ' ') != NULL;
  list->line = r->line;
  for (char *item; (item = strsep(&value, separators));) {
    item = experiment_trim(item);
    if (!*item && blanks)
      continue;
    if (!*item)
      return experiment_refuse(r, r->line, "%s: an empty name, expected names separated by commas",
                               what);
    for (int i = 0; i < list->n; i++)
      if (!strcmp(list->text[i], item))
        return experiment_refuse(r, r->line, "%s: '%.100s' twice, expected each once", what, item);
    experiment_add_text(list, item);
  }
  return SP_OK;
}

bool experiment_is_name(const char *name)
{
  size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_");
  return length && length <= 64 && !name[length];
}
