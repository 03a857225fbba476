/* The line of an object in a JSON text, for messages: jansson gives lines only of syntax errors. */
#pragma once

/* The line, from 1, of the k-th (from 0) object of the array that is the value of the first such
 * key; k < 0: of the key. 1 if there is none. The text is JSON. */
long sp_json_line(const char *text, const char *key, long k);
