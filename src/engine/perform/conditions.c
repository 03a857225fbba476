/* The conditions of a run: its engine, its noise, whether it is nominal; and how a check of its
 * trace ends it. */
#include "base/memory.h"
#include "engine/perform/perform.h"

const char *sp_engine_name(enum sp_engine engine)
{
  return engine == SP_ENGINE_SIMGRID ? "simgrid" : "native";
}

static bool read_platform(const char *text, uint32_t *platform)
{
  struct sp_num number;
  if (!platform || sp_num_parse(text, &number) || number.den != 1 || number.num < 0 ||
      number.num > UINT32_MAX)
    return false;
  *platform = (uint32_t)number.num;
  return true;
}

int sp_noise_parse(const char *text, double *link, double *cpu, uint32_t *platform)
{
  double noise[2] = {0, 0};
  char *copy = sp_xstrdup(text), *rest = copy;
  bool good = true;
  for (char *part; good && (part = strsep(&rest, ","));) {
    int field = !strncmp(part, "link:", 5) ? 0 : !strncmp(part, "cpu:", 4) ? 1 : -1;
    struct sp_num number = sp_int(-1);
    if (!strncmp(part, "platform:", 9) && read_platform(part + 9, platform))
      continue;
    good = field >= 0 && !sp_num_parse(strchr(part, ':') + 1, &number) && number.v >= 0 &&
           number.v < 1;
    if (good)
      noise[field] = number.v;
  }
  free(copy);
  if (!good)
    return -1;
  *link = noise[0];
  *cpu = noise[1];
  return 0;
}

bool sp_is_nominal(const struct sp_conditions *c, enum sp_engine engine)
{
  return c->noise_link == 0 && c->noise_cpu == 0 && (engine == SP_ENGINE_NATIVE || c->n_cfg == 0);
}

enum sp_durations sp_durations_of(const struct sp_conditions *c, enum sp_engine engine)
{
  return sp_is_nominal(c, engine) ? SP_DURATIONS_EXACT : SP_DURATIONS_ANY;
}

void sp_run_verified(struct sp_result *result, int code, const struct sp_error *error)
{
  if (code != SP_OK)
    sp_run_fails(result, "invalid trace: %.230s", error->text);
  else
    snprintf(result->warning, sizeof result->warning, "%.255s", error->text);
  result->verified = result->status == SP_RUN_OK;
}
