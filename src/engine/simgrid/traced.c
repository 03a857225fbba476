/* Loads platforms so that SimGrid's own tracing works.
 *
 * SimGrid 3.32 knows no container for the two directions of a SPLITDUPLEX link, and aborts when a
 * message crosses one while it traces. So, if it traces, the platform is loaded as a copy: each
 * direction of such a link is a link of its own, under SimGrid's name for it (NAME_UP, NAME_DOWN),
 * and the route of each pair of hosts that exchange messages is written out. Hosts, links, and the
 * order of the links in a route are the platform's, so all costs are the same. */
#include "base/file.h"
#include "base/memory.h"
#include "engine/simgrid/setup.h"
#include "io/platform/platform.h"
#include <simgrid/comm.h>
#include <simgrid/engine.h>
#include <simgrid/host.h>
#include <simgrid/mailbox.h>

struct copy {
  const struct platform_source *source;
  struct topology *t;
};

static void put_link_name(FILE *f, const struct topology *t, int resource)
{
  const struct link *link = &t->link[t->resource[resource].link];
  xml_put_text(f, link->name);
  if (link->split)
    fputs(resource == link->resource ? "_UP" : "_DOWN", f);
}

static void put_route(FILE *f, const struct topology *t, const char *from, const char *to)
{
  struct passage way = {0};
  int a = map_find(&t->point_of, from, strlen(from)), b = map_find(&t->point_of, to, strlen(to));
  if (a >= 0 && b >= 0 && !topology_passage(t, a, b, &way)) {
    xml_put_name(f, "    <route src", from);
    xml_put_name(f, " dst", to);
    fputs(" symmetrical=\"NO\">", f);
    for (int k = 0; k < way.n; k++) {
      fputs("<link_ctn id=\"", f);
      put_link_name(f, t, way.resource[k]);
      fputs("\"/>", f);
    }
    fputs("</route>\n", f);
  }
  free(way.resource);
}

static void write_copy(FILE *f, const void *what)
{
  const struct copy *copy = what;
  struct topology *t = copy->t;
  struct host_pair pair;
  xml_put_head(f, NULL);
  xml_put_name(f, "  <zone id", t->point[t->zone[0].point].name);
  fputs(" routing=\"Full\">\n", f);
  for (int p = 0; p < t->n_points; p++)
    if (t->point[p].kind == POINT_HOST) {
      xml_put_name(f, "    <host id", t->point[p].name);
      fprintf(f, " speed=\"%.17gf\"/>\n", t->point[p].speed);
    }
  for (int r = 0; r < t->n_resources; r++) {
    const struct resource *resource = &t->resource[r];
    fputs("    <link id=\"", f);
    put_link_name(f, t, r);
    fprintf(f, "\" bandwidth=\"%.17gBps\" latency=\"%.17gs\" sharing_policy=\"%s\"/>\n",
            resource->bandwidth, resource->latency, resource->fat ? "FATPIPE" : "SHARED");
  }
  for (int k = 0; k < copy->source->pairs; k++) {
    copy->source->pair(copy->source->what, k, &pair);
    put_route(f, t, pair.name[0], pair.name[1]);
    put_route(f, t, pair.name[1], pair.name[0]);
  }
  fputs("  </zone>\n</platform>\n", f);
}

static void write_source(FILE *f, const void *source)
{
  ((const struct platform_source *)source)
      ->write(f, ((const struct platform_source *)source)->what, NULL);
}

static bool load_traced(const struct platform_source *source, struct sp_error *error)
{
  struct topology t;
  struct workload w;
  FILE *stream =
      source->file ? sp_open_file(source->file, error) : simgrid_written(write_source, source);
  if (!stream)
    return false;
  rewind(stream);
  struct xml_input input = {.name = source->file ? source->file : "the platform", .stream = stream};
  bool loaded = platform_read(&input, NULL, &t, &w, error) == SP_OK;
  fclose(stream);
  if (!loaded)
    return false;
  simgrid_load_written(write_copy, &(struct copy){source, &t});
  topology_clear(&t);
  return true;
}

bool simgrid_load(const struct platform_source *source, struct sp_error *error)
{
  if (source->file && sp_regular_file(source->file, error))
    return false; /* a pipe that has been read */
  if (simgrid_traces())
    return load_traced(source, error);
  if (source->file)
    simgrid_load_platform(source->file);
  else
    simgrid_load_written(write_source, source);
  return true;
}

/* SimGrid 3.32 ends the actor's state at the end of sg_host_sendto, but begins none. What begins
 * one is to put something into a mailbox from which nothing is taken, or to wait for something from
 * one into which nothing is put. */
void traced_message(sg_host_t from)
{
  static void *nothing; /* stays NULL */
  sg_comm_t comm = sg_host_self() == from
                       ? sg_mailbox_put_async(sg_mailbox_by_name("never read"), from, 0)
                       : sg_mailbox_get_async(sg_mailbox_by_name("never written"), &nothing);
  sg_comm_unref(comm);
}
