/* Fuzzes the readers of campaigns with libFuzzer: the first byte chooses the reader (x: experiment
 * file, b: results database), the rest is its text. A reader either refuses its text with one line
 * or gives an object that can be used: the points of an experiment are named, a database is dumped
 * and its experiments are read. */
#include "campaign/experiment/experiment.h"
#include "campaign/store/store.h"
#include "method/registry.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* No heuristic is linked: the readers only keep the names of methods. */
const struct sp_heuristic *const sp_builtin_heuristics[] = {NULL};

static void require(bool condition)
{
  if (!condition)
    abort();
}

static void refused(const struct sp_error *error)
{
  require(error->text[0] != '\0' && !strchr(error->text, '\n'));
}

static void read_experiment(const char *text)
{
  enum { MOST_POINTS = 20 };
  struct sp_experiment e;
  struct sp_error error = {""};
  if (sp_experiment_parse("f.ini", text, NULL, &e, &error) != SP_OK) {
    refused(&error);
    return;
  }
  for (int v = 0; v < e.n_variants; v++)
    for (int k = 0; k < sp_points(&e, v) && k < MOST_POINTS; k++) {
      char *place = sp_place_text(&e, v, k);
      int variant, point;
      require(sp_place_find(&e, place, &variant, &point, &error) == SP_OK);
      require(variant == v && point == k);
      free(place);
    }
  sp_experiment_clear(&e);
}

static int ignore_cell(void *data, const struct sp_cell_row *row)
{
  (void)data, (void)row;
  return 0;
}

static void use_store(struct sp_store *store)
{
  struct sp_error error = {""};
  char *id, *text, *dump = NULL;
  size_t size = 0;
  FILE *f = open_memstream(&dump, &size);
  if (sp_store_dump(store, f, &error) != SP_OK)
    refused(&error);
  fclose(f);
  free(dump);
  for (int k = 0; sp_store_experiment_at(store, k, &id, &text); k++) {
    read_experiment(text);
    if (sp_store_cells(store, id, ignore_cell, NULL, &error) != SP_OK)
      refused(&error);
    free(id);
    free(text);
  }
}

static void read_database(const uint8_t *data, size_t size)
{
  static char path[] = "/tmp/starport-fuzz.XXXXXX";
  static int file = -1;
  struct sp_store *store = NULL;
  struct sp_error error = {""};
  if (file < 0)
    file = mkstemp(path);
  require(file >= 0 && ftruncate(file, 0) == 0 && pwrite(file, data, size, 0) == (ssize_t)size);
  if (sp_store_open(path, SP_STORE_READ, &store, &error) == SP_OK)
    use_store(store);
  else
    refused(&error);
  sp_store_close(store);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  if (size == 0)
    return 0;
  if (data[0] == 'b')
    read_database(data + 1, size - 1);
  if (data[0] != 'x')
    return 0;
  char *text = malloc(size);
  require(text != NULL);
  memcpy(text, data + 1, size - 1);
  text[size - 1] = '\0';
  read_experiment(text);
  free(text);
  return 0;
}
