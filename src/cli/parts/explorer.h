/* The explorer's page (docs/explorer.md), and links to it that hold a star and heuristics. */
#pragma once

#include <starport/starport.h>

/* The address of the page that shows the star with n heuristics, "BASE#star=..&h=bba,mbbsa". base:
 * the page's address; NULL: the page that was built or installed with this program, without which
 * the process ends after a message. */
const char *cli_explorer_link(const struct sp_instance *, const struct sp_method *, int n,
                              const char *base);

/* Is the text a page's address, to which '#' can be added? */
bool cli_is_page_address(const char *text);
