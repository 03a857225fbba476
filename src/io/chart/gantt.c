/* Writes the Gantt chart of a trace as SVG, PDF or PNG: one drawing (draw.c), three cairo surfaces.
 *
 * The same trace gives the same bytes: the PDF's date is fixed, and the number that cairo puts
 * into the SVG's surface identifiers (it counts the surfaces of the process) is removed. */
#include "io/chart/gantt.h"
#include "base/file.h"
#include "base/memory.h"
#include "io/chart/draw.h"
#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <ctype.h>
#include <strings.h>

enum format { SVG, PDF, PNG, UNKNOWN };

static const double png_scale = 2; /* pixels per point: 144 dots per inch */

static enum format format_of(const char *path)
{
  static const char *const suffix[] = {".svg", ".pdf", ".png"};
  size_t length = strlen(path);
  for (int k = SVG; k <= PNG; k++)
    if (length > 4 && strcasecmp(path + length - 4, suffix[k]) == 0)
      return (enum format)k;
  return UNKNOWN;
}

static cairo_status_t write_bytes(void *stream, const unsigned char *data, unsigned int length)
{
  return fwrite(data, 1, length, stream) == length ? CAIRO_STATUS_SUCCESS
                                                   : CAIRO_STATUS_WRITE_ERROR;
}

static cairo_surface_t *make_surface(enum format format, const struct gantt_chart *chart,
                                     FILE *stream)
{
  if (format == SVG) {
    cairo_surface_t *svg =
        cairo_svg_surface_create_for_stream(write_bytes, stream, chart->width, chart->height);
    cairo_svg_surface_set_document_unit(svg, CAIRO_SVG_UNIT_PT);
    return svg;
  }
  if (format == PDF) {
    cairo_surface_t *pdf =
        cairo_pdf_surface_create_for_stream(write_bytes, stream, chart->width, chart->height);
    cairo_pdf_surface_set_metadata(pdf, CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
    cairo_pdf_surface_set_metadata(pdf, CAIRO_PDF_METADATA_CREATOR, "starport");
    return pdf;
  }
  return cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)ceil(chart->width * png_scale),
                                    (int)ceil(chart->height * png_scale));
}

/* The shape of letters must not depend on the screen settings of the machine. */
static void fix_fonts(cairo_t *cr)
{
  cairo_font_options_t *options = cairo_font_options_create();
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_set_font_options(cr, options);
  cairo_font_options_destroy(options);
}

/* Draws the chart and writes the whole picture to the stream. */
static cairo_status_t render(enum format format, const struct gantt_chart *chart, const char *title,
                             FILE *stream)
{
  cairo_surface_t *surface = make_surface(format, chart, stream);
  cairo_t *cr = cairo_create(surface);
  fix_fonts(cr);
  if (format == PNG)
    cairo_scale(cr, png_scale, png_scale);
  gantt_draw(cr, chart, title);
  cairo_status_t status = cairo_status(cr);
  cairo_destroy(cr);
  if (format == PNG && status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_write_to_png_stream(surface, write_bytes, stream);
  cairo_surface_finish(surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status(surface);
  cairo_surface_destroy(surface);
  return status;
}

/* Writes a part of an SVG text with at most two digits after a point: hundredths of a point are
 * finer than print, and six digits make a file a third larger. */
static void write_numbers(const char *text, const char *end, FILE *stream)
{
  int after = 0; /* digits after a point, with the point */
  for (; text < end; text++) {
    bool digit = isdigit((unsigned char)*text);
    after = digit && after ? after + 1 : *text == '.';
    if (after <= 3)
      fputc(*text, stream);
  }
}

/* Writes an SVG text without the digits of its "surface123" identifiers. */
static void write_svg(const char *text, size_t size, FILE *stream)
{
  static const char mark[] = "\"surface";
  const char *end = text + size, *hit;
  while ((hit = memmem(text, (size_t)(end - text), mark, sizeof mark - 1))) {
    hit += sizeof mark - 1;
    write_numbers(text, hit, stream);
    while (hit < end && isdigit((unsigned char)*hit))
      hit++;
    text = hit;
  }
  write_numbers(text, end, stream);
}

static int write_file(const char *path, enum format format, const struct gantt_chart *chart,
                      const char *title, struct sp_error *error)
{
  struct sp_file *file = sp_create_file(path, error);
  if (!file)
    return SP_CANNOT;
  char *bytes;
  size_t size;
  FILE *memory = sp_open_text(&bytes, &size);
  cairo_status_t status = render(format, chart, title, memory);
  fclose(memory);
  if (format == SVG)
    write_svg(bytes, size, file->stream);
  else
    fwrite(bytes, 1, size, file->stream);
  free(bytes);
  if (status == CAIRO_STATUS_SUCCESS)
    return sp_commit_file(file, error);
  sp_abandon_file(file);
  return sp_failure(error, SP_CANNOT, "%s: not written: %s", path, cairo_status_to_string(status));
}

int sp_write_gantt(const char *path, const struct sp_trace *trace, const struct sp_instance *in,
                   const char *title, double bound, const struct sp_gantt_view *view,
                   struct sp_error *error)
{
  enum format format = format_of(path);
  if (format == UNKNOWN)
    return sp_bad_input(error, "%s: unknown suffix, expected .svg, .pdf or .png", path);
  struct gantt_chart chart;
  int code = gantt_chart_init(&chart, trace, in, bound, view, error);
  if (code != SP_OK)
    return code;
  code = write_file(path, format, &chart, title, error);
  gantt_chart_clear(&chart);
  return code;
}
