/* Fuzzes the XML reader with libFuzzer: the input is a platform, or a platform and a deployment
 * with a zero byte between them. The reader either refuses it with one line or gives an instance
 * that sp_instance_check accepts and that can be written. */

#include "io/star/star.h"
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
  if (!condition)
    abort();
}

static void write_again(const struct sp_instance *in)
{
  char *text = NULL;
  size_t size = 0;
  FILE *f = open_memstream(&text, &size);
  sp_write_platform(f, in, NULL, NULL);
  sp_write_deployment(f, in, NULL);
  fclose(f);
  free(text);
}

static FILE *file_of(const char *text, size_t size)
{
  FILE *f = fmemopen(size ? (void *)text : "", size, "r");
  require(f != NULL);
  return f;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  const char *text = (const char *)data;
  const char *cut = size ? memchr(text, 0, size) : NULL;
  size_t first = cut ? (size_t)(cut - text) : size;
  struct sp_source source = {.tasks = cut ? NULL : "7"};
  struct sp_error error = {""};
  FILE *platform = file_of(text, first);
  FILE *deployment = cut ? file_of(cut + 1, size - first - 1) : NULL;
  struct sp_instance *in = sp_read_platform_streams(platform, deployment, &source, &error);
  fclose(platform);
  if (deployment)
    fclose(deployment);
  if (in) {
    require(sp_instance_check(in, &error) == SP_OK);
    write_again(in);
  } else {
    require(error.text[0] != '\0' && !strchr(error.text, '\n'));
  }
  sp_instance_free(in);
  return 0;
}
