/* Parsing of command lines with argp, and of the numbers in them. */
#ifndef SP_CLI_ARGUMENTS_H
#define SP_CLI_ARGUMENTS_H

#include <argp.h>
#include <stdint.h>

/* Parses argv. --help prints and ends with 0; wrong usage ends with 1. Every command's argp has
 * cli_help_argp as its last child. */
void cli_parse(const struct argp *, int argc, char **argv, void *input);
extern const struct argp cli_help_argp;

/* A list of texts that live as long as argv. */
struct cli_strings {
  int n;
  const char **item;
};
void cli_strings_add(struct cli_strings *, const char *);

/* A whole number >= least in TEXT, or a usage error that names the option. */
long cli_integer(const struct argp_state *, const char *option, const char *text, long least);
/* A seed in TEXT, or a usage error. */
uint64_t cli_seed(const struct argp_state *, const char *text);
/* A number in TEXT, or a usage error that names the option. */
double cli_number(const struct argp_state *, const char *option, const char *text);

#endif
