/* Parses the XML of platforms and deployments into a stream of checked elements, by libxml2's SAX
 * interface: the document is not kept in memory, line numbers may exceed 65535, and an entity bomb
 * is refused at its first declaration. It uses no network, no DTD, and only the predefined
 * entities. */
#include "base/memory.h"
#include "io/platform/reader.h"

#include <assert.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

long xml_line(const struct reader *r)
{
  return r->parser && r->parser->input ? r->parser->input->line : 0;
}

enum xml_name xml_parent(const struct reader *r)
{
  return r->depth >= 2 ? r->open[r->depth - 2].element->kind : XML_NAMES;
}

int xml_refuse(struct reader *r, const char *format, ...)
{
  if (r->failed)
    return -1;
  r->failed = true;
  char text[400];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  sp_bad_input(r->error, "%s:%ld: %s", r->input->name, xml_line(r), text);
  xmlStopParser(r->parser);
  return -1;
}

const char *xml_get(const struct reader *r, const char *attribute)
{
  for (int i = 0; i < r->n_attributes; i++)
    if (strcmp(r->attribute[i].name, attribute) == 0)
      return r->attribute[i].value;
  return NULL;
}

static bool takes(const struct xml_element *element, const char *name)
{
  const char *const *known = element->attribute;
  while (*known && strcmp(*known + (**known == '!'), name) != 0)
    known++;
  return *known;
}

/* Refuses unknown and missing attributes. */
static int check_attributes(struct reader *r, const struct xml_element *element)
{
  char list[240];
  size_t n = 0;
  for (const char *const *a = element->attribute; *a; a++)
    n += (size_t)snprintf(list + n, sizeof list - n, "%s%s", n ? " " : "", *a + (**a == '!'));
  for (int i = 0; i < r->n_attributes; i++)
    if (!takes(element, r->attribute[i].name))
      return xml_refuse(r, "unknown attribute '%.40s' of <%s>, expected one of: %s",
                        r->attribute[i].name, element->name, list);
  for (const char *const *a = element->attribute; *a; a++)
    if (**a == '!' && !xml_get(r, *a + 1))
      return xml_refuse(r, "<%s> without the attribute %s, which is expected", element->name,
                        *a + 1);
  return 0;
}

static void drop_attributes(struct reader *r)
{
  for (int i = 0; i < r->n_attributes; i++)
    free(r->attribute[i].value);
  r->n_attributes = 0;
}

/* In attribute values "&" is still written as "&#38;", since entities are not substituted. */
static char *plain_value(const xmlChar *begin, const xmlChar *end)
{
  size_t size = (size_t)(end - begin), n = 0;
  char *value = sp_xcalloc(size + 1, 1);
  for (size_t i = 0; i < size; i++) {
    value[n++] = (char)begin[i];
    if (size - i >= 5 && memcmp(begin + i, "&#38;", 5) == 0)
      i += 4;
  }
  return value;
}

static void take_attributes(struct reader *r, int n, const xmlChar **from)
{
  drop_attributes(r);
  if (n > r->cap_attributes) {
    r->cap_attributes = n;
    r->attribute = sp_xrealloc(r->attribute, (size_t)n, sizeof *r->attribute);
  }
  for (int i = 0; i < n; i++, from += 5) /* name, prefix, URI, value, end of value */
    r->attribute[r->n_attributes++] =
        (struct xml_attribute){(const char *)from[0], plain_value(from[3], from[4])};
}

/* The element of that name if it may occur here, or NULL after refusing it. */
static const struct xml_element *admit(struct reader *r, const char *name)
{
  const struct xml_element *around = r->depth ? r->open[r->depth - 1].element : NULL;
  unsigned parent = 1U << (around ? around->kind : XML_NAMES);
  const struct xml_element *element = r->element;
  while (element->name && strcmp(element->name, name) != 0)
    element++;
  if (!around && !(element->parents & parent))
    xml_refuse(r, "<%.40s> at the root, expected <platform>", name);
  else if (!(element->parents & parent))
    xml_refuse(r,
               "<%.40s> in <%s> is not supported, expected zones (Full, Floyd, Dijkstra, "
               "Cluster), clusters, hosts, links, routes and actors",
               name, around->name);
  else if (around && element->phase < r->open[r->depth - 1].phase)
    xml_refuse(r,
               "<%s> after what must follow it, expected in <%s>: first properties, then hosts, "
               "links and zones, then routes, then actors",
               name, around->name);
  return r->failed ? NULL : element;
}

static void start_element(void *data, const xmlChar *name, const xmlChar *prefix,
                          const xmlChar *uri, int n_namespaces, const xmlChar **namespaces,
                          int n_attributes, int n_defaulted, const xmlChar **attributes)
{
  struct reader *r = data;
  (void)prefix, (void)uri, (void)n_namespaces, (void)namespaces, (void)n_defaulted;
  if (r->failed)
    return;
  if (!r->doctype) {
    xml_refuse(r, "no DOCTYPE, expected <!DOCTYPE platform SYSTEM "
                  "\"https://simgrid.org/simgrid.dtd\">, without which SimGrid refuses the file");
    return;
  }
  const struct xml_element *element = admit(r, (const char *)name);
  if (!element)
    return;
  assert(r->depth < XML_MAX_OPEN); /* only zones contain their like, and their depth is limited */
  if (r->depth)
    r->open[r->depth - 1].phase = element->phase;
  r->open[r->depth].element = element;
  r->open[r->depth++].phase = 0;
  take_attributes(r, n_attributes, attributes);
  if (check_attributes(r, element) == 0 && element->begin)
    element->begin(r);
}

