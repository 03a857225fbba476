/* What all plots of a report share: an album of pictures with distinct names, texts and styles of
 * gnuplot's scripts, and the steps of a cumulative frequency. */
#pragma once

#include "campaign/figure/figure.h"
#include "campaign/summary/names.h"
#include "campaign/summary/summary.h"

/* The pictures of one directory; their names differ also without regard to case. */
struct sp_album {
  struct sp_context *memory; /* of the names */
  const char *directory;
  char **name; /* of the files, without suffix; [n] */
  int n;
};

/* One picture: writes its data and its script; name: of its files, without suffix. */
struct sp_picture {
  const void *self;
  void (*write_data)(const void *self, FILE *);
  void (*write_script)(const void *self, const char *name, FILE *);
};
/* Writes NAME.dat and NAME.gp and runs gnuplot, which makes NAME.svg and NAME.pdf. "-2" or a higher
 * number is appended to a name that is already used. SP_OK, or SP_CANNOT. */
int sp_album_draw(struct sp_album *, const char *name, const struct sp_picture *,
                  struct sp_error *);

/* Numbers beyond these are not within the range of an axis, whose margins and tics stay finite. */
#define SP_PLOT_GREATEST 1e100
#define SP_PLOT_LEAST    1e-100 /* on logarithmic axes */

/* An interval of numbers. */
struct sp_span {
  double low, high;
};

/* The title of an experiment's figure, or of the experiment, then of the variant. */
const char *sp_plot_title(const struct sp_matrix *, const struct sp_plot *);
/* Labels, scales and ranges of its axes. */
void sp_plot_axes(const struct sp_plot *, struct sp_span x, struct sp_span y, FILE *);
/* 'text', for gnuplot. */
void sp_plot_quote(const char *text, FILE *);
/* The same picture as a paper prints it: with text of 8 points and without the title, which is the
 * caption's. */
struct sp_paper {
  bool wide;         /* two columns of a paper, 174 mm, in place of one, 84 mm */
  const char *x, *y; /* words at the axes, which are broken where they are long */
  const char *tics;  /* gnuplot's command for fewer tics of x; "": those before */
  int lines;         /* of the key; 0: it has none */
  int longest;       /* letters of the longest of them */
  bool is_broken;    /* an entry has several lines: the key has one column */
};
/* Counts an entry of the key, which has several lines if it is long. */
void sp_paper_entry(struct sp_paper *, const char *name);
/* The title of a line of the plot command, as counted. */
void sp_plot_entry(const char *name, FILE *);
/* The head of a script, up to the title and the scope under it; long ones are broken. The picture
 * is as high as its key needs. */
void sp_plot_begin(const char *name, const char *what, const char *title, const char *scope,
                   const struct sp_paper *, FILE *);
#define SP_WIDE_LINE 6.5
/* The colours of lines, also on the page: after Okabe and Ito, so that colour-blind readers can
 * distinguish them, but none is pale on white. */
enum { SP_PLOT_COLOURS = 6 };
extern const char *const sp_plot_colour[SP_PLOT_COLOURS];
/* Styles 1..n of lines that can coincide: each is thinner than the one before, at most `widest`
 * wide. Those from number `dashed` on (counted from 0) are dashed. */
void sp_plot_styles(int n, int dashed, double widest, FILE *);
/* gnuplot's number of the filled mark of style k + 1; the hollow mark of that form is one less. */
int sp_plot_mark(int k);
/* A text in the middle of a picture without data. */
void sp_plot_note(const char *text, FILE *);
/* The end of a script, after its plot command: the picture of a paper, as PDF. */
void sp_plot_end(const char *name, const struct sp_paper *, FILE *);
/* Of n tics on an axis that is one column of a paper wide, the step from one that is labelled to
 * the next. */
int sp_plot_tic_step(int n);

/* Sorts the n values and writes a block of "value share": (first, 0), a line for each step, and
 * (last, greatest share), where shares are of `total`. Values that are not finite never count.
 * Steps of less than 1/SP_PLOT_STEPS are merged. */
enum { SP_PLOT_STEPS = 2000 };
void sp_plot_shares(double *value, long n, long total, double first, double last, FILE *);

/* Values whose cumulative frequency is drawn, a list for each method (profiles.c): how far from the
 * best in % at a point, or distances or gaps on all platforms at all points. */
struct sp_shares {
  const struct sp_matrix *matrix;
  int point;                                                            /* -1: all */
  double (*value)(const struct sp_matrix *, long platform, int method); /* NAN: never */
  const char *what, *axis, *formula; /* for the script, the picture and the data */
  int methods;
  long platforms;     /* that count */
  double shift;       /* of all points, whose axis is log(x + shift): 0 of a ratio, 100 of a gap */
  double left, right; /* ends of the axis: the range of the values, which has some length */
};
struct sp_shares sp_frequency_at(const struct sp_matrix *, int point);
struct sp_shares sp_performance_profile(const struct sp_matrix *);
/* The values of a method; returns their number. */
long sp_shares_values(const struct sp_shares *, int method, double *value);
/* Room for them; the caller frees it. */
double *sp_shares_room(const struct sp_shares *);

/* Runs gnuplot on NAME.gp in the album's directory (gnuplot.c), which makes NAME.svg and NAME.pdf.
 * SP_OK, or SP_CANNOT. */
int sp_gnuplot(const struct sp_album *, const char *name, struct sp_error *);

/* ---- The kinds of plots, of one variant each. SP_OK, SP_CANNOT or SP_BAD_INPUT. */
/* The cumulative frequency of the distance at a point (profiles.c). */
int sp_draw_frequency(struct sp_album *, const struct sp_matrix *, int point, struct sp_error *);
/* A Dolan-More profile, and the cumulative frequency of the gap (profiles.c). */
int sp_draw_profiles(struct sp_album *, const struct sp_matrix *, struct sp_error *);
/* The experiment's [figure NAME], of either kind (series_script.c). */
int sp_draw_series(struct sp_album *, const struct sp_matrix *, struct sp_error *);
