/* Reads a star from a SimGrid platform and, perhaps, a deployment: makes an instance of topology,
 * workload and command line.
 *
 *   c_i = task_bytes / bandwidth of the route (the least of its links), S_i = sum of latencies,
 *   w_i = task_flops / speed
 *
 *   d_i = result_bytes / bandwidth, where results return
 *
 * A property c, w or result of the host replaces a quotient that differs from it only by rounding
 * (it may be that no bandwidth gives 0.1 exactly). It can also be c = 0 or w = inf. */
#include "base/file.h"
#include "base/memory.h"
#include "base/num.h"
#include "io/platform/platform.h"
#include "io/star/star.h"

/* The star as points of the topology, [0] the master. */
struct deployment {
  struct topology *t;
  struct workload *w;
  int m;
  bool results; /* some return: the way back is looked at */
  int *point;
  const struct actor **actor; /* NULL: there is no deployment */
  struct use {
    int worker;    /* the last that used it; 0: none */
    bool several;  /* several workers use it */
  } (*used)[2];    /* of each resource: by emissions and by receptions of the master */
  char place[300]; /* to name when a workload is missing: the master's actor, or the platform */
};

static int find_host(const struct topology *t, const char *name)
{
  int p = map_find(&t->point_of, name, strlen(name));
  return p >= 0 && t->point[p].kind == POINT_HOST ? p : -1;
}

static int star_of_actors(struct deployment *s, const struct sp_source *source,
                          struct sp_error *error)
{
  const struct topology *t = s->t;
  const struct workload *w = s->w;
  bool *taken = sp_new(t->memory, t->n_points, bool);
  int code = SP_OK;
  s->point[0] = -1;
  for (int i = 0; i < w->n_actors && code == SP_OK; i++) {
    const struct actor *a = &w->actor[i];
    int p = find_host(t, a->host), at = a->master ? 0 : ++s->m;
    if (p < 0) {
      code = sp_bad_input(error, "%s:%ld: unknown host %.60s, expected a host of %s", a->file,
                          a->line, a->host, t->file);
    } else if (taken[p]) {
      code = sp_bad_input(
          error, "%s:%ld: a second actor on host %.60s, expected one%s", a->file, a->line, a->host,
          s->point[0] == p || a->master ? " (the master does not work: leave its worker out)"
                                        : " (a host computes one task at a time)");
    } else {
      taken[p] = true;
      s->point[at] = p;
      s->actor[at] = a;
    }
  }
  if (code != SP_OK)
    return code;
  if (s->point[0] < 0)
    return sp_bad_input(error,
                        "%s:%ld: no master, expected <actor host=\"..\" function=\"master\">",
                        w->actor[0].file, w->actor[0].line);
  if (source->master && strcmp(source->master, t->point[s->point[0]].name) != 0)
    return sp_bad_input(error, "--master=%.60s, but %s:%ld names %.60s: expected one master",
                        source->master, s->actor[0]->file, s->actor[0]->line,
                        t->point[s->point[0]].name);
  return SP_OK;
}

static int star_of_hosts(struct deployment *s, const struct sp_source *source,
                         struct sp_error *error)
{
  const struct topology *t = s->t;
  int master = -1;
  if (source->master && (master = find_host(t, source->master)) < 0)
    return sp_bad_input(error, "--master=%.60s, expected a host of %s", source->master, t->file);
  for (int p = 0; p < t->n_points; p++) {
    if (t->point[p].kind != POINT_HOST)
      continue;
    if (master < 0)
      master = p;
    if (p != master)
      s->point[++s->m] = p;
  }
  if (master < 0)
    return sp_bad_input(error, "%s: no host, expected a master and workers", t->file);
  s->point[0] = master;
  return SP_OK;
}

/* Options of the command line replace the workload of the deployment. */
static int override(struct workload *w, const struct sp_source *source, struct sp_error *error)
{
  const struct {
    const char *name, *text;
    int prop;
  } option[] = {{"tasks", source->tasks, STAR_TASKS},
                {"work", source->work, STAR_WORK},
                {"deadline", source->deadline, STAR_DEADLINE},
                {"task-bytes", source->task_bytes, PROP_TASK_BYTES},
                {"task-flops", source->task_flops, PROP_TASK_FLOPS}};
  if (source->tasks || source->work)
    w->has[STAR_TASKS] = w->has[STAR_WORK] = false;
  for (size_t k = 0; k < sizeof option / sizeof *option; k++) {
    if (!option[k].text)
      continue;
    if (option[k].prop == STAR_TASKS && option[k].text[0] == '@') { /* below */
      if (tasks_read(&w->tasks, w->memory, option[k].text + 1, error) != SP_OK)
        return SP_BAD_INPUT;
      continue;
    }
    const char *expected =
        workload_value(option[k].prop, option[k].text, &w->value[option[k].prop]);
    if (expected)
      return sp_bad_input(error, "--%s=%.60s, expected %s", option[k].name, option[k].text,
                          expected);
    w->has[option[k].prop] = true;
  }
  long listed = tasks_listed(&w->tasks);
  if (listed > 0 && !w->has[STAR_TASKS] && !w->has[STAR_WORK]) { /* as many tasks as are listed */
    w->value[STAR_TASKS] = sp_int(listed);
    w->has[STAR_TASKS] = true;
  }
  return SP_OK;
}

