/* Makes an instance of named columns. One value serves all workers; the longest column gives their
 * number. load, tasks, work or delta decides the problem; only a deadline means a divisible load
 * without limit. */
#include "io/text/star.h"
#include "base/memory.h"
#include "base/num.h"
#include "base/text.h"
#include "model/instance.h"

#include <float.h>

/* SimGrid truncates messages to whole bytes, less than 2^63 of them. So a task has many bytes, a
 * whole divisible load 2^59 to 2^60. Powers of two change no cost. */
enum { TASK_EXPONENT = 40, LOAD_EXPONENT = 60, FINEST_EXPONENT = 300 };

static const char amount[] = "a finite number >= 0", duration[] = "a number >= 0 or inf",
                  of_ports[] = "a number of ports, 1 or more, or inf";
const struct star_key_form star_keys[STAR_KEYS] = {
    [STAR_C] = {.name = "c"},
    [STAR_W] = {.name = "w"},
    [STAR_LATENCY] = {.name = "latency"},
    [STAR_LOAD] = {"load", {0}, "a whole number of tasks >= 0", 0, DBL_MAX, true, false},
    [STAR_BUFFER] = {"buffer", {0}, "a number of places, 1 or more, or inf", 1, 0x1p53, true, true},
    [STAR_MEMORY] =
        {"memory", {0}, "a number of units > 0, or inf", DBL_TRUE_MIN, DBL_MAX, false, true},
    [STAR_RESULT] = {.name = "result"},
    [STAR_DELTA] = {"delta", {0}, "a whole number of tasks", -DBL_MAX, DBL_MAX, true, false},
    [STAR_TASKS] = {"tasks", {0}, "a whole number of tasks >= 0 or inf", 0, DBL_MAX, true, true},
    [STAR_WORK] = {"work", {0}, duration, 0, DBL_MAX, false, true},
    [STAR_DEADLINE] = {"deadline", {0}, duration, 0, DBL_MAX, false, true},
    [STAR_RECV] = {"recv", {0}, of_ports, 1, INT_MAX - 1, true, true},
    [STAR_SEND] = {"send", {0}, of_ports, 1, INT_MAX - 1, true, true},
    [STAR_DUPLEX] = {"duplex", {"half", "full"}, .expected = "half or full"},
    [STAR_FREE] = {"free", {"unit", "chunk"}, .expected = "unit or chunk"},
    [STAR_OVERHEAD] = {"overhead", {0}, amount, 0, DBL_MAX, false, false},
    [STAR_REQUEST] = {"request", {0}, amount, 0, DBL_MAX, false, false},
    [STAR_TIMEOUT] = {"timeout", {0}, amount, 0, DBL_MAX, false, false},
    [STAR_HOLD] = {"hold", {"task", "result"}, .expected = "task or result"},
    [STAR_KNOWN] = {"known", {"no", "yes"}, .expected = "no or yes"},
    [STAR_LOST] = {"lost", {"master", "stay"}, .expected = "master or stay"},
};

const char star_known_keys[] =
    "c, w, latency, load, buffer, memory, result, delta, tasks, work, "
    "deadline, recv, send, duplex, "
    "free, hold, release, weights, known, sizes, told, overhead, request, lost, "
    "profile or timeout";

enum star_key star_find_key(const char *name, size_t length)
{
  int key = 0;
  while (key < STAR_KEYS && !sp_name_is(star_keys[key].name, name, length))
    key++;
  return (enum star_key)key;
}

/* The value of a key that is a word; false: it is none of its words. */
static bool read_word(const char *const *words, const char *word, size_t length, struct sp_num *out)
{
  bool second = sp_name_is(words[1], word, length);
  *out = sp_int(second);
  return second || sp_name_is(words[0], word, length);
}

int star_refuse_empty(enum star_key key, struct sp_error *error)
{
  const struct star_key_form *form = &star_keys[key];
  return sp_bad_input(error, "%s has an empty value, expected %s", form->name,
                      form->word[0] ? form->expected : "a number");
}

int star_add(struct star *star, enum star_key key, const char *text, size_t length,
             struct sp_error *error)
{
  struct star_column *column = &star->column[key];
  struct sp_num value;
  int shown = length > 40 ? 40 : (int)length;
  const struct star_key_form *form = &star_keys[key];
  if (!(form->word[0] ? read_word(form->word, text, length, &value)
                      : sp_num_read(text, length, &value)))
    return sp_bad_input(error, "%s is '%.*s', expected %s", form->name, shown, text,
                        form->word[0] ? form->expected : "a number such as 3, 0.25, 5/8 or inf");
  if (column->n == STAR_MOST_WORKERS)
    return sp_bad_input(error, "more than %d values of %s, expected at most as many workers",
                        STAR_MOST_WORKERS, star_keys[key].name);
  column->value = sp_context_grow(star->memory, column->value, column->n, sizeof *column->value);
  column->value[column->n++] = value;
  return SP_OK;
}

