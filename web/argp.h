/* The part of glibc's argp that the program's command lines use, for a C library without argp. */
#pragma once

#include <errno.h>
#include <stdio.h>

typedef int error_t;
struct argp_state;
typedef error_t (*argp_parser_t)(int key, char *text, struct argp_state *);

enum { OPTION_HIDDEN = 2 }; /* a flag: no help shows the option; here there is none */

struct argp_option {
  const char *name;
  int key;
  const char *arg;
  int flags;
  const char *doc;
  int group;
};
struct argp_child;
struct argp {
  const struct argp_option *options;
  argp_parser_t parser;
  const char *args_doc, *doc;
  const struct argp_child *children;
  char *(*help_filter)(int key, const char *text, void *input);
  const char *domain;
};
struct argp_child {
  const struct argp *argp;
  int flags;
  const char *header;
  int group;
};
struct argp_state {
  const struct argp *root_argp;
  int argc;
  char **argv;
  int next;
  void *input, **child_inputs;
  char *name;
};

#define ARGP_NO_ERRS          1
#define ARGP_NO_HELP          2
#define ARGP_HELP_SHORT_USAGE 1
#define ARGP_HELP_PRE_DOC     2
#define ARGP_HELP_LONG        4
#define ARGP_HELP_POST_DOC    8
#define ARGP_ERR_UNKNOWN      E2BIG
#define ARGP_KEY_ARG          0
#define ARGP_KEY_END          0x1000001
#define ARGP_KEY_INIT         0x1000003
#define ARGP_KEY_SUCCESS      0x1000004
#define ARGP_KEY_ERROR        0x1000005

/* Calls the parsers of argp and of its children for each word of argv, as glibc's does: options as
 * --NAME=VALUE, --NAME VALUE, -X VALUE and -XVALUE. */
error_t argp_parse(const struct argp *argp, int argc, char **argv, unsigned flags, int *index,
                   void *input);
/* Prints that there is no help here. */
void argp_help(const struct argp *argp, FILE *stream, unsigned flags, char *name);