/* The problem: delta => imbalance, load => redistribution, tasks => bag, work => divisible, only a
 * deadline => divisible with the greatest possible work. */
static int choose_problem(const struct deployment *s, struct sp_instance *in,
                          struct sp_error *error)
{
  const struct workload *w = s->w;
  int loads = 0, deltas = 0;
  for (int i = 1; s->actor && i <= s->m; i++) {
    loads += s->actor[i]->key == STAR_LOAD;
    deltas += s->actor[i]->key == STAR_DELTA;
  }
  int kinds = (loads > 0) + (deltas > 0) + w->has[STAR_TASKS] + w->has[STAR_WORK];
  if (kinds > 1)
    return sp_bad_input(error, "%s: more than one of load, delta, tasks and work, expected one",
                        s->place);
  in->problem = deltas               ? SP_IMBALANCE
                : loads              ? SP_REDISTRIBUTION
                : w->has[STAR_TASKS] ? SP_BAG
                                     : SP_DIVISIBLE;
  if (w->has[STAR_TASKS])
    in->total = w->value[STAR_TASKS];
  else if (w->has[STAR_WORK])
    in->total = w->value[STAR_WORK];
  else if (!kinds && w->has[STAR_DEADLINE])
    in->total = SP_INFINITE;
  else if (!kinds)
    return sp_bad_input(error,
                        "%s: no workload, expected load or delta of workers, or tasks, work "
                        "or deadline of the master (or --tasks, --work, --deadline)",
                        s->place);
  return SP_OK;
}

static int route_between(const struct deployment *s, int from, int to, struct passage *p,
                         struct sp_error *error)
{
  const struct point *a = &s->t->point[from], *b = &s->t->point[to];
  const char *why = topology_passage(s->t, from, to, p);
  if (!why)
    return SP_OK;
  return sp_bad_input(error,
                      "%s:%ld: from host %.60s to %.60s: %s, expected a route between the "
                      "master and each worker%s",
                      s->t->file, from == s->point[0] ? b->line : a->line, a->name, b->name, why,
                      s->actor ? "" : " (a deployment can name others than all hosts)");
}

/* Notes that the worker's transfers in a direction (0: from the master, 1: to it) use the way. */
static void use(struct deployment *s, const struct passage *p, int direction, int worker)
{
  for (int k = 0; k < p->n; k++) {
    struct use *u = &s->used[p->resource[k]][direction];
    u->several |= u->worker && u->worker != worker;
    u->worker = worker;
  }
}

/* Transfers that overlap in the model must not share the bandwidth of a link. */
static int check_usage(const struct deployment *s, const struct sp_instance *in,
                       struct sp_error *error)
{
  const struct sp_ports *master = &in->platform.node[0].ports;
  for (int r = 0; r < s->t->n_resources; r++) {
    const struct link *link = &s->t->link[s->t->resource[r].link];
    const struct use *u = s->used[r];
    const char *what =
        u[0].worker && u[1].worker         ? "a reception and an emission of the master share"
        : u[0].several && master->send > 1 ? "two emissions of the master (send > 1) share"
        : u[1].several && master->recv > 1 ? "two receptions of the master (recv > 1) share"
                                           : NULL;
    if (what && !s->t->resource[r].fat)
      return sp_bad_input(error,
                          "%s:%ld: %s link %.60s, expected a SPLITDUPLEX link of each worker's own "
                          "or a FATPIPE",
                          s->t->file, link->line, what, link->name);
  }
  return SP_OK;
}

/* The cost of a unit; `stated` is the host's property (NULL: none), which must agree up to
 * rounding. */
