/* Helpers of the tests of redistribution heuristics: random instances, planning in one call. */
#pragma once

#include "model/instance.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include <starport/starport.h>

/* SplitMix64: a short deterministic source of test data. */
static inline uint64_t draw64(uint64_t *state)
{
  uint64_t z = *state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/* Uniform in lo..hi. */
static inline int draw(uint64_t *state, int lo, int hi)
{
  return lo + (int)(draw64(state) % (uint64_t)(hi - lo + 1));
}

/* x/den in lowest terms. */
static inline struct sp_num ratio(int x, int den)
{
  int a = x, b = den;
  while (b) {
    int r = a % b;
    a = b;
    b = r;
  }
  return (struct sp_num){(double)x / den, x / a, den / a};
}

/* A number without a fraction, as the exact solvers read it. */
static inline struct sp_num inexact(double v)
{
  return (struct sp_num){v, 0, 0};
}

enum kind {
  INTEGERS = 0,
  RATIONALS = 1,
  REALS = 2,
  NUMBERS = 3,
  UNIFORM = 4,
  LATENCY = 8,
  RELAY = 16
};

static inline struct sp_num cost(uint64_t *state, unsigned kind, int largest)
{
  int x = draw(state, 1, largest);
  if ((kind & NUMBERS) == RATIONALS)
    return ratio(x, draw(state, 1, 4));
  if ((kind & NUMBERS) == REALS)
    return inexact(x * (0.5 + (double)(draw64(state) >> 11) * 0x1p-53));
  return sp_int(x);
}

/* m workers of at most `load` tasks each, costs up to `largest`; small `largest` makes ties. */
static inline struct sp_instance *random_instance(uint64_t *state, unsigned kind, int m, int load,
                                                  int largest)
{
  struct sp_instance *in = sp_instance_alloc(m);
  in->problem = SP_REDISTRIBUTION;
  for (int i = 1; i <= m; i++) {
    bool same = (kind & UNIFORM) && i > 1;
    in->c[i] = same ? in->c[1] : cost(state, kind, largest);
    in->latency[i] = !(kind & LATENCY) ? sp_int(0) : same ? in->latency[1] : cost(state, kind, 4);
    in->w[i] = cost(state, kind, largest);
    in->load[i] = sp_int(draw(state, 0, 2) ? draw(state, 0, load) : 0);
  }
  if ((kind & RELAY) && m > 1)
    in->w[draw(state, 1, m)] = (struct sp_num){INFINITY, 0, 0};
  struct sp_error error;
  if (sp_instance_check(in, &error))
    fail_msg("%s", error.text);
  return in;
}

/* Equal within a relative tolerance. */
static inline bool near(double a, double b, double tolerance)
{
  return fabs(a - b) <= tolerance * fmax(fabs(a), fabs(b));
}

/* Plans with a method that must not refuse. */
static inline struct sp_schedule planned_by(const struct sp_registry *registry, const char *text,
                                            const struct sp_instance *in)
{
  struct sp_method method;
  struct sp_error error;
  struct sp_schedule out = SP_SCHEDULE_EMPTY;
  if (sp_method_parse(registry, text, &method, &error))
    fail_msg("%s", error.text);
  struct sp_context *cx = sp_context_alloc(registry, 1, in, &method);
  if (sp_plan(cx, &method, in, &out))
    fail_msg("%s refuses: %s", text, sp_context_reason(cx));
  sp_context_free(cx);
  sp_method_clear(&method);
  return out;
}

static inline struct sp_registry *heuristics(void)
{
  struct sp_error error = {""};
  struct sp_registry *registry = sp_registry_alloc(&error);
  if (!registry)
    fail_msg("%s", error.text);
  return registry;
}

/* The heuristics as the state of a group of tests. */
static inline int set_up_registry(void **state)
{
  *state = heuristics();
  return 0;
}

static inline int tear_down_registry(void **state)
{
  sp_registry_free(*state);
  return 0;
}
