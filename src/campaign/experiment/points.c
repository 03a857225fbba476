/* The points of an experiment, and the platform of an index at each. The points are the product of
 * the axes' values, the first axis slowest, without those that a variant's `when` excludes. */
#include "base/text.h"
#include "campaign/experiment/reading.h"

/* ---- Points. */

int sp_axis_find(const struct sp_experiment *e, const char *name)
{
  int axis = e->n_axes - 1;
  while (axis >= 0 && strcmp(e->axis[axis].name, name))
    axis--;
  return axis;
}

int sp_label_find(const struct sp_axis *axis, const char *label)
{
  int value = axis->n - 1;
  while (value >= 0 && strcmp(axis->value[value].label, label))
    value--;
  return value;
}

bool sp_choices_allow(const struct sp_choices *choices, int axis, int value)
{
  bool asked = false;
  for (int i = 0; i < choices->text.n; i++) {
    if (choices->choice[i].axis != axis)
      continue;
    if (choices->choice[i].value == value)
      return true;
    asked = true;
  }
  return !asked;
}

/* How many values of the axis the variant has. */
static int count_values(const struct sp_experiment *e, int variant, int axis)
{
  int n = 0;
  for (int k = 0; k < e->axis[axis].n; k++)
    n += sp_choices_allow(&e->variant[variant].when, axis, k);
  return n;
}

int sp_points(const struct sp_experiment *e, int variant)
{
  int points = 1;
  for (int a = 0; a < e->n_axes; a++)
    points *= count_values(e, variant, a);
  return points;
}

/* The value of each axis at a point. */
static void coordinates(const struct sp_experiment *e, int variant, int point, int value[MOST_AXES])
{
  for (int a = e->n_axes - 1; a >= 0; a--) {
    int n = count_values(e, variant, a), rank = point % n;
    point /= n;
    value[a] = -1;
    while (rank >= 0)
      rank -= sp_choices_allow(&e->variant[variant].when, a, ++value[a]);
  }
}

/* "comm=hom comp=het", perhaps after "variant=NAME". */
static char *labels(const struct sp_experiment *e, int variant, int point, bool named,
                    char separator)
{
  int value[MOST_AXES];
  char *text = NULL;
  FILE *stream = sp_open_string(&text);
  coordinates(e, variant, point, value);
  if (named)
    fprintf(stream, "variant=%s", e->variant[variant].name);
  for (int a = 0; a < e->n_axes; a++) {
    if (a || named)
      fputc(separator, stream);
    fprintf(stream, "%s=%s", e->axis[a].name, e->axis[a].value[value[a]].label);
  }
  return sp_experiment_end(e, stream, &text);
}

char *sp_point_axes(const struct sp_experiment *e, int variant, int point)
{
  return labels(e, variant, point, e->variant[variant].settings.n > 0, ' ');
}

char *sp_place_text(const struct sp_experiment *e, int variant, int point)
{
  return labels(e, variant, point, variant > 0, ',');
}

int sp_point_value(const struct sp_experiment *e, int variant, int point, int axis)
{
  int value[MOST_AXES];
  coordinates(e, variant, point, value);
  return value[axis];
}

/* The number of the point with these values; -1: the variant does not have one of them. */
static int point_of(const struct sp_experiment *e, int variant, const int *value)
{
  const struct sp_choices *when = &e->variant[variant].when;
  int point = 0;
  for (int a = 0; a < e->n_axes; a++) {
    if (!sp_choices_allow(when, a, value[a]))
      return -1;
    point *= count_values(e, variant, a);
    for (int k = 0; k < value[a]; k++)
      point += sp_choices_allow(when, a, k);
  }
  return point;
}

int sp_point_with(const struct sp_experiment *e, int variant, int point, int axis, int value)
{
  int values[MOST_AXES];
  coordinates(e, variant, point, values);
  values[axis] = value;
  return point_of(e, variant, values);
}

const char *sp_point_label(const struct sp_experiment *e, int variant, int point, int axis)
{
  return e->axis[axis].value[sp_point_value(e, variant, point, axis)].label;
}

/* ---- Points as texts. */

static int unknown_axis(const struct sp_experiment *e, const char *name, struct sp_error *error)
{
  struct sp_nearest nearest = {.word = name};
  for (int a = 0; a < e->n_axes; a++)
    sp_nearest_offer(&nearest, e->axis[a].name);
  return sp_bad_input(error, "unknown axis '%.64s' of %s, expected %s%s%s", name, e->id,
                      e->n_axes ? "such as " : "none", e->n_axes ? e->axis[0].name : "",
                      sp_did_you_mean(&nearest));
}

static int unknown_label(const struct sp_axis *axis, const char *label, struct sp_error *error)
{
  struct sp_nearest nearest = {.word = label};
  for (int k = 0; k < axis->n; k++)
    sp_nearest_offer(&nearest, axis->value[k].label);
  return sp_bad_input(error, "unknown value '%.64s' of the axis %s, expected one such as %s%s",
                      label, axis->name, axis->value[0].label, sp_did_you_mean(&nearest));
}

/* Reads one "axis=label" into value[]. */
static int read_place(const struct sp_experiment *e, char *text, int *value, struct sp_error *error)
{
  char *label = strchr(text, '=');
  if (!label)
    return sp_bad_input(error, "'%.100s', expected AXIS=LABEL", text);
  *label++ = '\0';
  int a = sp_axis_find(e, text);
  if (a < 0)
    return unknown_axis(e, text, error);
  if (value[a] >= 0)
    return sp_bad_input(error, "axis %s twice, expected it once", text);
  value[a] = sp_label_find(&e->axis[a], label);
  return value[a] < 0 ? unknown_label(&e->axis[a], label, error) : SP_OK;
}

