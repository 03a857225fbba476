/* Descriptions of heuristics, by which a process that has loaded a plug-in tells another what it
 * is. */
#pragma once

#include <starport/heuristic.h>
#include <stdio.h>

/* Writes all but the functions of a heuristic that has passed sp_heuristic_check. */
void description_write(FILE *, const struct sp_heuristic *);
/* Reads any `size` bytes, with a zero after them, which must live as long as the heuristic, as must
 * its table of options, which the caller frees. The heuristic gets the function plan, or the other
 * two, and is to be checked. */
struct sp_heuristic description_read(const char *text, size_t size,
                                     const struct sp_heuristic *functions);
