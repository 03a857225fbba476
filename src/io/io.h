/* Files in and out. Every reader refuses bad input with one line (file, line, what was read, what
 * was expected) and SP_BAD_INPUT. */
#ifndef SP_IO_IO_H
#define SP_IO_IO_H

#include <starport/starport.h>
#include <stdio.h>

/* What the command line says about an instance; NULL or 0-length: not said. Texts are parsed with
 * sp_num_parse and override the deployment. */
struct sp_source {
  const char *platform, *deployment; /* SimGrid XML; platform: or DLT Studio's JSON */
  const char *star;                  /* --star text, or "@file.csv" */
  const char *master;
  const char *task_bytes, *task_flops, *tasks, *work, *deadline;
};
/* Reads the instance that the source names, checked by sp_instance_check; NULL on bad input. */
struct sp_instance *sp_read_instance(const struct sp_source *, struct sp_error *);

/* SimGrid platform (+ deployment) XML -> instance; src/io/platform/read.c. */
struct sp_instance *sp_read_platform(const struct sp_source *, struct sp_error *);
/* The same from memory, for the fuzzer: name is used in messages. */
struct sp_instance *sp_read_platform_memory(const char *platform, size_t platform_size,
                                            const char *deployment, size_t deployment_size,
                                            const struct sp_source *, struct sp_error *);
/* --star=@workers.csv; src/io/platform/star.c. */
struct sp_instance *sp_read_star_csv(const char *path, struct sp_error *);
/* The instance as a --star text, which reads back the same; src/io/platform/star_text.c. */
void sp_write_star(FILE *, const struct sp_instance *);

/* DLT Studio's instances of divisible load scheduling, in JSON (docs/formats.md): the files whose
 * names end in .json. load, deadline: in place of the file's load and none; NULL: those. What DLT
 * Studio's model has and ours has not is refused. NULL on bad input. */
bool sp_is_dlt(const char *path);
struct sp_instance *sp_read_dlt(const char *path, const struct sp_num *load,
                                const struct sp_num *deadline, struct sp_error *);
/* The same written: as JSON, or as the text that DLT Studio's command line reads. SP_BAD_INPUT,
 * with nothing written, if the instance is none of its model (another problem, a deadline, several
 * ports, a worker that only relays). Numbers survive exactly. */
int sp_write_dlt(FILE *, const struct sp_instance *, bool text, struct sp_error *);

/* Instance -> SimGrid XML that 3.32 and 4.x load; src/io/platform/write.c. Numbers survive exactly:
 * reading the files back gives the same doubles. sp_write_platform is also what the simgrid engine
 * loads when the instance came from no file. Comment: one line of provenance, or NULL. */
void sp_write_platform(FILE *, const struct sp_instance *, const char *comment);
void sp_write_deployment(FILE *, const struct sp_instance *, const char *comment);
/* Chooses task_bytes and task_flops so that every c_i, w_i is exactly task_bytes/bandwidth,
 * task_flops/speed with a bandwidth and a speed that are doubles. All integers 1..100 succeed
 * together; of reals a few dozen do (one in ten misses whatever the unit: see exact.c). Otherwise
 * SP_CANNOT with the worker named and the best units set: no reason to stop, since
 * sp_write_platform states as a host's property "c" or "w" each cost that a quotient misses. */
int sp_exact_units(struct sp_instance *, struct sp_error *);
/* Bandwidth of link i, speed of worker i as the XML has them: the double x for which
 * task_bytes/x (task_flops/x) is c_i (w_i). */
double sp_bandwidth(const struct sp_instance *, int i);
double sp_speed(const struct sp_instance *, int i);

/* Events CSV (docs/formats.md). The writer prints 17 significant digits; the reader accepts any
 * order of lines. */
void sp_write_events(FILE *, const struct sp_trace *);
int sp_read_events(const char *path, struct sp_trace *, struct sp_error *);
/* True for a graph's trace (starport/hops.h): it has events, none of them at node 0, a star's
 * master, and none without a number, which is a star's unit that was there at date 0. */
bool sp_trace_is_graph(const struct sp_trace *);

/* Plan JSON of `starport plan --json` / `run --plan`. */
int sp_read_plan(const char *path, const struct sp_instance *, struct sp_schedule *,
                 struct sp_error *);

/* Paje trace; provenance goes into a comment line. The instance names the nodes of a star; NULL:
 * P0..Pm, or the nodes of a graph (also where nothing happened). */
void sp_write_paje(FILE *, const struct sp_trace *, const struct sp_instance *,
                   const char *provenance);

/* Gantt chart from the trace alone: cairo; the format follows the suffix of path (.svg, .pdf,
 * .png). title: text above; bound: date of the lower bound to mark, NAN: none. */
int sp_write_gantt(const char *path, const struct sp_trace *, const char *title, double bound,
                   struct sp_error *);

#endif
