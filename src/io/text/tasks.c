/* Dates of arrival as text, and files of tasks; see tasks.h. */
#include "io/text/tasks.h"
#include "base/memory.h"
#include "base/num.h"
#include "base/text.h"

static const char forms[] = "dates such as 0,1,5, every(T) or poisson(RATE[,SEED])";

static int refuse(const char *text, size_t length, struct sp_error *error)
{
  return sp_bad_input(error, "release is '%.*s', expected %s", length > 40 ? 40 : (int)length, text,
                      forms);
}

static int add_dates(struct release *r, struct sp_context *memory, const char *text, size_t length,
                     struct sp_error *error)
{
  static const char every[] = "every(", poisson[] = "poisson(";
  bool closed = length > 0 && text[length - 1] == ')';
  struct sp_num x, seed = sp_int(1);
  const char *bad;
  size_t n;
  if (release_is_given(r))
    return sp_bad_input(error, "release is given twice, expected it once");
  if (closed && !strncmp(text, every, sizeof every - 1)) {
    size_t used = sizeof every - 1;
    if (!sp_num_read(text + used, length - 1 - used, &x) || !(x.v > 0 && isfinite(x.v)))
      return refuse(text, length, error);
    r->every = x.v;
    return SP_OK;
  }
  if (closed && !strncmp(text, poisson, sizeof poisson - 1)) {
    const char *rate = text + sizeof poisson - 1, *end = text + length - 1;
    const char *comma = memchr(rate, ',', (size_t)(end - rate));
    if (!sp_num_read(rate, (size_t)((comma ? comma : end) - rate), &x) ||
        (comma && !sp_num_read(comma + 1, (size_t)(end - comma - 1), &seed)) ||
        !(x.v > 0 && isfinite(x.v)) || seed.den != 1 || seed.num < 0)
      return refuse(text, length, error);
    r->rate = x.v;
    r->seed = (uint64_t)seed.num;
    return SP_OK;
  }
  return numbers_parse(memory, &r->date, text, length, &bad, &n) ? SP_OK : refuse(bad, n, error);
}

static int add_weights(struct release *r, struct sp_context *memory, const char *text,
                       size_t length, struct sp_error *error)
{
  const char *bad;
  size_t n;
  if (r->weight.n > 0)
    return sp_bad_input(error, "weights is given twice, expected it once");
  if (numbers_parse(memory, &r->weight, text, length, &bad, &n))
    return SP_OK;
  return sp_bad_input(error, "weights is '%.*s', expected numbers such as 1,2,0.5",
                      n > 40 ? 40 : (int)n, bad);
}

const char *const tasks_names[] = {"release", "weights", "sizes", "told", NULL};

int tasks_add(struct tasks *t, struct sp_context *memory, const char *name, size_t letters,
              const char *text, size_t length, struct sp_error *error)
{
  return sp_name_is("release", name, letters) ? add_dates(&t->release, memory, text, length, error)
         : sp_name_is("weights", name, letters)
             ? add_weights(&t->release, memory, text, length, error)
         : sp_name_is("sizes", name, letters) ? sizes_add(&t->sizes, memory, text, length, error)
         : sp_name_is("told", name, letters)  ? sizes_tell(&t->sizes, text, length, error)
                                              : -1;
}

/* The time from an arrival of the Poisson process to that of task k. Rounded to 21 bits, so that
 * the last ones of the mathematical library do not show. */
static double gap(const struct release *r, long k)
{
  int exponent;
  double u = sp_stream_uniform(r->seed, SP_STREAM_RELEASE, r->instance, 0, (uint64_t)k);
  double bits = frexp(-log1p(-u) / r->rate, &exponent);
  return ldexp(round(bits * 0x1p21), exponent - 21);
}

static int weights_of_bag(const struct release *r, struct sp_instance *in, struct sp_error *error)
{
  char text[SP_NUMBER_TEXT];
  if (r->weight.n == 0)
    return SP_OK;
  if (in->release && (double)r->weight.n != in->total.v)
    return sp_bad_input(error, "weights has %ld number%s and tasks is %s, expected as many",
                        r->weight.n, sp_plural((double)r->weight.n),
                        sp_double_text(in->total.v, text));
  in->weights = sp_xmemdup(r->weight.value, (size_t)r->weight.n, sizeof *in->weights);
  return SP_OK;
}

int release_of_bag(const struct release *r, struct sp_instance *in, struct sp_error *error)
{
  struct sp_num tasks = in->total;
  char text[SP_NUMBER_TEXT];
  bool listed = r->date.n > 0;
  if (!release_is_given(r))
    return weights_of_bag(r, in, error);
  if (in->problem != SP_BAG)
    return sp_bad_input(error, "release is given, expected tasks: only those of a bag arrive");
  if (listed ? tasks.v != (double)r->date.n
             : !(tasks.v >= 0 && tasks.v <= NUMBERS_MOST && tasks.den == 1)) {
    sp_double_text(tasks.v, text);
    if (listed)
      return sp_bad_input(error, "release has %ld date%s and tasks is %s, expected as many",
                          r->date.n, sp_plural((double)r->date.n), text);
    return sp_bad_input(error,
                        "tasks is %s with dates of release, expected a whole number up to %d", text,
                        NUMBERS_MOST);
  }
  long n = (long)tasks.v;
  double *date = in->release = sp_xcalloc((size_t)n, sizeof *date);
  for (long k = 0; k < n; k++)
    date[k] = listed         ? r->date.value[k]
              : r->every > 0 ? (double)k * r->every
                             : (k ? date[k - 1] : 0) + gap(r, k);
  return weights_of_bag(r, in, error);
}

int tasks_of_bag(const struct tasks *t, struct sp_instance *in, struct sp_error *error)
{
  int code = release_of_bag(&t->release, in, error);
  return code == SP_OK ? sizes_of_bag(&t->sizes, in, error) : code;
}

int tasks_read(struct tasks *t, struct sp_context *memory, const char *path, struct sp_error *error)
{
  const struct {
    struct numbers *list;
    bool given;
    const char *twice;
  } to[] = {{&t->release.date, release_is_given(&t->release), " and release"},
            {&t->sizes.size, sizes_are_given(&t->sizes), " with sizes and sizes"},
            {&t->release.weight, t->release.weight.n > 0, " with weights and weights"}};
  struct numbers list[3] = {{.n = 0}};
  const struct numbers_column column[] = {
      {"release", "date", "one date a line", true, &list[0]},
      sizes_column(&list[1]),
      {"weight", "weight", "one number > 0 a line", false, &list[2]}};
  int code = numbers_read(memory, column, 3, path, error);
  for (int k = 0; k < 3 && code == SP_OK; k++)
    if (list[k].n > 0 && to[k].given)
      code =
          sp_bad_input(error, "tasks is a file%s is given, expected one of the two", to[k].twice);
    else if (list[k].n > 0)
      *to[k].list = list[k];
  return code;
}
