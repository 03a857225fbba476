/* The parts of the Gantt chart: what a trace becomes (rows of intervals), where it stands on the
 * page, and how it is inked. Lengths are points (1/72 inch), y grows downwards. */
#ifndef SP_IO_GANTT_H
#define SP_IO_GANTT_H

#include "io/io.h"
#include <cairo.h>

/* What an interval is; each look has its own texture. */
enum gantt_look {
  GANTT_TO_MASTER, /* a hop worker -> master */
  GANTT_TO_WORKER, /* a hop master -> worker, or between the nodes of a graph */
  GANTT_RECEIVED,  /* computation of a task that a message brought; on a graph, of any */
  GANTT_OWN,       /* computation of a task that was there at date 0 */
  GANTT_LOOKS
};

struct gantt_item {
  double start, end;
  double amount;
  long message;
  int row, lane;
  int other;    /* the other end of the hop; computations: the worker */
  int receiver; /* worker on which the message's task ends, which gives the hue; 0: not known */
  enum gantt_look look;
  bool sends; /* the row's node is the hop's sender */
};

/* Of a star's master (IN, OUT), its workers (COMM), a graph's nodes (RECV, SEND), all (COMP). */
enum gantt_role { GANTT_IN, GANTT_OUT, GANTT_COMM, GANTT_COMP, GANTT_RECV, GANTT_SEND };

/* What one node does in one role. Items that overlap stand in lanes below one another. */
struct gantt_row {
  int node;
  enum gantt_role role;
  long first, n; /* its items */
  int lanes;
  int at_once; /* most items at any date: more than the lanes if these are too few */
  double y, height;
};

/* The rows of one node of a graph. */
struct gantt_band {
  int node;
  double y, height;
};

struct gantt_chart {
  long n_items;
  struct gantt_item *item; /* [0..n_items-1], by (row, start, end); owned */
  int n_rows;
  struct gantt_row *row; /* [0..n_rows-1], from the top; owned */
  int workers;           /* greatest node of the trace */
  bool graph;            /* no node is a star's master: see graph.c */
  bool amounts;          /* of a graph: some differ from 1 */
  long numbers;          /* of a graph: its greatest hop, from 1 */
  int *row_at;           /* of a graph: rows by node and role; owned */
  int n_bands;
  struct gantt_band *band; /* of a graph: [0..n_bands-1], from the top; owned */
  double makespan;         /* end of the last computation; without any, of the last transfer */
  double bound;            /* NAN: none to mark */
  double horizon;          /* date at the right edge, > 0 */
  double finest;           /* intervals narrower than this are not told apart */
  double bands, pitch;     /* top of the first worker's band, height of each; of a graph's row */
  bool used[GANTT_LOOKS];
  double width, height;            /* of the page */
  double left, top, right, bottom; /* of the plot */
};

enum { GANTT_MAX_LANES = 8, GANTT_MAX_WORKERS = 20000 };

/* Lays the trace out on a page. SP_OK; SP_BAD_INPUT where it is no trace (dates, nodes),
 * SP_CANNOT above GANTT_MAX_WORKERS; *chart is then cleared. */
int gantt_chart_init(struct gantt_chart *, const struct sp_trace *, double bound,
                     struct sp_error *);
void gantt_chart_clear(struct gantt_chart *);
/* Sets the lanes and at_once of every row from its sorted items. */
void gantt_assign_lanes(struct gantt_chart *);
/* Puts a row between y and y + height, on coordinates that are short to write. */
void gantt_place_row(struct gantt_row *, double y, double height);

/* Of a graph's trace: its rows and bands; the row of a node in a role; where they stand. */
void gantt_graph_rows(struct gantt_chart *, const struct sp_trace *);
int gantt_graph_row(const struct gantt_chart *, int node, enum gantt_role);
void gantt_graph_place(struct gantt_chart *);
/* Their ground and names. */
void gantt_graph_bands(cairo_t *, const struct gantt_chart *);
void gantt_graph_names(cairo_t *, const struct gantt_chart *);
/* The longest form of an item's label that has room; false: none has. */
bool gantt_graph_label(cairo_t *, const struct gantt_chart *, const struct gantt_item *,
                       char text[64]);

/* Abscissa of a date. */
double gantt_x(const struct gantt_chart *, double date);
double gantt_lane_height(const struct gantt_row *);

/* The least of 1, 2, 5 times a power of ten that cuts span into at most `most` steps. */
double gantt_step(double span, double most);
/* Decimal exponent (a multiple of 3) that tick labels up to `greatest` are best divided by. */
int gantt_exponent(double greatest);
/* Writes a value with 6 significant digits, powers of ten as "1.5×10⁶"; UTF-8. */
void gantt_number(char *text, size_t size, double value);
/* Ticks, grid, axis caption, and the marked dates above the plot. */
void gantt_draw_axis(cairo_t *, const struct gantt_chart *);
void gantt_draw_markers(cairo_t *, const struct gantt_chart *);

/* The intervals of one row; returns true if some are mixed: too short to tell apart. */
bool gantt_draw_row(cairo_t *, const struct gantt_chart *, const struct gantt_row *);
/* Their labels, which are drawn above everything else. */
void gantt_draw_labels(cairo_t *, const struct gantt_chart *, const struct gantt_row *);

/* Everything, on a page of chart->width by chart->height. */
void gantt_draw(cairo_t *, const struct gantt_chart *, const char *title);

/* Ink. Hues: 0 is grey, worker i >= 1 has a hue of a colour-blind safe palette. */
struct gantt_colour {
  double r, g, b;
};
struct gantt_colour gantt_hue(int worker);
/* The colour mixed with white: 1 is the colour itself, 0 white. */
struct gantt_colour gantt_tint(struct gantt_colour, double strength);
/* Fill of a look. small: too small for hatching or an outline, so all are darker. */
struct gantt_colour gantt_fill(enum gantt_look, int worker, bool small);
/* True if black text is easier to read on the colour than white. */
bool gantt_is_light(struct gantt_colour);
void gantt_set(cairo_t *, struct gantt_colour);
void gantt_line(cairo_t *, double x0, double y0, double x1, double y1);
/* Diagonal strokes over a rectangle, in phase over the whole page. */
void gantt_hatch(cairo_t *, double x0, double y0, double x1, double y1);
void gantt_font(cairo_t *, double size, bool bold);
double gantt_text_width(cairo_t *, const char *);
/* Text whose middle height is y and whose left end (align 0), middle (0.5) or right end (1) is x.
 */
void gantt_text(cairo_t *, double x, double y, double align, const char *);

#endif
