/* Writes a star as SimGrid's files. */
#pragma once

#include <starport/instance.h>

/* Writes a star to STEM.xml and STEM_d.xml, and each profile to a file STEM_w1.profile or the like
 * (c, host, link). comment: one line of provenance, or NULL. SP_OK, or a code after a message. */
int cli_write_star(const char *stem, struct sp_instance *, const char *comment);
