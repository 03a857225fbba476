/* Settings of [platform], [workload], axes and variants: their names and values are those of
 * `starport generate`. The values of an axis have one of two forms:
 *
 *   label: key = value, key = value     one line for each value
 *   key = 10 *2 .. 20480, 30000         one line: numbers, which are labels and settings at once */
#include "base/text.h"
#include "campaign/experiment/reading.h"

/* Checks a value by itself. */
static int check_value(const struct reading *r, const char *key, const char *value)
{
  struct sp_error error;
  struct sp_generator g;
  const struct sp_family *family;
  int code;
  if (sp_of_graphs(r->e->problem) || !sp_setting_find(r->e->problem, key))
    return SP_OK; /* checked together in check.c */
  if (!strcmp(key, "family")) {
    code = sp_family_find(value, &family, &error);
  } else {
    sp_generator_init(&g, "het-het", NULL);
    g.columns = r->e->columns;
    code = sp_generator_apply(&g, key, value, &error);
  }
  return code ? experiment_refuse(r, "%s", error.text) : SP_OK;
}

/* The setting of that name in its own spelling; NULL: unknown. */
static const char *find_setting(const struct sp_experiment *e, const char *name)
{
  const char *known;
  if (!e->instances.n)
    return sp_setting_find(e->problem, name);
  for (int k = 0; (known = experiment_setting(e, k)); k++)
    if (!sp_name_compare(known, name))
      return known;
  return NULL;
}

int experiment_add_setting(const struct reading *r, struct sp_overlay *overlay, const char *name,
                           const char *value)
{
  const char *key = find_setting(r->e, name);
  if (!key)
    return experiment_unknown_key(r, name);
  int code = *value ? check_value(r, key, value)
                    : experiment_refuse(r, "%s has no value, expected %s = VALUE", name, name);
  for (int i = 0; i < overlay->n && !code && r->part != PART_OVERRIDE; i++)
    if (!strcmp(overlay->setting[i].key, key))
      code = experiment_refuse(r, "duplicate key '%s', first on line %ld", name,
                               overlay->setting[i].line);
  overlay->setting =
      sp_experiment_grow(r->e, overlay->setting, overlay->n, sizeof *overlay->setting);
  overlay->setting[overlay->n++] = (struct sp_setting){key, value, r->line};
  return code;
}

/* ---- Axes. */

int experiment_open_axis(struct reading *r, char *name)
{
  struct sp_experiment *e = r->e;
  if (!strcmp(name, "variant"))
    return experiment_refuse(r, "[axis variant], expected another name: 'variant' names a table");
  if (sp_axis_find(e, name) >= 0)
    return experiment_refuse(r, "duplicate axis '%.64s', expected it once", name);
  if (e->n_axes == MOST_AXES)
    return experiment_refuse(r, "too many axes, expected at most %d", MOST_AXES);
  e->axis = sp_experiment_grow(e, e->axis, e->n_axes, sizeof *e->axis);
  e->axis[e->n_axes++] = (struct sp_axis){.name = name};
  r->stepped = false;
  return SP_OK;
}

static int add_value(const struct reading *r, char *label)
{
  struct sp_axis *axis = &r->e->axis[r->e->n_axes - 1];
  if (!*label || strpbrk(label, " \t,\"\\/"))
    return experiment_refuse(r, "label '%.64s', expected a word without blanks, commas or slashes",
                             label);
  if (experiment_check_formula(r, "label", label))
    return SP_BAD_INPUT;
  if (sp_label_find(axis, label) >= 0)
    return experiment_refuse(r, "duplicate label '%.64s' of axis %s", label, axis->name);
  if (axis->n == MOST_VALUES)
    return experiment_refuse(r, "axis %s has too many values, expected at most %d", axis->name,
                             MOST_VALUES);
  axis->value = sp_experiment_grow(r->e, axis->value, axis->n, sizeof *axis->value);
  axis->value[axis->n++] = (struct sp_overlay){.label = label};
  return SP_OK;
}

/* ---- "label: key = value, key = value". */

/* Cuts the text at its first comma that is not between parentheses; returns what is before it, and
 * sets *rest to what is after it, or NULL. */
static char *cut_item(char **rest)
{
  char *item = *rest, *p = item;
  int open = 0;
  for (; *p && (*p != ',' || open > 0); p++)
    open += (*p == '(') - (*p == ')');
  *rest = *p ? p + 1 : NULL;
  *p = '\0';
  return item;
}

