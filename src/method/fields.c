/* The table of the numbers that a result has: the columns of databases, what `run` and reports
 * show, and the values of experiments follow from it. */
#include "method/fields.h"
#include "model/instance.h"

#include <math.h>
#include <stddef.h>

enum { STARS = SP_REDISTRIBUTION | SP_BAG | SP_DIVISIBLE | SP_IMBALANCE };
enum { FROM_MASTER = SP_BAG | SP_DIVISIBLE };
enum { ALL = STARS | SP_STEADY | SP_NETWORK };

static bool can_fail(const struct sp_instance *in)
{
  return sp_can_fail(in);
}

static bool arrives(const struct sp_instance *in)
{
  return in->release != NULL;
}

static bool weighs(const struct sp_instance *in)
{
  return in->weights != NULL;
}

/* Runs whose messages carry several tasks have them, too. */
static bool differs(const struct sp_instance *in)
{
  return sp_from_master(in) && sp_has_sizes(in);
}

#define AT(member) offsetof(struct sp_result, member)
/* In the order of the columns of databases: a new one is the last. */
static const struct sp_field fields[] = {
    [SP_FIELD_MAKESPAN] = {"makespan", SP_FIELD_REAL, AT(makespan), true, 1, ALL, NULL, 2, NAN,
                           "time",
                           "end of the last computation (imbalance: of the last emission), by the "
                           "deadline; of a steady state K / done"},
    [SP_FIELD_PLANNED] = {"planned", SP_FIELD_REAL, AT(planned), false, 2, ALL, NULL, 2, NAN,
                          "time",
                          "the makespan that the heuristic expects; none if it states none"},
    [SP_FIELD_DONE] = {"done", SP_FIELD_REAL, AT(done), true, 4, ALL, NULL, 2, NAN, "load",
                       "units computed (imbalance: moved); with a deadline, by that date; in a "
                       "steady state the tasks by its date, or in a unit of time"},
    [SP_FIELD_MESSAGES] = {"messages", SP_FIELD_INTEGER, AT(messages), true, 3, ALL, NULL, 2, NAN,
                           "1", "transfers through the master (a redistributed task is one)"},
    [SP_FIELD_ORDER] = {"order_hash", SP_FIELD_HASH, AT(order_hash), true, 0, ALL, NULL, 2, NAN, "",
                        "of the decisions of each port, in order: equal between engines"},
    [SP_FIELD_BITS] = {"bits_hash", SP_FIELD_HASH, AT(bits_hash), true, 0, ALL, NULL, 2, NAN, "",
                       "of decisions and dates: equal within one engine"},
    [SP_FIELD_WASTED] = {"wasted", SP_FIELD_REAL, AT(wasted), true, 5, STARS, can_fail, 4, 0,
                         "load", "units lost after their transfer had begun"},
    {"resends", SP_FIELD_INTEGER, AT(resends), true, 6, STARS, can_fail, 4, 0, "1",
     "messages sent after all units had been sent once; redistribution: messages to "
     "workers beyond the tasks received"},
    {"max_flow", SP_FIELD_REAL, AT(max_flow), true, 7, SP_BAG, arrives, 5, NAN, "time",
     "of tasks that arrive: the longest time from the arrival of a task to its end"},
    {"sum_flow", SP_FIELD_REAL, AT(sum_flow), true, 8, SP_BAG, arrives, 5, NAN, "time",
     "the sum of these times"},
    {"max_stretch", SP_FIELD_REAL, AT(max_stretch), true, 9, SP_BAG, arrives, 5, NAN, "1",
     "the longest of them over the time of a task alone on the star"},
    {"max_queue", SP_FIELD_REAL, AT(max_queue), true, 10, SP_BAG, arrives, 5, NAN, "load",
     "most tasks at the master, unsent, when one arrived"},
    {"wasted_time", SP_FIELD_REAL, AT(wasted_time), true, 11, FROM_MASTER, differs, 6, NAN, "time",
     "mean over the workers of the makespan less the time that each computes; with sizes, an "
     "overhead or messages of several tasks"},
    {"imbalance", SP_FIELD_REAL, AT(imbalance), true, 12, FROM_MASTER, differs, 6, NAN, "1",
     "likewise: the makespan over the mean of the workers' ends"},
    {"spread", SP_FIELD_REAL, AT(spread), true, 13, FROM_MASTER, differs, 6, NAN, "1",
     "likewise: the standard deviation of these ends over their mean"},
    {"port_share", SP_FIELD_REAL, AT(port_share), true, 14, FROM_MASTER, differs, 6, NAN, "1",
     "likewise: the share of the makespan for which the emission port carries a message"},
    {"overhead_share", SP_FIELD_REAL, AT(overhead_share), true, 15, FROM_MASTER, differs, 6, NAN,
     "1", "likewise: the time of workers in overheads over that in overheads and computations"},
    {"speed_up", SP_FIELD_REAL, AT(speed_up), true, 16, FROM_MASTER, differs, 6, NAN, "1",
     "likewise: the time of the tasks done on the fastest worker alone, without overheads and "
     "messages, over the makespan"},
    {"efficiency", SP_FIELD_REAL, AT(efficiency), true, 17, FROM_MASTER, differs, 6, NAN, "1",
     "likewise: the speed-up over the sum of the workers' speeds, relative to the fastest"},
    {"max_weighted_flow", SP_FIELD_REAL, AT(max_weighted_flow), true, 18, SP_BAG, weighs, 7, NAN,
     "time", "the greatest weight times flow of a task, where they have weights"},
    {"sum_weighted_flow", SP_FIELD_REAL, AT(sum_weighted_flow), true, 19, SP_BAG, weighs, 7, NAN,
     "time", "the sum of these products"},
};
enum { FIELDS = sizeof fields / sizeof *fields };
_Static_assert((int)FIELDS <= (int)SP_MOST_FIELDS, "more fields than SP_MOST_FIELDS");

const struct sp_field *sp_result_field(int k)
{
  return k >= 0 && k < FIELDS ? &fields[k] : NULL;
}

const struct sp_field *sp_shown_field(int place)
{
  const struct sp_field *f = fields;
  while (f < fields + FIELDS && f->place != place)
    f++;
  return f < fields + FIELDS ? f : NULL;
}

double sp_field_number(const struct sp_field *f, const struct sp_result *r)
{
  const char *at = (const char *)r + f->at;
  if (f->type == SP_FIELD_HASH || (f->of_ok && r->status != SP_RUN_OK))
    return NAN;
  return f->type == SP_FIELD_REAL ? *(const double *)(const void *)at
                                  : (double)*(const long *)(const void *)at;
}
