/* A heuristic as a list of texts, each with a zero after it. The reader trusts nothing. */
#include "method/plugin/description.h"
#include "base/memory.h"
#include <stdarg.h>

static void put(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(FILE *out, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  vfprintf(out, format, arguments);
  va_end(arguments);
  fputc('\0', out);
}

void description_write(FILE *out, const struct sp_heuristic *h)
{
  put(out, "%s", h->name);
  put(out, "%s", h->summary);
  put(out, "%s", h->source);
  put(out, "%d", h->version);
  put(out, "%u", h->problems);
  put(out, "%d", h->plan != NULL);
  put(out, "%zu", h->options_size);
  for (const struct sp_option *o = h->options; o && o->name; o++) {
    put(out, "%s", o->name);
    put(out, "%d", (int)o->type);
    put(out, "%zu", o->offset);
    put(out, "%s", o->preset);
    put(out, "%s", o->choices ? o->choices : "");
    put(out, "%.17g", o->min);
    put(out, "%.17g", o->max);
    put(out, "%s", o->help);
  }
}

/* The next text; "" at the end, where a zero is. */
static const char *take(const char **at, const char *end)
{
  const char *text = *at, *next = text + strlen(text) + 1;
  *at = next < end ? next : end;
  return text;
}

static long take_number(const char **at, const char *end)
{
  return strtol(take(at, end), NULL, 10);
}

static struct sp_option *take_options(const char **at, const char *end)
{
  struct sp_option *option = sp_xcalloc(1, sizeof *option);
  for (size_t n = 0; *at < end; n++) {
    option = sp_xrealloc(option, n + 2, sizeof *option);
    option[n + 1] = (struct sp_option)SP_OPTIONS_END;
    option[n].name = take(at, end);
    option[n].type = (enum sp_option_type)take_number(at, end);
    option[n].offset = (size_t)take_number(at, end);
    option[n].preset = take(at, end);
    option[n].choices = take(at, end);
    option[n].min = strtod(take(at, end), NULL);
    option[n].max = strtod(take(at, end), NULL);
    option[n].help = take(at, end);
  }
  return option;
}

struct sp_heuristic description_read(const char *text, size_t size,
                                     const struct sp_heuristic *functions)
{
  const char *at = text, *end = text + size;
  struct sp_heuristic h = {.abi = SP_ABI};
  h.name = take(&at, end);
  h.summary = take(&at, end);
  h.source = take(&at, end);
  h.version = (int)take_number(&at, end);
  h.problems = (unsigned)take_number(&at, end);
  bool plans = take_number(&at, end) != 0;
  h.plan = plans ? functions->plan : NULL;
  h.start = plans ? NULL : functions->start;
  h.next = plans ? NULL : functions->next;
  h.options_size = (size_t)take_number(&at, end);
  h.options = take_options(&at, end);
  return h;
}
