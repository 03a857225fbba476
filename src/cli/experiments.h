/* The experiments that `starport reproduce` knows. The published values of each stand in
 * results/ID.csv, its platforms in platforms/ and deploy/. */
#ifndef SP_CLI_EXPERIMENTS_H
#define SP_CLI_EXPERIMENTS_H

#include <jansson.h>

struct cli_experiment {
  const char *id, *title;
};

enum { CLI_EXPERIMENTS = 5 };
extern const struct cli_experiment cli_experiments[CLI_EXPERIMENTS];
/* By id, whatever the case; NULL if unknown. */
const struct cli_experiment *cli_experiment_find(const char *id);

/* One published value, and what we make of it. */
struct cli_value {
  char *platform; /* base name in deploy/, "_d" apart; platforms/ has it, or it without some last
                     parts: "fig8" for "fig8-N2" */
  char *method, *quantity;
  double published;
  char *tag; /* printed, claim or ours */
  char *source;
  double ours;         /* NAN: none */
  const char *verdict; /* agrees, differs, or missing */
};

struct cli_values {
  int n;
  struct cli_value *value;
};

struct sp_error;
/* Reads results/ID.csv (platform,method,quantity,value,tag,source; no field has a comma but the
 * last). SP_OK, or SP_BAD_INPUT with the line at fault. The caller clears *values. */
int cli_values_read(const char *path, struct cli_values *values, struct sp_error *error);
void cli_values_clear(struct cli_values *);
/* A row a value: as a table on standard output, as JSON. */
void cli_values_print(const struct cli_values *);
json_t *cli_values_json(const struct cli_values *);

#endif