static int find_variant(const struct sp_experiment *e, const char *name, int *variant,
                        struct sp_error *error)
{
  struct sp_nearest nearest = {.word = name};
  for (int v = 1; v < e->n_variants; v++) {
    if (!strcmp(e->variant[v].name, name)) {
      *variant = v;
      return SP_OK;
    }
    sp_nearest_offer(&nearest, e->variant[v].name);
  }
  return sp_bad_input(error, "unknown variant '%.64s' of %s, expected %s%s", name, e->id,
                      e->n_variants > 1 ? e->variant[1].name : "none", sp_did_you_mean(&nearest));
}

/* All axes must have a value, one of the variant's. */
static int check_values(const struct sp_experiment *e, int variant, const int *value,
                        struct sp_error *error)
{
  const struct sp_variant *v = &e->variant[variant];
  for (int a = 0; a < e->n_axes; a++) {
    const struct sp_axis *axis = &e->axis[a];
    if (value[a] < 0)
      return sp_bad_input(error, "no value of the axis %s, expected %s=%s or another", axis->name,
                          axis->name, axis->value[0].label);
    if (!sp_choices_allow(&v->when, a, value[a]))
      return sp_bad_input(error, "%s=%s is not in the variant %s, expected %s", axis->name,
                          axis->value[value[a]].label, v->name, v->when.text.text[0]);
  }
  return SP_OK;
}

int sp_place_find(const struct sp_experiment *e, const char *axes, int *variant, int *point,
                  struct sp_error *error)
{
  int value[MOST_AXES], code = SP_OK;
  char *copy = sp_xstrdup(axes), *rest = copy;
  memset(value, -1, sizeof value);
  *variant = 0;
  for (char *item; !code && (item = strsep(&rest, ", "));) {
    if (!strncmp(item, "variant=", 8))
      code = find_variant(e, item + 8, variant, error);
    else if (*item)
      code = read_place(e, item, value, error);
  }
  free(copy);
  if (!code)
    code = check_values(e, *variant, value, error);
  *point = code ? -1 : point_of(e, *variant, value);
  return code;
}

/* ---- Platforms. */

static void append(struct sp_settings *list, const struct sp_overlay *overlay)
{
  size_t most = (size_t)(list->n + overlay->n);
  list->setting = sp_xrealloc(list->setting, most, sizeof *list->setting);
  for (int k = 0; k < overlay->n; k++)
    list->setting[list->n++] = &overlay->setting[k];
}

struct sp_settings experiment_settings(const struct sp_experiment *e, int variant, int point)
{
  int value[MOST_AXES];
  struct sp_settings list = {.columns = e->columns};
  coordinates(e, variant, point, value);
  append(&list, &e->base);
  for (int a = 0; a < e->n_axes; a++)
    append(&list, &e->axis[a].value[value[a]]);
  append(&list, &e->variant[variant].settings);
  append(&list, &e->set);
  return list;
}

int experiment_generator(const struct sp_experiment *e, int variant, int point,
                         struct sp_generator *g, const struct sp_setting **last,
                         struct sp_error *error)
{
  struct sp_settings list = experiment_settings(e, variant, point);
  const struct sp_setting **setting = list.setting;
  const char *family = sp_setting_value(&list, "family", "het-het");
  int code = sp_generator_init(g, family, error); /* before all other settings */
  g->columns = e->columns;
  for (int i = 0; i < list.n && !code; i++) {
    if (last)
      *last = setting[i];
    if (strcmp(setting[i]->key, "family") != 0)
      code = sp_generator_apply(g, setting[i]->key, setting[i]->value, error);
  }
  free(setting);
  return code;
}

/* The platform of the place that *p names; NULL with *error. */
static struct sp_instance *draw_platform(struct sp_platforms *p, struct sp_error *error)
{
  const struct sp_experiment *e = p->experiment;
  if (e->n_files || sp_of_graphs(e->problem)) {
    struct sp_settings settings = experiment_settings(e, p->variant, p->point);
    struct sp_instance *in =
        e->n_files ? experiment_file_instance(e, &settings, p->index, error)
                   : sp_generate_graph(e->problem, &settings, e->seed, p->index, error);
    free(settings.setting);
    return in;
  }
  struct sp_generator *g = &p->generator;
  p->is_read = p->is_read || !experiment_generator(e, p->variant, p->point, g, NULL, error);
  if (!p->is_read)
    return NULL;
  int workers = sp_generator_workers(g, e->seed, p->index);
  struct sp_instance *in = sp_generate(g, workers, e->seed, p->index);
  if (!in && !sp_generator_check(g, workers, error))
    sp_bad_input(error, "platform %u cannot be drawn", p->index);
  return in;
}

const struct sp_instance *sp_platform(struct sp_platforms *p, int variant, int point,
                                      uint32_t index, struct sp_error *error)
{
  bool same = p->variant == variant && p->point == point;
  if (p->in && same && p->index == index)
    return p->in;
  sp_instance_free(p->in);
  p->is_read &= same;
  p->variant = variant;
  p->point = point;
  p->index = index;
  p->in = draw_platform(p, error);
  p->drawn += p->in != NULL;
  return p->in;
}

void sp_platforms_clear(struct sp_platforms *p)
{
  sp_instance_free(p->in);
  *p = (struct sp_platforms){0};
}

struct sp_instance *sp_experiment_instance(const struct sp_experiment *e, int variant, int point,
                                           uint32_t index, struct sp_error *error)
{
  struct sp_platforms one = {.experiment = e};
  sp_platform(&one, variant, point, index, error);
  return one.in;
}
