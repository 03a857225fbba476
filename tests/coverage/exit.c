/* Writes the counters of a coverage build when a process ends, also by _exit, and whatever kills it
 * meanwhile: a half written file would falsify all counts in it. The program and every shared
 * object are linked with this file. */
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Each object has its own of these; the list is that of the first object, for all. */
void __gcov_dump(void);
void __gcov_reset(void);
enum { MOST_OBJECTS = 16 };
struct {
  int n;
  bool written;
  void (*dump[MOST_OBJECTS])(void), (*reset[MOST_OBJECTS])(void);
} coverage_objects __attribute__((weak));

__attribute__((constructor)) static void add_object(void)
{
  if (coverage_objects.n == MOST_OBJECTS)
    return;
  coverage_objects.dump[coverage_objects.n] = __gcov_dump;
  coverage_objects.reset[coverage_objects.n++] = __gcov_reset;
}

/* Raises what a test has set as far as it may. */
static void raise_limit(__rlimit_resource_t of)
{
  struct rlimit limit;
  getrlimit(of, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(of, &limit);
}

/* In a process of its own, of another group. */
static void write_counters(void)
{
  pid_t writer = fork();
  if (writer == 0) {
    setsid();
    raise_limit(RLIMIT_FSIZE);
    raise_limit(RLIMIT_NOFILE);
    for (int k = 0; k < coverage_objects.n; k++)
      coverage_objects.dump[k]();
    syscall(SYS_exit_group, 0);
  }
  while (writer > 0 && waitpid(writer, NULL, 0) < 0 && errno == EINTR) {
  }
  for (int k = 0; writer > 0 && k < coverage_objects.n; k++)
    coverage_objects.reset[k](); /* what gcc itself writes at the end adds nothing */
}

__attribute__((destructor)) static void at_exit(void)
{
  if (!coverage_objects.written)
    write_counters();
  coverage_objects.written = true;
}

void _exit(int code)
{
  write_counters();
  for (;;)
    syscall(SYS_exit_group, code);
}
