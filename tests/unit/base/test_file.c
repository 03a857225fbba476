/* Tests files that are written whole or not at all: links, devices, descriptors, signals. */
#include "base/file.h"
#include "base/memory.h"
#include <dirent.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

/* In an empty current directory. */
static int open_folder(void **state)
{
  char folder[] = "/tmp/starport-file.XXXXXX";
  *state = sp_xstrdup(mkdtemp(folder));
  return chdir(*state);
}

static int close_folder(void **state)
{
  char *command = sp_format("rm -rf %s", (char *)*state);
  int code = chdir("/") + system(command);
  free(command);
  free(*state);
  return code;
}

static int files(void)
{
  int n = 0;
  DIR *folder = opendir(".");
  while (readdir(folder))
    n++;
  closedir(folder);
  return n - 2;
}

static int write_text(const char *path, const char *text)
{
  struct sp_error error;
  struct sp_file *file = sp_create_file(path, &error);
  if (!file)
    return SP_BAD_INPUT;
  fputs(text, file->stream);
  return sp_commit_file(file, &error);
}

static void assert_text(const char *path, const char *expected)
{
  struct sp_error error;
  size_t size;
  char *text = sp_read_file(path, &size, &error);
  assert_non_null(text);
  assert_string_equal(text, expected);
  free(text);
}

static bool is_link(const char *path)
{
  struct stat status;
  return !lstat(path, &status) && S_ISLNK(status.st_mode);
}

/* A link stays a link, in another folder too, and its target gets the text. */
static void test_links(void **state)
{
  (void)state;
  assert_int_equal(mkdir("d", 0777), 0);
  assert_int_equal(symlink("../target", "d/link"), 0);
  assert_int_equal(symlink("d/link", "chain"), 0);
  assert_int_equal(symlink("chain2", "chain2"), 0);
  assert_int_equal(write_text("target", "old"), SP_OK);
  assert_int_equal(write_text("chain", "new"), SP_OK);
  assert_text("target", "new");
  assert_true(is_link("chain") && is_link("d/link"));
  assert_int_equal(unlink("target"), 0);
  assert_int_equal(write_text("d/link", "made"), SP_OK);
  assert_text("target", "made");
  assert_int_equal(write_text("chain2", "x"), SP_BAD_INPUT);
  assert_true(is_link("chain2"));
  assert_int_equal(files(), 4);
}

/* Devices and descriptors are written, and remain what they are. */
static void test_direct(void **state)
{
  (void)state;
  struct sp_error error;
  struct stat status;
  int pipes[2];
  char text[8] = "", path[64];
  assert_int_equal(symlink("/dev/null", "null"), 0);
  assert_int_equal(write_text("null", "gone"), SP_OK);
  assert_true(is_link("null"));
  assert_int_equal(stat("/dev/null", &status), 0);
  assert_true(S_ISCHR(status.st_mode));
  assert_int_equal(write_text("/dev/full", "text"), SP_CANNOT);
  assert_int_equal(pipe(pipes), 0);
  snprintf(path, sizeof path, "/dev/fd/%d", pipes[1]);
  assert_int_equal(sp_probe_file(path, &error), SP_OK);
  assert_int_equal(write_text(path, "piped"), SP_OK);
  assert_int_equal(read(pipes[0], text, sizeof text), 5);
  assert_string_equal(text, "piped");
  snprintf(path, sizeof path, "/proc/self/fd/%d", pipes[0]);
  assert_int_equal(sp_probe_file(path, &error), SP_CANNOT);
  assert_non_null(strstr(error.text, "Bad file descriptor"));
  close(pipes[0]);
  close(pipes[1]);
  assert_int_equal(mkfifo("fifo", 0666), 0);
  assert_int_equal(sp_probe_file("fifo", &error), SP_OK); /* without waiting for a reader */
  assert_int_equal(files(), 2);
}

/* What is written to a descriptor of a file follows what is there. */
static void test_descriptor_of_file(void **state)
{
  (void)state;
  char path[64];
  int fd = open("log", O_WRONLY | O_CREAT, 0666);
  assert_int_equal(write(fd, "first ", 6), 6);
  snprintf(path, sizeof path, "/dev/fd/%d", fd);
  assert_int_equal(symlink(path, "link"), 0);
  assert_int_equal(write_text("link", "second "), SP_OK);
  assert_int_equal(write(fd, "third", 5), 5);
  close(fd);
  assert_text("log", "first second third");
}

/* Ctrl-C while a file is written ends the process after the file, which leaves no other file. */
static void test_interrupt(void **state)
{
  (void)state;
  int status;
  pid_t child = fork();
  if (!child) {
    struct sp_error error;
    struct sp_file *file = sp_create_file("out", &error);
    raise(SIGINT);
    fputs("whole", file->stream);
    sp_commit_file(file, &error);
    _exit(0);
  }
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT);
  assert_int_equal(files(), 1);
  assert_text("out", "whole");
}

/* A limit of sizes is an error, as a full disk is; the old file remains. */
static void test_too_large(void **state)
{
  (void)state;
  int status;
  assert_int_equal(write_text("out", "old"), SP_OK);
  pid_t child = fork();
  if (!child) {
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_FSIZE, &none);
    _exit(write_text("out", "new"));
  }
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), SP_CANNOT);
  assert_int_equal(files(), 1);
  assert_text("out", "old");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_links, open_folder, close_folder),
      cmocka_unit_test_setup_teardown(test_direct, open_folder, close_folder),
      cmocka_unit_test_setup_teardown(test_descriptor_of_file, open_folder, close_folder),
      cmocka_unit_test_setup_teardown(test_interrupt, open_folder, close_folder),
      cmocka_unit_test_setup_teardown(test_too_large, open_folder, close_folder),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
