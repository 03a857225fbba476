/* The key of a run: the SHA-256 of a canonical text. Two texts are equal exactly when the runs have
 * equal results, so a run whose key is in the database is not computed again. */
#include "campaign/run/run_key.h"
#include "base/file.h"
#include "base/memory.h"
#include "campaign/run/digests.h"
#include "engine/perform/perform_graph.h"
#include "io/text/star.h"
#include "method/plugin/plugin.h"
#include "model/instance.h"

#include <inttypes.h>
#include <math.h>
#include <nettle/sha2.h>

/* ---- Instances. */

/* Writes the double, and the exact value if it differs from the double: exact solvers see 1/3.
 * Adding 0 makes -0 a 0. Whole numbers, which a campaign writes by millions, are written faster
 * as such. */
static void put_num(FILE *f, struct sp_num x)
{
  if (x.den == 1 && x.v == (double)x.num && fabs(x.v) < 1e15) {
    fprintf(f, " %" PRId64, x.num);
    return;
  }
  struct sp_num own = sp_double(x.v);
  fprintf(f, " %.17g", x.v + 0.0);
  if (x.num != own.num || x.den != own.den)
    fprintf(f, "=%" PRId64 "/%" PRId64, x.num, x.den);
}

static void put_count(FILE *f, long count, long unlimited)
{
  if (count == unlimited)
    fputs(" inf", f);
  else
    fprintf(f, " %ld", count);
}

static void put_ports(FILE *f, const struct sp_ports *ports)
{
  put_count(f, ports->recv, INT_MAX);
  put_count(f, ports->send, INT_MAX);
  fprintf(f, " %d%d%d", ports->recv_send, ports->recv_work, ports->send_work);
}

static void put_digest(FILE *f, const char *name, const uint8_t byte[32])
{
  struct sp_key key;
  char hex[65];
  memcpy(key.byte, byte, sizeof key.byte);
  fprintf(f, "%s %s\n", name, sp_key_text(&key, hex));
}

/* The file that the simgrid engine loads, and its nodes' names there. */
static void put_file(FILE *f, const struct sp_platform *platform)
{
  struct sp_key digest;
  if (!platform->file || sp_key_of_file(platform->file, &digest, NULL))
    return;
  put_digest(f, "file", digest.byte);
  for (int i = 0; i < platform->nodes; i++)
    fprintf(f, "%s\n", platform->node[i].name);
}

/* A line with a number. */
static void put_line(FILE *f, const char *key, struct sp_num x)
{
  fputs(key, f);
  put_num(f, x);
  fputc('\n', f);
}

/* The lines of a star before those of its workers. */
static void put_head(FILE *f, const struct sp_instance *in)
{
  fputc('\n', f);
  put_line(f, "total", in->total);
  put_line(f, "deadline", in->deadline);
  fputs("unit", f);
  put_num(f, sp_double(in->task_bytes));
  put_num(f, sp_double(in->task_flops));
  fputs("\nmaster", f);
  put_ports(f, &in->platform.node[0].ports);
  fputs("\n# c w latency load buffer recv send overlap\n", f);
}

static void put_worker(FILE *f, const struct sp_instance *in, int i)
{
  fprintf(f, "%d", i);
  put_num(f, in->c[i]);
  put_num(f, in->w[i]);
  put_num(f, in->latency[i]);
  put_num(f, in->load[i]);
  put_count(f, in->buffer[i], LONG_MAX);
  put_ports(f, &in->platform.node[i].ports);
  fputc('\n', f);
}

/* The profiles in the words of --star; nothing for a star that does not change. */
static void put_profiles(FILE *f, const struct sp_instance *in)
{
  if (!sp_is_changing(in))
    return;
  star_write_profiles(f, in);
  if (sp_can_fail(in))
    fprintf(f, " timeout %.17g%s", in->timeout.v, in->lost_stay ? " lost=stay" : "");
  fputc('\n', f);
}

/* A number of each worker and a word, in the words of --star; nothing for a star without. */
static void put_list(FILE *f, bool some, const char *key, const struct sp_num *x, int m,
                     const char *word)
{
  if (!some)
    return;
  for (int i = 1; i <= m; i++)
    put_line(f, key, x[i]);
  fprintf(f, "%s\n", word);
}

static void put_release(FILE *f, const struct sp_instance *in)
{
  if (!in->release)
    return;
  fprintf(f, "known=%s\nrelease=", in->known ? "yes" : "no");
  numbers_write(f, in->release, (long)in->total.v);
  fputs(in->weights ? "\nweights=" : "", f);
  numbers_write(f, in->weights, in->weights ? (long)in->total.v : 0);
  fputc('\n', f);
}

static void put_sizes(FILE *f, const struct sp_instance *in)
{
  if (sp_has_sizes(in) || in->request.v > 0 || in->told) {
    put_line(f, "overhead=", in->overhead);
    put_line(f, "request=", in->request);
    fputs("told=", f);
    sizes_write_told(f, in);
    fputs("\nsizes=", f);
    numbers_write(f, in->sizes, in->sizes ? sp_size_count(in) : 0);
    fputc('\n', f);
  }
}

