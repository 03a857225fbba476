/* A tiny experiment with its matrix and published values, for the tests of reports. */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "golden_text.h"

#include "campaign/figure/figure.h"
#include "campaign/page/html.h"
#include "campaign/report/table.h"
#include "method/context.h"

/* The memory of experiments made by hand, which lasts as long as the program. */
static inline struct sp_context *lasting_memory(void)
{
  static struct sp_context *memory;
  return memory ? memory : (memory = sp_context_plain());
}

/* One axis of two values, methods bba:tie=last and r-bsa, fwd shown in addition, four platforms:
 *   hom: bba 10 12 15 20, r-bsa 10 10 12 missing, fwd 5 10 15 25
 *   c<=w: bba 8 8 8 8, r-bsa 8 10 8 12, fwd missing */
#define POINTS    2
#define METHODS   3
#define PLATFORMS 4
static const double table[POINTS * PLATFORMS * METHODS] = {
    10, 10, 5,   12, 10, 10,  15, 12, 15,  20, NAN, 25,  /* hom */
    8,  8,  NAN, 8,  10, NAN, 8,  8,  NAN, 8,  12,  NAN, /* c<=w */
};

struct sample {
  struct sp_overlay value[2];
  struct sp_axis axis;
  struct sp_variant variant;
  struct sp_experiment experiment;
  struct sp_matrix matrix;
  char *methods[2], *also[1], *rows[1], *assumed[2];
  double makespan[POINTS * PLATFORMS * METHODS], bound[POINTS * PLATFORMS * METHODS];
  struct sp_quantity quantity[2];
};

static inline void build(struct sample *s)
{
  *s = (struct sample){
      .value = {{.label = "hom"}, {.label = "c<=w"}},
      .methods = {"bba:tie=last", "r-bsa"},
      .also = {"fwd"},
      .rows = {"comm"},
      .assumed = {"workers", "sd"},
      .quantity = {sp_quantity_of_distance(SP_MEAN), sp_quantity_of_distance(SP_SD)},
  };
  memcpy(s->makespan, table, sizeof table);
  for (int k = 0; k < POINTS * PLATFORMS * METHODS; k++)
    s->bound[k] = 4;
  s->axis = (struct sp_axis){"comm", 2, s->value};
  s->variant =
      (struct sp_variant){.name = "", .methods = {2, s->methods, 0}, .also = {1, s->also, 0}};
  s->experiment = (struct sp_experiment){
      .memory = lasting_memory(),
      .file = "tiny.ini",
      .id = "tiny",
      .title = "A tiny table",
      .margin = 0.05,
      .count = PLATFORMS,
      .n_axes = 1,
      .axis = &s->axis,
      .n_variants = 1,
      .variant = &s->variant,
      .rows = {1, s->rows, 0},
      .n_quantities = 2,
      .quantity = s->quantity,
      .assumed = {1, s->assumed, 0},
  };
  s->matrix = (struct sp_matrix){.experiment = &s->experiment,
                                 .points = POINTS,
                                 .methods = METHODS,
                                 .best_of = 2,
                                 .count = PLATFORMS,
                                 .value = {s->makespan}, /* SP_FIELD_MAKESPAN is the first */
                                 .bound = s->bound};
}

static inline void near(double value, double expected, double tolerance)
{
  if (!(fabs(value - expected) <= tolerance))
    fail_msg("%.17g, expected %.17g +- %g", value, expected, tolerance);
}

/* FUNCTION(VALUE), which is known. */
static inline struct sp_quantity quantity_of(const char *text)
{
  struct sp_quantity quantity;
  struct sp_error error;
  if (sp_quantity_read(text, &quantity, &error))
    fail_msg("%s", error.text);
  return quantity;
}

/* A sample of FUNCTION(VALUE). */
static inline long sample_of(const struct sp_matrix *m, int point, int method, const char *text,
                             double *out)
{
  struct sp_quantity quantity = quantity_of(text);
  return sp_sample(m, point, method, &quantity, out);
}

/* The published value of a method's mean, sd, .. */
static inline struct sp_published_value printed_of(const struct sp_published *print, int row,
                                                   const char *method, enum sp_function function)
{
  struct sp_quantity quantity = sp_quantity_of_distance(function);
  return sp_published_find(print, row, method, &quantity);
}

static inline int read_text(const char *text, int keys, struct sp_published *print,
                            struct sp_error *error)
{
  char path[] = "/tmp/starport-report-XXXXXX";
  int fd = mkstemp(path);
  assert_true(fd >= 0);
  assert_true(write(fd, text, strlen(text)) == (ssize_t)strlen(text));
  close(fd);
  int code = sp_published_read(&(struct sp_experiment){.memory = lasting_memory()}, path, keys,
                               false, print, error);
  unlink(path);
  return code;
}

/* bba at hom: sample 1, 1.2, 1.25; mean 1.15, se = sqrt(0.035/2/3). */
static inline void summarise(struct sample *s, struct sp_published *print,
                             struct sp_summary *summary)
{
  struct sp_error error;
  build(s);
  s->experiment.compare = "results/tiny.csv";
  s->experiment.compare_tag = "printed";
  assert_int_equal(read_text("comm,BBA_mean,bba_sd,rbsa_mean,rbsa_sd,fwd_mean,count\n"
                             "hom,1.15,0.9,1.6,0,1,400\nc<=w,1.125,0,1.188,,1,\n",
                             1, print, &error),
                   SP_OK);
  assert_int_equal(sp_summarise(&s->matrix, print, summary, &error), SP_OK);
}

/* Compares a section, which is cleared, in each format with NAME.txt, .csv, .tex and .html. */
static inline void expect_section(const char *name, struct report_section section)
{
  static const struct {
    const char *suffix;
    void (*write)(void *out, const struct report_section *);
  } format[] = {{"txt", report_write_text},
                {"csv", report_write_csv},
                {"tex", report_write_latex},
                {"html", sp_html_section}};
  for (size_t k = 0; k < sizeof format / sizeof *format; k++) {
    char file[60], *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    format[k].write(out, &section);
    fclose(out);
    snprintf(file, sizeof file, "%s.%s", name, format[k].suffix);
    expect_file(file, text);
    free(text);
  }
}
