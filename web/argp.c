/* Calls the parsers of options as glibc's argp does, for a C library without it. */
#include "argp.h"
#include "base/memory.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The parsers of the tree, each before its children. */
enum { MOST_PARSERS = 16 };
struct tree {
  int n;
  const struct argp *argp[MOST_PARSERS];
  void *input[MOST_PARSERS];
};

static error_t call(const struct tree *tree, int k, int key, char *text, struct argp_state *state)
{
  state->input = tree->input[k];
  return tree->argp[k]->parser(key, text, state);
}

/* Adds the parser and, after it has named their inputs, its children. */
static void add(struct tree *tree, const struct argp *argp, void *input, struct argp_state *state)
{
  void *of_children[MOST_PARSERS] = {0};
  int k = tree->n++;
  if (k == MOST_PARSERS)
    abort();
  tree->argp[k] = argp;
  tree->input[k] = input;
  state->child_inputs = of_children;
  call(tree, k, ARGP_KEY_INIT, NULL, state);
  for (int i = 0; argp->children && argp->children[i].argp; i++)
    add(tree, argp->children[i].argp, of_children[i], state);
}

static bool begins(const struct argp_option *o, const char *name, size_t length)
{
  return o->name && !strncmp(o->name, name, length);
}

/* The option of that name (length bytes), or the only one that begins so; or, if length is 0, of
 * that letter. *k: its parser. NULL: none, or several. */
static const struct argp_option *find(const struct tree *tree, const char *name, size_t length,
                                      int letter, int *k)
{
  const struct argp_option *found = NULL;
  int several = 0;
  for (int i = 0; i < tree->n; i++)
    for (const struct argp_option *o = tree->argp[i]->options; o && (o->name || o->doc); o++) {
      if (length ? !begins(o, name, length) : o->key != letter)
        continue;
      found = o;
      *k = i;
      several++;
      if (!length || !o->name[length])
        return o;
    }
  return several == 1 ? found : NULL;
}

/* Gives the word to the first parser that takes it. */
static void offer(const struct tree *tree, int key, char *word, struct argp_state *state)
{
  for (int k = 0; k < tree->n; k++)
    if (call(tree, k, key, word, state) != ARGP_ERR_UNKNOWN)
      return;
}

static void read_option(const struct tree *tree, char *word, struct argp_state *state)
{
  bool is_long = word[1] == '-';
  char *name = word + 1 + is_long, *value = is_long ? strchr(name, '=') : name[1] ? name + 1 : NULL;
  size_t length = !is_long ? 0 : value ? (size_t)(value - name) : strlen(name);
  int k = 0;
  const struct argp_option *o = find(tree, name, length, (unsigned char)*name, &k);
  if (is_long && value)
    value++;
  if (o && o->arg && !value && state->next < state->argc)
    value = state->argv[state->next++];
  if (o && !o->arg == !value)
    call(tree, k, o->key, value, state);
  else
    offer(tree, ARGP_KEY_ERROR, NULL, state);
}

error_t argp_parse(const struct argp *argp, int argc, char **argv, unsigned flags, int *index,
                   void *input)
{
  struct argp_state state = {.root_argp = argp, .argc = argc, .argv = argv, .name = argv[0]};
  struct tree tree = {.n = 0};
  (void)flags, (void)index;
  add(&tree, argp, input, &state);
  bool options = true;
  for (state.next = 1; state.next < argc;) {
    char *word = argv[state.next++];
    if (options && !strcmp(word, "--"))
      options = false;
    else if (options && word[0] == '-' && word[1])
      read_option(&tree, word, &state);
    else
      offer(&tree, ARGP_KEY_ARG, word, &state);
  }
  for (int k = tree.n - 1; k >= 0; k--)
    call(&tree, k, ARGP_KEY_SUCCESS, NULL, &state);
  return 0;
}

void argp_help(const struct argp *argp, FILE *stream, unsigned flags, char *name)
{
  (void)argp, (void)flags;
  fprintf(stream, "the options of '%s' are described where the program is installed\n", name);
}
