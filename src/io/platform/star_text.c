/* An instance as a --star text: the inverse of sp_star_parse. */
#include "io/io.h"

#include <inttypes.h>

static void write_number(FILE *f, struct sp_num x)
{
  if (x.den == 1)
    fprintf(f, "%" PRId64, x.num);
  else if (x.den)
    fprintf(f, "%" PRId64 "/%" PRId64, x.num, x.den);
  else if (isinf(x.v))
    fputs("inf", f);
  else
    fprintf(f, "%.17g", x.v);
}

static bool equal(struct sp_num a, struct sp_num b)
{
  return a.v == b.v && a.num == b.num && a.den == b.den;
}

/* "key=v1,v2,..", or one value if all are the same and `brief`. */
static void write_list(FILE *f, const char *key, const struct sp_num *x, int m, bool brief)
{
  bool alike = brief;
  for (int i = 2; i <= m; i++)
    alike = alike && equal(x[i], x[1]);
  for (int i = 1; i <= (alike ? 1 : m); i++) {
    fprintf(f, i == 1 ? "%s=" : ",", key);
    write_number(f, x[i]);
  }
}

static void write_buffers(FILE *f, const struct sp_instance *in)
{
  bool limited = false;
  for (int i = 1; i <= in->m; i++)
    limited = limited || in->buffer[i] != LONG_MAX;
  for (int i = 1; limited && i <= in->m; i++) {
    fputs(i == 1 ? " buffer=" : ",", f);
    if (in->buffer[i] == LONG_MAX)
      fputs("inf", f);
    else
      fprintf(f, "%ld", in->buffer[i]);
  }
}

static void write_port(FILE *f, const char *key, int ports)
{
  if (ports == INT_MAX)
    fprintf(f, " %s=inf", key);
  else if (ports != 1)
    fprintf(f, " %s=%d", key, ports);
}

void sp_write_star(FILE *f, const struct sp_instance *in)
{
  bool late = false;
  for (int i = 1; i <= in->m; i++)
    late = late || in->latency[i].v != 0;
  write_list(f, "c", in->c, in->m, false); /* it tells how many workers there are */
  fputc(' ', f);
  write_list(f, "w", in->w, in->m, true);
  if (late) {
    fputc(' ', f);
    write_list(f, "latency", in->latency, in->m, true);
  }
  if (in->problem == SP_REDISTRIBUTION || in->problem == SP_IMBALANCE) {
    fputc(' ', f);
    write_list(f, in->problem == SP_IMBALANCE ? "delta" : "load", in->load, in->m, true);
  } else if (isfinite(in->total.v) || in->problem == SP_BAG) {
    fputs(in->problem == SP_BAG ? " tasks=" : " work=", f);
    write_number(f, in->total);
  }
  write_buffers(f, in);
  if (isfinite(in->deadline.v)) {
    fputs(" deadline=", f);
    write_number(f, in->deadline);
  }
  write_port(f, "recv", in->platform.node[0].ports.recv);
  write_port(f, "send", in->platform.node[0].ports.send);
}
