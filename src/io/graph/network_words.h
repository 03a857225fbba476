/* Reads the words of the SPEC of a network, and their values. Private to network_*.c. */
#pragma once

#include <starport/network.h>

enum key {
  KEY_W,
  KEY_Z,
  KEY_R,
  KEY_N,
  KEY_TCP,
  KEY_TCM,
  KEY_BETA,
  KEY_RETURN,
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
  KEYS
};
extern const char *const network_key_name[KEYS];

/* The words of a SPEC: the value of each key, NULL if not given; bus[k-1] is that of busK. */
struct words {
  enum sp_network_kind kind;
  char *text; /* cut into pieces */
  char *value[KEYS];
  char **bus;
  long buses;
};

struct list {
  long n;
  struct sp_num *value;
};

/* Cuts words->text into the words of its kind; refuses unknown, repeated and missing keys. */
int network_words_cut(struct words *, struct sp_error *);
/* "v1,v2,.."; the text is cut. The caller frees list->value in all cases. */
int network_read_list(const char *name, char *text, struct list *, struct sp_error *);
/* Reads a whole number from least to most. */
int network_read_whole(const char *name, const char *text, long least, long most, long *value,
                       struct sp_error *);
/* Reads the edges of a graph, "a-b:z:r,..", without checks. NULL with *error on bad input. */
struct sp_network *network_edges_build(char *text, long n, struct sp_error *);
/* Makes the network from the words of buses, without checks. NULL with *error on bad input. */
struct sp_network *network_buses_build(const struct words *, struct sp_error *);
