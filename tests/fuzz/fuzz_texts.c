/* Fuzzes the readers of texts and of traces with libFuzzer: the first byte chooses the reader (g:
 * graph, e: events, c, l, t, s, b, h, w: a network of that kind, w the switch), the rest is its
 * text. A reader either refuses its text with one line or gives an object that its check accepts; a
 * graph is written again, a trace is validated. */
#include "io/graph/graph.h"
#include "io/graph/network_spec.h"
#include "io/trace/trace.h"

#include <math.h>
#include <starport/hops.h>

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
  sp_write_graph_platform(f, g);
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

/* The reader of traces reads a file: one in memory. */
static void read_events(const char *text, size_t size)
{
  struct sp_error error = {""};
  struct sp_trace trace = SP_TRACE_EMPTY;
  char path[32];
  int file = memfd_create("events", 0);
  require(file >= 0 && write(file, text, size) == (ssize_t)size);
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
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
  if (data[0] == 'e')
    read_events(text, size - 1);
  else if (data[0] == 'g' && words)
    read_graph(text);
  else if (kind && words)
    read_network((enum sp_network_kind)(kind - kinds), text);
  free(text);
  return 0;
}
