/* Lists the supported part of SimGrid's DTD (simgrid.dtd, version 4.1). */
#include "io/platform/xml.h"

#include <string.h>

#define IN(name) (1U << (name))

static const struct dtd_element elements[] = {
    {"platform", XML_PLATFORM, IN(XML_NAMES), 0, "version!"},
    {"config", XML_CONFIG, IN(XML_PLATFORM), 0, "id"},
    {"zone", XML_ZONE, IN(XML_PLATFORM) | IN(XML_ZONE), 1, "id! routing!"},
    {"AS", XML_ZONE, IN(XML_PLATFORM) | IN(XML_ZONE), 1, "id! routing!"},
    {"cluster", XML_CLUSTER, IN(XML_PLATFORM) | IN(XML_ZONE), 1,
     "id! prefix! suffix! radical! speed! core bw! lat! sharing_policy topology topo_parameters "
     "bb_bw bb_lat bb_sharing_policy router_id limiter_link loopback_bw loopback_lat"},
    {"host", XML_HOST, IN(XML_ZONE), 1,
     "id! speed! core speed_file availability_file state_file coordinates pstate"},
    {"router", XML_ROUTER, IN(XML_ZONE), 1, "id! coordinates"},
    {"link", XML_LINK, IN(XML_ZONE), 1,
     "id! bandwidth! bandwidth_file latency! latency_file state_file sharing_policy"},
    {"host_link", XML_HOST_LINK, IN(XML_ZONE), 1, "id! up! down!"},
    {"backbone", XML_BACKBONE, IN(XML_ZONE), 1, "id! bandwidth! latency!"},
    {"route", XML_ROUTE, IN(XML_ZONE), 2, "src! dst! symmetrical"},
    {"zoneRoute", XML_ZONE_ROUTE, IN(XML_ZONE), 2, "src! dst! gw_src! gw_dst! symmetrical"},
    {"ASroute", XML_ZONE_ROUTE, IN(XML_ZONE), 2, "src! dst! gw_src! gw_dst! symmetrical"},
    {"link_ctn", XML_LINK_CTN, IN(XML_ROUTE) | IN(XML_ZONE_ROUTE), 0, "id! direction"},
    {"actor", XML_ACTOR, IN(XML_PLATFORM), 2, "host! function! start_time kill_time on_failure"},
    {"process", XML_ACTOR, IN(XML_PLATFORM), 2, "host! function! start_time kill_time on_failure"},
    {"disk", XML_DISK, IN(XML_HOST), 0, "id read_bw! write_bw!"},
    {"prop", XML_PROP,
     IN(XML_CONFIG) | IN(XML_ZONE) | IN(XML_CLUSTER) | IN(XML_HOST) | IN(XML_LINK) | IN(XML_ACTOR) |
         IN(XML_DISK),
     0, "id! value!"},
};

const struct dtd_element *dtd_find(const char *name, enum xml_name parent)
{
  for (size_t i = 0; i < sizeof elements / sizeof elements[0]; i++)
    if (strcmp(elements[i].name, name) == 0)
      return elements[i].parents & IN(parent) ? &elements[i] : NULL;
  return NULL;
}

/* The word at *at, of *size bytes without its mark "!"; moves *at behind it. */
static const char *next_word(const char **at, size_t *size, bool *mandatory)
{
  const char *word = *at;
  *size = strcspn(word, " !");
  *mandatory = word[*size] == '!';
  *at += strcspn(word, " ");
  *at += **at == ' ';
  return word;
}

bool dtd_has_attribute(const struct dtd_element *element, const char *name)
{
  size_t size, length = strlen(name);
  bool mandatory;
  for (const char *at = element->attributes; *at;) {
    const char *word = next_word(&at, &size, &mandatory);
    if (size == length && memcmp(word, name, size) == 0)
      return true;
  }
  return false;
}

bool dtd_mandatory(const struct dtd_element *element, int *from, char *name, size_t room)
{
  size_t size;
  bool mandatory;
  for (const char *at = element->attributes + *from; *at;) {
    const char *word = next_word(&at, &size, &mandatory);
    *from = (int)(at - element->attributes);
    if (mandatory && size < room) {
      memcpy(name, word, size);
      name[size] = '\0';
      return true;
    }
  }
  return false;
}

char *dtd_attributes(const struct dtd_element *element, char *list, size_t room)
{
  size_t n = 0;
  for (const char *at = element->attributes; *at && n + 1 < room; at++)
    if (*at != '!')
      list[n++] = *at;
  list[n] = '\0';
  return list;
}
