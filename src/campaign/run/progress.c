/* Prints the line about the progress of a computation; see progress.h. */
#include "campaign/run/progress.h"
#include "base/child.h"
#include <stdio.h>
#include <unistd.h>

void progress_begin(struct progress *p, bool wanted, const char *what)
{
  double now = sp_clock();
  *p = (struct progress){.what = what, .terminal = isatty(STDERR_FILENO), .began = now};
  p->next = wanted ? now + 0.5 : INFINITY;
}

bool progress_due(const struct progress *p)
{
  return sp_clock() >= p->next;
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

void progress_print(struct progress *p, long done, long free, long all, const char *note)
{
  double now = sp_clock(), rate = (double)(done - free) / fmax(now - p->began, 1e-9);
  char text[32];
  fprintf(stderr, "%s%s%s%ld of %ld %s, %.0f/s%s", p->terminal ? "\r" : "",
          p->label ? p->label : "", p->label ? ": " : "", done, all, p->what, rate, note);
  if (rate > 0 && done < all)
    fprintf(stderr, ", %s left", clock_text((double)(all - done) / rate, text));
  fputs(p->terminal ? "\033[K" : "\n", stderr);
  fflush(stderr);
  p->shown = true;
  p->next = now + (p->terminal ? 0.2 : 2);
}

void progress_end(const struct progress *p)
{
  if (p->shown && p->label)
    sp_show_step(p->label, NULL);
  else if (p->shown && p->terminal)
    fputc('\n', stderr);
}

void sp_show_step(const char *label, const char *step)
{
  if (isatty(STDERR_FILENO))
    fprintf(stderr, "\r%s%s%s\033[K", step ? label : "", step ? ": " : "", step ? step : "");
}
