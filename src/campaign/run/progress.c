/* Prints the line about the progress of a campaign; see progress.h. */
#include "campaign/run/progress.h"
#include "base/child.h"
#include <math.h>
#include <stdio.h>
#include <unistd.h>

void progress_begin(struct progress *p, bool wanted)
{
  double now = sp_clock();
  *p = (struct progress){.wanted = wanted, .terminal = isatty(STDERR_FILENO), .began = now};
  p->next = wanted ? now + 0.5 : INFINITY;
}

/* "1:02:03" or "2:03". */
static const char *clock_text(double seconds, char text[32])
{
  long s = (long)ceil(seconds);
  if (s >= 3600)
    snprintf(text, 32, "%ld:%02ld:%02ld", s / 3600, s / 60 % 60, s % 60);
  else
    snprintf(text, 32, "%ld:%02ld", s / 60, s % 60);
  return text;
}

static void print_line(struct progress *p, const struct sp_tally *t)
{
  double rate = (double)t->computed / fmax(sp_clock() - p->began, 1e-9);
  long done = t->present + t->computed;
  char text[32];
  fprintf(stderr, "%s%ld of %ld runs, %.0f/s", p->terminal ? "\r" : "", done, t->wanted, rate);
  if (t->failed)
    fprintf(stderr, ", %ld failed", t->failed);
  if (rate > 0 && done < t->wanted)
    fprintf(stderr, ", %s left", clock_text((double)(t->wanted - done) / rate, text));
  fputs(p->terminal ? "\033[K" : "\n", stderr);
  fflush(stderr);
}

void progress_show(struct progress *p, const struct sp_tally *tally)
{
  double now = sp_clock();
  if (now < p->next)
    return;
  print_line(p, tally);
  p->next = now + (p->terminal ? 0.2 : 2);
}

void progress_end(struct progress *p, const struct sp_tally *tally)
{
  if (!p->wanted)
    return;
  print_line(p, tally);
  if (p->terminal)
    fputc('\n', stderr);
}
