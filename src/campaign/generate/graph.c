/* Instances of networks and graphs from settings; see graph.h. */
#include "campaign/generate/graph.h"
#include "base/memory.h"
#include "campaign/generate/words.h"
#include "io/graph/graph.h"
#include "io/graph/network_spec.h"

#include <stdlib.h>
#include <string.h>

/* Makes the instance from these words, which it then owns; NULL with the error of the command
 * line's reader. */
static struct sp_instance *read_words(enum sp_problem problem, char *spec, struct sp_error *error)
{
  if (problem == SP_STEADY) {
    struct sp_graph *g = sp_read_graph_spec(spec, error);
    return g ? sp_instance_of_graph(g, spec) : NULL;
  }
  char kind[16];
  size_t length = strcspn(spec, " ");
  snprintf(kind, sizeof kind, "%.*s", (int)length, spec);
  struct sp_network *net = sp_network_parse(sp_network_kind_of(kind), spec + length, error);
  return net ? sp_instance_of_network(net, spec) : NULL;
}

static bool read_time(const struct sp_drawing *d, struct sp_num *time)
{
  const char *text = sp_word(d, "time", "inf");
  return (!sp_num_parse(text, time) && time->v > 0) ||
         sp_word_fault(d, "time", text, "a number > 0");
}

struct sp_instance *sp_generate_graph(const struct sp_words *words, uint64_t seed, uint32_t index,
                                      struct sp_error *error)
{
  struct sp_instance *in = NULL;
  struct sp_error ignored;
  struct sp_drawing d = {words, seed, index, error ? error : &ignored};
  struct sp_num deadline = {INFINITY, 0, 0};
  char *spec;
  size_t size;
  FILE *f = sp_open_text(&spec, &size);
  bool good = words->problem == SP_NETWORK ? sp_network_words(&d, f)
                                           : sp_steady_words(&d, f) && read_time(&d, &deadline);
  fclose(f);
  if (good)
    in = read_words(words->problem, spec, d.error);
  if (in)
    in->deadline = deadline;
  else
    free(spec);
  return in;
}
