/* Reads the sections of an experiment file, and calls the reader of each line. Every error message
 * is one line with the file, the line, what was read and what was expected. */
#include "base/text.h"
#include "campaign/experiment/reading.h"

static int open_section(struct reading *r, char *line)
{
  char *end = strchr(line, ']');
  if (!end || end[1])
    return experiment_refuse(r, "'%.100s', expected [SECTION]", line);
  *end = '\0';
  char *word = experiment_trim(line + 1), *name = word + strcspn(word, " \t");
  if (*name)
    *name++ = '\0';
  name = experiment_trim(name);
  const char *known[PARTS];
  int part = 0;
  for (int i = 0; i < PARTS; i++) {
    known[i] = experiment_sections[i].name;
    part = i && !strcmp(known[i], word) ? i : part;
  }
  if (!part)
    return experiment_unknown(r, r->line, "section", "", word, PARTS - 1, known + 1);
  const struct section *section = &experiment_sections[part];
  if (!section->named && *name)
    return experiment_refuse(r, "[%s %.64s], expected [%s]", word, name, word);
  bool nameless = part == PART_FIGURE && !*name;
  if (section->named && !nameless && !experiment_is_name(name))
    return experiment_refuse(
        r, "[%s %.64s], expected a name of letters, digits, '.', '_' and, not first, '-'", word,
        name);
  if (r->opened[part] && !section->repeats)
    return experiment_refuse(r, "duplicate section [%s], first on line %ld", word, r->opened[part]);
  r->opened[part] = r->line;
  r->part = (enum part)part;
  memset(r->seen, 0, sizeof r->seen);
  return part == PART_AXIS      ? experiment_open_axis(r, name)
         : part == PART_VARIANT ? experiment_open_variant(r, name)
         : part == PART_FIGURE  ? experiment_open_figure(r, name)
                                : SP_OK;
}

/* What the keys of the open section describe. */
static void *described(const struct reading *r)
{
  struct sp_experiment *e = r->e;
  return r->part == PART_RUN       ? (void *)e->variant
         : r->part == PART_VARIANT ? (void *)&e->variant[e->n_variants - 1]
         : r->part == PART_FIGURE  ? (void *)&e->plot[e->n_plots - 1]
                                   : (void *)e;
}

static struct sp_overlay *overlay_of(struct reading *r)
{
  struct sp_experiment *e = r->e;
  return r->part == PART_VARIANT    ? &e->variant[e->n_variants - 1].settings
         : r->part == PART_OVERRIDE ? &e->set
                                    : &e->base;
}

static int read_pair(struct reading *r, char *line)
{
  char *value = experiment_cut(line, '=');
  if (!value || !*line)
    return experiment_refuse(r, "'%.100s', expected KEY = VALUE", line);
  const struct key *keys = experiment_sections[r->part].key;
  for (int k = 0; keys[k].name; k++) {
    if (sp_name_compare(keys[k].name, line))
      continue;
    if (!*value)
      return experiment_refuse(r, "%s has no value, expected %s = VALUE", line, line);
    if (r->seen[k] && !keys[k].repeats)
      return experiment_refuse(r, "duplicate key '%s', first on line %ld", line, r->seen[k]);
    r->seen[k] = r->line;
    r->key = keys[k].name;
    return keys[k].read(r, value, (char *)described(r) + keys[k].field);
  }
  if (r->part == PART_FILES)
    return experiment_file_line(r, line, value);
  if (r->part == PART_DATA)
    return experiment_data_line(r, line, value);
  if (r->part == PART_HEAD && !strncmp(line, "tier.", 5))
    return experiment_tier(r, line, value);
  if (experiment_sections[r->part].settings)
    return experiment_add_setting(r, overlay_of(r), line, value);
  return experiment_unknown_key(r, line);
}

int experiment_read_lines(struct reading *r)
{
  int code = SP_OK;
  for (char *line; !code && (line = experiment_line(r));)
    code = *line == '['           ? open_section(r, line)
           : r->part == PART_AXIS ? experiment_axis_line(r, line)
                                  : read_pair(r, line);
  return code;
}
