/* Writes README.md of an artifact: what it is, the two commands, and the results to expect. */
#include "base/file.h"
#include "base/text.h"
#include "campaign/artifact/parts.h"
#include "method/plugin/plugin.h"

const char *artifact_duration(double seconds)
{
  static const struct {
    double seconds;
    const char *text;
  } limits[] = {{60, "less than a minute"},   {600, "less than ten minutes"},
                {3600, "less than an hour"},  {36000, "less than ten hours"},
                {360000, "less than a week"}, {INFINITY, "more than a week"}};
  if (isnan(seconds))
    return "not measured";
  int i = 0;
  /* A margin for the start of the processes, the database and a slower machine. */
  while (2 * seconds + 2 >= limits[i].seconds)
    i++;
  return limits[i].text;
}

static void put_what(const struct artifact *a, FILE *f)
{
  const struct sp_experiment *e = a->order->experiment;
  fprintf(f,
          "# %s: %s\n\n"
          "The results of an experiment with starport " STARPORT_VERSION
          ", a simulator and laboratory of master-worker\n"
          "scheduling on star platforms, and all that is needed to compute them again.\n\n",
          e->id, e->title ? e->title : "an experiment");
  if (e->source)
    fprintf(f, "Source: %s\n\n", e->source);
  if (a->full.missing)
    fprintf(f,
            "**Incomplete: %ld of %ld runs missing.** The reports say where; the full tier below "
            "computes them.\n\n",
            a->full.missing, a->full.wanted);
}

static bool is_object(const struct artifact_plugin *plugin)
{
  return sp_has_suffix(plugin->file, ".so");
}

/* The options --plugin, which name files of this folder. */
static void put_plugins(const struct artifact *a, FILE *f)
{
  for (int k = 0; k < a->n_plugins; k++)
    fprintf(f, " --plugin=./%s", basename(a->plugin[k].file));
}

static void put_requirements(const struct artifact *a, FILE *f)
{
  fputs("## Requirements\n\n"
        "- starport of the version in versions.txt, built from source on Debian 12 (`make`); its "
        "`build/starport`\n  is the command `starport` below. Two processors and 1 GB of memory "
        "suffice.\n"
        "- The digests in versions.txt are those of the sources: with other sources the runs have "
        "other keys, and\n  the database has another checksum, even if all results are equal.\n",
        f);
  bool objects = false;
  for (int k = 0; k < a->n_plugins; k++)
    objects |= is_object(&a->plugin[k]);
  fprintf(f, "- The runs are %s%s.\n",
          a->order->experiment->engine == SP_ENGINE_SIMGRID
              ? "simulated by SimGrid: the checksum holds for the SimGrid of versions.txt"
              : "of the native engine: the checksum does not depend on compiler or machine",
          objects ? ", as long as\n  what is compiled below becomes the same file" : "");
  for (int k = 0; k < a->n_plugins; k++)
    fprintf(f, "- %s for `%s`, which is not part of starport.\n",
            is_object(&a->plugin[k]) ? "A C compiler" : "starport built with Python's headers",
            basename(a->plugin[k].source));
}

/* The lines that compile heuristics. */
static void put_compilation(const struct artifact *a, FILE *f)
{
  for (int k = 0; k < a->n_plugins; k++) {
    const struct artifact_plugin *p = &a->plugin[k];
    const char *source = basename(p->source), *object = basename(p->file);
    if (is_object(p))
      fprintf(f,
              "Compile the heuristic %s:\n\n"
              "    " SP_PLUGIN_CC
              " -I\"$(dirname \"$(realpath \"$(command -v starport)\")\")/../include\" -o %s "
              "%s\n\n"
              "The %s of the runs has the SHA-256\n`%s`;\nstarport cannot verify that %s is its "
              "source. If this line makes another file, as another compiler may, the\nruns have "
              "other keys, and the database has another checksum, even if all results are equal: "
              "compare the tables.\n\n",
              source, object, source, object, p->digest, source);
  }
}

