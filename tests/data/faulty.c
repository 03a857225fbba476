/* A heuristic that keeps all loads where they are, but misbehaves on instances whose first worker
 * computes slowly, as its option says. tests/unit/campaign/test_runner.c has what becomes of it. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <signal.h>
#include <starport/heuristic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { CRASH, EXIT, ENDLESS, REFUSE, KILL, GREEDY };
struct options {
  int as;
};

/* Ends the process that has forked this one, as the system does when it is short of memory: always,
 * or once if $KILL_ONCE names a file. */
static void kill_parent(void)
{
  const char *once = getenv("KILL_ONCE");
  if (once && unlink(once))
    return;
  kill(getppid(), SIGKILL);
  pause();
}

static int plan(struct sp_context *cx, const struct sp_instance *in, const void *options,
                struct sp_schedule *out)
{
  volatile bool bad = in->w[1].v > 60;
  (void)out;
  if (!bad)
    return 0;
  switch (((const struct options *)options)->as) {
  case CRASH:
    fputs("words of an earlier day\nthe last words\n\n", stderr);
    signal(SIGABRT, SIG_DFL);
    abort();
  case EXIT:
    _exit(7);
  case ENDLESS:
    while (bad) {
    }
    break;
  case REFUSE:
    fputs("words of a run that lives\n", stderr);
    return sp_refuse(cx, "w_1 is %g", in->w[1].v);
  case KILL:
    kill_parent();
    break;
  default:
    while (bad)
      sp_alloc(cx, 1 << 24, 1);
  }
  return 0;
}

static const struct sp_option faults[] = {{.name = "as",
                                           .type = SP_CHOICE,
                                           .offset = offsetof(struct options, as),
                                           .preset = "crash",
                                           .choices = "crash|exit|endless|refuse|kill|greedy",
                                           .help = "how it misbehaves"},
                                          SP_OPTIONS_END};

const struct sp_heuristic sp_heuristic_faulty = {
    .abi = SP_ABI,
    .name = "faulty",
    .summary = "keeps all loads where they are, or misbehaves",
    .source = "a test of faults",
    .version = 1,
    .problems = SP_REDISTRIBUTION,
    .options = faults,
    .options_size = sizeof(struct options),
    .plan = plan,
};
