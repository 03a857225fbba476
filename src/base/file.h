/* Files that are written whole or not at all, files opened to be read, and lines in their text. */
#pragma once

#include <limits.h>
#include <signal.h>
#include <starport/instance.h>
#include <stdio.h>

/* True if the path ends so and begins with something else. */
bool sp_has_suffix(const char *path, const char *suffix);
/* The path of the running program, without links; "": it is not known. */
void sp_program_path(char path[PATH_MAX]);
enum { SP_MOST_BYTES = 512 << 20 }; /* of a pipe, and of a file that is read as a whole */
/* The descriptor of this process that the path leads to, of /dev/stdin or /dev/fd/N; -1: none. */
int sp_descriptor_of(const char *path);
/* Opens the file to read it; the caller closes it. NULL with "PATH: cannot read: REASON" in *error,
 * for a directory too. A device or a pipe is refused: it might never end. A pipe or a terminal that
 * is a descriptor of this process (/dev/stdin, /dev/fd/N) is read to its end first. */
FILE *sp_open_file(const char *path, struct sp_error *);
/* SP_OK for a regular file and for none, else SP_BAD_INPUT: for what others open by its name. */
int sp_regular_file(const char *path, struct sp_error *);
/* All bytes of the file with a zero after them, which the caller frees; *size: their number. NULL
 * as above, and for more than SP_MOST_BYTES. */
char *sp_read_file(const char *path, size_t *size, struct sp_error *);
/* The same of a text, which has no zero bytes. */
char *sp_read_text(const char *path, struct sp_error *);
/* The line, from 1, of the k-th (from 0) object of the array that is the value of the first such
 * key in a JSON text; k < 0: of the key. 1 if there is none. (jansson gives lines only of syntax
 * errors.) */
long sp_json_line(const char *text, const char *key, long k);

/* Makes signals that end the process (Ctrl-C and the like) wait; *before: to be restored with
 * sigprocmask. */
void sp_block_signals(sigset_t *before);

/* A file under a temporary name in the directory of its final one; or a device, a pipe or a
 * descriptor of this process (/dev/stdout, /dev/fd/N), which is written directly. */
struct sp_file {
  FILE *stream;
  char *path, *temporary; /* the path without links; NULL: written directly */
  sigset_t mask;          /* of signals before */
};
/* Creates it, to be written to its stream; NULL with *error if that is impossible. A link stays a
 * link: its target is replaced. Ctrl-C and the like wait until the file is ended, so that no
 * temporary file is left. The caller ends it with one of the two below; of several files the one
 * created last first. */
struct sp_file *sp_create_file(const char *path, struct sp_error *);
/* SP_OK if a file can be created there, else the code of *error. Opens no device and no pipe. */
int sp_probe_file(const char *path, struct sp_error *);
/* Would two files of these paths be one, of which the later one replaces the other? Devices, pipes
 * and descriptors take both. */
bool sp_is_same_output(const char *path, const char *other);
/* Flushes and closes its stream: SP_OK, or SP_CANNOT. The file is still to be ended. */
int sp_finish_file(struct sp_file *, struct sp_error *);
/* Flushes, closes, renames it to its path and frees it: SP_OK, or SP_CANNOT with nothing left. */
int sp_commit_file(struct sp_file *, struct sp_error *);
/* Removes and frees it; NULL is accepted. */
void sp_abandon_file(struct sp_file *);