char *sp_instance_text(const struct sp_instance *in)
{
  char *text;
  FILE *f = sp_open_string(&text);
  fputs(sp_problem_name(in->problem), f);
  if (in->kind != SP_INSTANCE_STAR) {
    fprintf(f, "\n%s\n", in->spec);
    put_line(f, "deadline", in->deadline);
    if (in->kind == SP_INSTANCE_GRAPH)
      put_file(f, &in->graph->platform);
    fclose(f);
    return text;
  }
  put_head(f, in);
  for (int i = 1; i <= in->m; i++)
    put_worker(f, in, i);
  put_list(f, sp_has_memory(in), "memory", in->memory, in->m,
           in->free_by_chunk ? "free=chunk" : "free=unit");
  put_list(f, sp_has_results(in), "result", in->result, in->m,
           in->hold_result ? "hold=result" : "hold=task");
  put_release(f, in);
  put_sizes(f, in);
  put_profiles(f, in);
  put_file(f, &in->platform);
  fclose(f);
  return text;
}

/* ---- Methods. */

/* The digest of a plug-in's file. A shared object that imports sp_plan_with (the file then contains
 * that name) depends on every built-in heuristic as well, as does a file in Python that imports
 * starport. */
int sp_plugin_digest(const char *path, struct sp_key *digest, struct sp_error *error)
{
  const char *call = sp_has_suffix(path, ".py") ? "starport" : "sp_plan_with";
  struct sha256_ctx sha;
  size_t size;
  char *whole = sp_read_file(path, &size, error);
  if (!whole)
    return SP_BAD_INPUT;
  sha256_init(&sha);
  sha256_update(&sha, size, (const uint8_t *)whole);
  if (memmem(whole, size, call, strlen(call)))
    for (const struct sp_digest *d = sp_heuristic_digests; d->name; d++)
      sha256_update(&sha, sizeof d->byte, d->byte);
  sha256_digest(&sha, sizeof digest->byte, digest->byte);
  free(whole);
  return SP_OK;
}

/* The digest of a heuristic that is part of starport; false: it is none. */
static bool find_digest(const struct sp_heuristic *h, struct sp_key *digest)
{
  const struct sp_digest *d = sp_heuristic_digests;
  while (d->name && strcmp(d->name, h->name))
    d++;
  bool graphs = sp_is_graph_method(h);
  if (graphs || d->name)
    memcpy(digest->byte, graphs ? sp_numeric_digest : d->byte, sizeof digest->byte);
  return graphs || d->name;
}

int sp_method_digest(const struct sp_method *method, struct sp_key *digest, struct sp_error *error)
{
  const char *file;
  int n = find_digest(method->heuristic, digest) ? 1 : 0;
  for (int k = 0; (file = sp_plugin_file(method, k)); k++) {
    struct sp_key both[2] = {*digest};
    if (sp_plugin_digest(file, &both[1], error))
      return SP_BAD_INPUT;
    *digest = n++ == 0 ? both[1] : sp_key_of((const char *)both, sizeof both);
  }
  return n > 0 ? SP_OK
               : sp_bad_input(error, "heuristic '%s' is not built in, expected the plug-in's file",
                              method->heuristic->name);
}

/* ---- Runs. */

static bool is_simgrid(const char *engine)
{
  return !strcmp(engine, "simgrid");
}

char *sp_run_model(const char *engine, const struct sp_conditions *conditions)
{
  char *text;
  FILE *f = sp_open_string(&text);
  fputs(is_simgrid(engine) ? sp_simgrid_version() : engine, f);
  if (conditions->seed)
    fprintf(f, "; seed %" PRIu64, conditions->seed);
  if (conditions->noise_link > 0)
    fprintf(f, "; noise link %.17g", conditions->noise_link);
  if (conditions->noise_cpu > 0)
    fprintf(f, "; noise cpu %.17g", conditions->noise_cpu);
  for (int i = 0; is_simgrid(engine) && i < conditions->n_cfg; i++)
    fprintf(f, "; cfg %s", conditions->cfg[i]);
  fclose(f);
  return text;
}

char *sp_run_text(const struct sp_method *method, const struct sp_key *source, const char *engine,
                  const struct sp_conditions *conditions)
{
  char *text;
  FILE *f = sp_open_string(&text);
  char *model = sp_run_model(engine, conditions);
  fprintf(f, "method %s\nversion %d\n", method->name, method->heuristic->version);
  put_digest(f, "source", source->byte);
  put_digest(f, "numeric", sp_numeric_digest);
  if (is_simgrid(engine))
    put_digest(f, "simgrid", sp_simgrid_digest);
  fprintf(f, "engine %s\nmodel %s\n", engine, model);
  free(model);
  fclose(f);
  return text;
}

struct sp_key sp_run_key(const struct sp_key *instance, const char *text,
                         const struct sp_conditions *conditions)
{
  char hex[65], platform[32] = "";
  if (conditions->platform && (conditions->noise_link > 0 || conditions->noise_cpu > 0))
    snprintf(platform, sizeof platform, "platform %" PRIu32 "\n", conditions->platform);
  char *whole = sp_format("instance %s\n%s%s", sp_key_text(instance, hex), text, platform);
  struct sp_key key = sp_key_of(whole, strlen(whole));
  free(whole);
  return key;
}
