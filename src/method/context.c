/* The context of a run: its memory, all freed at its end, orders in it, the heuristic's random
 * stream, and the reason of a refusal. */
#include "method/context.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/min_queue.h"
#include "base/stream.h"
#include "base/text.h"
#include "model/instance.h"

#include <stdarg.h>

/* A block of memory that a heuristic asked for. */
struct arena_block {
  struct arena_block *next;
  _Alignas(max_align_t) unsigned char bytes[];
};

void *sp_alloc(struct sp_context *cx, size_t count, size_t size)
{
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes) || bytes > SIZE_MAX - sizeof *cx->blocks)
    return sp_xcalloc(SIZE_MAX, 2); /* reports exhaustion */
  struct arena_block *block = sp_xcalloc(1, sizeof *block + bytes);
  block->next = cx->blocks;
  cx->blocks = block;
  return block->bytes;
}

const void *sp_mark(const struct sp_context *cx)
{
  return cx->blocks;
}

void sp_release(struct sp_context *cx, const void *mark)
{
  while (cx->blocks != mark) {
    struct arena_block *last = cx->blocks;
    cx->blocks = last->next;
    free(last);
  }
}

char *sp_context_copy(struct sp_context *cx, const char *text)
{
  size_t size = strlen(text) + 1;
  return memcpy(sp_alloc(cx, size, 1), text, size);
}

char *sp_context_end(struct sp_context *cx, FILE *out, char **text)
{
  fclose(out);
  char *copy = sp_context_copy(cx, *text);
  free(*text);
  return copy;
}

char *sp_context_text(struct sp_context *cx, const char *format, ...)
{
  char *text;
  FILE *out = sp_open_string(&text);
  va_list arguments;
  va_start(arguments, format);
  vfprintf(out, format, arguments);
  va_end(arguments);
  return sp_context_end(cx, out, &text);
}

void *sp_context_grow(struct sp_context *cx, void *array, long n, size_t size)
{
  if (n & (n - 1)) /* arrays have room for a power of two */
    return array;
  void *larger = sp_alloc(cx, n ? 2 * (size_t)n : 1, size);
  return n ? memcpy(larger, array, (size_t)n * size) : larger;
}

int *sp_order(struct sp_context *cx, int m, const double *key)
{
  struct min_entry *entry = sp_xcalloc((size_t)m, sizeof *entry);
  int *order = sp_new(cx, m, int);
  for (int i = 1; i <= m; i++)
    entry[i - 1] = (struct min_entry){key[i], 0, i};
  qsort(entry, (size_t)m, sizeof *entry, min_compare);
  for (int j = 0; j < m; j++)
    order[j] = (int)entry[j].number;
  free(entry);
  return order;
}

double sp_uniform(struct sp_context *cx)
{
  return sp_stream_uniform(cx->seed, SP_STREAM_HEURISTIC, (uint32_t)cx->stream,
                           (uint32_t)(cx->stream >> 32), cx->draws++);
}

int sp_refuse(struct sp_context *cx, const char *why, ...)
{
  va_list arguments;
  va_start(arguments, why);
  vsnprintf(cx->reason, sizeof cx->reason, why, arguments);
  sp_make_plain(cx->reason);
  va_end(arguments);
  return -1;
}

const char *sp_context_reason(const struct sp_context *cx)
{
  return cx->reason;
}

int sp_check_problem(struct sp_context *cx, const struct sp_heuristic *h,
                     const struct sp_instance *in)
{
  bool solves = h->problems & (unsigned)in->problem, plans = solves && h->plan;
  if (plans && !h->memory && sp_has_memory(in))
    return sp_refuse(cx, "%s plans as if memory had no limit, take bb-light, optimal or fixed",
                     h->name);
  if (plans && !h->results && sp_has_results(in))
    return sp_refuse(cx, "%s plans as if nothing returned, take %s", h->name,
                     in->problem == SP_DIVISIBLE ? "return-optimal, sa or fixed"
                                                 : "one that decides on line");
  if (plans && in->problem == SP_BAG && !h->sizes && sp_has_sizes(in))
    return sp_refuse(cx,
                     "%s plans as if all tasks were alike and had no overhead, take one that "
                     "decides on line",
                     h->name);
  if (plans && !h->arrivals && in->release)
    return sp_refuse(cx, "%s plans as if all tasks were there, take one that decides on line",
                     h->name);
  if (plans && in->problem == SP_REDISTRIBUTION && sp_can_fail(in))
    return sp_refuse(cx,
                     "%s plans; where hosts or links can go down a redistribution is decided on "
                     "line, take bba-on-line",
                     h->name);
  if (solves)
    return 0;
  char does[128] = "";
  for (unsigned p = SP_REDISTRIBUTION; p <= SP_NETWORK; p <<= 1)
    if (h->problems & p) {
      size_t length = strlen(does);
      snprintf(does + length, sizeof does - length, "%s%s", length ? " and " : "",
               sp_problem_name((enum sp_problem)p));
    }
  bool counted = in->problem == SP_BAG || in->problem == SP_NETWORK;
  return sp_refuse(cx, "%s does %s; this is %s%s", h->name, does, counted ? "a " : "",
                   sp_problem_name(in->problem));
}

