/* The heuristics of an experiment that are not part of starport: their files, compared with the
 * runs, and the sources to be packed. */
#include "base/file.h"
#include "campaign/artifact/parts.h"
#include "campaign/run/run_key.h"
#include "method/plugin/plugin.h"

#include <unistd.h>

/* Adds a file and finds its source, unless it is there. */
static int add_file(struct artifact *a, const char *file, struct sp_error *error)
{
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
  const char *name = basename(file);
  bool object = sp_has_suffix(file, ".so");
  struct sp_key digest;
  for (int i = 0; i < a->n_plugins; i++)
    if (!strcmp(a->plugin[i].file, file))
      return SP_OK;
  if (name[strspn(name, plain)] || !(object || sp_has_suffix(file, ".py")))
    return sp_bad_input(
        error, "--plugin=%s: expected a name of letters, digits, '_', '-' and '.' with .so or .py",
        file);
  if (sp_key_of_file(file, &digest, error))
    return SP_BAD_INPUT;
  const struct sp_experiment *e = a->order->experiment;
  a->plugin = sp_experiment_grow(e, a->plugin, a->n_plugins, sizeof *a->plugin);
  struct artifact_plugin *p = &a->plugin[a->n_plugins++];
  *p = (struct artifact_plugin){.file = sp_experiment_copy(e, file)};
  p->source = object ? sp_experiment_text(e, "%.*s.c", (int)strlen(file) - 3, file) : p->file;
  sp_key_text(&digest, p->digest);
  return access(p->source, R_OK) == 0
             ? SP_OK
             : sp_bad_input(error, "--plugin=%s: no file %s, expected its source beside it", file,
                            p->source);
}

static int look_at(struct artifact *a, const char *text, struct sp_error *error)
{
  const char *database = a->order->experiment->file, *file = NULL;
  struct sp_method method;
  struct sp_error why;
  struct sp_key digest;
  if (sp_method_parse(a->order->registry, text, &method, &why))
    return sp_bad_input(error,
                        "%s: method '%s': %s; one that is not part of starport needs "
                        "--plugin=FILE.so, with its source FILE.c beside it, or --plugin=FILE.py",
                        database, text, why.text);
  int code = SP_OK;
  for (int k = 0; !code && (file = sp_plugin_file(&method, k)); k++)
    code = add_file(a, file, error);
  if (!code && sp_is_plugin(&method))
    code = sp_method_digest(&method, &digest, error);
  if (!code && sp_is_plugin(&method) && sp_store_has_other(a->extract, method.name, &digest))
    code = sp_bad_input(error, "%s: the runs of '%s' are of another file than --plugin=%s",
                        database, method.name, sp_plugin_file(&method, 0));
  sp_method_clear(&method);
  return code;
}

int artifact_plugins(struct artifact *a, struct sp_error *error)
{
  const struct sp_experiment *e = a->order->experiment;
  int code = SP_OK;
  for (int v = 0; v < e->n_variants; v++)
    for (int k = 0; k < sp_variant_methods(&e->variant[v]) && !code; k++)
      code = look_at(a, sp_variant_method(&e->variant[v], k), error);
  return code;
}
