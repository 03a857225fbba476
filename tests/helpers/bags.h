/* Helpers of the tests of bags: random bags, the known cases, all orders of sending. */
#pragma once

#include "model/instance.h"
#include "redistributions.h"

#include <jansson.h>

/* A bag of up to `tasks` tasks for m workers with costs up to `largest` and up to `places` places,
 * 0: unlimited. kind: as for redistributions. */
static inline struct sp_instance *random_bag(uint64_t *state, unsigned kind, int m, int tasks,
                                             int largest, int places)
{
  struct sp_instance *in = random_instance(state, kind, m, 0, largest);
  in->problem = SP_BAG;
  in->total = sp_int(draw(state, 0, tasks));
  for (int i = 1; i <= m && places; i++)
    in->buffer[i] = draw(state, 1, places);
  struct sp_error error;
  if (sp_instance_check(in, &error))
    fail_msg("%s", error.text);
  return in;
}

/* The least makespan of all orders of the tasks that are left, each executed by the evaluator. */
static inline void all_orders(const struct sp_instance *in, struct sp_schedule *list, double *least)
{
  if ((double)list->n == in->total.v) {
    double makespan = sp_makespan(in, list);
    if (makespan < *least)
      *least = makespan;
    return;
  }
  for (int i = 1; i <= in->m; i++) {
    sp_schedule_add(list, 0, i, 1, -1);
    all_orders(in, list, least);
    list->n--;
  }
}

static inline double brute_force(const struct sp_instance *in)
{
  struct sp_schedule list = SP_SCHEDULE_EMPTY;
  double least = INFINITY;
  all_orders(in, &list, &least);
  sp_schedule_clear(&list);
  return least;
}

/* tests/data/limited-memory.json; one case of it as an instance, with its places or without. */
static inline json_t *limited_memory_cases(json_t **root)
{
  json_error_t error;
  *root = json_load_file("tests/data/limited-memory.json", 0, &error);
  assert_non_null(*root);
  return json_object_get(*root, "cases");
}

static inline struct sp_num json_num(const json_t *value)
{
  struct sp_num x = {NAN, 0, 0};
  if (json_is_integer(value))
    return sp_int(json_integer_value(value));
  if (!json_is_string(value) || sp_num_parse(json_string_value(value), &x))
    fail_msg("no number in the cases");
  return x;
}

static inline struct sp_instance *case_instance(const json_t *one, bool bounded)
{
  const json_t *c = json_object_get(one, "c"), *w = json_object_get(one, "w");
  struct sp_instance *in = sp_instance_alloc((int)json_array_size(c));
  in->problem = SP_BAG;
  in->total = json_num(json_object_get(one, "N"));
  for (int i = 1; i <= in->m; i++) {
    in->c[i] = json_num(json_array_get(c, (size_t)i - 1));
    in->w[i] = json_num(json_array_get(w, (size_t)i - 1));
    if (bounded)
      in->buffer[i] =
          (long)json_integer_value(json_array_get(json_object_get(one, "b"), (size_t)i - 1));
  }
  assert_int_equal(sp_instance_check(in, NULL), SP_OK);
  return in;
}
