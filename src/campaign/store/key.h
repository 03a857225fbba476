/* Keys of the results database: SHA-256 digests of texts. */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct sp_key {
  uint8_t byte[32];
};

struct sp_key sp_key_of(const char *text, size_t length);
/* The key in hexadecimal; returns hex. */
char *sp_key_text(const struct sp_key *, char hex[65]);
