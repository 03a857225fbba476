/* Reads and writes traces and plans: events (CSV), traces for other tools, plans (JSON). */
#pragma once

#include <starport/starport.h>
#include <stdio.h>

/* What a file about a trace says besides its events. */
struct sp_trace_about {
  const struct sp_instance *in; /* names the nodes; NULL: they are P0..Pm, or P1..Pn of a graph */
  const char *title;            /* NULL: none */
  const char *provenance;       /* the command that made it; NULL: unknown */
};
/* Writes a sorted trace (sp_trace_sort), as runs leave it; errors are those of the stream. Beyond
 * the events the memory depends on the platform alone. Formats: docs/formats.md. */
typedef void sp_trace_writer(FILE *, const struct sp_trace *, const struct sp_trace_about *);
sp_trace_writer sp_write_events;   /* CSV */
sp_trace_writer sp_write_jobs;     /* Batsim's table of jobs */
sp_trace_writer sp_write_paje;     /* Paje */
sp_trace_writer sp_write_perfetto; /* Chrome's Trace Event Format */
sp_trace_writer sp_write_vega;     /* Vega-Lite */

/* Writes decisions as CSV (docs/formats.md); errors are those of the stream. */
void sp_write_decisions(FILE *, const struct sp_decisions *);

/* Reads events in CSV, with lines in any order, into *trace. SP_OK, or SP_BAD_INPUT with *trace
 * empty. */
int sp_read_events(const char *path, struct sp_trace *, struct sp_error *);
/* True for the trace of a graph (model/hops.h): it has events, no event is at node 0 (a star's
 * master), and all have a message number (a star's unit held at date 0 has none). */
bool sp_trace_is_graph(const struct sp_trace *);

/* Reads a plan in JSON, as `starport plan --json` writes it, into *schedule. SP_OK, or SP_BAD_INPUT
 * with *schedule empty. */
int sp_read_plan(const char *path, const struct sp_instance *, struct sp_schedule *,
                 struct sp_error *);
/* The array "transfers" of a plan, for jansson: {"from":1,"to":2,"amount":1}, with "after":K if the
 * message forwards the unit of transfer K (from 1). Whole amounts are integers. The caller releases
 * it. */
struct json_t;
struct json_t *sp_schedule_json(const struct sp_schedule *);
/* A double that reads back exactly; an integer if it is whole; null if it is not finite. */
struct json_t *json_number(double);
/* A text for jansson, which the caller releases. It may hold any bytes; those that are not UTF-8
 * become '?'. */
struct json_t *sp_json_text(const char *text);

/* The greatest number of a node of the instance: the workers of a star, the nodes of a graph, the
 * processors of a network; 0 for NULL. */
int sp_trace_nodes(const struct sp_instance *);
/* The name of a node of a trace: that of its host or, without an instance and in a network, its
 * number as "P3", which is written to *number. */
struct sp_node_text {
  char text[16];
};
const char *sp_trace_name(const struct sp_instance *, int node, struct sp_node_text *number);
