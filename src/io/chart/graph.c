/* Rows of the Gantt chart of a graph's trace (sp_trace_is_graph): what each node
 * receives, sends and computes, as far as it does so. Its rows make one band; a node that does
 * nothing has none. */
#include "base/memory.h"
#include "io/chart/gantt.h"

static const double page_limit = 1400; /* greatest height of all bands together */
static const double page_soft = 430;   /* ... up to which rows keep their comfortable height */
static const double row_comfort = 19;  /* height of a row where there is room */
static const double row_readable = 11; /* ... down to which the page grows instead */
static const double padding = 0.5;     /* of a band, in heights of a row */

enum { ROLES = 3 };

static int place_of(int node, enum gantt_role role)
{
  return node * ROLES + (role == GANTT_RECV ? 0 : role == GANTT_SEND ? 1 : 2);
}

void gantt_graph_rows(struct gantt_chart *chart, const struct sp_trace *trace)
{
  static const enum gantt_role role[ROLES] = {GANTT_RECV, GANTT_SEND, GANTT_COMP};
  size_t places = ((size_t)chart->workers + 1) * ROLES;

  chart->row_at = sp_xcalloc(places, sizeof *chart->row_at);
  for (long k = 0; k < trace->n; k++) {
    const struct sp_event *e = &trace->event[k];
    bool transfer = e->kind == SP_TRANSFER;
    chart->row_at[place_of(e->from, transfer ? GANTT_SEND : GANTT_COMP)] = 1;
    chart->row_at[place_of(e->to, transfer ? GANTT_RECV : GANTT_COMP)] = 1;
    chart->amounts |= e->amount < 1 || e->amount > 1;
    chart->numbers = e->message >= chart->numbers ? e->message + 1 : chart->numbers;
  }
  chart->row = sp_xcalloc(places, sizeof *chart->row);
  chart->band = sp_xcalloc((size_t)chart->workers + 1, sizeof *chart->band);
  for (int node = 1; node <= chart->workers; node++) {
    int before = chart->n_rows;
    for (int r = 0; r < ROLES; r++) {
      int *at = &chart->row_at[place_of(node, role[r])];
      if (!*at)
        continue;
      *at = chart->n_rows;
      chart->row[chart->n_rows++] = (struct gantt_row){.node = node, .role = role[r], .lanes = 1};
    }
    if (chart->n_rows > before)
      chart->band[chart->n_bands++].node = node;
  }
}

int gantt_graph_row(const struct gantt_chart *chart, int node, enum gantt_role role)
{
  return chart->row_at[place_of(node, role)];
}

/* Heights are counted in rows; a row with several lanes is higher, but not as high as so many. */
static double weight(const struct gantt_row *row)
{
  return row->lanes == 1 ? 1 : 0.3 + 0.7 * row->lanes;
}

static double row_height(const struct gantt_chart *chart)
{
  double all = padding * chart->n_bands;
  for (int r = 0; r < chart->n_rows; r++)
    all += weight(&chart->row[r]);
  double comfortable = page_soft / all, squeezed = page_limit / all;
  if (comfortable > row_comfort)
    return row_comfort;
  if (comfortable > row_readable)
    return comfortable;
  return squeezed < row_readable ? squeezed : row_readable;
}

void gantt_graph_place(struct gantt_chart *chart)
{
  double height = row_height(chart), y = chart->bands = chart->top + 3;
  int r = 0;

  for (int b = 0; b < chart->n_bands; b++) {
    struct gantt_band *band = &chart->band[b];
    band->y = y;
    y += height * padding / 2;
    for (; r < chart->n_rows && chart->row[r].node == band->node; r++) {
      double share = height * weight(&chart->row[r]);
      gantt_place_row(&chart->row[r], y + share * 0.05, share * 0.9);
      y += share;
    }
    y += height * padding / 2;
    band->height = y - band->y;
  }
  chart->pitch = height;
  chart->bottom = y + 1;
}

/* ---- names */

void gantt_graph_bands(cairo_t *cr, const struct gantt_chart *chart)
{
  for (int b = 0; b < chart->n_bands; b += 2)
    cairo_rectangle(cr, chart->left, chart->band[b].y, chart->right - chart->left,
                    chart->band[b].height);
  cairo_set_source_rgb(cr, 0.955, 0.955, 0.955);
  cairo_fill(cr);
}

/* Where bands are low, as many nodes are named as have room. */
static void draw_node_names(cairo_t *cr, const struct gantt_chart *chart)
{
  double free_from = 0;
  char name[32];

  cairo_set_source_rgb(cr, 0, 0, 0);
  for (int b = 0; b < chart->n_bands; b++) {
    const struct gantt_band *band = &chart->band[b];
    double middle = band->y + band->height / 2;
    bool large = band->height > 14;
    if (middle - 4 < free_from)
      continue;
    snprintf(name, sizeof name, "P%d", band->node);
    gantt_font(cr, large ? 9 : 7, true);
    gantt_text(cr, 10, middle, 0, name);
    free_from = middle + 5;
  }
}

static void draw_row_name(cairo_t *cr, const struct gantt_chart *chart, const struct gantt_row *row)
{
  const char *name = row->role == GANTT_RECV   ? "receives"
                     : row->role == GANTT_SEND ? "sends"
                                               : "computes";
  double middle = row->y + row->height / 2;
  char many[48];

  snprintf(many, sizeof many, "%s (%d)", name, row->at_once);
  gantt_text(cr, chart->left - 5, middle, 1, row->at_once > row->lanes ? many : name);
}

void gantt_graph_names(cairo_t *cr, const struct gantt_chart *chart)
{
  draw_node_names(cr, chart);
  if (chart->pitch < 7)
    return;
  gantt_font(cr, chart->pitch < 9 ? 6 : 7, false);
  cairo_set_source_rgb(cr, 0.3, 0.3, 0.3);
  for (int r = 0; r < chart->n_rows; r++)
    draw_row_name(cr, chart, &chart->row[r]);
}

/* ---- labels */

/* Writes a label; with `number` 0 of the load's amount. Arrows show where a message goes to and
 * comes from. */
static void write_label(const struct gantt_item *item, bool arrow, bool detail, long number,
                        char text[64])
{
  int used = 0;

  text[0] = '\0';
  if (item->look == GANTT_TO_WORKER)
    used = snprintf(text, 64, "%sP%d%s",
                    !arrow        ? ""
                    : item->sends ? "→"
                                  : "←",
                    item->other, detail ? " " : "");
  if (detail && number)
    snprintf(text + used, (size_t)(64 - used), "#%ld", number);
  else if (detail)
    snprintf(text + used, (size_t)(64 - used), "%.4g", item->amount);
}

/* Numbers need the room of the greatest, so that intervals of one length have labels of one form.
 */
bool gantt_graph_label(cairo_t *cr, const struct gantt_chart *chart, const struct gantt_item *item,
                       char text[64])
{
  static const bool form[][2] = {{true, true}, {true, false}, {false, false}};
  double room = gantt_x(chart, item->end) - gantt_x(chart, item->start) - 2;
  int forms = item->look == GANTT_TO_WORKER ? 3 : 1;

  for (int k = 0; k < forms; k++) {
    write_label(item, form[k][0], form[k][1], chart->amounts ? 0 : chart->numbers, text);
    if (gantt_text_width(cr, text) <= room) {
      write_label(item, form[k][0], form[k][1], chart->amounts ? 0 : item->message + 1, text);
      return true;
    }
  }
  return false;
}
