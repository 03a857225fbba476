/* Parts of SimGrid platform files that every writer needs. */
#ifndef SP_IO_XML_WRITE_H
#define SP_IO_XML_WRITE_H

#include <starport/instance.h>
#include <stdio.h>

/* The XML declaration, the comment (NULL: none) and the begin of the platform element. */
void xml_put_head(FILE *, const char *comment);
/* Text of an attribute. */
void xml_put_text(FILE *, const char *text);
/* The number as it was written: a fraction where that is exact, "inf". */
void xml_put_number(FILE *, struct sp_num);
void xml_put_prop(FILE *, const char *key, struct sp_num value);

#endif
