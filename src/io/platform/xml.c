/* Parses the XML of platforms and deployments into a stream of checked elements, by libxml2's SAX
 * interface: the document is not kept in memory, and line numbers may exceed 65535. It uses no
 * network, no DTD, and only the predefined entities. SimGrid reads bytes with a parser of its own:
 * well-formed XML that this one does not take (another encoding than UTF-8, a byte order mark,
 * CDATA, namespaces, declarations in the DOCTYPE, other names of the DTD) is refused here, and so
 * is what it reads as other characters. */
#include "base/memory.h"
#include "io/platform/reader.h"

#include <assert.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <stdarg.h>
#include <strings.h>

/* PLATFORM_MAX_BYTES */
static const char too_large[] = "more than 512 MiB, expected a smaller file";

long xml_line(const struct reader *r)
{
  return r->parser && r->parser->input ? r->parser->input->line : 0;
}

static bool is_kind(const struct xml_element *element, const char *kind)
{
  return strcmp(element->kind, kind) == 0;
}

bool xml_is_in(const struct reader *r, const char *kind)
{
  return r->depth >= 2 && is_kind(r->open[r->depth - 2].element, kind);
}

/* Is the kind (NULL: the root) among those that the element can be in? */
static bool can_be_in(const struct xml_element *element, const char *kind)
{
  const char *parents = element->name ? element->parents : "-";
  if (!kind)
    return !*parents;
  size_t length = strlen(kind), n;
  for (; *parents; parents += n + (parents[n] == ' ')) {
    n = strcspn(parents, " ");
    if (n == length && strncmp(parents, kind, n) == 0)
      return true;
  }
  return false;
}