int star_add_tasks(struct star *star, const char *text, size_t length, struct sp_error *error)
{
  if (*text != '@')
    return star_add(star, STAR_TASKS, text, length, error);
  char *path = sp_context_text(star->memory, "%.*s", (int)(length - 1), text + 1), number[24];
  int code = tasks_read(&star->tasks, star->memory, path, error);
  if (code != SP_OK)
    return code;
  snprintf(number, sizeof number, "%ld", tasks_listed(&star->tasks));
  return star_add(star, STAR_TASKS, number, strlen(number), error);
}

void star_clear(struct star *star)
{
  profile_changes_clear(&star->changes);
  sp_context_free(star->memory);
}

static bool given(const struct star *star, enum star_key key)
{
  return star->column[key].n > 0;
}

/* The number of workers; 0: refused, with the reason. */
static int count_workers(const struct star *star, struct sp_error *error)
{
  int longest = 0;
  for (int key = 1; key < STAR_PER_WORKER; key++)
    if (star->column[key].n > star->column[longest].n)
      longest = key;
  int m = star->column[longest].n;
  for (int key = 0; key < STAR_PER_WORKER; key++) {
    int n = star->column[key].n;
    if (n > 1 && n != m) {
      sp_bad_input(error, "%s has %d values and %s has %d, expected as many, or one for all",
                   star_keys[longest].name, m, star_keys[key].name, n);
      return 0;
    }
  }
  if (!given(star, STAR_C)) {
    sp_bad_input(error, "c is missing, expected the time per unit on each link");
    return 0;
  }
  if (!given(star, STAR_W) && !given(star, STAR_DELTA)) {
    sp_bad_input(error, "w is missing, expected the time per unit on each worker");
    return 0;
  }
  return m;
}

/* Sets the problem from the key that is given: load, tasks, work or delta. */
static int find_problem(const struct star *star, struct sp_instance *in, struct sp_error *error)
{
  static const struct {
    enum star_key key;
    enum sp_problem problem;
  } known[] = {{STAR_LOAD, SP_REDISTRIBUTION},
               {STAR_TASKS, SP_BAG},
               {STAR_WORK, SP_DIVISIBLE},
               {STAR_DELTA, SP_IMBALANCE}};
  int found = -1;
  for (int i = 0; i < 4; i++) {
    if (!given(star, known[i].key))
      continue;
    if (found == 0 && known[i].key != STAR_DELTA)
      return sp_bad_input(
          error,
          "load together with %s, expected one of the two: loads on both sides would be "
          "a problem of their own, which does not exist yet",
          star_keys[known[i].key].name);
    if (found >= 0)
      return sp_bad_input(error, "%s together with %s, expected one of load, tasks, work and delta",
                          star_keys[known[found].key].name, star_keys[known[i].key].name);
    found = i;
    in->problem = known[i].problem;
  }
  if (found < 0 && tasks_listed(&star->tasks) > 0) { /* as many tasks */
    in->problem = SP_BAG;
    return SP_OK;
  }
  if (found < 0 && !given(star, STAR_DEADLINE))
    return sp_bad_input(error, "no workload, expected one of load, tasks, work, delta or deadline "
                               "(or --tasks, --work, --deadline)");
  if (found < 0)
    in->problem = SP_DIVISIBLE;
  return SP_OK;
}

/* A whole number 1..most-1 of worker i (0: of the master), or inf, which gives `most`. */
static int whole_number(struct sp_num x, int i, const char *name, long most, long *out,
                        struct sp_error *error)
{
  char text[SP_NUMBER_TEXT], worker[32] = "";
  *out = x.v == INFINITY ? most : x.num;
  if (x.v == INFINITY || (x.den == 1 && x.num >= 1 && x.num < most))
    return SP_OK;
  if (i)
    snprintf(worker, sizeof worker, "worker %d: ", i);
  return sp_bad_input(error, "%s%s is %s, expected a whole number >= 1 or inf", worker, name,
                      sp_double_text(x.v, text));
}

/* Copies the values of a column, if it was given, to out[1..m]. */
static void spread(const struct star_column *column, struct sp_num *out, int m)
{
  for (int i = 1; i <= m && column->n; i++)
    out[i] = column->value[column->n == 1 ? 0 : i - 1];
}

static int fill_buffers(const struct star_column *column, struct sp_instance *in,
                        struct sp_error *error)
{
  int code = SP_OK;
  for (int i = 1; i <= in->m && column->n && code == SP_OK; i++)
    code = whole_number(column->value[column->n == 1 ? 0 : i - 1], i, "buffer", LONG_MAX,
                        &in->buffer[i], error);
  return code;
}