static int cost(const struct deployment *s, int p, const char *key, double quotient,
                const struct sp_num *stated, struct sp_num *out, struct sp_error *error)
{
  *out = stated ? *stated : sp_double(quotient);
  bool special = stated && (stated->v == 0 || isinf(stated->v));
  if (isfinite(quotient) && (special || fabs(out->v - quotient) <= quotient * 0x1p-50))
    return SP_OK;
  return sp_bad_input(error, "%s:%ld: host %.60s: %s is %.17g %s%.17g, expected %s", s->t->file,
                      s->t->point[p].line, s->t->point[p].name, key, quotient,
                      stated ? "by bandwidth or speed, but its property says " : "", out->v,
                      stated ? "the same" : "a finite cost");
}

/* The profiles of the worker and of the way from the master; back: the way to it, where it is used.
 */
static int set_profiles(const struct deployment *s, struct sp_instance *in, int i,
                        const struct passage *there, const struct passage *back,
                        struct sp_error *error)
{
  const struct point *host = &s->t->point[s->point[i]];
  struct sp_profile profile[SP_CHANGING];
  int code = topology_profiles(s->t, s->point[i], there, back, profile, error);
  for (int kind = 0; kind < SP_CHANGING; kind++) {
    if (code == SP_OK && profile[kind].n > 0)
      sp_set_profile(in, (enum sp_changing)kind, i, &profile[kind]);
    sp_profile_clear(&profile[kind]);
  }
  return code == SP_NOT_VERIFIED
             ? sp_bad_input(error,
                            "%s:%ld: host %.60s: the profiles from the master and to it differ, "
                            "expected the same in both directions",
                            s->t->file, host->line, host->name)
             : code;
}

/* The master computes nothing, and does not fail. */
static int check_master(const struct deployment *s, struct sp_error *error)
{
  const struct point *p = &s->t->point[s->point[0]];
  if (p->state_trace < 0)
    return SP_OK;
  return sp_bad_input(error,
                      "%s:%ld: host %.60s has a profile of its state, expected a master that is up "
                      "(--master or a deployment names another host)",
                      s->t->file, p->line, p->name);
}

static bool has_results(const struct deployment *s)
{
  bool some = s->w->has[PROP_RESULT_BYTES] && s->w->value[PROP_RESULT_BYTES].v > 0;
  for (int i = 1; i <= s->m; i++)
    some |= s->t->point[s->point[i]].has_result && s->t->point[s->point[i]].result.v > 0;
  return some;
}

/* d_i by result_bytes, by the property of the host, or by both, which then agree. */
static int fill_result(const struct deployment *s, struct sp_instance *in, int i, double bandwidth,
                       struct sp_error *error)
{
  const struct point *point = &s->t->point[s->point[i]];
  const struct sp_num *stated = point->has_result ? &point->result : NULL;
  if (s->w->has[PROP_RESULT_BYTES])
    return cost(s, s->point[i], "result", s->w->value[PROP_RESULT_BYTES].v / bandwidth, stated,
                &in->result[i], error);
  in->result[i] = stated ? *stated : in->result[i];
  return SP_OK;
}

/* The ways to the worker and, where it is used, back: way[1].n 0 else. */
static int find_ways(struct deployment *s, const struct sp_instance *in, int i,
                     struct passage way[2], struct sp_error *error)
{
  int master = s->point[0], host = s->point[i];
  const struct point *point = &s->t->point[host];
  way[1].n = 0;
  if (route_between(s, master, host, &way[0], error) != SP_OK)
    return SP_BAD_INPUT;
  use(s, &way[0], 0, i);
  if (sp_from_master(in) && !s->results)
    return SP_OK;
  if (route_between(s, host, master, &way[1], error) != SP_OK)
    return SP_BAD_INPUT;
  use(s, &way[1], 1, i);
  if (way[1].bandwidth == way[0].bandwidth &&
      fabs(way[1].latency - way[0].latency) <= 1e-15 * way[0].latency)
    return SP_OK;
  return sp_bad_input(error,
                      "%s:%ld: host %.60s: %.17gBps %.17gs from the master, %.17gBps %.17gs to it, "
                      "expected the same in both directions",
                      s->t->file, point->line, point->name, way[0].bandwidth, way[0].latency,
                      way[1].bandwidth, way[1].latency);
}

static int fill_worker(struct deployment *s, struct sp_instance *in, int i, struct passage way[2],
                       struct sp_error *error)
{
  int host = s->point[i];
  const struct point *point = &s->t->point[host];
  if (find_ways(s, in, i, way, error) != SP_OK ||
      set_profiles(s, in, i, &way[0], way[1].n ? &way[1] : NULL, error) != SP_OK ||
      cost(s, host, "c", in->task_bytes / way[0].bandwidth, point->has_c ? &point->c : NULL,
           &in->c[i], error) != SP_OK ||
      cost(s, host, "w", in->task_flops / point->speed, point->has_w ? &point->w : NULL, &in->w[i],
           error) != SP_OK ||
      fill_result(s, in, i, way[0].bandwidth, error) != SP_OK)
    return SP_BAD_INPUT;
  in->latency[i] = sp_double(way[0].latency);
  if (s->actor) {
    in->load[i] = s->actor[i]->load;
    in->buffer[i] = s->actor[i]->buffer ? s->actor[i]->buffer : LONG_MAX;
    if (s->actor[i]->memory.v > 0)
      in->memory[i] = s->actor[i]->memory;
  }
  return SP_OK;
}

