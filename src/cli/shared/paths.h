/* Makes the paths of data and of output files. The caller frees the texts. */
#pragma once

/* DIR/NAME. */
char *cli_path(const char *directory, const char *name);
/* The directory that holds platforms/, deploy/ and results/: $STARPORT_DATA, the project in which
 * the executable was built, the current directory, or the installed one; NULL if there is none. */
char *cli_data_directory(void);
/* "dir/out.svg" and "bba:tie=last" -> "dir/out-bba-tie-last.svg". */
char *cli_name_for(const char *path, const char *method);
/* The command line, quoted where a shell needs it. */
char *cli_command_line(int argc, char **argv);
