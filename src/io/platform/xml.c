/* Parses the XML of platforms and deployments into a stream of checked elements, by libxml2's SAX
 * interface: the document is not kept in memory, line numbers may exceed 65535, and an entity bomb
 * is refused at its first declaration. It uses no network, no DTD, and only the predefined
 * entities. */
#include "io/platform/xml.h"
#include "base/memory.h"

#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_OPEN = PLATFORM_MAX_DEPTH + 8 };

struct xml {
  xmlParserCtxtPtr parser;
  void *data;
  const struct xml_events *events;
  struct xml_input *input;
  struct sp_error *error;
  bool failed, doctype, too_large;
  int depth;
  struct {
    const struct dtd_element *element;
    int phase;
  } open[MAX_OPEN];
  int n_attributes, cap_attributes;
  struct attribute {
    const char *name; /* owned by the parser */
    char *value;      /* owned */
  } * attribute;
};

void *xml_data(const struct xml *x)
{
  return x->data;
}

const char *xml_file(const struct xml *x)
{
  return x->input->name;
}

bool xml_failed(const struct xml *x)
{
  return x->failed;
}

long xml_line(const struct xml *x)
{
  return x->parser && x->parser->input ? x->parser->input->line : 0;
}

enum xml_name xml_parent(const struct xml *x)
{
  return x->depth >= 2 ? x->open[x->depth - 2].element->kind : XML_NAMES;
}

void xml_refuse(struct xml *x, const char *format, ...)
{
  if (x->failed)
    return;
  x->failed = true;
  char text[400];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  sp_bad_input(x->error, "%s:%ld: %s", x->input->name, xml_line(x), text);
  xmlStopParser(x->parser);
}

const char *xml_get(const struct xml *x, const char *attribute)
{
  for (int i = 0; i < x->n_attributes; i++)
    if (strcmp(x->attribute[i].name, attribute) == 0)
      return x->attribute[i].value;
  return NULL;
}

static void check_attributes(struct xml *x, const struct dtd_element *element)
{
  char list[240], missing[40];
  for (int i = 0; i < x->n_attributes; i++)
    if (!dtd_has_attribute(element, x->attribute[i].name))
      xml_refuse(x, "unknown attribute '%.40s' of <%s>, expected one of: %s", x->attribute[i].name,
                 element->name, dtd_attributes(element, list, sizeof list));
  for (int from = 0; dtd_mandatory(element, &from, missing, sizeof missing);)
    if (!xml_get(x, missing))
      xml_refuse(x, "<%s> without the attribute %s, which is expected", element->name, missing);
}

