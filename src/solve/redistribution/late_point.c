/* The last deadlines decide most targets: those of a target nearby lead to nearly the same sequence
 * up to there. So a probe saves its sequence late in D, and the answer for another target is
 * guessed from the deadlines that follow. */
#include <starport/redistribution.h>

/* Late is the last 1/LAST of the time; near are targets that differ by 1/NEAR of it at most. */
enum { LAST = 64, NEAR = 1024 };

bool sp_late_point_passed(struct sp_late_point *point, const struct sp_deadlines *D)
{
  if (!point->wanted || !(D->date > D->M - D->M / LAST))
    return false;
  *point = (struct sp_late_point){.M = D->M, .back = D->M - D->date, .worker = D->worker};
  return true;
}

bool sp_late_point_open(const struct sp_late_point *point, const struct sp_target *target,
                        struct sp_deadlines *D)
{
  if (fabs(target->M - point->M) > target->M / NEAR)
    return false;
  sp_deadlines_open_after(D, target, target->M - point->back, point->worker);
  return true;
}
