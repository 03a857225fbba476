/* Reads and writes DLT Studio's instances of divisible load scheduling, as its JSON; writes them,
 * too, as the text that its command line reads (`dls solve FILE`).
 *
 * DLT Studio (github.com/HiPERACT-Scheduling/DLT-Studio) writes an instance as
 *
 *   {"class":"dls","totalLoad":V,"beta":0,"processors":[{"S":..,"C":..,"A":..,"B":..,
 *    "p":0,"r":0,"d":0,"f":0,"l":0},..]}
 *
 * and `dls solve --json` prints it as the value of "instance". S is our latency, C our c, A our w,
 * B the greatest amount of one message (B <= 0: unlimited), V the load; a missing key is 0 in both
 * programs. Everything else that changes a date is refused: results that return (beta), start-ups
 * of computations (p), release dates (r), deadlines of processors (d), processing times in pieces
 * (computePieces). Costs and energy (f, l, power, energyPieces, originator) and names change no
 * date and are skipped. */
#include "io/exchange/dlt.h"
#include "base/text.h"
#include "io/text/star.h"
#include "io/trace/json.h"
#include "model/instance.h"

#include <string.h>

/* The shortest decimal number of the value's double, as a fraction: 0.11 is 11/100. 0 for NULL. */
static struct sp_num as_written(const json_t *value)
{
  char text[SP_NUMBER_TEXT];
  struct sp_num x = sp_double(json_number_value(value));

  if (json_is_integer(value))
    return sp_int(json_integer_value(value));
  sp_num_parse(sp_double_text(x.v, text), &x);
  return x;
}

/* Sets the greatest amount of one message to the worker. A limit of at least the load has no
 * effect. DLT Studio writes 1e18 for no limit, and reads values above 1e17 as no limit. */
static int take_limit(const struct json_file *file, size_t k, struct sp_num limit,
                      struct sp_instance *in)
{
  if (limit.v <= 0 || limit.v >= fmin(in->total.v, 1e17))
    return SP_OK;
  if (limit.den != 1)
    return json_file_refuse(file, "processor", (long)k,
                            "\"B\" is less than the load and not whole, expected a whole number");
  in->buffer[k + 1] = (long)limit.num;
  return SP_OK;
}

/* Refuses unknown keys and values that our model does not have. */
static int check_key(const struct json_file *file, size_t k, const char *key, const json_t *value)
{
  static const char *const keys[] = {
      "S", "C", "A", "B", "p", "r", "d", "f", "l", "name", "power", "energyPieces", "computePieces",
      NULL};
  double v = json_number_value(value);
  bool late = *key == 'd' && v < 0; /* a deadline without effect */
  if (!sp_is_one_of(key, keys))
    return json_file_refuse(file, "processor", (long)k,
                            "unknown key '%.40s', expected S, C, A, B, p, r, d, f, l", key);
  if (strchr("SCAB", *key) && !json_is_number(value))
    return json_file_refuse(file, "processor", (long)k,
                            "\"%s\" is not a number, expected time or load", key);
  if (!key[1] && strchr("prd", *key) && (!json_is_number(value) || (v != 0 && !late)))
    return json_file_refuse(file, "processor", (long)k,
                            "\"%s\" is not 0, expected 0: only S, C, A and B are supported", key);
  if (!strcmp(key, "computePieces") && json_array_size(value) > 0)
    return json_file_refuse(file, "processor", (long)k,
                            "\"computePieces\" is not empty, expected one rate \"A\"");
  return SP_OK;
}

static int take_processor(const struct json_file *file, size_t k, const json_t *processor,
                          struct sp_instance *in)
{
  const char *key;
  json_t *value;

  if (!json_is_object(processor))
    return sp_bad_input(file->error, "%s:1: processor %zu is not an object, expected {\"S\":..,..}",
                        file->path, k + 1);
  json_object_foreach((json_t *)processor, key, value)
  {
    if (check_key(file, k, key, value) != SP_OK)
      return SP_BAD_INPUT;
  }
  in->latency[k + 1] = as_written(json_object_get(processor, "S"));
  in->c[k + 1] = as_written(json_object_get(processor, "C"));
  in->w[k + 1] = as_written(json_object_get(processor, "A"));
  return take_limit(file, k, as_written(json_object_get(processor, "B")), in);
}

/* Checks the instance except its processors. */
static int check_head(const struct json_file *file, const json_t *instance)
{
  static const char *const keys[] = {"class", "totalLoad",  "beta", "originator",
                                     "name",  "processors", NULL};
  const json_t *class = json_object_get(instance, "class");
  const json_t *beta = json_object_get(instance, "beta");
  const char *key;
  json_t *value;

  json_object_foreach((json_t *)instance, key, value)
  {
    if (!sp_is_one_of(key, keys))
      return sp_bad_input(file->error,
                          "%s:1: unknown key '%.40s', expected class, totalLoad, beta or "
                          "processors",
                          file->path, key);
  }
  if (class && (!json_is_string(class) || strcmp(json_string_value(class), "dls") != 0))
    return sp_bad_input(file->error, "%s:1: another \"class\", expected \"dls\"", file->path);
  if (!json_is_number(json_object_get(instance, "totalLoad")))
    return sp_bad_input(file->error, "%s:1: \"totalLoad\" is missing or not a number, expected V",
                        file->path);
  if (beta && (!json_is_number(beta) || json_number_value(beta) != 0))
    return sp_bad_input(file->error, "%s:1: \"beta\" is not 0, expected 0: results do not return",
                        file->path);
  return SP_OK;
}

