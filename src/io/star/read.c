/* Reads a star from a SimGrid platform and, perhaps, a deployment. */
#include "base/file.h"
#include "base/memory.h"
#include "io/star/deploy.h"

static struct sp_instance *read_inputs(struct xml_input *platform, struct xml_input *deployment,
                                       const struct sp_source *source, struct sp_error *error)
{
  struct topology t;
  struct workload w;
  if (platform_read(platform, deployment, &t, &w, error) != SP_OK)
    return NULL;
  struct sp_instance *in = star_deploy(&t, &w, source, error);
  if (!in)
    platform_one_line(error);
  topology_clear(&t);
  workload_clear(&w);
  return in;
}

struct sp_instance *sp_read_platform_memory(const char *platform, size_t platform_size,
                                            const char *deployment, size_t deployment_size,
                                            const struct sp_source *source, struct sp_error *error)
{
  struct xml_input first = {.name = source->platform ? source->platform : "platform",
                            .data = platform,
                            .left = platform_size};
  struct xml_input second = {.name = source->deployment ? source->deployment : "deployment",
                             .data = deployment,
                             .left = deployment_size};
  return read_inputs(&first, deployment ? &second : NULL, source, error);
}

struct sp_instance *sp_read_platform(const struct sp_source *source, struct sp_error *error)
{
  struct xml_input platform = {.name = source->platform}, deployment = {.name = source->deployment};
  struct sp_instance *in = NULL;
  platform.stream = sp_open_file(source->platform, error);
  if (platform.stream && source->deployment)
    deployment.stream = sp_open_file(source->deployment, error);
  if (platform.stream && (deployment.stream || !source->deployment))
    in = read_inputs(&platform, deployment.stream ? &deployment : NULL, source, error);
  if (in)
    in->platform.file = sp_xstrdup(source->platform);
  if (platform.stream)
    fclose(platform.stream);
  if (deployment.stream)
    fclose(deployment.stream);
  return in;
}
