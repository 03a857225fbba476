/* Reads command lines: each command declares its options in a table, which also gives --help. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A list of texts that live as long as argv. */
struct cli_strings {
  int n;
  const char **item;
};
void cli_strings_add(struct cli_strings *, const char *);

/* The type of an option is that of its field in the options of the command. */
enum cli_type {
  CLI_END,       /* closes a table */
  CLI_HEADING,   /* a line of --help above the options of its group; no field */
  CLI_ARGUMENT,  /* const char *: a word that is not an option; each field takes the next one */
  CLI_ARGUMENTS, /* struct cli_strings: all these words */
  CLI_FLAG,      /* bool */
  CLI_TEXT,      /* const char * */
  CLI_TEXTS,     /* struct cli_strings: the option may be repeated */
  CLI_INTEGER,   /* long, from least to most */
  CLI_NUMBER,    /* double */
  CLI_SEED,      /* uint64_t */
  CLI_CHOICE,    /* int or enum: the index of the text among the choices */
  CLI_READ,      /* read by a function */
};

struct cli_option {
  const char *name; /* without the dashes */
  enum cli_type type;
  size_t offset;     /* of the field */
  const char *value; /* its name in --help; NULL: the option takes no value */
  const char *help;
  int group;           /* of --help */
  int letter;          /* of the short option; 0: none */
  long least, most;    /* of an integer; most 0: no limit */
  const char *choices; /* "text|csv|latex" */
  size_t given;        /* offset of a bool that is set if the option was given; 0: no such field */
  /* Reads the text into the options, or ends with a usage error of the command. */
  void (*read)(void *options, const char *text, const char *command);
};

/* A command, or a group of options that several commands share. */
struct cli_command {
  const struct cli_option *option;
  const char *usage, *help; /* arguments; what the command does, and after a "\v" an example */
  struct {
    const struct cli_command *group;
    size_t offset; /* of the group's options in those of the command */
  } group[6];      /* closed by NULL */
  /* Checks the options after all are read, and ends with a usage error if they are wrong. NULL: no
   * check. */
  void (*check)(void *options, const char *command);
};

/* Reads argv into the options. --help prints and exits with 0; wrong usage exits with 1. */
void cli_parse(const struct cli_command *, int argc, char **argv, void *options);

/* The whole number in TEXT, from least to most; else a usage error that names the option. */
long cli_integer(const char *command, const char *option, const char *text, long least, long most);