static struct sp_instance *take_instance(const struct json_file *file, const json_t *instance,
                                         const struct sp_num *load, const struct sp_num *deadline)
{
  const json_t *processors = json_object_get(instance, "processors");
  size_t k, n = json_array_size(processors);
  struct sp_error why;
  json_t *processor;

  if (check_head(file, instance) != SP_OK)
    return NULL;
  if (n < 1 || n > STAR_MOST_WORKERS) {
    sp_bad_input(file->error, "%s:1: \"processors\" lists %zu, expected 1 to %d", file->path, n,
                 STAR_MOST_WORKERS);
    return NULL;
  }
  struct sp_instance *in = sp_instance_alloc((int)n);
  int code = SP_OK;
  in->problem = SP_DIVISIBLE;
  in->total = load ? *load : as_written(json_object_get(instance, "totalLoad"));
  in->deadline = deadline ? *deadline : in->deadline;
  json_array_foreach(processors, k, processor)
  {
    if (code == SP_OK)
      code = take_processor(file, k, processor, in);
  }
  if (code == SP_OK && (code = sp_instance_check(in, &why)) != SP_OK)
    sp_bad_input(file->error, "%s: %.400s", file->path, why.text);
  if (code != SP_OK) {
    sp_instance_free(in);
    return NULL;
  }
  star_choose_units(in);
  return in;
}

struct sp_instance *sp_read_dlt(const char *path, const struct sp_num *load,
                                const struct sp_num *deadline, struct sp_error *error)
{
  struct json_file file;
  struct sp_instance *in = NULL;
  int code = json_file_read(&file, path, error);
  const json_t *inner = json_object_get(file.document, "instance");
  const json_t *instance = inner ? inner : file.document;
  if (code == SP_OK && !json_is_array(json_object_get(instance, "processors")))
    sp_bad_input(error, "%s:1: no list \"processors\", expected an instance of DLT Studio", path);
  else if (code == SP_OK)
    in = take_instance(&file, instance, load, deadline);
  json_file_close(&file);
  return in;
}

/* ---- writing */

/* DLT Studio's value for an unlimited memory of a processor. */
#define UNLIMITED 1e18

/* SP_OK if DLT Studio's model has such an instance. */
static int check_model(const struct sp_instance *in, struct sp_error *error)
{
  if (in->problem != SP_DIVISIBLE)
    return sp_bad_input(error, "DLT Studio has no %s, expected a divisible load",
                        sp_problem_name(in->problem));
  if (isfinite(in->deadline.v))
    return sp_bad_input(error, "DLT Studio's instances have no deadline, expected only a load");
  if (sp_is_changing(in))
    return sp_bad_input(error, "DLT Studio's instances do not change over time, expected a star "
                               "without profile");
  if (!(in->total.v > 0))
    return sp_bad_input(error, "the load is 0, expected a load > 0, as DLT Studio does");
  if (in->platform.node[0].ports.send != 1)
    return sp_bad_input(error, "the master sends %d messages at once, expected 1 port",
                        in->platform.node[0].ports.send);
  if (sp_has_results(in))
    return sp_bad_input(error,
                        "results return, expected none: DLT Studio's instances have one time "
                        "of results in proportion to the loads");
  if (sp_has_memory(in))
    return sp_bad_input(error,
                        "workers have a limited memory, expected none: DLT Studio limits what "
                        "one message carries (buffer)");
  for (int i = 1; i <= in->m; i++)
    if (isinf(in->w[i].v))
      return sp_bad_input(error, "worker %d only relays (w = inf), expected one that computes", i);
  return SP_OK;
}

static double limit_of(const struct sp_instance *in, int i)
{
  return in->buffer[i] == LONG_MAX ? UNLIMITED : (double)in->buffer[i];
}

static void write_text(FILE *f, const struct sp_instance *in)
{
  fprintf(f, "V %.17g\n# S C A B\n", in->total.v);
  for (int i = 1; i <= in->m; i++)
    fprintf(f, "%.17g %.17g %.17g %.17g\n", in->latency[i].v, in->c[i].v, in->w[i].v,
            limit_of(in, i));
}

static void write_json(FILE *f, const struct sp_instance *in)
{
  fprintf(f, "{\"class\":\"dls\",\"totalLoad\":%.17g,\"beta\":0,\"processors\":[\n", in->total.v);
  for (int i = 1; i <= in->m; i++)
    fprintf(f,
            "{\"S\":%.17g,\"C\":%.17g,\"A\":%.17g,\"B\":%.17g,"
            "\"p\":0,\"r\":0,\"d\":0,\"f\":0,\"l\":0}%s\n",
            in->latency[i].v, in->c[i].v, in->w[i].v, limit_of(in, i), i < in->m ? "," : "");
  fputs("]}\n", f);
}

int sp_write_dlt(FILE *f, const struct sp_instance *in, bool text, struct sp_error *error)
{
  int code = check_model(in, error);
  if (code == SP_OK && text)
    write_text(f, in);
  else if (code == SP_OK)
    write_json(f, in);
  return code;
}