static void end_element(void *data, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri)
{
  struct reader *r = data;
  (void)name, (void)prefix, (void)uri;
  if (r->failed || !r->depth)
    return;
  drop_attributes(r);
  const struct xml_element *element = r->open[r->depth - 1].element;
  if (element->end)
    element->end(r);
  r->depth--;
}

static void characters(void *data, const xmlChar *text, int length)
{
  struct reader *r = data;
  for (int i = 0; i < length; i++)
    if (!strchr(" \t\r\n", text[i])) {
      xml_refuse(r, "text \"%.*s\", expected an element", length - i > 30 ? 30 : length - i,
                 (const char *)text + i);
      return;
    }
}

static void internal_subset(void *data, const xmlChar *name, const xmlChar *external,
                            const xmlChar *system)
{
  struct reader *r = data;
  (void)external;
  const char *id = system ? (const char *)system : "";
  size_t length = strlen(id), suffix = strlen("/simgrid.dtd");
  r->doctype = strcmp((const char *)name, "platform") == 0 && strncmp(id, "http", 4) == 0 &&
               length > suffix && strcmp(id + length - suffix, "/simgrid.dtd") == 0;
  if (!r->doctype)
    xml_refuse(r,
               "DOCTYPE %.40s \"%.100s\", expected platform "
               "\"https://simgrid.org/simgrid.dtd\"",
               (const char *)name, id);
}

static void refuse_declaration(struct reader *r)
{
  xml_refuse(r, "a declaration inside the DOCTYPE, expected none (no entity, element, attribute or "
                "notation is declared in a platform)");
}

static void entity_declared(void *data, const xmlChar *name, int type, const xmlChar *public_id,
                            const xmlChar *system_id, xmlChar *content)
{
  (void)name, (void)type, (void)public_id, (void)system_id, (void)content;
  refuse_declaration(data);
}

static void element_declared(void *data, const xmlChar *name, int type,
                             xmlElementContentPtr content)
{
  (void)name, (void)type, (void)content;
  refuse_declaration(data);
}

static void attribute_declared(void *data, const xmlChar *element, const xmlChar *name, int type,
                               int def, const xmlChar *value, xmlEnumerationPtr tree)
{
  (void)element, (void)name, (void)type, (void)def, (void)value;
  xmlFreeEnumeration(tree); /* the handler owns it */
  refuse_declaration(data);
}

static void notation_declared(void *data, const xmlChar *name, const xmlChar *public_id,
                              const xmlChar *system_id)
{
  (void)name, (void)public_id, (void)system_id;
  refuse_declaration(data);
}

static xmlEntityPtr known_entity(void *data, const xmlChar *name)
{
  xmlEntityPtr entity = xmlGetPredefinedEntity(name);
  if (!entity)
    xml_refuse(data, "entity &%.40s;, expected none but the predefined ones", (const char *)name);
  return entity;
}

static xmlEntityPtr no_parameter_entity(void *data, const xmlChar *name)
{
  (void)name;
  refuse_declaration(data);
  return NULL;
}

static void syntax_error(void *data, xmlErrorPtr problem)
{
  struct reader *r = data;
  if (problem->level < XML_ERR_ERROR || r->failed)
    return;
  if (r->too_large) {
    xml_refuse(r, "more than %d MiB, expected a smaller file", PLATFORM_MAX_BYTES >> 20);
    return;
  }
  char text[200];
  snprintf(text, sizeof text, "%s", problem->message ? problem->message : "unknown error");
  text[strcspn(text, "\r\n")] = '\0';
  xml_refuse(r, "not well-formed XML: %s", text);
}

static int read_input(void *data, char *buffer, int length)
{
  struct reader *r = data;
  size_t n = fread(buffer, 1, (size_t)length, r->input->stream);
  r->bytes += n;
  r->too_large = r->bytes > PLATFORM_MAX_BYTES;
  return r->too_large ? 0 : (int)n;
}

/* Frees what belongs to one document. */
static void end_document(struct reader *r)
{
  drop_attributes(r);
  free(r->attribute);
  r->attribute = NULL;
  r->cap_attributes = 0;
  if (r->parser->myDoc)
    xmlFreeDoc(r->parser->myDoc);
  xmlFreeParserCtxt(r->parser);
}

int xml_parse(struct reader *r, const struct xml_input *input, const struct xml_element *element)
{
  xmlSAXHandler sax = {
      .initialized = XML_SAX2_MAGIC,
      .startElementNs = start_element,
      .endElementNs = end_element,
      .characters = characters,
      .cdataBlock = characters,
      .internalSubset = internal_subset,
      .entityDecl = entity_declared,
      .elementDecl = element_declared,
      .attributeDecl = attribute_declared,
      .notationDecl = notation_declared,
      .getEntity = known_entity,
      .getParameterEntity = no_parameter_entity,
      .serror = syntax_error,
  };
  r->input = input;
  r->element = element;
  r->bytes = 0;
  r->doctype = false;
  xmlInitParser();
  r->parser = xmlCreateIOParserCtxt(&sax, r, read_input, NULL, r, XML_CHAR_ENCODING_NONE);
  if (!r->parser)
    return sp_bad_input(r->error, "%s: cannot start the XML parser", input->name);
  xmlCtxtUseOptions(r->parser, XML_PARSE_NONET);
  xmlParseDocument(r->parser);
  if (!r->parser->wellFormed || r->too_large)
    xml_refuse(r, "not well-formed XML, or more than %d MiB", PLATFORM_MAX_BYTES >> 20);
  end_document(r);
  return r->failed ? SP_BAD_INPUT : SP_OK;
}
