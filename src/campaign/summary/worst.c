/* The worst instances: finds them in the matrix, writes the command that runs one again, and runs
 * one again to compare it with the store. A platform is a function of its place (variant, point and
 * index), so only the place has to be kept. */
#include "campaign/summary/worst.h"
#include "base/map.h"
#include "campaign/summary/names.h"
#include "campaign/summary/sample.h"
#include "method/plugin/plugin.h"
#include <ctype.h>

/* ---- Finding. */

/* Keeps the k greatest in list[0..n-1], greatest first, equals in the order of insertion; returns
 * the new n. */
static int keep(struct sp_worst *list, int n, int k, const struct sp_worst *one)
{
  if (n == k && !(one->distance > list[k - 1].distance))
    return n;
  int place = n < k ? n++ : k - 1;
  for (; place > 0 && one->distance > list[place - 1].distance; place--)
    list[place] = list[place - 1];
  list[place] = *one;
  return n;
}

int sp_worst_find(const struct sp_matrix *m, int k, struct sp_worst **worst)
{
  bool graphs = sp_of_graphs(m->experiment->problem);
  long all = graphs ? 0 : m->points * m->count;
  int most = all < k ? (int)all : k, n = 0;
  *worst = sp_new(m->experiment->memory, m->best_of * most, struct sp_worst);
  for (int method = 0; method < m->best_of && most > 0; method++) {
    int kept = 0;
    for (long at = 0; at < m->points * m->count; at++) {
      struct sp_worst one = {method, (int)(at / m->count), at % m->count,
                             sp_makespan_at(m, at, method), sp_distance_at(m, at, method)};
      if (!isnan(one.distance))
        kept = keep(*worst + n, kept, most, &one);
    }
    n += kept;
  }
  return n;
}

/* ---- The command. */

/* TEXT inside single quotes of a shell, without the quotes around it. */
static void put_inside(const char *text, FILE *out)
{
  for (; *text; text++)
    fprintf(out, *text == '\'' ? "'\\%c'" : "%c", *text);
}

/* TEXT as one word of a shell. */
static void put_word(const char *text, FILE *out)
{
  bool plain = *text != '\0';
  for (const char *p = text; *p; p++)
    plain &= isalnum((unsigned char)*p) || strchr("-_./:=,+@%", *p);
  if (!plain)
    fputc('\'', out);
  put_inside(text, out);
  if (!plain)
    fputc('\'', out);
}

/* The engine that runs an experiment again: the native one, unless the experiment configures
 * SimGrid. */
static enum sp_engine rerun_engine(const struct sp_experiment *e)
{
  return e->cfg.n ? e->engine : SP_ENGINE_NATIVE;
}

/* Writes the settings of the last [override] of the experiment's text, each as --set, without those
 * that do not change a platform. */
static void put_settings(const struct sp_experiment *e, FILE *out)
{
  static const char *const others[] = {"tier", "count", "engine", "noise", "cfg"};
  const char *found = NULL, *at = e->text;
  while (at && (at = strstr(at, "[override]\n")))
    found = at += strlen("[override]\n");
  char *rest = sp_experiment_copy(e, found ? found : "");
  for (char *line; (line = strsep(&rest, "\n"));) {
    size_t key = strcspn(line, " =");
    bool other = !*line;
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
      other |= strlen(others[k]) == key && !strncmp(line, others[k], key);
    if (other)
      continue;
    fputs(" --set ", out);
    put_word(line, out);
  }
}

char *sp_rerun_head(const struct sp_experiment *e, int variant, int point, const char *from)
{
  char *text = NULL;
  FILE *out = sp_open_string(&text);
  fputs("starport run --from='", out);
  put_inside(from, out);
  fputc(':', out);
  put_inside(sp_place_text(e, variant, point), out);
  fputc(':', out);
  return sp_experiment_end(e, out, &text);
}

/* The k-th file that the method loads; of one that is not known, the usual name of its file. NULL:
 * there are no more. */
static char *plugin_of(const struct sp_experiment *e, const char *text,
                       const struct sp_registry *registry, int k)
{
  struct sp_method method;
  char *file = NULL;
  if (!sp_method_parse(registry, text, &method, NULL)) {
    const char *known = sp_plugin_file(&method, k);
    file = known ? sp_experiment_copy(e, known) : NULL;
    sp_method_clear(&method);
  } else if (k == 0) {
    file = sp_experiment_text(e, "./%.*s.so", (int)strcspn(text, ":"), text);
    for (char *at = file; *at; at++)
      *at = *at == '-' ? '_' : *at; /* as `starport new heuristic` names it */
  }
  return file;
}