int sp_check_tasks(struct sp_context *cx, const struct sp_instance *in, double most)
{
  double tasks = sp_most_tasks(in);
  bool cut = tasks < in->total.v, endless = isinf(tasks) && isfinite(in->deadline.v);
  if (!(tasks > most))
    return 0;
  if (endless)
    return sp_refuse(cx,
                     "endless tasks by the deadline (c = 0, S = 0, or any number of ports), "
                     "expected at most %.0f",
                     most);
  return sp_refuse(cx, "%.0f tasks%s, expected at most %.0f", tasks, cut ? " by the deadline" : "",
                   most);
}

/* The binary exponent of the greatest time in the instance. Times are hashed relative to it, since
 * scaling all times by 2^k must not change what a heuristic draws. */
static int time_scale(const struct sp_instance *in)
{
  double greatest = isfinite(in->deadline.v) ? in->deadline.v : 0;
  for (int i = 1; i <= in->m; i++) {
    greatest = fmax(greatest, fmax(in->c[i].v, in->latency[i].v));
    if (isfinite(in->w[i].v))
      greatest = fmax(greatest, in->w[i].v);
  }
  int exponent;
  frexp(greatest, &exponent);
  return exponent;
}

static uint64_t hash_number(uint64_t h, double v)
{
  v += 0.0; /* -0 and 0 are the same number */
  return hash_bytes(h, &v, sizeof v);
}

static uint64_t hash_instance(uint64_t h, const struct sp_instance *in)
{
  int scale = time_scale(in);
  h = hash_number(h, in->problem);
  h = hash_number(h, in->m);
  h = hash_number(h, in->total.v);
  h = hash_number(h, ldexp(in->deadline.v, -scale));
  for (int i = 1; i <= in->m; i++) {
    h = hash_number(h, ldexp(in->c[i].v, -scale));
    h = hash_number(h, ldexp(in->w[i].v, -scale));
    h = hash_number(h, ldexp(in->latency[i].v, -scale));
    h = hash_number(h, in->load[i].v);
    /* unlimited: the same number whatever the size of a long */
    h = hash_number(h, in->buffer[i] == LONG_MAX ? 0x1p63 : (double)in->buffer[i]);
    if (in->memory[i].v < INFINITY)
      h = hash_number(hash_number(h, in->memory[i].v), in->free_by_chunk);
  }
  for (long k = 0; in->release && (double)k < in->total.v; k++)
    h = hash_number(h, ldexp(in->release[k], -scale));
  return h;
}

bool sp_stopped(const struct sp_context *cx)
{
  return is_stopped(cx->stop);
}

void sp_context_stop_when(struct sp_context *cx, const int *flag)
{
  cx->stop = stop_flag(flag);
}

struct sp_context *sp_context_plain(void)
{
  struct sp_context *cx = sp_xcalloc(1, sizeof *cx);
  sp_context_stop_when(cx, NULL);
  return cx;
}

struct sp_context *sp_context_with(sp_planner *on_line, const struct sp_registry *registry,
                                   uint64_t seed, const struct sp_instance *in,
                                   const struct sp_method *method)
{
  struct sp_context *cx = sp_context_plain();
  cx->on_line = on_line;
  cx->registry = registry;
  cx->heuristic = method ? method->heuristic : NULL;
  cx->seed = seed;
  cx->changing = sp_is_changing(in);
  cx->sized = in->problem == SP_DIVISIBLE && in->sizes;
  cx->stream = hash_instance(SP_HASH_START, in);
  if (method)
    cx->stream = hash_bytes(cx->stream, method->name, strlen(method->name));
  return cx;
}

void sp_context_free(struct sp_context *cx)
{
  if (!cx)
    return;
  sp_release(cx, NULL);
  free(cx);
}
