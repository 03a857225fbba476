/* The explorer's page (docs/explorer.md), and links to it that hold a star and heuristics. */
#pragma once

#include <starport/starport.h>

/* The path of the page that was built or installed with this program; NULL after a message. The
 * caller frees it. */
char *cli_explorer_page(void);
/* The address of the page that shows the star with n heuristics, "file:///.../explorer.html#star=..
 * &h=bba,mbbsa"; the caller frees it. */
char *cli_explorer_link(const char *page, const struct sp_instance *, const struct sp_method *,
                        int n);