/* Writes --plugin for each file that the methods load. */
static void put_plugins(const struct sp_experiment *e, const struct sp_texts *methods,
                        const struct sp_registry *registry, FILE *out)
{
  struct map written = {0};
  const char *file;
  for (int i = 0; i < methods->n; i++)
    for (int k = 0; (file = plugin_of(e, methods->text[i], registry, k)); k++)
      if (map_add(&written, file, strlen(file), 0)) {
        fputs(" --plugin=", out);
        put_word(file, out);
      }
  map_clear(&written);
}

char *sp_rerun_tail(const struct sp_experiment *e, int variant, const struct sp_registry *registry,
                    const char *from, const char *picture)
{
  const struct sp_texts *methods = &e->variant[variant].methods;
  char *text = NULL, *list = NULL;
  FILE *out = sp_open_string(&list);
  for (int k = 0; k < methods->n; k++)
    fprintf(out, "%s%s", k ? "," : "", methods->text[k]);
  list = sp_experiment_end(e, out, &list);
  out = sp_open_string(&text);
  fputc('\'', out);
  if (!sp_is_database(from))
    put_settings(e, out);
  put_plugins(e, methods, registry, out);
  fputs(" -H ", out);
  put_word(list, out);
  if (e->noise_link > 0 || e->noise_cpu > 0)
    fprintf(out, " --noise=link:%.17g,cpu:%.17g", e->noise_link, e->noise_cpu);
  for (int k = 0; k < e->cfg.n; k++) {
    fputs(" --cfg=", out);
    put_word(e->cfg.text[k], out);
  }
  fprintf(out, " --engine=%s --gantt=", sp_engine_name(rerun_engine(e)));
  put_word(picture, out);
  return sp_experiment_end(e, out, &text);
}

char *sp_rerun_command(const struct sp_experiment *e, int variant, int point, long index,
                       const struct sp_registry *registry, const char *from, const char *picture)
{
  return sp_experiment_text(e, "%s%ld%s", sp_rerun_head(e, variant, point, from), index,
                            sp_rerun_tail(e, variant, registry, from, picture));
}

/* ---- Running again. */

/* Is the run the stored one? Same decisions, makespan within 1e-9. */
static int compare(const struct sp_matrix *m, struct sp_store *store, int point, long index,
                   int method, const char *normal, const struct sp_result *r,
                   struct sp_error *error)
{
  double stored = sp_makespan_at(m, point * m->count + index, method);
  const char *axes = sp_point_axes(m->experiment, m->variant, point);
  uint64_t order;
  bool known = sp_store_order(store, m->experiment->id, axes, index, normal, &order);
  bool near = fabs(r->makespan - stored) <= 1e-9 * fabs(stored);
  if (r->status == SP_RUN_OK && near && known && order == r->order_hash)
    return SP_OK;
  return sp_failure(
      error, SP_NOT_VERIFIED,
      "%.60s at %.160s:%ld: run again it is %s with makespan %.17g and order %016llx, "
      "expected %.17g and %016llx as stored",
      normal, axes, index, sp_status_name(r->status), r->makespan,
      (unsigned long long)r->order_hash, stored, known ? (unsigned long long)order : 0ULL);
}

int sp_replay(const struct sp_matrix *m, const struct sp_registry *registry, struct sp_store *store,
              int point, long index, int method, struct sp_replay *replay, struct sp_error *error)
{
  const struct sp_experiment *e = m->experiment;
  struct sp_method parsed;
  *replay = (struct sp_replay){.trace = SP_TRACE_EMPTY};
  if (sp_method_parse(registry, sp_matrix_method(m, method), &parsed, error))
    return SP_BAD_INPUT;
  replay->in = sp_matrix_platform(m, point, index, error);
  int code = replay->in ? SP_OK : SP_BAD_INPUT;
  if (!code) {
    struct sp_conditions conditions = sp_experiment_conditions(e);
    conditions.platform = (uint32_t)index;
    struct sp_request request = {.registry = registry,
                                 .method = &parsed,
                                 .engine = rerun_engine(e),
                                 .conditions = &conditions};
    sp_perform(replay->in, &request, &replay->result, &replay->trace, NULL);
    code = compare(m, store, point, index, method, parsed.name, &replay->result, error);
  }
  sp_method_clear(&parsed);
  return code;
}

void sp_replay_clear(struct sp_replay *replay)
{
  sp_trace_clear(&replay->trace);
  *replay = (struct sp_replay){.trace = SP_TRACE_EMPTY};
}
