/* Helpers of the tests of divisible load: the known cases, random stars and sequences. */
#pragma once

#include "redistributions.h"
#include "solve/divisible/divisible.h"

#include <jansson.h>
#include <string.h>

static inline json_t *multi_round_cases(json_t **root)
{
  json_error_t error;
  *root = json_load_file("tests/data/multi-round.json", 0, &error);
  assert_non_null(*root);
  return json_object_get(*root, "cases");
}

static inline bool is_kind(const json_t *one, const char *kind)
{
  return strcmp(json_string_value(json_object_get(one, "kind")), kind) == 0;
}

/* The number of this name in `input` or `expected`; NAN if it is null or missing. */
static inline struct sp_num number_in(const json_t *one, const char *part, const char *name)
{
  const json_t *value = json_object_get(json_object_get(one, part), name);
  struct sp_num x = {NAN, 0, 0};
  if (value && !json_is_null(value) && sp_num_parse(json_string_value(value), &x))
    fail_msg("%s is no number", name);
  return x;
}

static inline struct sp_num element(const json_t *array, long k)
{
  struct sp_num x;
  assert_int_equal(sp_num_parse(json_string_value(json_array_get(array, (size_t)k)), &x), 0);
  return x;
}

/* A star without costs: `work` units, or as much as `deadline` allows. */
static inline struct sp_instance *divisible(int m, struct sp_num work, struct sp_num deadline)
{
  struct sp_instance *in = sp_instance_alloc(m);
  in->problem = SP_DIVISIBLE;
  in->total = isnan(work.v) ? (struct sp_num){INFINITY, 0, 0} : work;
  in->deadline = isnan(deadline.v) ? (struct sp_num){INFINITY, 0, 0} : deadline;
  return in;
}

static inline struct sp_instance *case_instance(const json_t *one)
{
  const json_t *input = json_object_get(one, "input");
  const json_t *S = json_object_get(input, "S"), *c = json_object_get(input, "C");
  struct sp_instance *in = divisible((int)json_array_size(S), number_in(one, "input", "W"),
                                     number_in(one, "input", "T"));
  for (int i = 1; i <= in->m; i++) {
    in->latency[i] = element(S, i - 1);
    in->c[i] = c ? element(c, i - 1) : sp_int(0);
    in->w[i] = element(json_object_get(input, "A"), i - 1);
  }
  return in;
}

/* The case's sequence; its length. */
static inline long case_sequence(const json_t *one, int sequence[64])
{
  const json_t *seq = json_object_get(json_object_get(one, "input"), "seq");
  for (size_t k = 0; k < json_array_size(seq); k++)
    sequence[k] = (int)element(seq, (long)k).num;
  return (long)json_array_size(seq);
}

static inline bool close_to(double a, double b, double relative)
{
  return a == b || fabs(a - b) <= relative * fmax(fabs(a), fabs(b));
}

/* Up to `workers` workers, costs as kind says, S from 0 on. */
static inline struct sp_instance *random_star(uint64_t *state, unsigned kind, int workers)
{
  struct sp_num nothing = {NAN, 0, 0};
  struct sp_instance *in =
      divisible(draw(state, 1, workers), cost(state, kind, 1 << draw(state, 0, 12)), nothing);
  for (int i = 1; i <= in->m; i++) {
    in->c[i] = cost(state, kind, 10);
    in->w[i] = cost(state, kind, draw(state, 0, 1) ? 10 : 100);
    in->latency[i] = draw(state, 0, 5) ? cost(state, kind, 10) : sp_int(0);
  }
  return in;
}

static inline long random_sequence(uint64_t *state, int m, int most, int *sequence)
{
  long n = draw(state, 1, most);
  for (long k = 0; k < n; k++)
    sequence[k] = draw(state, 1, m);
  return n;
}

/* The solvers without a run. */
struct bench {
  struct sp_context *cx;
};

static inline void bench_open(struct bench *b, const struct sp_instance *in)
{
  b->cx = sp_context_alloc(NULL, 0, in, NULL);
}
