/* Cuts the texts of graphs and networks into words key=value[,value..], and values into numbers.
 * Private to this folder. */
#pragma once

#include "method/context.h"
#include "model/graph.h"

/* All keys, as KEY_W in the code and as "w" in a text; of buses there are several. */
#define WORDS_KEYS(KEY)                                                                          \
  KEY(W, "w"), KEY(Z, "z"), KEY(R, "r"), KEY(N, "n"), KEY(TCP, "tcp"), KEY(TCM, "tcm"),          \
      KEY(BETA, "beta"), KEY(RETURN, "return"), KEY(DEADLINE, "deadline"), KEY(START, "start"),  \
      KEY(INTERCEPT, "intercept"), KEY(INFO, "info"), KEY(MERGE, "merge"),                       \
      KEY(ORIGINATOR, "originator"), KEY(BRANCHES, "branches"), KEY(MODE, "mode"),               \
      KEY(PARENT, "parent"), KEY(EDGES, "edges"), KEY(W1, "w1"), KEY(FREE, "free"), KEY(D, "d"), \
      KEY(ALPHA, "alpha"), KEY(S, "s"), KEY(B, "b"), KEY(MODEL, "model"), KEY(PORTS, "ports"),   \
      KEY(RECV, "recv"), KEY(SEND, "send"), KEY(BUS, "bus1, bus2, .."), KEY(BUFFER, "buffer"),   \
      KEY(RESULT, "result"), KEY(SIZES, "sizes"), KEY(PROFILE, "profile"), KEY(MASTER, "master")
#define WORDS_NAME(name, word) KEY_##name
enum key { WORDS_KEYS(WORDS_NAME), KEYS };
extern const char *const words_key[KEYS];

/* The bit of a key in a set of keys. */
#define BIT(key) ((uint64_t)1 << (key))

struct words {
  struct sp_context *memory; /* of lists; NULL: none is read */
  uint64_t allowed;          /* keys, as BIT */
  char *text;                /* is cut into pieces */
  char *value[KEYS];         /* NULL: not given */
  char **bus;                /* [0..buses-1] bus[k-1]: the value of busK */
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
/* Reads the numbers "v1,v2,.."; the text is cut. */
int words_list(const struct words *, const char *name, char *text, struct list *,
               struct sp_error *);
/* Reads "a-b:x" or "a-b:x:y", of which a and b are whole numbers >= 0. Returns how many of x and y
 * there are, 0 for another form. */
int words_edge(char *text, long *a, long *b, struct sp_num x[2]);
