/* Reads and writes traces and plans: events (CSV), Paje traces, plans (JSON). */
#pragma once

#include <starport/starport.h>
#include <stdio.h>

/* Writes the events as CSV (docs/formats.md), sorted, with 17 significant digits. */
void sp_write_events(FILE *, const struct sp_trace *);
/* Reads such a file, with lines in any order, into *trace. SP_OK, or SP_BAD_INPUT with *trace
 * empty. */
int sp_read_events(const char *path, struct sp_trace *, struct sp_error *);
/* True for the trace of a graph (starport/hops.h): it has events, no event is at node 0 (a star's
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

/* Writes a Paje trace. The instance gives the names of a star's nodes; NULL: they are P0..Pm, or
 * the nodes of a graph. provenance: a line written as a comment; NULL: none. */
void sp_write_paje(FILE *, const struct sp_trace *, const struct sp_instance *,
                   const char *provenance);
