/* Reads the instance that a command line names: --star (a text or @file.csv), platform and
 * deployment, or an instance of DLT Studio. */
#include "io/instance.h"
#include "base/file.h"
#include "io/exchange/dlt.h"
#include "io/text/star.h"

/* The first option that needs a platform, if the source has --star or an instance of DLT Studio;
 * NULL if there is no such option. */
static const char *stray(const struct sp_source *s)
{
  if (s->star ? s->platform || s->deployment : s->deployment != NULL)
    return s->star ? "a platform file" : "a deployment";
  if (s->master)
    return "--master";
  if (s->task_bytes)
    return "--task-bytes";
  if (s->task_flops)
    return "--task-flops";
  return NULL;
}

/* Is it the name of a file with the dates of the tasks? */
static bool is_file(const char *tasks)
{
  return tasks && *tasks == '@';
}

static int parse(const char *name, const char *text, struct sp_num *value, struct sp_error *error)
{
  if (!text || sp_num_parse(text, value) == 0)
    return SP_OK;
  return sp_bad_input(error, "--%s=%.60s, expected a number or inf", name, text);
}

int sp_replace_workload(struct sp_instance *in, const struct sp_source *s, struct sp_error *error)
{
  if (!s->tasks && !s->work && !s->deadline)
    return SP_OK;
  if (in->kind != SP_INSTANCE_STAR)
    return sp_bad_input(error,
                        "--tasks, --work and --deadline are of stars, expected none of them");
  if (s->tasks && s->work)
    return sp_bad_input(error, "--tasks together with --work, expected one of the two");
  if ((s->tasks || s->work) && (in->problem == SP_REDISTRIBUTION || in->problem == SP_IMBALANCE))
    return sp_bad_input(error, "--%s together with loads at the workers, expected one of the two",
                        s->tasks ? "tasks" : "work");
  if (s->tasks || s->work)
    in->problem = s->tasks ? SP_BAG : SP_DIVISIBLE;
  if (parse("tasks", s->tasks, &in->total, error) != SP_OK ||
      parse("work", s->work, &in->total, error) != SP_OK ||
      parse("deadline", s->deadline, &in->deadline, error) != SP_OK ||
      sp_instance_check(in, error) != SP_OK)
    return SP_BAD_INPUT;
  star_choose_units(in);
  return SP_OK;
}

/* A star of --star may have no workload but that of the options. */
static struct sp_instance *read_star(const struct sp_source *s, struct sp_error *error)
{
  struct star_workload workload = {s->tasks, s->work, s->deadline, NULL};
  struct sp_num value;
  if (s->tasks && s->work)
    sp_bad_input(error, "--tasks together with --work, expected one of the two");
  else if ((is_file(s->tasks) || parse("tasks", s->tasks, &value, error) == SP_OK) &&
           parse("work", s->work, &value, error) == SP_OK &&
           parse("deadline", s->deadline, &value, error) == SP_OK)
    return star_parse(s->star, &workload, error);
  return NULL;
}

static struct sp_instance *read_dlt(const struct sp_source *s, struct sp_error *error)
{
  struct sp_num load, deadline;
  if (parse("work", s->work, &load, error) != SP_OK ||
      parse("deadline", s->deadline, &deadline, error) != SP_OK)
    return NULL;
  return sp_read_dlt(s->platform, s->work ? &load : NULL, s->deadline ? &deadline : NULL, error);
}

struct sp_instance *sp_read_instance(const struct sp_source *source, struct sp_error *error)
{
  if (!source->star && !source->platform) {
    sp_bad_input(error, "no instance, expected a platform file or --star");
    return NULL;
  }
  bool dlt = !source->star && sp_has_suffix(source->platform, ".json");
  if (!source->star && !dlt)
    return sp_read_platform(source, error);
  const char *why = stray(source);
  if (why) {
    sp_bad_input(error, "%s together with %s, expected one of the two", why,
                 dlt ? source->platform : "--star");
    return NULL;
  }
  struct sp_instance *in = dlt ? read_dlt(source, error) : read_star(source, error);
  if (in && dlt && sp_replace_workload(in, source, error) != SP_OK) {
    sp_instance_free(in);
    return NULL;
  }
  return in;
}
