/* Writes README.md of an artifact: what it is, the two commands, and the results to expect. */
#include "base/text.h"
#include "campaign/artifact/parts.h"

#include <math.h>
#include <starport/api.h>

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

static void put_requirements(const struct artifact *a, FILE *f)
{
  fputs("## Requirements\n\n"
        "- starport of the version in versions.txt, built from source on Debian 12 (`make`); its "
        "`build/starport`\n  is the command `starport` below. Two processors and 1 GB of memory "
        "suffice.\n"
        "- The digests in versions.txt are those of the sources: with other sources the runs have "
        "other keys, and\n  the database has another checksum, even if all results are equal.\n",
        f);
  fputs(a->order->experiment->engine == SP_ENGINE_SIMGRID
            ? "- The runs are simulated by SimGrid: the checksum holds for the SimGrid of "
              "versions.txt.\n"
            : "- The runs are of the native engine: the checksum does not depend on compiler or "
              "machine.\n",
        f);
  if (a->foreign)
    fprintf(f,
            "- `%s` (and perhaps others in versions.txt) is not a heuristic of starport: give its "
            "shared object to both\n  commands with `--plugin=FILE.so`.\n",
            a->foreign);
}

static void put_tier(const struct artifact_tier *t, const char *name, const char *options, FILE *f)
{
  fprintf(f,
          "### %s tier: %ld platform%s a point, %ld run%s, %s\n\n"
          "    starport campaign experiment.ini%s --db=%s.db --checksum\n\n",
          name[0] == 's' ? "Small" : "Full", t->count, sp_plural((double)t->count), t->wanted,
          sp_plural((double)t->wanted), artifact_duration(t->seconds), options, name);
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
      "    starport run --from='experiment.ini:AXES:INDEX' -H METHOD\n\n",
      a->full.checksum);
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
  put_tier(&a->small, "small", options, f);
  put_tier(&a->full, "full", "", f);
  put_comparison(a, f);
  put_files(a, f);
  return SP_OK;
}
