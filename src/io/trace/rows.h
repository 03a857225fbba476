/* The rows of a trace, which its pictures share: what a node receives, sends and computes, each as
 * intervals that do not overlap. The master of a star has a row for each of its ports, a worker one
 * for each direction of its link and one for its processor; if a port carries several messages at
 * once, it has several rows. A transfer is on two rows: the sender's and the receiver's. */
#pragma once

#include "io/trace/trace.h"

enum row_kind { ROW_RECEIVES, ROW_SENDS, ROW_COMPUTES, ROW_KINDS };
/* A slice is of the kind of its row or, on both of its rows, a result that returns to the
 * master. */
enum { SLICE_RESULT = ROW_KINDS, SLICE_KINDS };
/* "reception", "emission", "computation", "result". */
extern const char *const slice_name[SLICE_KINDS];
/* Their colours, blue, orange, green and reddish purple, in red, green and blue from 0 to 255; of
 * Okabe and Ito, distinct for the colour-blind. */
extern const int slice_colour[SLICE_KINDS][3];

struct trace_row {
  int node;
  enum row_kind kind;
  int number; /* 1.. among the rows of this node and kind */
  bool used;
  double end; /* of the latest slice */
  long next;  /* further row of the same node and kind; -1: none */
};

/* The first row of a node and kind is node * ROW_KINDS + kind; further ones follow them all. */
struct trace_rows {
  const struct sp_trace *trace;
  const struct sp_instance *in;
  bool graph; /* there is no node 0 */
  int kinds;  /* of slices that there can be: SLICE_KINDS if the instance has results */
  int nodes;  /* 0 is the master of a star */
  long n, room;
  struct trace_row *row;
  double last, slack; /* the last date; overlaps that are rounding */
};

/* An event on a row. If it begins a rounding error before the end of its predecessor, `start` is
 * that end. */
struct trace_slice {
  const struct sp_event *event;
  long row;
  int kind;
  double start, end;
};

/* Finds the rows of a sorted trace; in: as for its writers. rows_clear frees them. The memory does
 * not depend on the number of events. */
void rows_init(struct trace_rows *, const struct sp_trace *, const struct sp_instance *in);
void rows_clear(struct trace_rows *);
/* Puts an event on its rows; returns how many slices it has there, 2 for a transfer: the sender's
 * first. All events of the trace, in its order, after rows_init. */
int rows_place(struct trace_rows *, const struct sp_event *, struct trace_slice slice[2]);
/* The row after `row` (-1: the first) that a picture shows, by node, kind and number; -1: none.
 * Unused rows are left out: the master's processor on a star, any row on a graph. */
long rows_after(const struct trace_rows *, long row);
/* What the node does there: "in", "out 2". Returns text. */
struct row_label {
  char text[32];
};
const char *rows_label(const struct trace_rows *, long row, struct row_label *text);