static int read_labelled(const struct reading *r, char *label, char *rest)
{
  int code = add_value(r, label);
  if (code)
    return code;
  struct sp_axis *axis = &r->e->axis[r->e->n_axes - 1];
  rest = *rest ? rest : NULL;
  while (rest && !code) {
    char *key = experiment_trim(cut_item(&rest)), *value = experiment_cut(key, '=');
    code = value ? experiment_add_setting(r, &axis->value[axis->n - 1], key, value)
                 : experiment_refuse(r, "'%.100s', expected KEY = VALUE", key);
  }
  return code;
}

/* ---- "key = A *K .. B, C". */

/* One item of a list: `from`, then times or plus `step` until `to` is exceeded. */
struct steps {
  double from, step, to;
  char sign; /* '*', '+'; 0: `from` alone */
};

/* The '*' or '+' in "A *K"; NULL: there is none. The '+' of an exponent ("1e+3") does not count. */
static char *find_sign(char *text)
{
  char *sign = *text ? text + 1 : text;
  while (*sign && *sign != '*' && (*sign != '+' || strchr("eE", sign[-1])))
    sign++;
  return *sign ? sign : NULL;
}

static bool read_number(char *text, double *number)
{
  struct sp_num x;
  if (sp_num_parse(experiment_trim(text), &x) || !isfinite(x.v))
    return false;
  *number = x.v;
  return true;
}

static int read_steps(const struct reading *r, const char *key, const char *item, struct steps *s)
{
  char *text = sp_experiment_copy(r->e, item), *to = strstr(text, ".."),
       *sign = to ? find_sign(text) : NULL;
  *s = (struct steps){.sign = sign ? *sign : '\0'};
  if (to)
    *to = '\0';
  if (sign)
    *sign = '\0';
  bool good = read_number(text, &s->from) && !to == !sign;
  good = good && (!to || (sign < to && read_number(sign + 1, &s->step) &&
                          read_number(to + 2, &s->to) && s->from <= s->to));
  good = good && (s->sign != '*' || (s->step > 1 && s->from > 0));
  good = good && (s->sign != '+' || s->step > 0);
  return good ? SP_OK
              : experiment_refuse(r,
                                  "%s: '%.64s', expected a number, A *K .. B with A > 0 and K > 1, "
                                  "or A +K .. B with K > 0",
                                  key, item);
}

/* Twelve digits: 0.1 +0.1 .. 1 makes the label "0.3", without the rounding error of the sum. */
static int add_number(const struct reading *r, const char *key, double number)
{
  enum { MOST_DIGITS = 32 };
  char *label = sp_new(r->e->memory, MOST_DIGITS, char);
  snprintf(label, MOST_DIGITS, "%.12g", number);
  int code = add_value(r, label);
  struct sp_axis *axis = &r->e->axis[r->e->n_axes - 1];
  return code ? code : experiment_add_setting(r, &axis->value[axis->n - 1], key, label);
}

static int read_list(const struct reading *r, const char *key, char *list)
{
  int code = SP_OK;
  for (char *item; !code && (item = strsep(&list, ","));) {
    struct steps s;
    code = read_steps(r, key, experiment_trim(item), &s);
    double number = s.from, most = s.to + 1e-9 * fabs(s.to);
    for (int k = 1; !code && (k == 1 || (s.sign && number <= most)); k++) {
      code = add_number(r, key, number);
      number = s.sign == '*' ? number * s.step : s.from + k * s.step;
    }
  }
  return code;
}

int experiment_axis_line(struct reading *r, char *line)
{
  const struct sp_axis *axis = &r->e->axis[r->e->n_axes - 1];
  char *settings = experiment_cut(line, ':');
  char *list = settings ? NULL : experiment_cut(line, '=');
  if (!settings && !list)
    return experiment_refuse(
        r, "'%.100s', expected LABEL: KEY = VALUE, KEY = VALUE or KEY = NUMBER, NUMBER", line);
  if (r->stepped || (list && axis->n))
    return experiment_refuse(r,
                             "'%.64s', expected lines LABEL: KEY = VALUE or one line KEY = NUMBER, "
                             "NUMBER for the axis %s",
                             line, axis->name);
  r->stepped = list != NULL;
  return list ? read_list(r, line, list) : read_labelled(r, line, settings);
}