int xml_refuse_at(struct reader *r, const char *file, long line, const char *format, ...)
{
  if (r->failed)
    return -1;
  char text[400];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  sp_bad_input(r->error, "%s:%ld: %s", file, line, text);
  xmlStopParser(r->parser);
  r->failed = true;
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

/* The encoding of the file that the parser translates to UTF-8; NULL: none. */
static const char *other_encoding(const struct reader *r)
{
#if LIBXML_VERSION >= 21400
  const char *declared = (const char *)xmlCtxtGetDeclaredEncoding(r->parser);
  return declared && strcasecmp(declared, "UTF-8") != 0 ? declared : NULL;
#else
  return r->parser->input ? (const char *)r->parser->input->encoding : NULL;
#endif
}

static bool is_ascii(const char *text)
{
  while (*text && (unsigned char)*text < 0x80)
    text++;
  return !*text;
}

/* The number of the character reference at TEXT, "&#233;" or "&#xe9;"; 0: none. */
static unsigned long reference_at(const xmlChar *text)
{
  const char *at = (const char *)text;
  if (at[0] != '&' || at[1] != '#')
    return 0;
  return at[2] == 'x' ? strtoul(at + 3, NULL, 16) : strtoul(at + 2, NULL, 10);
}

/* Refuses what SimGrid reads in the values of the tag just parsed as other characters than XML
 * does. */
static int check_tag(struct reader *r)
{
  const xmlChar *end = r->parser->input->cur, *at = end;
  xmlChar quote = 0;
  while (at > r->parser->input->base && *at != '<') /* no value contains '<' */
    at--;
  for (; at < end; at++)
    if (quote && *at < ' ')
      return xml_refuse(r,
                        "a tab or line break in a value of <%s>, expected a blank, as SimGrid "
                        "reads it",
                        r->open[r->depth - 1].element->name);
    else if (quote && reference_at(at) > 127)
      return xml_refuse(r,
                        "the reference \"%.*s\", expected the character itself, as SimGrid reads "
                        "it",
                        (int)strcspn((const char *)at, ";") + 1, (const char *)at);
    else if (!quote && (*at == '"' || *at == '\''))
      quote = *at;
    else if (*at == quote)
      quote = 0;
  return 0;
}

/* Refuses unknown and missing attributes, and values that SimGrid reads as others. */
static int check_attributes(struct reader *r, const struct xml_element *element)
{
  char list[240];
  size_t n = 0;
  for (const char *const *a = element->attribute; *a; a++)
    n += (size_t)snprintf(list + n, sizeof list - n, "%s%s", n ? " " : "", *a + (**a == '!'));
  for (int i = 0; i < r->n_attributes; i++)
    if (other_encoding(r) && !is_ascii(r->attribute[i].value))
      return xml_refuse(r, "%s \"%.60s\" in a file in %.40s, expected UTF-8, as SimGrid reads it",
                        r->attribute[i].name, r->attribute[i].value, other_encoding(r));
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
  sp_release(r->values, NULL);
  r->n_attributes = 0;
}

/* In attribute values "&" is still written as "&#38;", since entities are not substituted. */
static char *plain_value(struct reader *r, const xmlChar *begin, const xmlChar *end)
{
  size_t size = (size_t)(end - begin), n = 0;
  char *value = sp_new(r->values, size + 1, char);
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
  r->attribute = sp_new(r->values, n, struct xml_attribute);
  for (int i = 0; i < n; i++, from += 5) /* name, prefix, URI, value, end of value */
    r->attribute[r->n_attributes++] =
        (struct xml_attribute){(const char *)from[0], plain_value(r, from[3], from[4])};
}

/* The element of that name if it may occur here, or NULL after refusing it. */
static const struct xml_element *admit(struct reader *r, const char *name)
{
  const struct xml_element *around = r->depth ? r->open[r->depth - 1].element : NULL;
  const struct xml_element *element = r->element;
  while (element->name && strcmp(element->name, name) != 0)
    element++;
  bool fits = can_be_in(element, around ? around->kind : NULL);
  if (!around && !fits)
    xml_refuse(r, "<%.40s> at the root, expected <platform>", name);
  else if (!fits)
    xml_refuse(r,
               "<%.40s> in <%s> is not supported, expected zones (Full, Floyd, Dijkstra, "
               "Cluster), clusters, hosts, links, routes and actors",
               name, around->name);
  else if (around && (element->phase >= 0 ? element->phase : 1 + is_kind(around, "zone")) <
                         r->open[r->depth - 1].phase)
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
  (void)uri, (void)namespaces, (void)n_defaulted;
  if (r->failed)
    return;
  if (prefix || n_namespaces) {
    xml_refuse(r, "a namespace of <%.40s>, expected none", (const char *)name);
    return;
  }
  if (!r->doctype) {
    xml_refuse(r, "no DOCTYPE, expected <!DOCTYPE platform SYSTEM "
                  "\"https://simgrid.org/simgrid.dtd\">, without which SimGrid refuses the file");
    return;
  }
  const struct xml_element *element = admit(r, (const char *)name);
  if (!element)
    return;
  assert(r->depth < XML_MAX_OPEN); /* only zones contain their like, and their depth is limited */
  int *phase = r->depth ? &r->open[r->depth - 1].phase : NULL;
  if (phase && element->phase > *phase)
    *phase = element->phase;
  else if (phase && element->phase < 0 && *phase == 0)
    *phase = 1; /* properties are over */
  r->text_size = 0;
  r->open[r->depth].element = element;
  r->open[r->depth++].phase = 0;
  take_attributes(r, n_attributes, attributes);
  if (check_tag(r) == 0 && check_attributes(r, element) == 0 && element->begin)
    element->begin(r);
}

static void end_element(void *data, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri)
{
  struct reader *r = data;
  (void)name, (void)prefix, (void)uri;
  if (r->failed || !r->depth)
    return;
  const struct xml_element *element = r->open[r->depth - 1].element;
  if (!is_kind(element, "trace")) /* which needs them at its end, and contains no element */
    drop_attributes(r);
  if (element->end)
    element->end(r);
  r->depth--;
}

static void add_text(struct reader *r, const xmlChar *text, size_t length)
{
  if (r->text_size + length > r->text_cap) {
    r->text_cap = 2 * (r->text_size + length);
    r->text = sp_xrealloc(r->text, r->text_cap, 1);
  }
  memcpy(r->text + r->text_size, text, length);
  r->text_size += length;
}

static void characters(void *data, const xmlChar *text, int length)
{
  struct reader *r = data;
  if (r->depth && is_kind(r->open[r->depth - 1].element, "trace")) {
    add_text(r, text, (size_t)length);
    return;
  }
  for (int i = 0; i < length; i++)
    if (!strchr(" \t\r\n", text[i])) {
      xml_refuse(r, "text \"%.*s\", expected an element", length - i > 30 ? 30 : length - i,
                 (const char *)text + i);
      return;
    }
}

static void cdata_block(void *data, const xmlChar *text, int length)
{
  struct reader *r = data;
  (void)text, (void)length;
  xml_refuse(r, "a CDATA section, expected an element");
}

/* The DOCTYPE, before the declarations inside it. */
static void internal_subset(void *data, const xmlChar *name, const xmlChar *public_id,
                            const xmlChar *system_id)
{
  struct reader *r = data;
  const char *id = system_id ? (const char *)system_id : "";
  r->doctype = !public_id && strcmp((const char *)name, "platform") == 0 &&
               (strcmp(id, "https://simgrid.org/simgrid.dtd") == 0 ||
                strcmp(id, "http://simgrid.gforge.inria.fr/simgrid/simgrid.dtd") == 0);
  if (!r->doctype)
    xml_refuse(r,
               "DOCTYPE %.40s %s\"%.100s\", expected platform SYSTEM "
               "\"https://simgrid.org/simgrid.dtd\", the name that SimGrid reads",
               (const char *)name, public_id ? "PUBLIC " : "", id);
  else if (*r->parser->input->cur == '[')
    xml_refuse(r,
               "declarations inside the DOCTYPE, expected none (no entity, element, attribute or "
               "notation is declared in a platform)");
  else if (r->parser->standalone >= 0)
    xml_refuse(r, "standalone in the XML declaration, expected only a version and an encoding");
}

static xmlEntityPtr known_entity(void *data, const xmlChar *name)
{
  xmlEntityPtr entity = xmlGetPredefinedEntity(name);
  struct reader *r = data;
  if (!entity)
    xml_refuse(r, "entity &%.40s;, expected none but the predefined ones", (const char *)name);
  return entity;
}

#if LIBXML_VERSION >= 21200
static void syntax_error(void *data, const xmlError *problem)
#else
static void syntax_error(void *data, xmlError *problem)
#endif
{
  struct reader *r = data;
  if (problem->level < XML_ERR_ERROR || r->failed)
    return;
  if (r->cut) {
    xml_refuse(r, "%s", r->cut);
    return;
  }
  char text[200];
  snprintf(text, sizeof text, "%s", problem->message ? problem->message : "unknown error");
  text[strcspn(text, "\r\n")] = '\0';
  xml_refuse(r, "not well-formed XML: %s", text);
}

/* Reads bytes up to the first that no platform has. */
static int read_input(void *data, char *buffer, int length)
{
  struct reader *r = data;
  size_t n = r->cut ? 0 : fread(buffer, 1, (size_t)length, r->input->stream);
  const char *zero = memchr(buffer, 0, n);
  if (r->bytes == 0 && n >= 3 && memcmp(buffer, "\xef\xbb\xbf", 3) == 0) {
    r->cut = "a byte order mark, which SimGrid does not read, expected '<'";
    return 0;
  }
  if (r->bytes == 0 && n >= 4 && memcmp(buffer, "\x4c\x6f\xa7\x94", 4) == 0) { /* "<?xm" */
    r->cut = "EBCDIC, expected UTF-8 text";
    return 0;
  }
  r->bytes += n;
  if (zero)
    r->cut = "a zero byte, expected UTF-8 text";
  else if (r->bytes > PLATFORM_MAX_BYTES)
    r->cut = too_large;
  return (int)(zero ? (size_t)(zero - buffer) : r->cut ? 0 : n);
}

/* Frees what belongs to one document. */
static void end_document(struct reader *r)
{
  sp_context_free(r->values);
  r->n_attributes = 0;
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
      .cdataBlock = cdata_block,
      .internalSubset = internal_subset,
      .getEntity = known_entity,
      .serror = syntax_error,
  };
  r->input = input;
  r->element = element;
  r->bytes = 0;
  r->cut = NULL;
  r->doctype = false;
  xmlInitParser();
  r->parser = xmlCreateIOParserCtxt(&sax, r, read_input, NULL, r, XML_CHAR_ENCODING_NONE);
  if (!r->parser)
    return sp_bad_input(r->error, "%s: cannot start the XML parser", input->name);
  r->values = sp_context_plain();
  xmlCtxtUseOptions(r->parser, XML_PARSE_NONET);
  xmlParseDocument(r->parser);
  if (!r->parser->wellFormed || r->cut)
    xml_refuse(r, "%s", r->cut ? r->cut : "not well-formed XML");
  end_document(r);
  return r->failed ? SP_BAD_INPUT : SP_OK;
}