static int check_ports(const struct star *star, struct sp_error *error)
{
  int code = SP_OK;
  long number;
  for (int key = STAR_RECV; key <= STAR_SEND && code == SP_OK; key++)
    if (given(star, (enum star_key)key))
      code =
          whole_number(star->column[key].value[0], 0, star_keys[key].name, INT_MAX, &number, error);
  return code;
}

struct star_setting star_setting_of(const struct sp_instance *instance, int key)
{
  struct sp_instance *in = (struct sp_instance *)instance;
  struct sp_ports *master = &in->platform.node[0].ports;
  const struct star_setting setting[STAR_KEYS] = {
      [STAR_DEADLINE] = {.number = &in->deadline}, [STAR_RECV] = {.ports = &master->recv},
      [STAR_SEND] = {.ports = &master->send},      [STAR_DUPLEX] = {.word = &master->recv_send},
      [STAR_FREE] = {.word = &in->free_by_chunk},  [STAR_HOLD] = {.word = &in->hold_result},
      [STAR_KNOWN] = {.word = &in->known},         [STAR_OVERHEAD] = {.number = &in->overhead},
      [STAR_REQUEST] = {.number = &in->request},   [STAR_TIMEOUT] = {.number = &in->timeout},
      [STAR_LOST] = {.word = &in->lost_stay}};
  return setting[key];
}

void star_set(struct sp_instance *in, int key, struct sp_num value)
{
  struct star_setting setting = star_setting_of(in, key);
  if (setting.number)
    *setting.number = value;
  else if (setting.word)
    *setting.word = value.v > 0;
  else
    *setting.ports = isfinite(value.v) ? (int)value.v : INT_MAX;
}

void star_choose_units(struct sp_instance *in)
{
  int exponent = TASK_EXPONENT;
  if (in->problem == SP_DIVISIBLE) {
    double speed = 0; /* no more is sent than the workers compute by the deadline */
    for (int i = 1; i <= in->m; i++)
      speed += 1 / in->w[i].v;
    frexp(fmin(in->total.v, in->deadline.v * speed), &exponent);
    exponent = LOAD_EXPONENT - exponent;
    exponent = exponent < FINEST_EXPONENT ? exponent : FINEST_EXPONENT;
  }
  in->task_bytes = in->task_flops = ldexp(1, exponent);
}

static int fill(const struct star *star, struct sp_instance *in, struct sp_error *error)
{
  const struct star_column *column = star->column;
  if (find_problem(star, in, error) != SP_OK)
    return SP_BAD_INPUT;
  for (int i = 1; i <= in->m && !column[STAR_W].n; i++)
    in->w[i] = sp_int(1); /* imbalance: never read, but a platform needs some speed */
  spread(&column[STAR_C], in->c, in->m);
  spread(&column[STAR_W], in->w, in->m);
  spread(&column[STAR_LATENCY], in->latency, in->m);
  spread(&column[STAR_LOAD], in->load, in->m);
  spread(&column[STAR_DELTA], in->load, in->m);
  spread(&column[STAR_MEMORY], in->memory, in->m);
  spread(&column[STAR_RESULT], in->result, in->m);
  if (in->problem == SP_DIVISIBLE)
    in->total = given(star, STAR_WORK) ? column[STAR_WORK].value[0] : SP_INFINITE;
  if (in->problem == SP_BAG)
    in->total =
        given(star, STAR_TASKS) ? column[STAR_TASKS].value[0] : sp_int(tasks_listed(&star->tasks));
  if (tasks_of_bag(&star->tasks, in, error) != SP_OK ||
      fill_buffers(&column[STAR_BUFFER], in, error) != SP_OK || check_ports(star, error) != SP_OK)
    return SP_BAD_INPUT;
  for (int key = STAR_DEADLINE; key < STAR_KEYS; key++)
    if (given(star, (enum star_key)key))
      star_set(in, key, column[key].value[0]);
  if (star_set_profiles(star, in, error) != SP_OK || sp_instance_check(in, error) != SP_OK)
    return SP_BAD_INPUT;
  star_choose_units(in);
  return SP_OK;
}

struct sp_instance *star_build(const struct star *star, struct sp_error *error)
{
  for (int key = STAR_PER_WORKER; key < STAR_KEYS; key++)
    if (star->column[key].n > 1) {
      sp_bad_input(error, "%s has %d values, expected one", star_keys[key].name,
                   star->column[key].n);
      return NULL;
    }
  int m = count_workers(star, error);
  if (!m)
    return NULL;
  struct sp_instance *in = sp_instance_alloc(m);
  if (fill(star, in, error) == SP_OK)
    return in;
  sp_instance_free(in);
  return NULL;
}
