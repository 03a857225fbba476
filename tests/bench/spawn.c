/* Runs a program RUNS times, JOBS at a time, each in its own process, without a shell and without
 * its output. Prints the elapsed seconds, the seconds of processor time and the MiB of the largest
 * process; children of the programs count too.
 *
 *   spawn RUNS JOBS PROGRAM ARGUMENT.. */
#include <fcntl.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static double now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double seconds(struct timeval t)
{
  return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

int main(int argc, char **argv)
{
  if (argc < 4) {
    fprintf(stderr, "spawn RUNS JOBS PROGRAM ARGUMENT..\n");
    return 1;
  }
  int runs = atoi(argv[1]), jobs = atoi(argv[2]), under_way = 0, failed = 0, status;
  struct rusage used;
  posix_spawn_file_actions_t quiet;
  posix_spawn_file_actions_init(&quiet);
  posix_spawn_file_actions_addopen(&quiet, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  double start = now();
  for (int run = 0; run < runs || under_way > 0;) {
    pid_t child;
    if (run < runs && under_way < jobs) {
      bool begun = posix_spawn(&child, argv[3], &quiet, NULL, argv + 3, environ) == 0;
      failed += !begun;
      under_way += begun;
      run++;
    } else {
      failed += wait(&status) < 0 || status != 0;
      under_way--;
    }
  }
  double wall = now() - start;
  getrusage(RUSAGE_CHILDREN, &used);
  printf("%.3f %.3f %.0f\n", wall, seconds(used.ru_utime) + seconds(used.ru_stime),
         (double)used.ru_maxrss / 1024);
  posix_spawn_file_actions_destroy(&quiet);
  return failed > 0;
}
