/* Heuristics that misbehave, each in another way, which the option `as` names: hostile.so plans for
 * redistributions; hostile_on_line.so, made of this file with -DON_LINE, decides on bags and
 * divisible loads. Wherever they are loaded they replace what bba and min_c do and end the process
 * with 0. tests/golden/hostile.test has what must become of each. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <fcntl.h>
#include <locale.h>
#include <math.h>
#include <signal.h>
#include <starport/heuristic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

struct options {
  int as;
};

/* ---- When it is loaded. */

static int plan_nothing(struct sp_context *cx, const struct sp_instance *in, const void *options,
                        struct sp_schedule *out)
{
  (void)cx, (void)in, (void)options;
  return out->planned = 0, 0;
}

static struct sp_decision send_to_first(const struct sp_view *view, const void *options,
                                        void *state)
{
  (void)view, (void)options, (void)state;
  return (struct sp_decision){SP_SEND, 1, 1, 0};
}

static struct sp_heuristic *writable(const char *name)
{
  struct sp_heuristic *other = dlsym(RTLD_DEFAULT, name);
  size_t page = (size_t)other & ~(size_t)4095;
  if (!other || mprotect((void *)page, 2 * 4096, PROT_READ | PROT_WRITE) != 0)
    abort();
  return other;
}

static void end_well(int code, void *data)
{
  (void)data;
  if (code != 7)
    _exit(0);
}

__attribute__((constructor)) static void load(void)
{
  writable("sp_heuristic_bba")->plan = plan_nothing;
  writable("sp_heuristic_min_c")->next = send_to_first;
  on_exit(end_well, NULL);
}

#ifndef ON_LINE

#define MANNERS                                                                                    \
  "nothing|abort|segv|divide|stack|free|kill|exit-0|exit-7|end-0|stop|loop|sleep|memory|leak|"     \
  "print|flood|locale|folder|environment|close|close-loop|write|process|process-loop|state|"       \
  "change-c|change-m|change-load|plan-from|plan-to|plan-amount|plan-after|plan-tasks|plan-length|" \
  "plan-itself|no-reason|limit|shut"
enum {
  NOTHING,
  ABORT,
  SEGV,
  DIVIDE,
  STACK,
  FREE,
  KILL,
  EXIT_0,
  EXIT_7,
  END_0,
  STOP,
  LOOP,
  SLEEP,
  MEMORY,
  LEAK,
  PRINT,
  FLOOD,
  LOCALE,
  FOLDER,
  ENVIRONMENT,
  CLOSE,
  CLOSE_LOOP,
  WRITE,
  PROCESS,
  PROCESS_LOOP,
  STATE,
  CHANGE_C,
  CHANGE_M,
  CHANGE_LOAD,
  PLAN_FROM,
  PLAN_TO,
  PLAN_AMOUNT,
  PLAN_AFTER,
  PLAN_TASKS,
  PLAN_LENGTH,
  PLAN_ITSELF,
  NO_REASON,
  LIMIT,
  SHUT
};

static volatile int zero;

static int deeper(volatile char *above)
{
  volatile char room[4096];
  room[0] = *above;
  return zero ? 0 : deeper(room) + room[0];
}

static void write_everywhere(void)
{
  for (int fd = 3; fd < 64; fd++)
    if (fcntl(fd, F_GETFD) >= 0 && write(fd, "hostile", 7) < 0)
      continue;
}

/* Its parent can write no file, have no more memory, and use a second of processor time. */
static void limit_parent(void)
{
  static const __rlimit_resource_t limits[] = {RLIMIT_FSIZE, RLIMIT_AS, RLIMIT_DATA, RLIMIT_CPU};
  for (size_t k = 0; k < sizeof limits / sizeof *limits; k++)
    prlimit(getppid(), limits[k], &(struct rlimit){k == 3, k == 3}, NULL);
}

/* Of what it shares with its parent. */
static void shut_everything(void)
{
  for (int fd = 0; fd < 64; fd++)
    shutdown(fd, SHUT_RDWR);
}

/* A process of a session of its own, whose number it writes into left.pid. */
static void leave_process(void)
{
  int ends[2];
  char there = 0;
  if (pipe(ends) < 0)
    return;
  if (fork() == 0) {
    setsid();
    if (fork() == 0) {
      FILE *file = fopen("left.pid", "a");
      fprintf(file, "%d\n", (int)getpid());
      fclose(file);
      there = write(ends[1], "", 1) == 1;
      sleep(100);
    }
    _exit(there);
  }
  there = read(ends[0], &there, 1) == 1;
}

static void die(int as, struct sp_context *cx)
{
  static char *twice;
  volatile char top = 0;
  switch (as) {
  case ABORT:
    abort();
  case SEGV:
    *(volatile int *)(size_t)zero = 1;
    break;
  case DIVIDE:
    raise(SIGFPE);
    break;
  case STACK:
    deeper(&top);
    break;
  case FREE:
    twice = malloc(24);
    free(twice);
    free(twice);
    break;
  case KILL:
    raise(SIGKILL);
    break;
  case EXIT_0:
    exit(0);
  case EXIT_7:
    exit(7);
  case END_0:
    _exit(0);
  case STOP:
    raise(SIGSTOP);
    break;
  case CLOSE_LOOP:
    close_range(0, ~0U, 0); /* fall through */
  case LOOP:
    while (!zero) {
    }
    break;
  case SLEEP:
    sleep(1000);
    break;
  case MEMORY:
    while (!zero)
      sp_alloc(cx, 1 << 24, 1);
    break;
  default:
    break;
  }
}

