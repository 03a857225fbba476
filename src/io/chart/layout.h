/* The layout of a Gantt chart: the rows of intervals of a trace and their places on the page.
 * Private to this folder. Lengths are points (1/72 inch), y grows downwards. */
#pragma once

#include "io/chart/gantt.h"
#include "method/context.h"

/* Kinds of intervals that look different. */
enum gantt_look {
  GANTT_TO_MASTER, /* a hop worker -> master */
  GANTT_TO_WORKER, /* a hop master -> worker, or between the nodes of a graph */
  GANTT_RECEIVED,  /* computation of a received task; on a graph, of any task */
  GANTT_OWN,       /* computation of a task that the worker held at date 0 */
  GANTT_LOST,      /* any, ended because the worker or its link went down */
  GANTT_RESULT,    /* the result of a computed task or chunk, worker -> master */
  GANTT_LOOKS
};

struct gantt_item {
  double start, end;
  double amount;
  long message;
  long event; /* of the trace */
  int row, lane;
  int other;    /* the other end of the hop; computations: the worker */
  int receiver; /* worker that computes the message's task, which gives the hue; 0: not known */
  enum gantt_look look;
  bool sends; /* the row's node is the hop's sender */
  bool gone;  /* what it moves is lost afterwards, before it is computed */
};

/* What a row shows of its node: IN and OUT for a star's master, COMM for its workers, RECV and SEND
 * for a graph's nodes, COMP for workers and nodes. */
enum gantt_role { GANTT_IN, GANTT_OUT, GANTT_COMM, GANTT_COMP, GANTT_RECV, GANTT_SEND };

/* A row of intervals. Overlapping items are in different lanes, one below another. */
struct gantt_row {
  int node;
  enum gantt_role role;
  long first, n; /* its items */
  int lanes;
  int at_once; /* most items at any date; greater than the number of lanes if these are too few */
  double y, height;
  double back, back_height; /* of a worker's row: what is shaded behind it */
};

/* How fast a worker or its link is in a part of its row: levels from 1 to GANTT_SLOWEST are slower
 * than at factor 1. */
enum gantt_shade {
  GANTT_FULL_SPEED,
  GANTT_SLOWEST = 6,
  GANTT_STILL, /* factor 0 */
  GANTT_DOWN,  /* the worker or its link is down */
  GANTT_SHADES
};

struct gantt_span {
  int row;
  double x0, x1;
  enum gantt_shade shade;
};

/* The rows of one node. */
struct gantt_band {
  int node;
  double y, height;
};

struct gantt_chart {
  struct sp_context *memory; /* of its arrays and texts */
  bool all;                  /* nodes without events have rows, too */
  bool whole; /* for a page that scrolls: no node is left out for lack of room, any number of lanes
               */
  long n_items;
  struct gantt_item *item; /* [0..n_items-1], by (row, start, end) */
  enum gantt_look *look;   /* of each event of the trace */
  int n_rows;
  struct gantt_row *row; /* [0..n_rows-1], from the top */
  int workers;           /* greatest node that has a band */
  long idle;             /* nodes without events that have no band, since there are too many */
  char **name;           /* [0..workers]: valid UTF-8 */
  bool graph;            /* the trace is that of a graph, which has no master */
  bool amounts;          /* of a graph: some amounts differ from 1 */
  long numbers;          /* of a graph: its greatest hop, from 1 */
  int *row_at;           /* rows by node and role */
  int n_bands;
  struct gantt_band *band; /* [0..n_bands-1], from the top; of a star [0] is the master's */
  double makespan;         /* end of the last computation, or of the last transfer if there is no
                              computation */
  double bound;            /* NAN: none to mark */
  double start, horizon;   /* dates at the left and the right edge */
  double finest;           /* narrower intervals are not distinguished */
  double bands, pitch;     /* top of the first worker's band, height of each; of a graph's row */
  bool used[GANTT_LOOKS];
  bool gone;     /* some items are */
  bool changing; /* speeds, bandwidths or states change */
  bool shaded[GANTT_SHADES];
  bool slower; /* in a part of a row, not only in columns where it goes down, stands still or goes
                  on */
  long n_spans;
  struct gantt_span *span;         /* [0..n_spans-1] what is shaded, by row and abscissa */
  double width, height;            /* of the page */
  double left, top, right, bottom; /* of the plot */
};

/* Nodes without events are drawn on platforms of at most GANTT_ALL_WORKERS nodes, unless all are
 * wanted. */
enum { GANTT_MAX_LANES = 8, GANTT_MAX_WORKERS = 20000, GANTT_ALL_WORKERS = 12 };

/* Lays the trace out in rows and lanes, without names and places (layout.c). The view may be NULL:
 * the whole trace. SP_OK; SP_BAD_INPUT
 * if dates or nodes are impossible, SP_CANNOT above GANTT_MAX_WORKERS; *chart is then cleared. */
int gantt_rows_init(struct gantt_chart *, const struct sp_trace *, const struct sp_instance *,
                    double bound, bool whole, const struct sp_gantt_view *, struct sp_error *);
/* The same on a page, with names, places and shades (place.c). */
int gantt_chart_init(struct gantt_chart *, const struct sp_trace *, const struct sp_instance *,
                     double bound, const struct sp_gantt_view *, struct sp_error *);
void gantt_chart_clear(struct gantt_chart *);

/* Abscissa of a date. */
static inline double gantt_x(const struct gantt_chart *chart, double date)
{
  return chart->left +
         (chart->right - chart->left) * ((date - chart->start) / (chart->horizon - chart->start));
}
static inline double gantt_lane_height(const struct gantt_row *row)
{
  return row->height / row->lanes;
}

/* A copy in the memory that cairo accepts, valid UTF-8 on one line, of at most `most` bytes and "…"
 * if that is not all; NULL is "" (style.c). */
char *gantt_clean_text(struct sp_context *, const char *, size_t most);

/* ---- the parts of layout.c */

/* The rows of the chart (rows.c): make those that the trace needs, and those of idle nodes, of
 * which the platform has `nodes` or more; find the row of a node that shows an event; set the lanes
 * and at_once of every row from its sorted items. */
void gantt_make_rows(struct gantt_chart *, const struct sp_trace *, int nodes);
int gantt_find_row(const struct gantt_chart *, const struct sp_event *, int node);
void gantt_assign_lanes(struct gantt_chart *);
/* Finds what is shaded of the rows of a star that changes, between left and right (shades.c). */
void gantt_make_shades(struct gantt_chart *, const struct sp_instance *);
/* Which entries the legend of the shades has (GANTT_SLOWEST: slower). */
void gantt_shades_wanted(const struct gantt_chart *, bool wanted[GANTT_SHADES]);
