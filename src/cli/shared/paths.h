/* Paths of data and of output files, and links to the explorer (docs/explorer.md). The texts live
 * until the process ends. */
#pragma once

#include <starport/starport.h>

/* The path of a file or folder that comes with the program: NAME in the nearest folder above the
 * program that has it or has share/starport/NAME. So it is found where the program was built, and
 * under the PREFIX where it was installed; NULL if it is nowhere. */
char *cli_find_shipped(const char *name);
/* The directory that holds experiments/, platforms/, deploy/ and results/: $STARPORT_DATA, or the
 * one that comes with the program; NULL if there is none. */
char *cli_data_directory(void);
/* The message that there is none; returns SP_CANNOT. */
#define CLI_NO_DATA                                                                          \
  "experiments/ not found, expected it in $STARPORT_DATA, or in a folder above the program " \
  "or in its share/starport"
int cli_complain_no_data(void);
/* "dir/out.svg" and "bba:tie=last" -> "dir/out-bba-tie-last.svg". */
char *cli_name_for(const char *path, const char *method);
/* Makes the directory, unless it exists: SP_OK, or a code after a message. */
int cli_make_directory(const char *path);
/* The address of the page that shows the star with n heuristics, "BASE#star=..&h=bba,mbbsa". base:
 * the page's address; NULL: the page that was built or installed with this program, without which
 * the process ends after a message. */
const char *cli_explorer_link(const struct sp_instance *, const struct sp_method *, int n,
                              const char *base);
/* Is the text a page's address, to which '#' can be added? */
bool cli_is_page_address(const char *text);