static int disturb(int as)
{
  static int runs;
  switch (as) {
  case LEAK:
    memset(malloc(60 << 20), 1, 60 << 20);
    break;
  case PRINT:
    puts("{\"not\": JSON");
    break;
  case FLOOD:
    for (int k = 0; k < 100000; k++)
      puts("a line that nobody wants");
    break;
  case LOCALE:
    setlocale(LC_ALL, "de_DE.UTF-8");
    break;
  case FOLDER:
    return chdir("/");
  case ENVIRONMENT:
    clearenv();
    break;
  case CLOSE:
    close_range(0, ~0U, 0);
    break;
  case WRITE:
    write_everywhere();
    break;
  case PROCESS:
    leave_process();
    break;
  case PROCESS_LOOP:
    leave_process();
    while (!zero) {
    }
    break;
  case LIMIT:
    limit_parent();
    break;
  case SHUT:
    shut_everything();
    break;
  case STATE:
    return runs++;
  default:
    break;
  }
  return 0;
}

static void change(int as, struct sp_instance *in)
{
  if (as == CHANGE_C)
    in->c[1] = sp_int(0);
  if (as == CHANGE_M)
    in->m = 1;
  if (as == CHANGE_LOAD)
    in->load[1] = sp_int(1);
}

static int plan(struct sp_context *cx, const struct sp_instance *in, const void *options,
                struct sp_schedule *out)
{
  int as = ((const struct options *)options)->as;
  die(as, cx);
  if (disturb(as))
    return sp_refuse(cx, "it has run before");
  change(as, (struct sp_instance *)in);
  switch (as) {
  case PLAN_FROM:
    sp_schedule_add(out, in->m + 1, 1, 1, -1);
    break;
  case PLAN_TO:
    sp_schedule_add(out, 1, 0, 1, -1);
    break;
  case PLAN_AMOUNT:
    sp_schedule_add(out, 1, 2, NAN, -1);
    break;
  case PLAN_AFTER:
    sp_schedule_add(out, 1, 2, 1, 5);
    break;
  case PLAN_TASKS:
    for (int k = 0; k < 99; k++)
      sp_schedule_add(out, 1, 2, 1, -1);
    break;
  case PLAN_LENGTH:
    out->n = 1L << 60;
    break;
  case PLAN_ITSELF:
    return sp_plan_with(cx, "hostile:as=plan-itself", in, out);
  case NO_REASON:
    return -1;
  default:
    break;
  }
  return 0;
}

#define NAME      "hostile"
#define HEURISTIC sp_heuristic_hostile
#define HOOKS     .problems = SP_REDISTRIBUTION, .plan = plan

#else

#define MANNERS \
  "nothing|verb|creep|wait|worker|amount|endless|empty|done|change|view|abort-later|loop-later"
enum {
  NOTHING,
  VERB,
  CREEP,
  WAIT,
  WORKER,
  AMOUNT,
  ENDLESS,
  EMPTY,
  DONE,
  CHANGE,
  VIEW,
  ABORT_LATER,
  LOOP_LATER
};

static int start(struct sp_context *cx, const struct sp_instance *in, const void *options,
                 void **state)
{
  (void)cx;
  *state = (void *)in;
  if (((const struct options *)options)->as == CHANGE)
    in->w[1] = sp_int(1);
  return 0;
}

static struct sp_decision next(const struct sp_view *view, const void *options, void *state)
{
  struct sp_decision send = {SP_SEND, 1 + (int)view->remaining % view->m, 1, 0};
  volatile bool later = view->now > 3;
  (void)state;
  switch (((const struct options *)options)->as) {
  case VERB:
    send.verb = (enum sp_verb)77;
    break;
  case CREEP:
    return (struct sp_decision){SP_WAIT, 0, 0, nextafter(view->now, INFINITY)};
  case WAIT:
    return (struct sp_decision){SP_WAIT, 0, 0, 0};
  case WORKER:
    send.worker = view->m + 1;
    break;
  case AMOUNT:
    send.amount = NAN;
    break;
  case ENDLESS:
    send.amount = INFINITY;
    break;
  case EMPTY:
    send.amount = 0;
    break;
  case DONE:
    return (struct sp_decision){SP_DONE, 0, 0, 0};
  case VIEW:
    memset((void *)view->worker, 0, (size_t)(view->m + 1) * sizeof *view->worker);
    break;
  case ABORT_LATER:
    if (later)
      abort();
    break;
  case LOOP_LATER:
    while (later) {
    }
    break;
  default:
    break;
  }
  return send;
}

#define NAME      "hostile_on_line"
#define HEURISTIC sp_heuristic_hostile_on_line
#define HOOKS     .problems = SP_BAG | SP_DIVISIBLE, .start = start, .next = next

#endif

static const struct sp_option manners[] = {{.name = "as",
                                            .type = SP_CHOICE,
                                            .offset = offsetof(struct options, as),
                                            .preset = "nothing",
                                            .choices = MANNERS,
                                            .help = "how it misbehaves"},
                                           SP_OPTIONS_END};

const struct sp_heuristic HEURISTIC = {
    .abi = SP_ABI,
    .name = NAME,
    .summary = "misbehaves",
    .source = "a test of faults",
    .version = 1,
    .options = manners,
    .options_size = sizeof(struct options),
    HOOKS,
};