static int fill(struct deployment *s, struct sp_instance *in, struct sp_error *error)
{
  const struct workload *w = s->w;
  struct passage way[2] = {0};
  in->task_bytes = w->has[PROP_TASK_BYTES] ? w->value[PROP_TASK_BYTES].v : 1;
  in->task_flops = w->has[PROP_TASK_FLOPS] ? w->value[PROP_TASK_FLOPS].v : 1;
  for (int key = STAR_DEADLINE; key < STAR_KEYS; key++)
    if (w->has[key])
      star_set(in, key, w->value[key]);
  s->results = has_results(s);
  if (choose_problem(s, in, error) != SP_OK || tasks_of_bag(&w->tasks, in, error) != SP_OK ||
      check_master(s, error) != SP_OK)
    return SP_BAD_INPUT;
  int code = SP_OK;
  for (int i = 0; i <= s->m && code == SP_OK; i++) {
    free(in->platform.node[i].name);
    in->platform.node[i].name = sp_xstrdup(s->t->point[s->point[i]].name);
    if (i)
      code = fill_worker(s, in, i, way, error);
  }
  if (code == SP_OK)
    code = check_usage(s, in, error);
  free(way[0].resource);
  free(way[1].resource);
  return code;
}

/* The star of the topology's hosts, or of the workload's actors if there are any, checked; NULL on
 * bad input. */
static struct sp_instance *deploy(struct topology *t, struct workload *w,
                                  const struct sp_source *source, struct sp_error *error)
{
  struct sp_instance *in = NULL;
  int most = (w->n_actors > t->n_hosts ? w->n_actors : t->n_hosts) + 2;
  struct deployment s = {.t = t, .w = w, .point = sp_new(t->memory, most, int)};
  s.used = sp_alloc(t->memory, (size_t)t->n_resources, sizeof *s.used);
  if (w->n_actors)
    s.actor = sp_new(t->memory, most, const struct actor *);
  int code = w->n_actors ? star_of_actors(&s, source, error) : star_of_hosts(&s, source, error);
  if (code == SP_OK && s.actor)
    snprintf(s.place, sizeof s.place, "%.250s:%ld", s.actor[0]->file, s.actor[0]->line);
  else
    snprintf(s.place, sizeof s.place, "%.250s", t->file);
  if (code == SP_OK)
    code = override(w, source, error);
  if (code == SP_OK && s.m == 0)
    code = sp_bad_input(error, "%s: no worker, expected at least one in addition to the master",
                        s.place);
  if (code == SP_OK) {
    struct sp_error inner = {""};
    in = sp_instance_alloc(s.m);
    code = fill(&s, in, error);
    if (code == SP_OK && (code = sp_instance_check(in, &inner)) != SP_OK)
      sp_bad_input(error, "%s: %.400s", s.place, inner.text);
  }
  if (code != SP_OK) {
    sp_instance_free(in);
    in = NULL;
  }
  return in;
}

/* ---- files */

struct sp_instance *sp_read_platform_streams(FILE *platform, FILE *deployment,
                                             const struct sp_source *source, struct sp_error *error)
{
  struct topology t;
  struct workload w;
  struct xml_input first = {source->platform ? source->platform : "platform", platform};
  struct xml_input second = {source->deployment ? source->deployment : "deployment", deployment};
  if (platform_read(&first, deployment ? &second : NULL, &t, &w, error) != SP_OK)
    return NULL;
  struct sp_instance *in = deploy(&t, &w, source, error);
  topology_clear(&t);
  return in;
}

struct sp_instance *sp_read_platform(const struct sp_source *source, struct sp_error *error)
{
  struct sp_instance *in = NULL;
  FILE *platform = sp_open_file(source->platform, error), *deployment = NULL;
  if (platform && source->deployment)
    deployment = sp_open_file(source->deployment, error);
  if (platform && (deployment || !source->deployment))
    in = sp_read_platform_streams(platform, deployment, source, error);
  if (in)
    in->platform.file = sp_xstrdup(source->platform);
  if (platform)
    fclose(platform);
  if (deployment)
    fclose(deployment);
  return in;
}
