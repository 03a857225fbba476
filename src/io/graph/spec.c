/* Reads a graph and its masters from one line of words, as campaigns and tables give them. */
#include "base/memory.h"
#include "io/graph/graph.h"

#include <stdlib.h>
#include <string.h>

static const char key[] = "master=", blanks[] = " \t\r\n";

/* Cuts the word master=.. out of a SPEC; NULL if it has none. */
static char *cut_master(char *spec)
{
  char *word = spec;
  while ((word = strstr(word, key)) && word > spec && !strchr(blanks, word[-1]))
    word += strlen(key);
  if (!word)
    return NULL;
  size_t length = strcspn(word, blanks);
  char *master = strndup(word + strlen(key), length - strlen(key));
  if (!master)
    abort();
  memset(word, ' ', length);
  return master;
}

struct sp_graph *sp_read_graph_spec(const char *spec, struct sp_error *error)
{
  char *words = sp_xstrdup(spec), *master = cut_master(words);
  struct sp_graph_source source = {.text = words, .master = master};
  struct sp_graph *g = sp_read_graph(&source, error);
  if (!g && error &&
      !strncmp(error->text, "--", 2)) /* message of an option; here a word is meant */
    memmove(error->text, error->text + 2, strlen(error->text + 2) + 1);
  free(master);
  free(words);
  return g;
}
