/* Writes DLT Studio's instances of divisible load scheduling: as its JSON, or as the text that its
 * command line reads (`dls solve FILE`). read.c describes the fields. */
#include "io/exchange/dlt.h"
#include "model/instance.h"

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
