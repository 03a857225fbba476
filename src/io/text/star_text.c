/* --star texts: "c=2,2,2,2 w=3,3,4,4 load=8,1,1,0", read and written.
 *
 * A text is words key=value[,value..]; one value serves all workers. Keys c, w, latency, load,
 * buffer, memory, result, delta have a value for each worker; tasks, work, deadline, recv and send
 * (messages that the master can receive or send at once), duplex, free, hold, known (words) have
 * one; release says when tasks arrive (tasks.h), weights what their flows weigh, and tasks=@FILE
 * names a file of both; profile says what changes over time (profile_text.c). */
#include "base/memory.h"
#include "base/num.h"
#include "base/text.h"
#include "io/text/star.h"
#include "model/instance.h"

static const char blanks[] = " \t\r\n";

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
      return star_refuse_empty(key, error);
    int code = star_add(star, key, list, n, error);
    list += n;
    if (code != SP_OK || list == end)
      return code;
  }
}

/* Adds one "key=list". */
static int add_word(struct star *star, const char *word, size_t length, struct sp_error *error)
{
  const char *equals = memchr(word, '=', length);
  int shown = length > 40 ? 40 : (int)length;
  if (!equals)
    return sp_bad_input(error, "'%.*s', expected key=value[,value..]", shown, word);
  size_t name = (size_t)(equals - word);
  if (sp_name_is("profile", word, name))
    return profile_changes_add(&star->changes, false, equals + 1, length - name - 1, error);
  int code =
      tasks_add(&star->tasks, star->memory, word, name, equals + 1, length - name - 1, error);
  if (code >= SP_OK)
    return code;
  enum star_key key = star_find_key(word, name);
  if (key == STAR_KEYS)
    return sp_bad_input(error, "unknown key '%.*s', expected %s", name > 40 ? 40 : (int)name, word,
                        star_known_keys);
  if (star->column[key].n)
    return sp_bad_input(error, "%s is given twice, expected it once", star_keys[key].name);
  if (key == STAR_TASKS && equals[1] == '@')
    return star_add_tasks(star, equals + 1, length - name - 1, error);
  return add_list(star, key, equals + 1, length - name - 1, error);
}

int star_add_words(struct star *star, const char *text, struct sp_error *error)
{
  int code = SP_OK;
  for (text += strspn(text, blanks); *text && code == SP_OK; text += strspn(text, blanks)) {
    size_t length = strcspn(text, blanks);
    code = add_word(star, text, length, error);
    text += length;
  }
  return code;
}

/* ---- writing */

static void write_one(FILE *f, const char *before, struct sp_num x)
{
  fputs(before, f);
  sp_num_write(f, x);
}

/* "key=v1,v2,..", or one value if all are the same and `brief`. */
static void write_list(FILE *f, const char *key, const struct sp_num *x, int m, bool brief)
{
  bool alike = brief;
  for (int i = 2; i <= m; i++)
    alike = alike && sp_num_same(x[i], x[1]);
  for (int i = 1; i <= (alike ? 1 : m); i++)
    write_one(f, i == 1 ? key : ",", x[i]);
}

/* A whole number, of which `most` means infinitely many. */
static struct sp_num whole(long x, long most)
{
  return x == most ? SP_INFINITE : sp_int(x);
}

static void write_buffers(FILE *f, const struct sp_instance *in)
{
  bool limited = false;
  for (int i = 1; i <= in->m; i++)
    limited = limited || in->buffer[i] != LONG_MAX;
  for (int i = 1; limited && i <= in->m; i++)
    write_one(f, i == 1 ? " buffer=" : ",", whole(in->buffer[i], LONG_MAX));
}

const struct star_form star_words_form = {" ", "=", ""};

/* Writes the setting of the key, unless it is usual. */
static void write_setting(FILE *f, const struct sp_instance *in, int key,
                          const struct star_form *form)
{
  struct star_setting is = star_setting_of(in, key);
  bool usual = is.number ? (key == STAR_DEADLINE ? isinf(is.number->v) : is.number->v == 0)
               : is.word ? *is.word == (key == STAR_DUPLEX)
                         : *is.ports == 1;
  if (usual)
    return;
  fprintf(f, "%s%s%s", form->key, star_keys[key].name, form->value);
  if (is.word)
    fputs(star_keys[key].word[*is.word], f);
  else
    sp_num_write(f, is.number ? *is.number : whole(*is.ports, INT_MAX));
  fputs(form->end, f);
}

static void write_numbers(FILE *f, const char *key, const double *value, long n,
                          const struct star_form *form)
{
  fprintf(f, "%s%s%s", form->key, key, form->value);
  numbers_write(f, value, n);
  fputs(form->end, f);
}

void star_write_settings(FILE *f, const struct sp_instance *in, const struct star_form *form)
{
  const double told[] = {in->size_mean, in->size_sd};
  for (int key = STAR_DEADLINE; key < STAR_KEYS; key++) {
    if (key == STAR_KNOWN && in->release)
      write_numbers(f, "release", in->release, (long)in->total.v, form);
    if (key == STAR_KNOWN && in->weights)
      write_numbers(f, "weights", in->weights, (long)in->total.v, form);
    if (key == STAR_OVERHEAD && in->sizes)
      write_numbers(f, "sizes", in->sizes, sp_size_count(in), form);
    if (key == STAR_OVERHEAD && in->told)
      write_numbers(f, "told", told, 2, form);
    if (key == STAR_TIMEOUT && form == &star_words_form)
      star_write_profiles(f, in);
    write_setting(f, in, key, form);
  }
}

void star_write(FILE *f, const struct sp_instance *in)
{
  bool late = false;
  for (int i = 1; i <= in->m; i++)
    late = late || in->latency[i].v != 0;
  write_list(f, "c=", in->c, in->m, false); /* all of them: so many workers there are */
  write_list(f, " w=", in->w, in->m, true);
  if (late)
    write_list(f, " latency=", in->latency, in->m, true);
  if (in->problem == SP_REDISTRIBUTION)
    write_list(f, " load=", in->load, in->m, true);
  else if (in->problem == SP_IMBALANCE)
    write_list(f, " delta=", in->load, in->m, true);
  else if (isfinite(in->total.v) || in->problem == SP_BAG)
    write_one(f, in->problem == SP_BAG ? " tasks=" : " work=", in->total);
  write_buffers(f, in);
  if (sp_has_memory(in))
    write_list(f, " memory=", in->memory, in->m, true);
  if (sp_has_results(in))
    write_list(f, " result=", in->result, in->m, true);
  star_write_settings(f, in, &star_words_form);
}

char *star_text(const struct sp_instance *in)
{
  char *text = NULL;
  size_t size;
  FILE *f = sp_open_text(&text, &size);
  star_write(f, in);
  fclose(f);
  return text;
}
