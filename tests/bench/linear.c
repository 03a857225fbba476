/* Speed of the solvers for fixed sequences of a divisible load: messages per second of the linear
 * system, milliseconds of the linear programme. Lines "name value unit", the best of several
 * runs. */
#include "bench.h"
#include "solve/divisible/divisible.h"
#include "solve/lp/lp.h"
#include <starport/starport.h>

enum { WORKERS = 20, MESSAGES = 1000, ROUNDS = 2000, TRIES = 7, PROGRAMME = 120 };

static struct sp_instance *platform(int m, int load)
{
  struct sp_instance *in = sp_instance_alloc(m);
  in->problem = SP_DIVISIBLE;
  in->total = sp_int(load);
  in->deadline = (struct sp_num){.v = INFINITY};
  for (int i = 1; i <= m; i++) {
    in->c[i] = sp_int(1 + i % 3);
    in->w[i] = sp_int(60 + 7 * i % 31);
    in->latency[i] = sp_int(i % 2);
  }
  return in;
}

/* Nanoseconds of one solution. */
static double linear(const struct sp_instance *in, const int *sequence, double *chunk)
{
  double value = 0, sum = 0, best = INFINITY;
  struct sp_context *cx = sp_context_alloc(NULL, 0, in, NULL);
  for (int try = 0; try < TRIES; try++) {
    double start = bench_seconds();
    for (int round = 0; round < ROUNDS; round++) {
      if (!sp_linear_sequence(cx, in, MESSAGES, sequence, chunk, &value))
        exit(1);
      sum += value;
    }
    best = fmin(best, bench_seconds() - start);
  }
  sp_context_free(cx);
  return sum > 0 ? 1e9 * best / ROUNDS : 0;
}

static double programme(const struct sp_instance *in, long n, const int *sequence)
{
  double best = INFINITY, value;
  for (int try = 0; try < TRIES; try++) {
    struct sp_context *cx = sp_context_alloc(NULL, 0, in, NULL);
    double start = bench_seconds();
    if (sp_lp_sequence(cx, in, n, sequence, NULL, &value)) {
      fprintf(stderr, "%s\n", sp_context_reason(cx));
      exit(1);
    }
    best = fmin(best, bench_seconds() - start);
    sp_context_free(cx);
  }
  return 1e3 * best;
}

int main(void)
{
  struct sp_instance *in = platform(WORKERS, 1000000), *ten = platform(10, 1000);
  int sequence[MESSAGES], round_robin[PROGRAMME];
  double chunk[MESSAGES];
  for (int k = 0; k < MESSAGES; k++)
    sequence[k] = 1 + (int)((unsigned)k * 2654435761u >> 8) % WORKERS;
  for (int k = 0; k < PROGRAMME; k++)
    round_robin[k] = 1 + k % 10;
  printf("linear_value %.1f M messages/s\n", 1e3 * MESSAGES / linear(in, sequence, NULL));
  printf("linear_chunks %.1f M messages/s\n", 1e3 * MESSAGES / linear(in, sequence, chunk));
  printf("sequence_lp_120 %.1f ms\n", programme(ten, PROGRAMME, round_robin));
  printf("sequence_lp_1000 %.1f ms\n", programme(in, MESSAGES, sequence));
  sp_instance_free(in);
  sp_instance_free(ten);
  return 0;
}
