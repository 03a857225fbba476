/* The table of methods of networks and of the steady state; see graph_methods.h. */
#include "model/graph_methods.h"
#include "base/text.h"

static const struct sp_option on_line_options[] = {
    {.name = "places",
     .type = SP_INTEGER,
     .offset = offsetof(struct sp_on_line_options, places),
     .preset = "3",
     .min = 1,
     .max = 1000000,
     .help = "tasks that a node can hold"},
    SP_OPTIONS_END,
};

static const struct sp_heuristic methods[] = {
    {.abi = SP_ABI,
     .name = "solve",
     .summary = "the solution of a network or of a graph's steady state, not executed",
     .source = "Blazewicz, Drozdowski 1997; Banino et al. 2004",
     .version = 1,
     .problems = SP_NETWORK | SP_STEADY},
    {.abi = SP_ABI,
     .name = "simulate",
     .summary = "the solution executed; of a steady state start-up, periods and clean-up",
     .source = "Blazewicz, Drozdowski 1997; Banino et al. 2004, Proposition 3",
     .version = 1,
     .problems = SP_NETWORK | SP_STEADY},
    {.abi = SP_ABI,
     .name = "tree",
     .summary = "steady state of the best spanning tree, not executed",
     .source = "Banino et al. 2004, section 5",
     .version = 1,
     .problems = SP_STEADY},
    {.abi = SP_ABI,
     .name = "on-line",
     .summary = "bandwidth-centric on the best spanning tree, on demand, executed until its time",
     .source = "Banino et al. 2004, section 3",
     .version = 1,
     .problems = SP_STEADY,
     .options = on_line_options,
     .options_size = sizeof(struct sp_on_line_options)},
};
enum { METHODS = sizeof methods / sizeof *methods };

const struct sp_heuristic *sp_graph_methods(int *n)
{
  *n = METHODS;
  return methods;
}

const struct sp_heuristic *sp_graph_method_find(const char *name)
{
  for (int i = 0; i < METHODS; i++)
    if (!sp_name_compare(methods[i].name, name))
      return &methods[i];
  return NULL;
}

bool sp_is_graph_method(const struct sp_heuristic *h)
{
  return (h->problems & (SP_STEADY | SP_NETWORK)) != 0;
}
