/* The dates at which the tasks of random stars arrive; see generate.h. */
#include "campaign/generate/generate.h"
#include "io/text/tasks.h"
#include "solve/bag/bag.h"

static const char forms[] = "poisson(R), poisson(K rates), every(T) or every(K tasks)";

const char *sp_coming_parse(const char *value, struct sp_coming *coming)
{
  char number[40] = "", unit[8] = "", law[8] = "";
  int used = 0, words = sscanf(value, "%7[a-z](%39[^ )] %7[a-z]%n", law, number, unit, &used);
  if (words == 2)
    sscanf(value, "%*[a-z](%*[^ )]%n", &used);
  struct sp_num x;
  bool poisson = !strcmp(law, "poisson");
  bool good = words >= 2 && used > 0 && !strcmp(value + used, ")") && !sp_num_parse(number, &x) &&
              x.v > 0 && isfinite(x.v) && (poisson || !strcmp(law, "every")) &&
              (words == 2 || !strcmp(unit, poisson ? "rates" : "tasks"));
  if (!good)
    return forms;
  *coming = (struct sp_coming){
      .rate = poisson ? x.v : 0, .every = poisson ? 0 : x.v, .of_star = words == 3};
  return NULL;
}

static double rate_of(const struct sp_instance *in)
{
  struct sp_context *cx = sp_context_plain();
  double rate = sp_rates(cx, in, SP_RATE_TASKS, NULL, NULL);
  sp_context_free(cx);
  return rate;
}

int sp_coming_draw(const struct sp_coming *coming, struct sp_draws at, struct sp_instance *in,
                   struct sp_error *error)
{
  double unit = coming->of_star ? rate_of(in) : 1;
  if (coming->of_star && !(unit > 0 && isfinite(unit)))
    return sp_bad_input(error, "release in rates of the star, which computes %s",
                        unit > 0 ? "any number of tasks" : "none");
  struct release release = {.rate = coming->rate * unit,
                            .every = coming->every / unit,
                            .seed = at.seed,
                            .instance = at.instance};
  return release_of_bag(&release, in, error);
}
