/* Shared by the tests of the results database: a folder for each test, rows made from a number. */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "campaign/store/store.h"

/* A new folder as *state, the working directory during the test. */
static inline int enter_folder(void **state)
{
  char name[] = "/tmp/starport-store.XXXXXX";
  *state = strdup(mkdtemp(name));
  return chdir(*state);
}

static inline int leave_folder(void **state)
{
  char command[100];
  snprintf(command, sizeof command, "rm -rf %s", (char *)*state);
  free(*state);
  return chdir("/") || system(command);
}

static inline struct sp_key key_of(const char *kind, long k)
{
  char text[64];
  int n = snprintf(text, sizeof text, "%s %ld", kind, k);
  return sp_key_of(text, (size_t)n);
}

static inline struct sp_store *store_open_ok(const char *path, enum sp_store_mode mode)
{
  struct sp_store *store = NULL;
  struct sp_error error = {""};
  int code = sp_store_open(path, mode, &store, &error);
  if (code)
    print_error("%s\n", error.text);
  assert_int_equal(code, SP_OK);
  return store;
}

/* Every third instance has three runs; the texts are static. */
static inline struct sp_run_row run_row(long k)
{
  static const char *const methods[] = {"bba", "mbbsa:tie=last", "r-bsa"};
  return (struct sp_run_row){
      .key = key_of("run", k),
      .instance = key_of("instance", k / 3),
      .method = methods[k % 3],
      .method_version = 7,
      .method_source = key_of("source", k % 3),
      .engine = "native",
      .model = "native; seed 17",
      .result = {.status = SP_RUN_OK,
                 .makespan = 2.385 + (double)k / 7,
                 .planned = k % 2 ? NAN : 2.5 + (double)k / 3,
                 .done = 1e-3 * (double)k,
                 .messages = 11 * k,
                 .wasted = k % 4 ? 0 : 0.25 * (double)k,
                 .resends = k / 4,
                 .max_flow = NAN,
                 .sum_flow = NAN,
                 .max_stretch = NAN,
                 .max_weighted_flow = NAN,
                 .sum_weighted_flow = NAN,
                 .max_queue = NAN,
                 .wasted_time = NAN,
                 .imbalance = NAN,
                 .spread = NAN,
                 .port_share = NAN,
                 .overhead_share = NAN,
                 .speed_up = NAN,
                 .efficiency = NAN,
                 .order_hash = UINT64_C(0xfedcba9876543210) + (uint64_t)k,
                 .bits_hash = UINT64_C(0x0123456789abcdef) + (uint64_t)k},
      .bound = k % 5 ? 0.1 * (double)k : NAN,
      .bound_name = k % 5 ? "capacity" : NULL,
  };
}

/* Experiment "table", with its cells, instances and runs first..last-1 in steps. */
static inline int put_rows(struct sp_store *store, long first, long last, long step)
{
  struct sp_error error = {""};
  struct sp_key experiment = key_of("experiment", 1);
  int code = sp_store_experiment(store, "table", &experiment, "id = table\n[run]\n", &error);
  for (long k = first; k < last && !code; k += step) {
    char body[64];
    struct sp_run_row run = run_row(k);
    snprintf(body, sizeof body, "redistribution\ntotal %ld\n", k / 3);
    code = sp_store_instance(store, &run.instance, body, &error);
    if (!code)
      code = sp_store_cell(store, "table", k % 2 ? "comm=hom" : "comm=het", k / 3, run.method,
                           &run.instance, &run.key, &error);
    if (!code)
      code = sp_store_run(store, &run, &error);
  }
  if (code)
    print_error("%s\n", error.text);
  return code;
}

static inline void put_batch(struct sp_store *store, long first, long last, long step)
{
  struct sp_error error;
  assert_int_equal(sp_store_begin(store, &error), SP_OK);
  assert_int_equal(put_rows(store, first, last, step), SP_OK);
  assert_int_equal(sp_store_commit(store, &error), SP_OK);
}

/* The first column of the first row of a query to the file. */
static inline char *ask_file(const char *path, const char *query, char *answer, size_t size)
{
  sqlite3 *db;
  sqlite3_stmt *s;
  assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
  assert_int_equal(sqlite3_prepare_v2(db, query, -1, &s, NULL), SQLITE_OK);
  int step = sqlite3_step(s);
  const char *text = step == SQLITE_ROW ? (const char *)sqlite3_column_text(s, 0) : NULL;
  snprintf(answer, size, "%s", text ? text : "");
  sqlite3_finalize(s);
  sqlite3_close(db);
  return answer;
}

static inline char *checksum_of(const char *path, char hex[65])
{
  struct sp_error error;
  struct sp_store *store = store_open_ok(path, SP_STORE_READ);
  assert_int_equal(sp_store_checksum(store, hex, &error), SP_OK);
  sp_store_close(store);
  return hex;
}
