/* Fuzzes the readers of texts and of files other than XML with libFuzzer: the first byte chooses
 * the reader (g: graph, c, l, t, s, b, h, w: a network of that kind, w the switch, *: star, C: star
 * in CSV, e: events, p: plan, d: instance of DLT Studio), the rest is its text. A reader either
 * refuses its text with one line or gives an object that its check accepts; graphs and instances
 * are written again, a trace is validated. */
#include "io/exchange/dlt.h"
#include "io/graph/graph.h"
#include "io/graph/network_spec.h"
#include "io/text/star.h"
#include "io/trace/trace.h"
#include "model/hops.h"
#include "validate/hop_check.h"

#include <math.h>
#include <starport/starport.h>

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
  if (!condition)
    abort();
}

static void refused(const struct sp_error *error)
{
  require(error->text[0] != '\0' && !strchr(error->text, '\n'));
}

static void write_again(const struct sp_graph *g)
{
  char *text = NULL;
  size_t size = 0;
  FILE *f = open_memstream(&text, &size);
  sp_write_graph_platform(f, g, NULL);
  fclose(f);
  free(text);
}

static void read_graph(const char *text)
{
  struct sp_error error = {""};
  struct sp_graph *g = sp_read_graph_spec(text, &error);
  if (g) {
    require(sp_graph_check(g, &error) == SP_OK);
    write_again(g);
  } else {
    refused(&error);
  }
  sp_graph_free(g);
}

/* Few bytes can describe many processors: large numbers after n= are skipped, since this tests the
 * reader and not the size. */
static bool is_large(const char *text)
{
  const char *n = strstr(text, "n=");
  return n && strspn(n + 2, "0123456789") > 4;
}

static void read_network(enum sp_network_kind kind, const char *text)
{
  struct sp_error error = {""};
  if (is_large(text))
    return;
  struct sp_network *net = sp_network_parse(kind, text, &error);
  if (net)
    require(sp_network_check(net, &error) == SP_OK);
  else
    refused(&error);
  sp_network_free(net);
}

/* A file in memory, for readers of files: sets its path. The caller closes it. */
static int file_of(const char *text, size_t size, char path[32])
{
  int file = memfd_create("input", 0);
  require(file >= 0 && write(file, text, size) == (ssize_t)size);
  snprintf(path, 32, "/proc/self/fd/%d", file);
  return file;
}

/* A star that has been read is written as a text, which is read again. */
static void check_star(struct sp_instance *in, struct sp_error *error)
{
  char *text = NULL;
  size_t size = 0;
  if (!in) {
    refused(error);
    return;
  }
  require(sp_instance_check(in, error) == SP_OK);
  FILE *f = open_memstream(&text, &size);
  star_write(f, in);
  fclose(f);
  struct sp_instance *again = sp_star_parse(text, error);
  require(again && again->m == in->m && again->problem == in->problem);
  sp_instance_free(again);
  sp_instance_free(in);
  free(text);
}

static void read_star(const char *text)
{
  struct sp_error error = {""};
  struct sp_instance *in = sp_star_parse(text, &error);
  check_star(in, &error);
}

static void read_csv(const char *path)
{
  char name[40];
  snprintf(name, sizeof name, "@%s", path);
  read_star(name);
}

static void read_dlt(const char *path)
{
  struct sp_error error = {""};
  struct sp_instance *in = sp_read_dlt(path, NULL, NULL, &error);
  check_star(in, &error);
}

static void read_plan(const char *path)
{
  static const char *const star[] = {"c=2,1 w=3,4 load=3,2", "c=2,1 w=3,4 tasks=3",
                                     "c=2,1 w=3,4 work=3 buffer=2", "c=2,1 w=3,4 delta=2,-2"};
  for (size_t k = 0; k < sizeof star / sizeof *star; k++) {
    struct sp_error error = {""};
    struct sp_schedule plan = SP_SCHEDULE_EMPTY;
    struct sp_instance *in = sp_star_parse(star[k], &error);
    require(in != NULL);
    if (sp_read_plan(path, in, &plan, &error) == SP_OK)
      require(sp_schedule_check(in, &plan, &error) == SP_OK);
    else
      refused(&error);
    sp_schedule_clear(&plan);
    sp_instance_free(in);
  }
}

static void read_events(const char *path)
{
  struct sp_error error = {""};
  struct sp_trace trace = SP_TRACE_EMPTY;
  if (sp_read_events(path, &trace, &error) == SP_OK) {
    struct sp_graph_source source = {.text = "w=1,3,4,6 edges=1-2:2,1-3:1,3-4:3,2-4:3"};
    struct sp_graph *g = sp_read_graph(&source, &error);
    double held[4] = {1e9};
    struct sp_hop_check check = {held, NULL, NAN, INFINITY, 0, SP_DURATIONS_ANY};
    require(g != NULL);
    if (sp_validate_hops(g, &trace, &check, &error) != SP_OK)
      refused(&error);
    sp_graph_free(g);
  } else {
    refused(&error);
  }
  sp_trace_clear(&trace);
}

static void read_file(char kind, const char *text, size_t size)
{
  char path[32];
  int file = file_of(text, size, path);
  if (kind == 'e')
    read_events(path);
  else if (kind == 'C')
    read_csv(path);
  else if (kind == 'p')
    read_plan(path);
  else
    read_dlt(path);
  close(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  if (size == 0)
    return 0;
  static const char kinds[] = "cltsbhw"; /* in the order of enum sp_network_kind */
  const char *kind = data[0] ? strchr(kinds, data[0]) : NULL;
  char *text = malloc(size);
  require(text != NULL);
  memcpy(text, data + 1, size - 1);
  text[size - 1] = '\0';
  bool words = text[0] != '@'; /* else the name of a file of this machine */
  if (data[0] && strchr("eCpd", data[0]))
    read_file((char)data[0], text, size - 1);
  else if (data[0] == '*' && words)
    read_star(text);
  else if (data[0] == 'g' && words)
    read_graph(text);
  else if (kind && words)
    read_network((enum sp_network_kind)(kind - kinds), text);
  free(text);
  return 0;
}
