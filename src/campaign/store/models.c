/* The models of an experiment's runs, column `model`: within one experiment they differ by the
 * version of SimGrid that computed the runs, and runs of two versions are never mixed. */
#include "base/memory.h"
#include "campaign/store/database.h"

#include <stdlib.h>
#include <string.h>

/* The length of as much of the text as tells it from the other one: up to the word that differs. */
static int telling(const char *text, const char *other)
{
  size_t same = 0;
  while (text[same] && text[same] == other[same])
    same++;
  return (int)(same + strcspn(text + same, " "));
}

static int refuse(const struct sp_store *store, const char *experiment, const char *one,
                  const char *other, struct sp_error *error)
{
  return sp_failure(error, SP_NOT_VERIFIED,
                    "%s: experiment '%s' has runs of %.*s and of %.*s, expected those of one: "
                    "'starport campaign' computes the others again",
                    store->path, experiment, telling(one, other), one, telling(other, one), other);
}

int store_same_model(const struct sp_store *store, const char *experiment, const char *model,
                     char **first, struct sp_error *error)
{
  if (!*first && *model)
    *first = sp_xstrdup(model);
  return !*model || !strcmp(*first, model) ? SP_OK
                                           : refuse(store, experiment, *first, model, error);
}

/* A model of the runs of the experiment, with that text (NULL: any), other than `model`; NULL:
 * there is none. The caller frees it. */
static char *find_other(struct sp_store *store, const char *experiment, const char *text,
                        const char *model)
{
  sqlite3_stmt *s = store_query(
      store, "SELECT model FROM cell JOIN run ON run.key=cell.run WHERE experiment=?1 AND model<>?2"
             " AND (?3 IS NULL OR ?3=(SELECT text FROM experiment WHERE id=?1)) LIMIT 1");
  store_bind_text(s, 1, experiment);
  store_bind_text(s, 2, model);
  store_bind_text(s, 3, text);
  char *found = store_next(s) ? sp_xstrdup(store_text(s, 0)) : NULL;
  sqlite3_finalize(s);
  return found;
}

bool sp_store_replaces(struct sp_store *store, const char *experiment, const char *text,
                       const char *model, struct sp_error *note)
{
  char *other = find_other(store, experiment, text, model);
  if (other)
    sp_failure(note, SP_OK, "%s: experiment '%s' has runs of %.*s, which runs of %.*s replace",
               store->path, experiment, telling(other, model), other, telling(model, other), model);
  free(other);
  return other != NULL;
}

int store_check_models(struct sp_store *store, struct sp_store *added, const char *experiment,
                       struct sp_error *error)
{
  char *model = find_other(store, experiment, NULL, "");
  if (!model)
    model = find_other(added, experiment, NULL, "");
  char *other = model ? find_other(added, experiment, NULL, model) : NULL;
  int code = other ? refuse(store, experiment, model, other, error) : SP_OK;
  free(model);
  free(other);
  return code;
}

int sp_store_check_models(struct sp_store *store, const char *experiment, struct sp_error *error)
{
  return store_check_models(store, store, experiment, error);
}
