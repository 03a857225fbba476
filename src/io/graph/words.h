/* Cuts the texts of graphs and networks into words key=value[,value..], and values into numbers.
 * Private to this folder. */
#pragma once

#include "model/graph.h"

enum key {
  KEY_W,
  KEY_Z,
  KEY_R,
  KEY_N,
  KEY_TCP,
  KEY_TCM,
  KEY_BETA,
  KEY_RETURN,
  KEY_DEADLINE,
  KEY_START,
  KEY_INTERCEPT,
  KEY_INFO,
  KEY_MERGE,
  KEY_ORIGINATOR,
  KEY_BRANCHES,
  KEY_MODE,
  KEY_PARENT,
  KEY_EDGES,
  KEY_W1,
  KEY_FREE,
  KEY_D,
  KEY_ALPHA,
  KEY_S,
  KEY_B,
  KEY_MODEL,
  KEY_PORTS,
  KEY_RECV,
  KEY_SEND,
  KEY_BUS, /* bus1, bus2, .. */
  KEY_BUFFER,
  KEY_RESULT,
  KEY_SIZES,
  KEY_PROFILE,
  KEY_MASTER,
  KEYS
};
extern const char *const words_key[KEYS];

/* The bit of a key in a set of keys. */
#define BIT(key) ((uint64_t)1 << (key))

struct words {
  uint64_t allowed;  /* keys, as BIT */
  char *text;        /* is cut into pieces */
  char *value[KEYS]; /* NULL: not given */
  char **bus;        /* [0..buses-1] bus[k-1]: the value of busK; the caller frees the array */
  long buses;
};

struct list {
  long n;
  struct sp_num *value;
};

/* Cuts words->text; refuses unknown and repeated keys. */
int words_cut(struct words *, struct sp_error *);
/* The number of values of "v1,v2,..". */
long words_count(const char *list);
/* Reads the numbers "v1,v2,.."; the text is cut. The caller frees list->value in all cases. */
int words_list(const char *name, char *text, struct list *, struct sp_error *);
/* Reads "a-b:x" or "a-b:x:y", of which a and b are whole numbers >= 0. Returns how many of x and y
 * there are, 0 for another form. */
int words_edge(char *text, long *a, long *b, struct sp_num x[2]);