static void drop_attributes(struct xml *x)
{
  for (int i = 0; i < x->n_attributes; i++)
    free(x->attribute[i].value);
  x->n_attributes = 0;
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

static void take_attributes(struct xml *x, int n, const xmlChar **from)
{
  drop_attributes(x);
  if (n > x->cap_attributes) {
    x->cap_attributes = n;
    x->attribute = sp_xrealloc(x->attribute, (size_t)n, sizeof *x->attribute);
  }
  for (int i = 0; i < n; i++, from += 5) /* name, prefix, URI, value, end of value */
    x->attribute[x->n_attributes++] =
        (struct attribute){(const char *)from[0], plain_value(from[3], from[4])};
}

/* The element of that name if it may occur here, or NULL after refusing it. */
static const struct dtd_element *admit(struct xml *x, const char *name)
{
  enum xml_name parent = x->depth ? x->open[x->depth - 1].element->kind : XML_NAMES;
  const char *around = x->depth ? x->open[x->depth - 1].element->name : NULL;
  const struct dtd_element *element = dtd_find(name, parent);
  if (element && x->depth && element->phase < x->open[x->depth - 1].phase) {
    xml_refuse(x,
               "<%s> after what must follow it, expected in <%s>: first properties, then hosts, "
               "links and zones, then routes, then actors",
               name, around);
    return NULL;
  }
  if (element)
    return element;
  if (!x->depth)
    xml_refuse(x, "<%.40s> at the root, expected <platform>", name);
  else
    xml_refuse(x,
               "<%.40s> in <%s> is not supported, expected zones (Full, Floyd, Dijkstra, "
               "Cluster), clusters, hosts, links, routes and actors",
               name, around);
  return NULL;
}

static void start_element(void *data, const xmlChar *name, const xmlChar *prefix,
                          const xmlChar *uri, int n_namespaces, const xmlChar **namespaces,
                          int n_attributes, int n_defaulted, const xmlChar **attributes)
{
  struct xml *x = data;
  (void)prefix, (void)uri, (void)n_namespaces, (void)namespaces, (void)n_defaulted;
  if (x->failed)
    return;
  if (!x->doctype) {
    xml_refuse(x, "no DOCTYPE, expected <!DOCTYPE platform SYSTEM "
                  "\"https://simgrid.org/simgrid.dtd\">, without which SimGrid refuses the file");
    return;
  }
  const struct dtd_element *element = admit(x, (const char *)name);
  if (!element)
    return;
  if (x->depth == MAX_OPEN) {
    xml_refuse(x, "elements nested deeper than %d, expected fewer", MAX_OPEN);
    return;
  }
  if (x->depth)
    x->open[x->depth - 1].phase = element->phase;
  x->open[x->depth].element = element;
  x->open[x->depth++].phase = 0;
  take_attributes(x, n_attributes, attributes);
  check_attributes(x, element);
  if (!x->failed && x->events->begin[element->kind])
    x->events->begin[element->kind](x);
}

static void end_element(void *data, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri)
{
  struct xml *x = data;
  (void)name, (void)prefix, (void)uri;
  if (x->failed || !x->depth)
    return;
  drop_attributes(x);
  xml_event *end = x->events->end[x->open[x->depth - 1].element->kind];
  if (end)
    end(x);
  x->depth--;
}

static void characters(void *data, const xmlChar *text, int length)
{
  struct xml *x = data;
  for (int i = 0; i < length; i++)
    if (!strchr(" \t\r\n", text[i])) {
      xml_refuse(x, "text \"%.*s\", expected an element", length - i > 30 ? 30 : length - i,
                 (const char *)text + i);
      return;
    }
}

static void internal_subset(void *data, const xmlChar *name, const xmlChar *external,
                            const xmlChar *system)
{
  struct xml *x = data;
  (void)external;
  const char *id = system ? (const char *)system : "";
  size_t length = strlen(id), suffix = strlen("/simgrid.dtd");
  x->doctype = strcmp((const char *)name, "platform") == 0 && strncmp(id, "http", 4) == 0 &&
               length > suffix && strcmp(id + length - suffix, "/simgrid.dtd") == 0;
  if (!x->doctype)
    xml_refuse(x,
               "DOCTYPE %.40s \"%.100s\", expected platform "
               "\"https://simgrid.org/simgrid.dtd\"",
               (const char *)name, id);
}

static void refuse_declaration(struct xml *x)
{
  xml_refuse(x, "a declaration inside the DOCTYPE, expected none (no entity, element, attribute or "
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
  struct xml *x = data;
  if (problem->level < XML_ERR_ERROR || x->failed)
    return;
  if (x->too_large) {
    xml_refuse(x, "more than %d MiB, expected a smaller file", PLATFORM_MAX_BYTES >> 20);
    return;
  }
  char text[200];
  snprintf(text, sizeof text, "%s", problem->message ? problem->message : "unknown error");
  text[strcspn(text, "\r\n")] = '\0';
  xml_refuse(x, "not well-formed XML: %s", text);
}

static int read_input(void *data, char *buffer, int length)
{
  struct xml *x = data;
  struct xml_input *input = x->input;
  size_t n = (size_t)length;
  if (input->stream) {
    n = fread(buffer, 1, n, input->stream);
  } else {
    n = n < input->left ? n : input->left;
    if (n)
      memcpy(buffer, input->data, n);
    input->data += n;
    input->left -= n;
  }
  input->read += n;
  if (input->read <= PLATFORM_MAX_BYTES)
    return (int)n;
  x->too_large = true;
  return 0;
}

static xmlSAXHandler sax_handler(void)
{
  return (xmlSAXHandler){
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
      .unparsedEntityDecl = NULL,
      .getEntity = known_entity,
      .getParameterEntity = no_parameter_entity,
      .serror = syntax_error,
  };
}

int xml_parse(struct xml_input *input, const struct xml_events *events, void *data,
              struct sp_error *error)
{
  struct xml x = {.data = data, .events = events, .input = input, .error = error};
  xmlSAXHandler sax = sax_handler();
  xmlInitParser();
  x.parser = xmlCreateIOParserCtxt(&sax, &x, read_input, NULL, &x, XML_CHAR_ENCODING_NONE);
  if (!x.parser)
    return sp_bad_input(error, "%s: cannot start the XML parser", input->name);
  xmlCtxtUseOptions(x.parser, XML_PARSE_NONET);
  xmlParseDocument(x.parser);
  if (!x.failed && (!x.parser->wellFormed || x.too_large))
    xml_refuse(&x, "not well-formed XML, or more than %d MiB", PLATFORM_MAX_BYTES >> 20);
  drop_attributes(&x);
  free(x.attribute);
  if (x.parser->myDoc)
    xmlFreeDoc(x.parser->myDoc);
  xmlFreeParserCtxt(x.parser);
  return x.failed ? SP_BAD_INPUT : SP_OK;
}
