/* Keys of the results database: SHA-256 digests of texts and files. */
#pragma once

#include <starport/instance.h>

struct sp_key {
  uint8_t byte[32];
};

struct sp_key sp_key_of(const char *text, size_t length);
/* The digest of a regular file of any size. SP_OK, or SP_BAD_INPUT. */
int sp_key_of_file(const char *path, struct sp_key *, struct sp_error *);
/* The key in hexadecimal; returns hex. */
char *sp_key_text(const struct sp_key *, char hex[65]);
