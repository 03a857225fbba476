/* glibc's qsort_r, which emscripten's C library does not have; included before each file. */
#pragma once

#include <stdlib.h>

void qsort_r(void *array, size_t n, size_t size,
             int (*order)(const void *, const void *, void *data), void *data);
