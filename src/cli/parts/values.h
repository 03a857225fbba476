/* The experiments that `starport reproduce` knows. The published values of each stand in
 * results/ID.csv: of runs, whose platforms are in platforms/ and deploy/, or of the commands
 * `network` and `steady`, each with its SPEC. */
#ifndef SP_CLI_EXPERIMENTS_H
#define SP_CLI_EXPERIMENTS_H

#include <jansson.h>
#include <stdbool.h>

struct cli_experiment {
  const char *id, *title;
};

enum { CLI_EXPERIMENTS = 11 };
extern const struct cli_experiment cli_experiments[CLI_EXPERIMENTS];
/* By id, whatever the case; NULL if unknown. */
const struct cli_experiment *cli_experiment_find(const char *id);

/* One published value, and what we make of it. */
struct cli_value {
  char *platform; /* base name in deploy/, "_d" apart; platforms/ has it, or it without some last
                     parts: "fig8" for "fig8-N2". Of a command: "network KIND", "steady", "run" */
  char *method;   /* of a command: its SPEC */
  char *quantity;
  char *written; /* the value as published */
  double published;
  char *tag; /* printed, claim or ours */
  char *source;
  double ours;         /* NAN: none */
  char *exact;         /* ours as a rational, or in words; NULL: the double alone */
  const char *verdict; /* agrees, differs, or missing */
};

struct cli_values {
  int n;
  struct cli_value *value;
  bool commands; /* of the commands `network`, `steady` and `run` */
};

struct sp_error;
/* Reads results/ID.csv (platform,method,quantity,value,tag,source or command,spec,quantity,..; a
 * field with a comma stands in double quotes, but for the last). SP_OK, or SP_BAD_INPUT with the
 * line at fault. The caller clears *values. */
int cli_values_read(const char *path, struct cli_values *values, struct sp_error *error);
void cli_values_clear(struct cli_values *);
/* A row a value: as a table on standard output, as JSON. */
void cli_values_print(const struct cli_values *);
json_t *cli_values_json(const struct cli_values *);
/* Computes the n values of one command and SPEC: ours and exact of each. SP_OK, or the code of a
 * failure that has been told. */
int cli_values_compute(struct cli_value *, int n);
/* Draws what a table of commands asks for (busy-K: the momentary utilisation): *drawn becomes the
 * path of its .svg, .pdf, .gp and .dat without suffix, which the caller frees; NULL: nothing to
 * draw. SP_OK, or the code of a failure that has been told. */
int cli_values_draw(const struct cli_values *, const char *directory, const char *id, char **drawn);
/* Is ours what was published? Of a command: exactly, where a fraction or a whole number was
 * published; in the digits printed, rounded or cut, where it has a point. Of a run: within 1e-9. */
bool cli_value_agrees(const struct cli_value *, bool of_command);

#endif
