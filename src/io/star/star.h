/* Reads and writes stars as SimGrid's platform and deployment files (XML). */
#pragma once

#include "io/platform/profiles.h"
#include "model/instance.h"

/* The options of the command line that give an instance; NULL or empty: not given. Texts are read
 * by sp_num_parse and replace the values of the deployment. */
struct sp_source {
  const char *platform, *deployment; /* SimGrid XML; platform may be an instance of DLT Studio */
  const char *star;                  /* --star text, or "@file.csv" */
  const char *master;
  const char *task_bytes, *task_flops, *tasks, *work, *deadline;
};

/* Reads platform and deployment of the source, checked by sp_instance_check; NULL on bad input. The
 * caller frees the instance. */
struct sp_instance *sp_read_platform(const struct sp_source *, struct sp_error *);
/* The same from open files; deployment may be NULL. Messages use the source's file names. */
struct sp_instance *sp_read_platform_streams(FILE *platform, FILE *deployment,
                                             const struct sp_source *, struct sp_error *);

/* Write an instance as XML that SimGrid 3.32 and 4.x load. Numbers are kept exactly: reading the
 * files back gives the same doubles. The simgrid engine loads the platform if the instance came
 * from no file. Comment: one line of provenance, or NULL. A file for each profile belongs to the
 * platform; names NULL: it is written without profiles. */
void sp_write_platform(FILE *, const struct sp_instance *, const char *comment,
                       const struct sp_profile_names *);
void sp_write_deployment(FILE *, const struct sp_instance *, const char *comment);

/* Writes such a file: dates with factors of a speed, bytes/s of a bandwidth (factor times
 * sp_bandwidth(), so that a quotient may differ from the factor in its last bit), seconds of a
 * latency (likewise), or states. */
void sp_write_profile(FILE *, const struct sp_instance *, enum sp_changing, int i);

/* Chooses task_bytes and task_flops so that every c_i is exactly task_bytes/bandwidth and every w_i
 * task_flops/speed, with a bandwidth and a speed that are doubles, and the factors of bandwidths
 * come back from their files (sp_write_profile). This succeeds for all integers
 * 1..100 together, and for a few dozen reals (one in ten fails with any unit: see write.c).
 * Otherwise returns SP_CANNOT, names the worker and sets the best units found. The files are still
 * right, since sp_write_platform writes each cost that is not a quotient as a host's property "c"
 * or "w"; factors may come back with another last bit. */
int sp_exact_units(struct sp_instance *, struct sp_error *);
/* Bandwidth of link i in bytes/s and speed of worker i in flop/s, as in the XML: the double x for
 * which task_bytes/x (task_flops/x) is c_i (w_i). */
double sp_bandwidth(const struct sp_instance *, int i);
double sp_speed(const struct sp_instance *, int i);
