/* A star as a table of named columns, which the readers of --star texts and of CSV files fill, and
 * from which an instance is made. */
#pragma once

#include "io/text/profile_text.h"
#include "io/text/tasks.h"

enum { STAR_MOST_WORKERS = 1000000 };

/* First the keys with a value for each worker, then those with one value in all. */
enum star_key {
  STAR_C,
  STAR_W,
  STAR_LATENCY,
  STAR_LOAD,
  STAR_BUFFER,
  STAR_MEMORY,
  STAR_RESULT,
  STAR_DELTA,
  STAR_PER_WORKER, /* number of keys above */
  STAR_TASKS = STAR_PER_WORKER,
  STAR_WORK,
  STAR_DEADLINE, /* from here on the settings of the instance, in the order in which they are
                    written */
  STAR_RECV,     /* messages that the master can receive at once (default 1; inf: any number) */
  STAR_SEND,
  STAR_DUPLEX,   /* a word: the master sends or receives (half), or both at once (full) */
  STAR_FREE,     /* a word: memory is free at the end of a chunk, or unit by unit */
  STAR_HOLD,     /* a word: a place is free when its task is computed, or its result has left */
  STAR_KNOWN,    /* a word: on-line rules know how many tasks are still to come, or not */
  STAR_OVERHEAD, /* of a worker at each message (default 0) */
  STAR_REQUEST,  /* from a worker being idle until the master knows it (default 0) */
  STAR_TIMEOUT,  /* from a loss of work to the date at which the master notices it (default 0) */
  STAR_LOST,     /* a word: tasks of a host that goes down are lost to the master, or stay there */
  STAR_KEYS
};

struct star_column {
  int n; /* 0: the key was not given */
  struct sp_num *value;
};

struct star {
  struct sp_context *memory; /* of the columns and lists */
  struct star_column column[STAR_KEYS];
  struct profile_changes changes;
  struct tasks tasks;
};

struct star_key_form {
  const char *name;
  const char *word[2]; /* what a value can be, the first 0, the second 1; NULL: it is a number */
  /* Of a property of an actor and of an option: the words, or a number in these limits. expected
   * NULL: it is none. */
  const char *expected;
  double least, most;
  bool whole, infinite; /* infinite: inf, too */
};
extern const struct star_key_form star_keys[STAR_KEYS];
/* All of them, for messages. */
extern const char star_known_keys[];

/* Where an instance has the setting of a key: as one of the three; the others are NULL. */
struct star_setting {
  struct sp_num *number;
  bool *word; /* is it the second one? */
  int *ports;
};
struct star_setting star_setting_of(const struct sp_instance *, int key);
/* Sets a key from STAR_DEADLINE on. */
void star_set(struct sp_instance *, int key, struct sp_num value);
/* The key of that name (`length` bytes, upper or lower case); STAR_KEYS: there is none. */
enum star_key star_find_key(const char *name, size_t length);
/* Appends the number written in `length` bytes of text to a column. Refuses a text that is not a
 * number, and more than STAR_MOST_WORKERS of them: "c is 2x, expected ...". */
int star_add(struct star *, enum star_key, const char *text, size_t length, struct sp_error *);
/* Refuses an empty text, with what the key expects. */
int star_refuse_empty(enum star_key, struct sp_error *);
/* Adds the number of tasks as text: a number, or "@FILE" with their dates of arrival. */
int star_add_tasks(struct star *, const char *text, size_t length, struct sp_error *);
/* The instance, checked, which the caller frees; NULL with the reason. */
struct sp_instance *star_build(const struct star *, struct sp_error *);
/* Sets the bytes and flops of a unit, for an instance without a platform file. Call it again when
 * the workload has changed. */
void star_choose_units(struct sp_instance *);
/* Sets the profiles of the instance; refuses workers that it has not. */
int star_set_profiles(const struct star *, struct sp_instance *, struct sp_error *);
/* Writes " profile=.." if something changes. */
void star_write_profiles(FILE *, const struct sp_instance *);
/* How a setting is written: before its key, between key and value, after it. */
struct star_form {
  const char *key, *value, *end;
};
extern const struct star_form star_words_form; /* " KEY=VALUE" */
/* Writes the settings, and release, weights, sizes and told, each unless it is usual; as words the
 * profiles, too. */
void star_write_settings(FILE *, const struct sp_instance *, const struct star_form *);
/* Frees the columns and the profiles. */
void star_clear(struct star *);

/* Adds the "key=value[,value..]" of a --star text. SP_OK or SP_BAD_INPUT. */
int star_add_words(struct star *, const char *text, struct sp_error *);
/* Texts that replace the workload of a star; NULL: as the star has it. */
struct star_workload {
  const char *tasks, *work, *deadline;
  const char *no_release; /* not NULL: dates of arrival are refused, "a steady state has .." */
};
/* sp_star_parse with another workload, or with one for a star that has none. */
struct sp_instance *star_parse(const char *text, const struct star_workload *, struct sp_error *);
/* Writes the instance as a --star text, from which sp_star_parse gives the same instance. */
void star_write(FILE *, const struct sp_instance *);
/* The same as a text that the caller frees. */
char *star_text(const struct sp_instance *);
