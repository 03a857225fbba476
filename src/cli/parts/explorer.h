/* The explorer's page (docs/explorer.md), and links to it that hold a star and heuristics. */
#pragma once

#include <starport/starport.h>

/* The address of the page that was built or installed with this program, which shows the star with
 * n heuristics, "file:///.../explorer.html#star=..&h=bba,mbbsa"; without the page the process ends
 * after a message. */
const char *cli_explorer_link(const struct sp_instance *, const struct sp_method *, int n);