static void put_tier(const struct artifact *a, const struct artifact_tier *t, const char *name,
                     const char *options, FILE *f)
{
  fprintf(f,
          "### %s tier: %ld platform%s a point, %ld run%s, %s\n\n"
          "    starport campaign experiment.ini",
          name[0] == 's' ? "Small" : "Full", t->count, sp_plural((double)t->count), t->wanted,
          sp_plural((double)t->wanted), artifact_duration(t->seconds));
  put_plugins(a, f);
  fprintf(f, "%s --db=%s.db --checksum\n\n", options, name);
  if (t->missing)
    fprintf(f,
            "The checksum to expect is unknown: %ld of these runs are missing here. The other runs "
            "have\n\n    checksum: %s\n\n",
            t->missing, t->checksum);
  else
    fprintf(f, "It must end with\n\n    checksum: %s\n\n", t->checksum);
}

static void put_comparison(const struct artifact *a, FILE *f)
{
  fprintf(
      f,
      "Durations are for one processor (attempts.txt has the measured times); `-j N` sets the "
      "number of processes.\n"
      "After a kill or an interruption, the same command continues where it stopped.\n\n"
      "## What to compare\n\n"
      "1. The checksum above, the SHA-256 of the database's canonical dump. For the full "
      "tier it is the checksum of dump.txt:\n   `sha256sum dump.txt` gives `%s`.\n"
      "2. The tables: `starport report full.db` against report.txt. The values of the small tier "
      "differ\n   from those of the full tier by chance; the standard errors say how much.\n"
      "3. The files themselves: `sha256sum -c SHA256SUMS`, or `starport artifact --check .`.\n\n"
      "A single platform, as SimGrid XML or run again (axes and index from platforms.csv):\n\n"
      "    starport generate --from='experiment.ini:AXES:INDEX' -o platform\n"
      "    starport run --from='experiment.ini:AXES:INDEX'",
      a->full.checksum);
  put_plugins(a, f);
  fputs(" -H METHOD\n\n", f);
}

static void put_files(const struct artifact *a, FILE *f)
{
  fputs("## Files\n\n"
        "| file | what |\n|---|---|\n"
        "| experiment.ini | the experiment, with what the command line changed as its section "
        "[override] |\n"
        "| dump.txt | every platform, wanted run and result: the canonical dump |\n"
        "| platforms.csv | seed, and one line a platform: axes, index, key of the instance |\n"
        "| versions.txt | starport, engine and its pinned configuration, each method with version "
        "and digest |\n"
        "| attempts.txt | when and where the runs were made, and how long they took |\n"
        "| report.txt, report.csv, report.tex | the tables as text, CSV and LaTeX |\n",
        f);
  if (a->order->experiment->n_files)
    fprintf(f, "| %s .. | the platforms, as experiment.ini lists them in [files] |\n",
            a->order->experiment->platform->path);
  if (a->order->experiment->data.n)
    fprintf(f,
            "| %s .. | the values that it draws from, as experiment.ini lists them in [data] |\n",
            a->order->experiment->data.text[0]);
  for (int k = 0; k < a->n_plugins; k++)
    fprintf(f, "| %s | a heuristic that is not part of starport |\n",
            basename(a->plugin[k].source));
  if (a->order->print_name)
    fprintf(f, "| %s | the published values that the tables are compared with |\n",
            a->order->print_name);
  if (a->has_citation)
    fputs("| CITATION.cff | how to cite starport |\n", f);
  if (a->has_license)
    fputs("| LICENSE | the licence of starport, GPL-3.0-or-later |\n", f);
  fputs("| SHA256SUMS | digests of all files |\n\n"
        "## Licence\n\n"
        "starport is free software under the GPL, version 3 or later; that covers the experiment "
        "file and this text.\nThe numbers computed are facts and may be used freely.\n",
        f);
}

int artifact_readme(struct artifact *a, FILE *f, struct sp_error *error)
{
  (void)error;
  char options[64];
  snprintf(options, sizeof options, " --count=%ld", a->small.count);
  put_what(a, f);
  put_requirements(a, f);
  fputs("\n## The two commands\n\nIn this folder:\n\n", f);
  put_compilation(a, f);
  put_tier(a, &a->small, "small", options, f);
  put_tier(a, &a->full, "full", "", f);
  put_comparison(a, f);
  put_files(a, f);
  return SP_OK;
}
