/* Options: each command declares them in a table, which also gives --help. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* A list of texts; those of options live until the process ends, as the list does. */
struct cli_strings {
  int n;
  const char **item;
};
void cli_strings_add(struct cli_strings *, const char *);

/* The type of an option is that of its field in the options of the command. */
enum cli_type {
  CLI_END,       /* closes a table */
  CLI_HEADING,   /* a line of --help above the options of its group; no field */
  CLI_LINE,      /* char *: the whole command line, quoted where a shell needs it; no option */
  CLI_ARGUMENT,  /* const char *: a word that is not an option; each field takes the next one */
  CLI_ARGUMENTS, /* struct cli_strings: all these words */
  CLI_FLAG,      /* bool */
  CLI_TEXT,      /* const char * */
  CLI_TEXTS,     /* struct cli_strings: the option may be repeated */
  CLI_INTEGER,   /* long, a whole number from least to most */
  CLI_NUMBER,    /* double, a number from least to most */
  CLI_SEED,      /* uint64_t */
  CLI_CHOICE,    /* int or enum: the index of the text among the choices */
  CLI_PROBLEM,   /* enum sp_problem, by its name, which is one of the choices */
  CLI_READ,      /* any other, read by a function */
  CLI_HELP,      /* no field: prints the help and ends */
  CLI_HELP_ALL,  /* the same with the options that --help does not show */
};

struct cli_option {
  const char *name; /* without the dashes */
  enum cli_type type;
  size_t offset;       /* of the field */
  const char *value;   /* its name in --help; NULL: the option takes no value */
  const char *help;    /* NULL: --help does not name it */
  int group;           /* of --help */
  bool more;           /* --help-all alone shows it: the first help has at most 20 options */
  int letter;          /* of the short option; 0: none */
  double least, most;  /* of a number; at most 2^53 for whole ones */
  const char *choices; /* "text|csv|latex", or "text, csv or latex", as a refusal says them */
  const char *needed;  /* the usage error if a text or list of texts is not given; NULL: none */
  size_t given;        /* offset of a bool that is set if the option was given; 0: no such field */
  /* Reads the text into the options, or ends with a usage error of the command; NULL: read by the
   * type. */
  void (*read)(void *options, const char *text, const char *command);
};

/* A command, or a group of options that several commands share. */
struct cli_command {
  const char *name, *does; /* in the list of commands; a group has neither */
  const struct cli_option *option;
  const char *usage, *help; /* arguments; what the command does, and after a "\v" an example */
  struct {
    const struct cli_command *group;
    size_t offset; /* of the group's options in those of the command */
  } group[7];      /* closed by NULL */
  /* Sets the values that the options of a group have if they are not given, other than zero; NULL:
   * none. */
  void (*preset)(void *options);
  /* Checks the options after all are read, and ends with a usage error if they are wrong. NULL: no
   * check. */
  void (*check)(void *options, const char *command);
  size_t size;         /* of the options of a command */
  const void *initial; /* these options, if none is given; NULL: all are zero */
  /* Does the work and returns an exit code (enum sp_code). */
  int (*run)(void *options);
};

/* Reads argv into options, which live until the process ends, and calls run. Wrong usage exits with
 * 1. all: the commands of the program, to NULL. */
int cli_call(const struct cli_command *, const struct cli_command *const *all, int argc,
             char **argv);
/* The number in TEXT, from least to most; else a usage error with the option and its range. */
double cli_number(const char *command, const char *option, const char *text, bool whole,
                  double least, double most);

/* A part of a command: --help, its own table, or one of its groups, with the offset of its options
 * in those of the command. */
struct cli_part {
  const struct cli_command *of;
  size_t offset;
};
/* Part k, from 0; false: the command has no more. */
bool cli_part(const struct cli_command *, int k, struct cli_part *);

/* A word that names an option by its letter, or by the beginning of its name. */
struct cli_word {
  const char *text; /* the word */
  char letter;      /* 0: it has a name */
  const char *name;
  size_t length;                   /* of the name */
  int found;                       /* options that it can mean; 1 if one has exactly this name */
  const struct cli_option *option; /* the first of them; NULL: none */
  size_t offset;                   /* of its part */
};
/* Sets what the word means (option_help.c). */
void cli_find_option(const struct cli_command *, struct cli_word *);
/* Ends with a usage error that says what is wrong with the word, and which option of which command
 * was perhaps meant. name: "starport run"; all: as for cli_call. */
_Noreturn void cli_refuse_option(const struct cli_command *, const struct cli_command *const *all,
                                 const struct cli_word *, const char *name);
/* Prints --help, or --help-all. */
void cli_print_help(const struct cli_command *, const char *name, bool all);
