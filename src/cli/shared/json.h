/* Writes JSON documents to standard output, with jansson. The JSON of transfers is in
 * io/trace/trace.h. */
#pragma once

#include <jansson.h>

/* A double that reads back exactly; an integer if it is whole; null if it is not finite. */
json_t *json_number(double);
/* TEXT may hold any bytes; those that are not UTF-8 become '?'. */
json_t *json_text(const char *text);
/* {"schema": 1}, the beginning of every document. */
json_t *json_document(void);
/* Prints the document to standard output and releases it. */
void json_print(json_t *document);
