/* Reads a method, a heuristic with its options: "bba:cost=mean:tie=last". */
#include "base/memory.h"
#include "base/text.h"
#include "method/options.h"
#include "method/registry.h"

#include <starport/starport.h>
#include <stdio.h>

/* One method being read. */
struct reading {
  const struct sp_heuristic *h;
  int n;                      /* options of h */
  struct option_value *value; /* [0..n-1] */
  bool *given;                /* [0..n-1] */
};

static int count_options(const struct sp_heuristic *h)
{
  int n = 0;
  while (h->options && h->options[n].name)
    n++;
  return n;
}

static int unknown_option(const struct reading *r, const char *key, int length,
                          struct sp_error *error)
{
  char known[256] = "", word[64];
  size_t used = 0;
  snprintf(word, sizeof word, "%.*s", length, key);
  struct sp_nearest nearest = {.word = word};
  for (int i = 0; i < r->n; i++) {
    if (used < sizeof known)
      used += (size_t)snprintf(known + used, sizeof known - used, "%s%s",
                               !i             ? ""
                               : i + 1 < r->n ? ", "
                                              : " and ",
                               r->h->options[i].name);
    sp_nearest_offer(&nearest, r->h->options[i].name);
  }
  return sp_bad_input(error, "%s: unknown option '%.*s': it takes %s%s", r->h->name, length, key,
                      r->n ? known : "none", sp_did_you_mean(&nearest));
}

/* Reads one "key=value" of `length` bytes. */
static int read_option(struct reading *r, const char *text, size_t length, struct sp_error *error)
{
  const char *name = r->h->name, *equals = memchr(text, '=', length);
  int shown = length > 100 ? 100 : (int)length;
  if (!equals)
    return sp_bad_input(error, "%s: option '%.*s', expected key=value", name, shown, text);
  size_t key = (size_t)(equals - text);
  const struct sp_option *o = r->h->options;
  int i = 0;
  while (i < r->n && !sp_name_is(o[i].name, text, key))
    i++;
  if (i == r->n)
    return unknown_option(r, text, key > 100 ? 100 : (int)key, error);
  if (r->given[i])
    return sp_bad_input(error, "%s: option %s is given twice", name, o[i].name);
  r->given[i] = true;
  const char *value = equals + 1;
  length -= key + 1;
  if (length && option_read(&o[i], value, length, &r->value[i]))
    return SP_OK;
  char expected[256];
  return sp_bad_input(error, "%s: %s=%.*s: expected %s", name, o[i].name,
                      length > 100 ? 100 : (int)length, value,
                      option_expects(&o[i], expected, sizeof expected));
}

static int read_name(const struct sp_registry *registry, const char *text, size_t length,
                     struct reading *r, struct sp_error *error)
{
  char name[64];
  if (!length)
    return sp_bad_input(error, "no heuristic is named; `starport list` shows them all");
  snprintf(name, sizeof name, "%.*s", length > 63 ? 63 : (int)length, text);
  r->h = length > 63 ? NULL : sp_registry_find(registry, name);
  if (!r->h && length <= 63)
    r->h = registry_find_graph_method(registry, name);
  if (r->h)
    return SP_OK;
  struct sp_nearest nearest = {.word = name, .name = sp_registry_nearest(registry, name)};
  return sp_bad_input(error, "unknown heuristic '%s'%s (`starport list` shows them all)", name,
                      sp_did_you_mean(&nearest));
}

/* True if the value is the preset. */
static bool is_preset(const struct sp_option *o, const struct option_value *v)
{
  struct option_value preset;
  option_read(o, o->preset, strlen(o->preset), &preset);
  return v->choice == preset.choice && v->integer == preset.integer && v->real == preset.real &&
         (o->type != SP_TEXT ||
          (v->length == preset.length && !memcmp(v->text, preset.text, v->length)));
}

/* Writes ":key=value", as in the normal form. */
static void write_option(FILE *out, const struct sp_option *o, const struct option_value *v)
{
  char number[SP_NUMBER_TEXT];
  const char *text = v->text;
  size_t length = v->length;
  if (o->type == SP_CHOICE)
    text = option_choice(o, v->choice, &length);
  if (o->type == SP_REAL)
    length = strlen(text = sp_double_text(v->real, number));
  if (o->type == SP_INTEGER)
    fprintf(out, ":%s=%ld", o->name, v->integer);
  else
    fprintf(out, ":%s=%.*s", o->name, (int)length, text);
}

static char *normal_form(const struct reading *r)
{
  const struct sp_option *o = r->h->options;
  char *name;
  FILE *out = sp_open_string(&name);
  fputs(r->h->name, out);
  for (int i = 0; i < r->n; i++)
    if (r->given[i] && !is_preset(&o[i], &r->value[i]))
      write_option(out, &o[i], &r->value[i]);
  fclose(out);
  return name;
}

/* The options struct, followed in the same block by the user's texts. */
static void *make_options(const struct reading *r)
{
  const struct sp_option *o = r->h->options;
  size_t texts = 0;
  for (int i = 0; i < r->n; i++)
    texts += o[i].type == SP_TEXT && r->given[i] ? r->value[i].length + 1 : 0;
  unsigned char *options = sp_xcalloc(r->h->options_size + texts, 1);
  char *text = (char *)options + r->h->options_size;
  for (int i = 0; i < r->n; i++) {
    struct option_value v = r->value[i];
    if (!r->given[i])
      option_read(&o[i], o[i].preset, strlen(o[i].preset), &v);
    else if (o[i].type == SP_TEXT) {
      v.text = memcpy(text, v.text, v.length);
      text += v.length + 1;
    }
    option_store(&o[i], options, &v);
  }
  return options;
}

int sp_method_parse(const struct sp_registry *registry, const char *text, struct sp_method *method,
                    struct sp_error *error)
{
  *method = (struct sp_method){NULL, NULL, NULL};
  struct reading r = {0};
  size_t length = strcspn(text, ":");
  int code = read_name(registry, text, length, &r, error);
  if (code != SP_OK)
    return code;
  r.n = count_options(r.h);
  r.value = sp_xcalloc((size_t)r.n, sizeof *r.value);
  r.given = sp_xcalloc((size_t)r.n, sizeof *r.given);
  for (const char *p = text + length; *p && code == SP_OK; p += length) {
    length = strcspn(++p, ":");
    code = read_option(&r, p, length, error);
  }
  if (code == SP_OK)
    *method = (struct sp_method){r.h, make_options(&r), normal_form(&r)};
  free(r.value);
  free(r.given);
  return code;
}

void sp_method_clear(struct sp_method *method)
{
  free(method->options);
  free(method->name);
  *method = (struct sp_method){NULL, NULL, NULL};
}
